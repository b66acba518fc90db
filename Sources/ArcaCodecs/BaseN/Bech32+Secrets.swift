/// Encodes and decodes keys without copies outside the caller's memory: no array, no string.
///
/// Symbols are looked up in a table, so timing can reveal only which cache lines were read.
extension Bech32 {
    /// Decodes text to bytes, without a length limit, and appends them.
    ///
    /// - Parameters:
    ///   - text: The whole text, secret.
    ///   - output: Must have room for as many bytes as the text has. Nothing is appended if the checksum does not
    ///     match.
    /// - Returns: The prefix, in the case of the text.
    /// - Throws: The same errors as ``decode(_:variant:maximumCount:)`` and ``bytes()``; the message may quote one
    ///   character.
    package static func decode(
        _ text: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) -> String {
        let found = try check(text, .bech32, nil)
        var groups = BitGroups(from: 5, to: 8)
        for index in (found.separator + 1)..<(text.count - 6) {
            groups.take(symbolValues[Int(text[index].lowercased)])
            if let byte = groups.next() { output.append(byte) }
        }
        try groups.checkRest()
        return found.prefix
    }

    package static func textByteCount(_ byteCount: Int, prefix: String) -> Int {
        prefix.utf8.count + 1 + (8 * byteCount + 4) / 5 + 6
    }

    /// Encodes bytes, without a length limit, and appends the text.
    ///
    /// - Parameters:
    ///   - bytes: The data, secret.
    ///   - prefix: 1 to 83 printable ASCII characters, not of mixed case; determines the case of the text.
    ///   - output: Requires room for ``textByteCount(_:prefix:)`` bytes.
    package static func encode(_ bytes: Span<UInt8>, prefix: String, into output: inout OutputSpan<UInt8>) {
        let name = Array(prefix.utf8)
        let isUpper = name.contains { $0.isUppercase }
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
        isUpper ? symbols[Int(value)].uppercased : symbols[Int(value)]
    }
}
