public import ArcaCore
internal import CArcaLibcrypto

/// A hash function selected at run time; if it is known at compile time, use its type, such as ``SHA256``.
///
/// ```swift
/// let digest = try AnyHashFunction(named: "sha256").hash("abc".utf8)
/// ```
public struct AnyHashFunction: Sendable, Hashable {
    /// The index in ``all``, also used by all caches of libcrypto objects.
    let index: Int
    /// The standard's name: `SHA-256`, `SHA-512/256`, `SHA3-256`, `BLAKE2b-512`.
    public let name: String
    /// Length of the digest in bytes; for an extendable-output function, the default length.
    public let digestByteCount: Int
    /// Length of the input block in bytes, to which HMAC pads its key.
    public let blockByteCount: Int
    /// Whether the output length is variable (SHAKE).
    public let isExtendable: Bool
    /// Whether collisions are practical; do not use for signatures or untrusted data.
    public let isInsecure: Bool
    private let plainFunction: BlockHash?
    /// Libcrypto's plain implementation, which cannot fail, if there is one and no properties are required.
    var plain: BlockHash? { Libcrypto.usesProvidersOnly ? nil : plainFunction }

    /// All functions in display order.
    public static let all: [AnyHashFunction] = [
        .sha256, .sha512, .sha384, .sha224, .sha512t256, .sha512t224,
        .sha3_256, .sha3_512, .sha3_384, .sha3_224, .shake128, .shake256,
        .blake2b, .blake2s, .sm3, .ripemd160, .sha1, .md5,
    ]

    /// SHA-256 (FIPS 180-4), 32 bytes.
    public static let sha256 = AnyHashFunction(0, "SHA-256", 32, block: 64, plain: .sha256)
    /// SHA-512 (FIPS 180-4), 64 bytes.
    public static let sha512 = AnyHashFunction(1, "SHA-512", 64, block: 128, plain: .sha512)
    /// SHA-384 (FIPS 180-4), 48 bytes.
    public static let sha384 = AnyHashFunction(2, "SHA-384", 48, block: 128, plain: .sha384)
    /// SHA-224 (FIPS 180-4), 28 bytes.
    public static let sha224 = AnyHashFunction(3, "SHA-224", 28, block: 64, plain: .sha224)
    /// SHA-512/256 (FIPS 180-4), 32 bytes.
    public static let sha512t256 = AnyHashFunction(4, "SHA-512/256", 32, block: 128, plain: .sha512t256)
    /// SHA-512/224 (FIPS 180-4), 28 bytes.
    public static let sha512t224 = AnyHashFunction(5, "SHA-512/224", 28, block: 128, plain: .sha512t224)
    /// SHA3-256 (FIPS 202), 32 bytes.
    public static let sha3_256 = AnyHashFunction(6, "SHA3-256", 32, block: 136)
    /// SHA3-512 (FIPS 202), 64 bytes.
    public static let sha3_512 = AnyHashFunction(7, "SHA3-512", 64, block: 72)
    /// SHA3-384 (FIPS 202), 48 bytes.
    public static let sha3_384 = AnyHashFunction(8, "SHA3-384", 48, block: 104)
    /// SHA3-224 (FIPS 202), 28 bytes.
    public static let sha3_224 = AnyHashFunction(9, "SHA3-224", 28, block: 144)
    /// SHAKE128 (FIPS 202), any length; 32 bytes by default, for its full 128 bits of security.
    public static let shake128 = AnyHashFunction(10, "SHAKE128", 32, block: 168, isExtendable: true)
    /// SHAKE256 (FIPS 202), any length; 64 bytes by default, for its full 256 bits of security.
    public static let shake256 = AnyHashFunction(11, "SHAKE256", 64, block: 136, isExtendable: true)
    /// BLAKE2b (RFC 7693), 64 bytes.
    public static let blake2b = AnyHashFunction(12, "BLAKE2b-512", 64, block: 128)
    /// BLAKE2s (RFC 7693), 32 bytes.
    public static let blake2s = AnyHashFunction(13, "BLAKE2s-256", 32, block: 64)
    /// SM3 (GB/T 32905-2016), 32 bytes.
    public static let sm3 = AnyHashFunction(14, "SM3", 32, block: 64)
    /// RIPEMD-160, 20 bytes; too short to resist collisions.
    public static let ripemd160 = AnyHashFunction(15, "RIPEMD-160", 20, block: 64, isInsecure: true)
    /// SHA-1 (FIPS 180-4), 20 bytes; collisions have been found since 2017.
    public static let sha1 = AnyHashFunction(16, "SHA-1", 20, block: 64, isInsecure: true, plain: .sha1)
    /// MD5 (RFC 1321), 16 bytes; collisions take seconds.
    public static let md5 = AnyHashFunction(17, "MD5", 16, block: 64, isInsecure: true, plain: .md5)

