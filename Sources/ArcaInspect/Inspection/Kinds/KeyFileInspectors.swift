internal import ArcaCodecs
internal import ArcaDetect

/// PEM blocks, including the legacy encryption headers.
enum PEMInspector: InspectingKind {
    private static let largestBlockCount = 20

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.contains("-----BEGIN "), !data.contains("-----BEGIN PGP"),
            let blocks = try? PEM.decode(data.bytes, options: .lenient), let first = blocks.first
        else { return nil }
        guard blocks.count > 1 else { return inspect(first, inner) }
        var inspection = Inspection("pem", "PEM, \(blocks.count) blocks")
        for block in blocks.prefix(largestBlockCount) { inspection.add(inspect(block, inner)) }
        if blocks.count > largestBlockCount {
            inspection.note("the first \(largestBlockCount) blocks are shown")
        }
        return inspection
    }

    private static func inspect(_ block: PEMBlock, _ inner: (InspectedData) -> Inspection?) -> Inspection {
        var inspection = Inspection("pem", "PEM block")
        inspection.add("label", block.label)
        inspection.add("content bytes", block.bytes.count)
        // RFC 1421, section 4.6.1.1. OpenSSL derives the key with one MD5 round.
        if block[header: "Proc-Type"]?.hasSuffix("ENCRYPTED") == true, let cipher = block[header: "DEK-Info"] {
            inspection.add("cipher", String(cipher.prefix { $0 != "," }))
            inspection.add(.hash("MD5"))
            return inspection
        }
        if let content = inner(InspectedData(block.bytes, byteCount: block.bytes.count)), content.identifier != "binary"
        {
            inspection.add(content)
        }
        return inspection
    }
}

/// SSH public keys and OpenSSH private keys with their cipher and rounds.
///
/// Source: RFC 4253, section 6.6; OpenSSH's PROTOCOL.key.
enum SSHKeyInspector: InspectingKind {
    private static let types = ["ssh-rsa", "ssh-ed25519", "ssh-dss", "ecdsa-sha2-nistp", "sk-ssh-", "sk-ecdsa-"]

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        if let kind = data.kind, kind.identifier == "openssh-key" { return privateKey(data.bytes, kind) }
        let line = data.bytes.prefix { $0 != .newline }
        guard types.contains(where: { line.starts(with: $0.utf8) }) else { return nil }
        let words = line.split(separator: .space, maxSplits: 2)
        guard words.count >= 2, let blob = try? Base64.standard.decode(words[1]) else { return nil }
        var inspection = Inspection("ssh-public-key", "SSH public key")
        add(blob, to: &inspection)
        if words.count > 2 { inspection.add("comment", String(decoding: words[2], as: UTF8.self)) }
        return inspection
    }

    private static func privateKey(_ bytes: [UInt8], _ kind: Recognition) -> Inspection {
        var inspection = Inspection(kind)
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

    private static func add(_ blob: [UInt8], to inspection: inout Inspection) {
        var cursor = ByteCursor(blob)
        guard let type = cursor.string() else { return }
        inspection.add("algorithm", String(decoding: type, as: UTF8.self))
        guard type.elementsEqual("ssh-rsa".utf8), cursor.string() != nil, let modulus = cursor.string() else { return }
        let digits = modulus.drop { $0 == 0 }
        inspection.add("bits", digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0))
    }
}
