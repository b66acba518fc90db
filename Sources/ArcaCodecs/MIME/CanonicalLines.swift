/// Ends the lines of text in CRLF, as they must before Base64 (RFC 2045, section 6.8).
struct CanonicalLines: Sendable {
    private var isAfterReturn = false

    /// The text with each LF that has no CR before it turned into CRLF.
    mutating func convert(_ bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 32)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == 0x0a, !isAfterReturn { result.append(0x0d) }
            isAfterReturn = byte == 0x0d
            result.append(byte)
        }
        return result
    }
}
