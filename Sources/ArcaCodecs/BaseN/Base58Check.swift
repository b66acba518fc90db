/// Base58Check: Base58 with four bytes of double SHA-256 behind the data, as Bitcoin addresses and keys have.
///
/// The version byte, where there is one, is the first of the bytes.
///
/// ```swift
/// let address = try Base58Check.decode("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2")   // 21 bytes, the first one 0
/// Base58Check.encode(address)
/// ```
///
/// Source: Bitcoin wiki, "Base58Check encoding"; Bitcoin Core, `base58.cpp`.
public struct Base58Check: TextCodec, Hashable {
    /// The Base58 underneath: alphabet, limit, options.
    public var base58: Base58

    /// What decoding accepts besides the canonical text: `whitespace`.
    public var options: DecodingOptions {
        get { base58.options }
        set { base58.options = newValue }
    }

    /// With Bitcoin's symbols.
    public static let standard = Base58Check()

    /// Makes a codec.
    ///
    /// - Parameter base58: The Base58 underneath.
    public init(base58: Base58 = .standard) { self.base58 = base58 }

    private static func checksum(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        ChecksumSHA256.hash(ChecksumSHA256.hash(bytes)).prefix(4)
    }

    /// The maximum number of bytes of text for `byteCount` bytes.
    public func maximumEncodedCount(for byteCount: Int) -> Int {
        base58.maximumEncodedCount(for: byteCount.addressable + 4)
    }

    /// The maximum number of bytes that `characterCount` bytes of text decode to.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for the text, at most `maximumEncodedCount(for: bytes.count)` bytes.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        let data = Array(bytes: bytes)
        base58.encode(data + Base58Check.checksum(data), into: &output)
    }

    /// Appends the bytes that `text` stands for, without the checksum, to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter`; `.truncated` for fewer than four bytes, `.checksumMismatch` when the checksum does
    ///   not fit, both at the end of the text; `.limitExceeded`.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let bytes = try base58.decode(text)
        let end = TextPosition(offset: text.count, in: text)
        guard bytes.count >= 4 else {
            throw CodecError(.truncated, at: end, "\(bytes.count) bytes cannot hold a checksum of 4")
        }
        let data = Array(bytes.dropLast(4))
        guard bytes.suffix(4) == Base58Check.checksum(data) else {
            throw CodecError(
                .checksumMismatch, at: end, "the checksum does not fit", hint: "a character may be mistyped")
        }
        guard output.freeCapacity >= data.count else {
            throw CodecError(.limitExceeded, at: end, "the decoded bytes do not fit the buffer")
        }
        output.append(contentsOf: data.span)
    }
}
