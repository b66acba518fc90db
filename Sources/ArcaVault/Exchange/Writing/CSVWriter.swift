internal import ArcaCodecs

/// Writes comma-separated values: every field in quotes, quotes doubled, lines ended by LF.
///
/// Nothing is altered, so what is read again is what was written. Therefore a field that begins with `=`, `+`, `-` or
/// `@` is no exception: a spreadsheet would take it for a formula. Such files are for password managers, and are not to
/// be opened in a spreadsheet program.
///
/// Source: RFC 4180, section 2.
struct CSVWriter {
    /// What was written since it was last drained.
    var bytes: [UInt8] { text.bytes }
    private var text = WipingBytes()
    private var isAtStart = true

    /// Writes the next field of the record.
    mutating func write(_ value: borrowing some Bytes) {
        if !isAtStart { text.append(UInt8(ascii: ",")) }
        isAtStart = false
        text.append(UInt8(ascii: "\""))
        value.withBytes { span in
            for index in span.indices {
                if span[index] == UInt8(ascii: "\"") { text.append(span[index]) }
                text.append(span[index])
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    /// Ends the record.
    mutating func endRecord() {
        text.append(UInt8(ascii: "\n"))
        isAtStart = true
    }

    /// Hands all that was written to a writer, and overwrites it here.
    mutating func drain<Writer: ByteWriter & ~Copyable>(into writer: inout Writer) throws(Writer.Failure) {
        defer { text.wipe() }
        try writer.write(text.bytes)
    }
}
