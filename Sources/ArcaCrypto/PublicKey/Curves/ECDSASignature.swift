public import ArcaCore

/// An ECDSA signature: the two numbers r and s.
///
/// ```swift
/// let signature = try ECDSASignature(derRepresentation: bytes, curve: .p256)
/// ```
///
/// Source: FIPS 186-5, section 6.4.
public struct ECDSASignature: Sendable, Hashable {
    /// The curve.
    public let curve: EllipticCurve
    /// The first number, big-endian, as long as the group order.
    public let r: [UInt8]
    /// The second number, big-endian, as long as the group order.
    public let s: [UInt8]

    /// Creates a signature from both big-endian numbers; leading zeros are optional.
    ///
    /// - Throws: ``CryptoError`` `.invalidFormat` for a number that is not between 1 and the order minus 1,
    ///   `.unsupported` if libcrypto was built without the curve.
    public init(r: [UInt8], s: [UInt8], curve: EllipticCurve) throws(CryptoError) {
        let order = try curve.group.order
        func checked(_ number: [UInt8], _ name: String) throws(CryptoError) -> [UInt8] {
            let digits = number.drop { $0 == 0 }
            let padded = [UInt8](repeating: 0, count: max(order.count - digits.count, 0)) + digits
            guard !digits.isEmpty, padded.count == order.count, padded.lexicographicallyPrecedes(order) else {
                throw CryptoError(
                    .invalidFormat, "\(name) of the ECDSA signature is not between 1 and the order of \(curve.name)")
            }
            return padded
        }
        self.r = try checked(r, "r")
        self.s = try checked(s, "s")
        self.curve = curve
    }

    /// Parses r ‖ s, the format of IEEE P1363, JOSE and WebCrypto.
    ///
    /// - Parameters:
    ///   - rawRepresentation: The signature, twice as long as the group order: 64 bytes for P-256, 132 for P-521.
    ///   - curve: The curve.
    /// - Throws: ``CryptoError`` `.invalidFormat` for a wrong length or a number that is not between 1 and the order
    ///   minus 1, `.unsupported` if libcrypto was built without the curve.
    public init(rawRepresentation: borrowing some Bytes, curve: EllipticCurve) throws(CryptoError) {
        let byteCount = curve.orderByteCount
        let (r, s) = try rawRepresentation.withBytes { bytes throws(CryptoError) in
            guard bytes.count == 2 * byteCount else {
                throw CryptoError(
                    .invalidFormat,
                    "an ECDSA signature of \(curve.name) has \(2 * byteCount) bytes; found \(bytes.count)")
            }
            return (
                [UInt8](bytes: bytes.extracting(..<byteCount)), [UInt8](bytes: bytes.extracting(byteCount...))
            )
        }
        try self.init(r: r, s: s, curve: curve)
    }

    /// The signature as r ‖ s (IEEE P1363), each as long as the group order.
    public var rawRepresentation: [UInt8] { r + s }

    /// Parses the DER format of X.509, CMS, TLS and OpenSSL.
    ///
    /// - Parameters:
    ///   - derRepresentation: A DER sequence of two integers, without trailing bytes.
    ///   - curve: The curve.
    /// - Throws: ``CryptoError`` `.invalidFormat` for invalid DER or a number that is not between 1 and the order minus
    ///   1, `.unsupported` if libcrypto was built without the curve.
    ///
    /// Source: RFC 3279, section 2.2.3.
    public init(derRepresentation: borrowing some Bytes, curve: EllipticCurve) throws(CryptoError) {
        let bytes = try derRepresentation.withBytes { bytes throws(CryptoError) in
            guard bytes.count <= Self.maximumDERByteCount(curve) else { throw Self.malformed }
            return [UInt8](bytes: bytes)
        }
        var rest = bytes[...]
        guard var content = Self.value(0x30, &rest), let r = Self.value(0x02, &content),
            let s = Self.value(0x02, &content)
        else { throw Self.malformed }
        try self.init(r: Array(r), s: Array(s), curve: curve)
        // DER is unique, so the comparison rejects negative numbers, extra zeros, long lengths and trailing bytes.
        guard self.derRepresentation == bytes else { throw Self.malformed }
    }

    /// The signature as a DER sequence of two integers, at most 72 bytes for P-256.
    public var derRepresentation: [UInt8] {
        let content = Self.integer(r) + Self.integer(s)
        return [0x30] + (content.count < 0x80 ? [] : [0x81]) + [UInt8(content.count)] + content
    }

    /// Maximum length of the DER format: two integers with headers, and a length of up to two bytes.
    static func maximumDERByteCount(_ curve: EllipticCurve) -> Int { 2 * (curve.orderByteCount + 3) + 3 }

    private static func integer(_ number: [UInt8]) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        let content = (digits.first ?? 0x80) < 0x80 ? Array(digits) : [0] + digits
        return [0x02, UInt8(content.count)] + content
    }

    /// Removes a value with this tag from the front; nil if the tag is different.
    private static func value(_ tag: UInt8, _ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.popFirst() == tag, var count = bytes.popFirst() else { return nil }
        if count == 0x81 {
            guard let long = bytes.popFirst() else { return nil }
            count = long
        } else if count >= 0x80 {
            return nil
        }
        guard bytes.count >= Int(count) else { return nil }
        defer { bytes = bytes.dropFirst(Int(count)) }
        return bytes.prefix(Int(count))
    }

    private static var malformed: CryptoError {
        CryptoError(.invalidFormat, "the ECDSA signature is not a sequence of two integers in DER")
    }

    /// Whether s is at most half the order, as Bitcoin requires; of s and n - s, one always is.
    public var isLowS: Bool {
        guard let order = try? curve.group.order else { return false }
        return !Self.difference(order, s).lexicographicallyPrecedes(s)
    }

    /// The equivalent signature with the lower of s and n - s.
    ///
    /// Source: BIP 146.
    public var lowS: ECDSASignature {
        guard !isLowS, let order = try? curve.group.order,
            let low = try? ECDSASignature(r: r, s: Self.difference(order, s), curve: curve)
        else { return self }
        return low
    }

    /// The difference of two public numbers of equal length; `right` must not be larger than `left`.
    private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var borrow = 0
        var result = left
        for index in left.indices.reversed() {
            let digit = Int(left[index]) - Int(right[index]) - borrow
            borrow = digit < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: digit)
        }
        return result
    }

    static func checkLength(ofDigest digest: Span<UInt8>, _ hash: AnyHashFunction? = nil) throws(CryptoError) {
        if let hash {
            guard digest.count == hash.digestByteCount else {
                throw CryptoError(
                    .invalidInputLength,
                    "a digest by \(hash.name) has \(hash.digestByteCount) bytes; found \(digest.count)")
            }
        }
        guard (20...64).contains(digest.count) else {
            throw CryptoError(
                .invalidInputLength, "ECDSA takes digests of 20 to 64 bytes; found \(digest.count)")
        }
    }
}
