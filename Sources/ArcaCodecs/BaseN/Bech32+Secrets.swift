package import ArcaCore

/// Keys as text, of which nothing is left but what the caller's memory holds: no array, no string.
///
/// Symbols are looked up in a table: the time tells which cache lines were read, not more.
extension Bech32 {
    /// Decodes text of bytes, without a limit on its length, and appends them.
    ///
    /// - Parameters:
    ///   - text: The whole text, secret.
    ///   - output: Has room for as many bytes as the text has; gets nothing of text whose checksum does not fit.
    /// - Returns: The prefix, in the case of the text.
    /// - Throws: As ``decode(_:variant:maximumCount:)`` and ``bytes()``; the message may quote one character.
    package static func decode(
        _ text: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) -> String {
        let found = try check(text, .bech32, nil)
        var groups = BitGroups(from: 5, to: 8)
        for index in (found.separator + 1)..<(text.count - 6) {
            groups.take(symbolValues[Int(text[index].lowercase)])
            if let byte = groups.next() { output.append(byte) }
        }
        try groups.checkRest()
        return found.prefix
    }

    /// How long the text of so many bytes is.
    package static func textByteCount(_ byteCount: Int, prefix: String) -> Int {
        prefix.utf8.count + 1 + (8 * byteCount + 4) / 5 + 6
    }

    /// Appends the text of bytes, without a limit on its length.
    ///
    /// - Parameters:
    ///   - bytes: The data, secret.
    ///   - prefix: 1 to 83 printable ASCII characters, not of mixed case; the text gets its case.
    ///   - output: Has room for ``textByteCount(_:prefix:)``.
    package static func encode(_ bytes: Span<UInt8>, prefix: String, into output: inout OutputSpan<UInt8>) {
        let name = Array(prefix.utf8)
        let isUpper = name.contains { $0.isUpperLetter }
        output.append(contentsOf: name.span)
        output.append(0x31)
        var checksum = Checksum(prefix: name)
        var groups = BitGroups(from: 8, to: 5)
        for index in bytes.indices {
            groups.take(bytes[index])
            while let value = groups.next() {
                checksum.take(value)
                output.append(symbol(value, isUpper))
            }
        }
        if let value = groups.rest() {
            checksum.take(value)
            output.append(symbol(value, isUpper))
        }
        for value in checksum.symbols(.bech32) { output.append(symbol(value, isUpper)) }
    }

    private static func symbol(_ value: UInt8, _ isUpper: Bool) -> UInt8 {
        isUpper ? symbols[Int(value)].uppercase : symbols[Int(value)]
    }
}
