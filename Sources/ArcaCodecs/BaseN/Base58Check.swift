/// Base58Check, the encoding of Bitcoin addresses and keys: Base58 of the data and the first four bytes of its double
/// SHA-256.
///
/// The version byte, if any, is the first byte of the data.
///
/// ```swift
/// let address = try Base58Check.standard.decode("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2")  // 21 bytes, the first one 0
/// Base58Check.standard.encode(address)
/// ```
///
/// Source: Bitcoin wiki, "Base58Check encoding"; Bitcoin Core, `base58.cpp`.
public struct Base58Check: TextCodec, Hashable {
    /// The underlying Base58 codec: alphabet, limit, options.
    public var base58: Base58

    /// Deviations from the canonical text that decoding accepts: `whitespace`.
    public var options: DecodingOptions {
        get { base58.options }
        set { base58.options = newValue }
    }

    /// With Bitcoin's symbols.
    public static let standard = Base58Check()

    /// Creates a codec.
    public init(base58: Base58 = .standard) { self.base58 = base58 }

    private static func checksum(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        ChecksumSHA256.hash(ChecksumSHA256.hash(bytes)).prefix(4)
    }

    /// The maximum number of bytes of text for `byteCount` bytes.
    public func maximumEncodedCount(for byteCount: Int) -> Int {
        base58.maximumEncodedCount(for: byteCount.addressable + 4)
    }

    /// The maximum decoded size of `characterCount` bytes of text.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for the text, at most `maximumEncodedCount(for: bytes.count)` bytes.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        let data = Array(bytes: bytes)
        base58.encode(data + Base58Check.checksum(data), into: &output)
    }

    /// Decodes `text` and appends the bytes, without the checksum, to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`; `.truncated` for fewer than four bytes and `.checksumMismatch` for a wrong
    ///   checksum, both at the end of the text; `.limitExceeded`.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let bytes = try base58.decode(text)
        let end = TextPosition(offset: text.count, in: text)
        guard bytes.count >= 4 else {
            throw CodecError(.truncated, at: end, "\(bytes.count) bytes cannot hold a checksum of 4")
        }
        let data = Array(bytes.dropLast(4))
        guard bytes.suffix(4) == Base58Check.checksum(data) else {
            throw CodecError(
                .checksumMismatch, at: end, "the checksum does not match", hint: "a character may be mistyped")
        }
        guard output.freeCapacity >= data.count else {
            throw CodecError(.limitExceeded, at: end, "the decoded bytes do not fit the buffer")
        }
        output.append(contentsOf: data.span)
    }
}
