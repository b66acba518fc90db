public import ArcaCodecs
public import ArcaCrypto

extension OneTimePassword {
    /// Makes a generator of an `otpauth://` URI, the text behind the square codes of services.
    ///
    /// ```swift
    /// let password = try OneTimePassword(uri: "otpauth://totp/GitHub:alice?secret=JBSWY3DPEHPK3PXP&issuer=GitHub".utf8)
    /// ```
    ///
    /// Scheme, type and names of algorithms are read in either case. The secret is Base32, with or without padding, in
    /// either case, spaces and hyphens left out. A parameter that repeats is refused, and so are an algorithm other than
    /// SHA1, SHA256 and SHA512, an encoder (Steam's codes are no digits), a counter that is missing, and an issuer before
    /// the account's colon that differs from the parameter `issuer`. Parameters that say nothing about codes, such as
    /// `image`, are passed over; a plus sign stands for itself. No error shows any of the secret.
    ///
    /// Source: "Key Uri Format", Google Authenticator, <https://github.com/google/google-authenticator/wiki/Key-Uri-Format>.
    ///
    /// - Parameter uri: The whole URI in ASCII, nothing before or after it; secret.
    /// - Throws: ``VaultError`` with the offset of what is wrong: `.malformed`, or `.unsupported` for another algorithm,
    ///   an encoder, or a list to transfer accounts (`otpauth-migration`).
    public init(uri: borrowing some Bytes) throws(VaultError) {
        self = try uri.withBytes { span throws(VaultError) in
            var parser = OTPAuthParser(span.count)
            return try parser.parse(span)
        }
    }

    /// The generator as an `otpauth://` URI, which other programs read; secret.
    ///
    /// The secret is in upper case without padding. Algorithm and digits are always written, for not all programs agree
    /// on what holds without them. Reading it gives the same generator, but for spaces before the account.
    public var uri: SecretBytes {
        let component = PercentEncoding.component
        var base32 = Base32.standard
        base32.padding = .absent
        let byteCount =
            256 + component.maximumEncodedCount(for: issuer.utf8.count) * 2
            + component.maximumEncodedCount(for: account.utf8.count) + base32.maximumEncodedCount(for: key.count)
        return SecretBytes(byteCount: byteCount) { output in
            output.append(contentsOf: "otpauth://\(kind == .time ? "totp" : "hotp")/".utf8.span)
            if !issuer.isEmpty {
                component.encode(issuer.utf8.span, into: &output)
                output.append(UInt8(ascii: ":"))
            }
            component.encode(account.utf8.span, into: &output)
            output.append(contentsOf: "?secret=".utf8.span)
            key.withBytes { base32.encode($0, into: &output) }
            // An empty issuer is written too where a colon in the account would otherwise be taken for its end.
            if !issuer.isEmpty || account.utf8.contains(UInt8(ascii: ":")) {
                output.append(contentsOf: "&issuer=".utf8.span)
                component.encode(issuer.utf8.span, into: &output)
            }
            output.append(contentsOf: "&algorithm=\(algorithm.uriName)&digits=\(digits)".utf8.span)
            output.append(contentsOf: (kind == .time ? "&period=\(period)" : "&counter=\(counter)").utf8.span)
        }
    }
}

extension OneTimePassword.Algorithm {
    /// The name in URIs.
    var uriName: String {
        switch self {
        case .sha1: "SHA1"
        case .sha256: "SHA256"
        case .sha512: "SHA512"
        }
    }

    /// The algorithm that a program calls so: `SHA1`, `sha-256`, `HmacSHA512`, `HMAC-SHA-1`.
    init?(foreignName name: String) {
        var plain = name.uppercased().filter { $0 != "-" }
        if plain.hasPrefix("HMAC") { plain.removeFirst(4) }
        guard let algorithm = Self.allCases.first(where: { $0.uriName == plain }) else { return nil }
        self = algorithm
    }
}
