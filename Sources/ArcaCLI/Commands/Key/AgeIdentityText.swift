internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaPlatform

/// An age identity as `age-keygen` writes its file: two lines of comment, then the key.
enum AgeIdentityText {
    static func file(_ key: Curve25519.KeyAgreement.PrivateKey) throws -> SecretBytes {
        let identity = try Age.X25519Identity(privateKey: key)
        let comments = "# created: \(now())\n# public key: \(identity.recipient)\n"
        let text = identity.text
        return SecretBytes(byteCount: comments.utf8.count + text.count + 1) { output in
            output.append(contentsOf: comments.utf8.span)
            text.withBytes { output.append(contentsOf: $0) }
            output.append(0x0a)
        }
    }

    /// The time as RFC 3339 has it.
    private static func now() -> String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }
}
