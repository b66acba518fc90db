internal import ArcaCodecs
internal import ArcaCrypto

/// One-time passwords among the fields of a KeePass entry: those of KeePass, KeePassXC, KeeTrayTOTP and KeeOtp.
enum KeePassOneTimePassword {
    /// Takes the fields away that make a one-time password, and gives its URI or the text that it comes from.
    ///
    /// - Throws: When they make none; then all fields stay.
    static func take(from fields: inout [KeePassItems.Field]) throws(VaultError) -> SecretBytes? {
        if let place = fields.firstIndex(where: { $0.name == "otp" && !$0.value.isEmpty }) {
            _ = try ForeignOneTimePassword.read(fields[place].value, issuer: "", account: "")
            return fields.remove(at: place).value
        }
        if let seed = value("TOTP Seed", fields), !seed.isEmpty {
            let uri = try tray(seed, settings: value("TOTP Settings", fields).map(text))
            fields.removeAll { $0.name == "TOTP Seed" || $0.name == "TOTP Settings" }
            return uri
        }
        for (prefix, kind) in [("TimeOtp-", OneTimePassword.Kind.time), ("HmacOtp-", .counter)] {
            guard let key = try key(prefix, fields) else { continue }
            let digits = value(prefix + "Length", fields).map(text).map { Int($0) ?? 0 } ?? 6
            let period = value(prefix + "Period", fields).map(text).map { Int($0) ?? 0 } ?? 30
            let counter = value(prefix + "Counter", fields).map(text).map { UInt64($0) } ?? 0
            let name = value(prefix + "Algorithm", fields).map(text) ?? "SHA1"
            guard let counter, let algorithm = OneTimePassword.Algorithm(foreignName: name) else {
                throw VaultError(.unsupported, "a counter or an algorithm that is not known")
            }
            let password = try OneTimePassword(
                kind, key: key, algorithm: algorithm, digits: digits, period: kind == .time ? period : 30,
                counter: kind == .counter ? counter : 0)
            fields.removeAll { $0.name.hasPrefix(prefix) }
            return password.uri
        }
        return nil
    }

    /// The seed of KeeTrayTOTP, whose settings are the period and the digits: `30;6`.
    private static func tray(_ seed: SecretBytes, settings: String?) throws(VaultError) -> SecretBytes {
        let parts = (settings ?? "30;6").split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count >= 2, let period = Int(parts[0]), let digits = Int(parts[1]) else {
            throw VaultError(.unsupported, "settings that are not known, such as those of Steam")
        }
        return try OneTimePassword(
            .time, key: OneTimePassword.key(base32: seed), digits: digits, period: period
        ).uri
    }

    /// The key of KeePass's own fields, in one of four encodings.
    private static func key(_ prefix: String, _ fields: [KeePassItems.Field]) throws(VaultError) -> SecretBytes? {
        if let plain = value(prefix + "Secret", fields) { return plain }
        if let base32 = value(prefix + "Secret-Base32", fields) { return try OneTimePassword.key(base32: base32) }
        do throws(CodecError) {
            if let text = value(prefix + "Secret-Hex", fields) {
                return try decode(text, Base16.standard.allowing([.letterCase, .whitespace]))
            }
            if let text = value(prefix + "Secret-Base64", fields) { return try decode(text, Base64.standard) }
            return nil
        } catch {
            throw VaultError(.malformed, "a key that is neither hexadecimal nor Base64")
        }
    }

    private static func decode(_ text: SecretBytes, _ codec: some TextCodec) throws(CodecError) -> SecretBytes {
        try SecretBytes(byteCount: codec.maximumDecodedCount(for: text.count)) { output throws(CodecError) in
            try text.withBytes { span throws(CodecError) in try codec.decode(span, into: &output) }
        }
    }

    private static func value(_ name: String, _ fields: [KeePassItems.Field]) -> SecretBytes? {
        fields.first { $0.name == name }?.value
    }

    private static func text(_ value: SecretBytes) -> String { String(decoding: Array(bytes: value), as: UTF8.self) }
}
