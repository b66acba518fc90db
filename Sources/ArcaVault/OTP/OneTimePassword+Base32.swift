public import ArcaCodecs
public import ArcaCrypto

extension OneTimePassword {
    /// Reads the key that a service shows for typing: Base32, spaces and hyphens left out.
    ///
    /// Capital and small letters count alike, padding may be there or not. Bits of the last letter that do not fill a
    /// byte are passed over, whatever they are, as services draw letters and not bytes.
    ///
    /// - Parameter text: The key's text in ASCII; secret.
    /// - Returns: The key.
    /// - Throws: ``VaultError`` with code `.malformed` and the offset of what is no Base32, which is not shown.
    public static func key(base32 text: borrowing some Bytes) throws(VaultError) -> SecretBytes {
        let codec = Base32.standard.allowing([.letterCase, .missingPadding, .trailingBits])
        return try text.withBytes { span throws(VaultError) in
            let plain = SecretBytes(byteCount: span.count) { output in
                for index in 0..<span.count where !isFiller(span[index]) { output.append(span[index]) }
            }
            do throws(CodecError) {
                let key = try SecretBytes(byteCount: codec.maximumDecodedCount(for: plain.count)) {
                    output throws(CodecError) in
                    try plain.withBytes { letters throws(CodecError) in try codec.decode(letters, into: &output) }
                }
                guard !key.isEmpty else { throw CodecError(.invalidLength, "nothing") }
                return key
            } catch {
                let place = Self.place(of: error.position?.offset ?? 0, in: span)
                throw VaultError(.malformed, at: place, "the key of a one-time password is no Base32")
            }
        }
    }

    private static func isFiller(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: "-") }

    /// Where the letter of this number stands in the text with its spaces.
    private static func place(of number: Int, in text: Span<UInt8>) -> Int {
        var left = number
        for index in 0..<text.count where !isFiller(text[index]) {
            if left == 0 { return index }
            left -= 1
        }
        return text.count
    }
}
