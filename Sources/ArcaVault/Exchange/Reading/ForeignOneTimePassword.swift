internal import ArcaCodecs
internal import ArcaCrypto

/// One-time passwords in the forms that other programs write.
enum ForeignOneTimePassword {
    /// Reads a URI, KeeOtp's `key=…&step=…&size=…`, or a bare key in Base32.
    static func read(_ text: SecretBytes, issuer: String, account: String) throws(VaultError) -> OneTimePassword {
        try text.withBytes { span throws(VaultError) in
            if begins(span, with: "otpauth") { return try OneTimePassword(uri: span) }
            if begins(span, with: "steam:") {
                throw VaultError(.unsupported, at: 0, "codes of Steam are no digits, and are not supported")
            }
            if begins(span, with: "key=") { return try keeOtp(span, issuer: issuer, account: account) }
            return try OneTimePassword(
                .time, key: OneTimePassword.key(base32: span), issuer: issuer, account: account)
        }
    }

    /// The form of the plugin KeeOtp.
    private static func keeOtp(
        _ span: Span<UInt8>, issuer: String, account: String
    ) throws(VaultError) -> OneTimePassword {
        var key: SecretBytes?
        var (period, digits) = (30, 6)
        var start = 0
        while start < span.count {
            let end = (start..<span.count).first { span[$0] == UInt8(ascii: "&") } ?? span.count
            guard let equals = (start..<end).first(where: { span[$0] == UInt8(ascii: "=") }) else { break }
            let name = String(decoding: Array(bytes: span.extracting(start..<equals)), as: UTF8.self)
            let value = span.extracting(equals + 1..<end)
            switch name {
            // Padding may be escaped.
            case "key":
                key = try OneTimePassword.key(base32: span.extracting(equals + 1..<keyEnd(span, equals + 1, end)))
            case "step": period = Int(String(decoding: Array(bytes: value), as: UTF8.self)) ?? 0
            case "size": digits = Int(String(decoding: Array(bytes: value), as: UTF8.self)) ?? 0
            default:
                throw VaultError(.unsupported, at: start, "a one-time password with a setting that is not known")
            }
            start = end + 1
        }
        guard let key else { throw VaultError(.malformed, at: 0, "a one-time password without a key") }
        return try OneTimePassword(
            .time, key: key, digits: digits, period: period, issuer: issuer, account: account)
    }

    private static func keyEnd(_ span: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        (start..<end).first { span[$0] == UInt8(ascii: "%") || span[$0] == UInt8(ascii: "=") } ?? end
    }

    private static func begins(_ span: Span<UInt8>, with text: String) -> Bool {
        let start = Array(bytes: span.extracting(..<min(span.count, text.utf8.count)))
        return String(decoding: start, as: UTF8.self).lowercased() == text
    }
}
