internal import ArcaCodecs

/// SSH keys: public ones in a line, private ones of OpenSSH with cipher and rounds.
///
/// Source: RFC 4253, section 6.6; OpenSSH's PROTOCOL.key.
enum SSHKeyInspector: InspectingKind {
    private static let types = ["ssh-rsa", "ssh-ed25519", "ssh-dss", "ecdsa-sha2-nistp", "sk-ssh-", "sk-ecdsa-"]

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        if data.starts(with: "openssh-key-v1\0".utf8) { return privateKey(data.bytes) }
        let line = data.bytes.prefix { $0 != 0x0a }
        guard types.contains(where: { line.starts(with: $0.utf8) }) else { return nil }
        let words = line.split(separator: 0x20, maxSplits: 2)
        guard words.count >= 2, let blob = try? Base64.standard.decode(words[1]) else { return nil }
        var inspection = Inspection("ssh-public-key", "SSH public key")
        add(blob, to: &inspection)
        if words.count > 2 { inspection.add("comment", String(decoding: words[2], as: UTF8.self)) }
        return inspection
    }

    private static func privateKey(_ bytes: [UInt8]) -> Inspection {
        var inspection = Inspection("openssh-key", "OpenSSH private key")
        var cursor = ByteCursor(bytes, at: 15)
        guard let cipher = cursor.string(), let function = cursor.string(), let options = cursor.string(),
            cursor.big(4) != nil, let blob = cursor.string()
        else {
            inspection.note("the key is damaged or cut")
            return inspection
        }
        add(blob, to: &inspection)
        if cipher.elementsEqual("none".utf8) {
            inspection.note("not encrypted")
        } else {
            inspection.add("cipher", String(decoding: cipher, as: UTF8.self))
            var values = ByteCursor(options)
            if function.elementsEqual("bcrypt".utf8), values.string() != nil, let rounds = values.big(4) {
                inspection.add(.bcryptPBKDF(rounds: rounds))
            }
        }
        return inspection
    }

    /// What a public key's blob says.
    private static func add(_ blob: [UInt8], to inspection: inout Inspection) {
        var cursor = ByteCursor(blob)
        guard let type = cursor.string() else { return }
        inspection.add("algorithm", String(decoding: type, as: UTF8.self))
        guard type.elementsEqual("ssh-rsa".utf8), cursor.string() != nil, let modulus = cursor.string() else { return }
        let digits = modulus.drop { $0 == 0 }
        inspection.add("bits", digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0))
    }
}
