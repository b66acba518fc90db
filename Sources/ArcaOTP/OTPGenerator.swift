internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// A generator of one-time passwords, time-based (TOTP, RFC 6238) or counter-based (HOTP, RFC 4226).
public struct OTPGenerator: Sendable, Equatable {
    /// The moving factor of a code.
    ///
    /// The raw values are stored in the file.
    public enum Kind: UInt8, Sendable, Hashable, Codable, CaseIterable {
        /// The time: TOTP.
        case time = 1
        /// A counter that is incremented with every code: HOTP.
        case counter = 2
    }

    /// The hash function of the HMAC.
    ///
    /// The raw values are stored in the file.
    public enum Algorithm: UInt8, Sendable, Hashable, CaseIterable {
        /// HMAC-SHA-1, used by nearly every service; secure for this purpose.
        case sha1 = 1
        /// HMAC-SHA-256.
        case sha256 = 2
        /// HMAC-SHA-512.
        case sha512 = 3
    }

    /// TOTP or HOTP.
    public let kind: Kind
    /// The hash function.
    public let algorithm: Algorithm
    /// Number of digits of a code, 6 to 8.
    public let digits: Int
    /// Length of a time step in seconds, 1 to 3,600; always 30 for HOTP, where it is not used.
    public let period: Int
    /// The counter of the next code; always 0 for TOTP.
    public package(set) var counter: UInt64
    /// The shared key, at least 1 byte; secret.
    public let key: SecretBytes
    /// The service, such as `GitHub`; may be empty.
    public let issuer: String
    /// The user's account; may be empty.
    public let account: String

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - kind: TOTP or HOTP.
    ///   - key: The shared key, at least 1 byte, usually 20 or more; secret.
    ///   - algorithm: The hash function.
    ///   - digits: The number of digits, 6 to 8.
    ///   - period: 1 to 3,600 seconds; replaced by 30 for HOTP.
    ///   - counter: The counter of the next code; replaced by 0 for TOTP.
    ///   - issuer: The service.
    ///   - account: The user's account.
    /// - Throws: ``OTPError`` with code `.invalidArgument`.
    public init(
        _ kind: Kind, key: SecretBytes, algorithm: Algorithm = .sha1, digits: Int = 6, period: Int = 30,
        counter: UInt64 = 0, issuer: String = "", account: String = ""
    ) throws(OTPError) {
        guard !key.isEmpty else { throw OTPError(.invalidArgument, "the key of a one-time password is empty") }
        guard (6...8).contains(digits) else {
            throw OTPError(.invalidArgument, "a one-time password has 6 to 8 digits, not \(digits)")
        }
        guard (1...3600).contains(period) else {
            throw OTPError(.invalidArgument, "a one-time password holds 1 to 3600 seconds, not \(period)")
        }
        self.kind = kind
        self.algorithm = algorithm
        self.digits = digits
        self.period = kind == .time ? period : 30
        self.counter = kind == .counter ? counter : 0
        self.key = key
        self.issuer = issuer
        self.account = account
    }
}

extension OTPGenerator {
    /// Decodes a key shown by a service for typing: Base32, with optional spaces and hyphens.
    ///
    /// Case and padding are ignored. Trailing bits that do not fill a byte may have any value, because services
    /// generate letters, not bytes.
    ///
    /// - Parameter text: The key's text in ASCII; secret.
    /// - Returns: The key; secret.
    /// - Throws: ``OTPError`` with code `.malformed` and the offset of the invalid character, which is not shown.
    public static func key(base32 text: borrowing some Bytes) throws(OTPError) -> SecretBytes {
        let codec = Base32.standard.allowing([.letterCase, .missingPadding, .trailingBits])
        let plain = text.withBytes { span in
            SecretBytes(byteCount: span.count) { output in
                for index in 0..<span.count where !isFiller(span[index]) { output.append(span[index]) }
            }
        }
        do {
            let key = try SecretBytes(byteCount: codec.maximumDecodedCount(for: plain.count)) { output in
                try plain.withBytes { letters in try codec.decode(letters, into: &output) }
            }
            guard !key.isEmpty else { throw CodecError(.invalidLength, "nothing") }
            return key
        } catch {
            let offset = CodecError(wrapping: error).offset ?? 0
            throw OTPError(
                .malformed, at: text.withBytes { Self.place(of: offset, in: $0) },
                "the key of a one-time password is not Base32")
        }
    }

    private static func isFiller(_ byte: UInt8) -> Bool { byte == .space || byte == .hyphen }

    /// The offset of a letter in the text with its fillers, by index.
    private static func place(of number: Int, in text: Span<UInt8>) -> Int {
        var left = number
        for index in 0..<text.count where !isFiller(text[index]) {
            if left == 0 { return index }
            left -= 1
        }
        return text.count
    }
}
