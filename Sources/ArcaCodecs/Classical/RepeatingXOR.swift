/// XOR with a repeated key, as used in puzzles and old malware.
///
/// It gives no protection: the key can be recovered from a text a few times as long; see `crack(_:count:)` of
/// `ArcaDetect`.
public struct RepeatingXOR: Sendable, Hashable {
    /// The key, one byte or more.
    public let key: [UInt8]

    /// Creates a cipher.
    ///
    /// - Throws: `.invalidOption` for an empty key.
    public init(key: borrowing some Bytes) throws(CodecError) {
        let key = [UInt8](bytes: key)
        guard !key.isEmpty else { throw CodecError(.invalidOption, "the key is empty") }
        self.key = key
    }

    /// Creates a cipher from a key of one byte or more.
    package init(known key: [UInt8]) { self.key = key }

    /// Creates a cipher from a key in text form.
    ///
    /// - Parameter text: `0x` and hexadecimal digits, or any other text for its UTF-8 bytes.
    /// - Throws: `.invalidOption` for an empty key; the errors of ``Base16``.
    public init(key text: String) throws(CodecError) {
        let digits = Array(text.utf8.dropFirst(2))
        try self.init(key: text.hasPrefix("0x") ? Base16.standard.allowing(.lenient).decode(digits) : Array(text.utf8))
    }

    /// The key in the format of ``init(key:)-(String)``: text if it is printable ASCII without an apostrophe, else
    /// hexadecimal.
    public var keyText: String {
        let isVisible = key.allSatisfy { (0x20...0x7e).contains($0) && $0 != 0x27 } && !key.starts(with: "0x".utf8)
        return isVisible ? String(decoding: key, as: UTF8.self) : "0x" + Base16.standard.encode(key)
    }

    /// Encrypts or decrypts bytes; the result has the same length.
    public func transform(_ bytes: borrowing some Bytes) -> [UInt8] {
        var output = [UInt8](bytes: bytes)
        for index in output.indices { output[index] ^= key[index % key.count] }
        return output
    }
}
