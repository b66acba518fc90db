internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// What makes one-time passwords: by time (TOTP, RFC 6238) or by a counter (HOTP, RFC 4226).
public struct OneTimePassword: Sendable, Equatable {
    /// What a code is made of besides the key.
    ///
    /// The raw values stand in the file.
    public enum Kind: UInt8, Sendable, Hashable, Codable, CaseIterable {
        /// The time: TOTP.
        case time = 1
        /// A counter that grows with every code: HOTP.
        case counter = 2
    }

    /// The hash function of the HMAC.
    ///
    /// The raw values stand in the file.
    public enum Algorithm: UInt8, Sendable, Hashable, CaseIterable {
        /// HMAC-SHA-1, what nearly every service uses; safe in this place.
        case sha1 = 1
        /// HMAC-SHA-256.
        case sha256 = 2
        /// HMAC-SHA-512.
        case sha512 = 3
    }

    /// By time or by counter.
    public let kind: Kind
    /// The hash function.
    public let algorithm: Algorithm
    /// Digits of a code, 6 to 8.
    public let digits: Int
    /// Seconds that a code by time holds, 1 to 3,600; 30 for a counter, where it means nothing.
    public let period: Int
    /// The counter of the next code; 0 by time, where it means nothing.
    public internal(set) var counter: UInt64
    /// The shared key, 1 byte or more.
    public let key: SecretBytes
    /// Who the password is for, such as `GitHub`; may be empty.
    public let issuer: String
    /// Whose password it is; may be empty.
    public let account: String

    /// Makes a generator.
    ///
    /// - Parameters:
    ///   - kind: By time or by counter.
    ///   - key: The shared key, 1 byte or more; 20 or more are usual.
    ///   - algorithm: The hash function.
    ///   - digits: 6 to 8.
    ///   - period: 1 to 3,600 seconds; 30 is kept for a counter whatever is given.
    ///   - counter: The counter of the next code; 0 is kept by time whatever is given.
    ///   - issuer: Who the password is for.
    ///   - account: Whose password it is.
    /// - Throws: ``VaultError`` with code `.invalidArgument`.
    public init(
        _ kind: Kind, key: SecretBytes, algorithm: Algorithm = .sha1, digits: Int = 6, period: Int = 30,
        counter: UInt64 = 0, issuer: String = "", account: String = ""
    ) throws(VaultError) {
        guard !key.isEmpty else { throw VaultError(.invalidArgument, "the key of a one-time password is empty") }
        guard (6...8).contains(digits) else {
            throw VaultError(.invalidArgument, "a one-time password has 6 to 8 digits, not \(digits)")
        }
        guard (1...3600).contains(period) else {
            throw VaultError(.invalidArgument, "a one-time password holds 1 to 3600 seconds, not \(period)")
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

extension OneTimePassword {
    /// Reads the key that a service shows for typing: Base32, spaces and hyphens left out.
    ///
    /// Capital and small letters count alike, padding may be there or not. Bits of the last letter that do not fill a
    /// byte are passed over, whatever they are, as services draw letters and not bytes.
    ///
    /// - Parameter text: The key's text in ASCII; secret.
    /// - Returns: The key.
    /// - Throws: ``VaultError`` with code `.malformed` and the offset of what is not Base32, which is not shown.
    public static func key(base32 text: borrowing some Bytes) throws(VaultError) -> SecretBytes {
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
            throw VaultError(
                .malformed, at: text.withBytes { Self.place(of: offset, in: $0) },
                "the key of a one-time password is not Base32")
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