    private init(
        _ index: Int, _ name: String, _ digestByteCount: Int, block: Int, isExtendable: Bool = false,
        isInsecure: Bool = false, plain: BlockHash? = nil
    ) {
        self.index = index
        self.name = name
        self.digestByteCount = digestByteCount
        self.blockByteCount = block
        self.isExtendable = isExtendable
        self.isInsecure = isInsecure
        plainFunction = plain
    }

    /// Whether the functions are the same.
    public static func == (left: AnyHashFunction, right: AnyHashFunction) -> Bool { left.index == right.index }

    /// Hashes the function's identity.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(index) }

    /// Computes a digest.
    ///
    /// - Parameters:
    ///   - bytes: The message, of any length.
    ///   - outputByteCount: Length of the digest in bytes, 0 to 1 GiB for an extendable-output function; nil or
    ///     ``digestByteCount`` for the others.
    /// - Returns: The digest.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for an unsupported length, `.costTooHigh` for more than
    ///   1 GiB, `.unsupported` if libcrypto's configuration does not provide the function.
    @inlinable
    public func hash(_ bytes: borrowing some Bytes, outputByteCount: Int? = nil) throws(CryptoError) -> [UInt8] {
        try bytes.withBytes { span throws(CryptoError) in try digest(span, outputByteCount) }
    }

    @usableFromInline
    func digest(_ bytes: Span<UInt8>, _ outputByteCount: Int?) throws(CryptoError) -> [UInt8] {
        let count = try checkedByteCount(outputByteCount)
        if let plain { return plain.digest(bytes, count) }
        let context = try ThreadDigests.fresh(self)
        var isDone = false
        let digest = [UInt8](unsafeUninitializedCapacity: count) { space, written in
            isDone = bytes.withUnsafeBufferPointer { input in
                EVP_DigestUpdate(context, input.baseAddress, input.count) == 1
            }
            isDone = isDone && finish(context, space)
            written = count
        }
        guard isDone else { throw backendError("cannot compute \(name)") }
        return digest
    }

    @usableFromInline
    func providedDigest(_ bytes: Span<UInt8>) -> [UInt8] {
        if let plain { return plain.digest(bytes, digestByteCount) }
        return provided { () throws(CryptoError) in try digest(bytes, nil) }
    }

    func finish(_ context: OpaquePointer, _ space: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        isExtendable
            ? EVP_DigestFinalXOF(context, space.baseAddress, space.count) == 1
            : EVP_DigestFinal_ex(context, space.baseAddress, nil) == 1
    }

    func checkedByteCount(_ outputByteCount: Int?) throws(CryptoError) -> Int {
        guard let count = outputByteCount, count != digestByteCount else { return digestByteCount }
        guard isExtendable, count >= 0 else {
            let right = isExtendable ? "0 or more" : "\(digestByteCount)"
            throw CryptoError(.invalidParameter, "\(name) gives \(right) bytes, not \(count)")
        }
        try checkOutput(count)
        return count
    }
}

extension AnyHashFunction: CustomStringConvertible {
    /// The standard's name.
    public var description: String { name }
}

/// The result of a call without a parameter that could be wrong; ends the process if libcrypto cannot provide it.
///
/// It lacks the algorithm by its build or configuration, or has no randomness or memory.
func provided<Result>(_ body: () throws(CryptoError) -> Result) -> Result {
    do throws(CryptoError) { return try body() } catch { fatalError("\(error)") }
}
