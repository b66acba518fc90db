internal import ArcaCodecs

/// Armored OpenPGP data, as written by `gpg -a`.
///
/// Source: RFC 4880, section 6.2.
enum ArmoredOpenPGPInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        let start = data.bytes.firstIndex { $0 > 0x20 } ?? 0
        guard data.bytes[start...].starts(with: "-----BEGIN PGP ".utf8) else { return nil }
        let lines = data.bytes[start...].split(separator: .newline, omittingEmptySubsequences: false)
            .map { $0.last == .carriageReturn ? $0.dropLast() : $0 }
        let label = String(decoding: lines[0].dropFirst(11), as: UTF8.self)
        var inspection = Inspection("pgp", "OpenPGP data, armored")
        inspection.add("label", String(label.prefix { $0 != "-" }))
        guard !label.hasPrefix("PGP SIGNED MESSAGE") else { return inspection }
        // An empty line ends the headers; the checksum starts with `=`.
        let body = lines.dropFirst().drop { !$0.isEmpty }.dropFirst().prefix {
            !$0.starts(with: "-----".utf8) && $0.first != .equals
        }
        let text = Array(body.joined())
        if let bytes = try? Base64.standard.decode(Array(text.prefix(text.count / 4 * 4))),
            let packets = OpenPGPInspector.packets(bytes)
        {
            inspection.add(packets)
        }
        return inspection
    }
}

/// OpenPGP packets: recipients, passphrases and their cost, cipher, keys.
///
/// Source: RFC 4880, sections 4 and 5; RFC 9580.
enum OpenPGPInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard let first = data.bytes.first, first & 0x80 != 0 else { return nil }
        return packets(data.bytes)
    }

    static func packets(_ bytes: [UInt8]) -> Inspection? {
        var cursor = ByteCursor(bytes)
        var inspection = Inspection("pgp", "OpenPGP data")
        var count = 0
        while count < 50, let packet = Packet(&cursor) {
            guard add(packet, count, &inspection) else { break }
            count += 1
        }
        return count > 0 ? inspection : nil
    }

    /// A packet's tag and as much of its body as is available.
    private struct Packet {
        let tag: Int
        let body: [UInt8]
        let isWhole: Bool

        init?(_ cursor: inout ByteCursor) {
            guard let first = cursor.byte(), first & 0x80 != 0 else { return nil }
            var length: Int?
            if first & 0x40 != 0 {
                tag = first & 0x3f
                guard let octet = cursor.byte() else { return nil }
                switch octet {
                case 0..<192: length = octet
                case 192..<224:
                    guard let next = cursor.byte() else { return nil }
                    length = (octet - 192) << 8 + next + 192
                case 255: length = cursor.big(4)
                default: length = nil
                }
            } else {
                tag = first >> 2 & 15
                length = first & 3 == 3 ? nil : cursor.big(1 << (first & 3))
                if first & 3 != 3, length == nil { return nil }
            }
            let rest = cursor.bytes.count - cursor.offset
            isWhole = length.map { $0 <= rest } ?? false
            body = cursor.take(min(length ?? rest, rest)) ?? []
        }
    }

    private static let keyAlgorithms = [
        1: "RSA", 2: "RSA", 3: "RSA", 16: "ElGamal", 17: "DSA", 18: "ECDH", 19: "ECDSA", 22: "EdDSA", 25: "X25519",
        26: "X448", 27: "Ed25519", 28: "Ed448",
    ]
    private static let ciphers = [
        1: "IDEA", 2: "3DES", 3: "CAST5", 4: "Blowfish", 7: "AES-128", 8: "AES-192", 9: "AES-256", 10: "Twofish",
    ]
    private static let hashes = [1: "MD5", 2: "SHA-1", 3: "RIPEMD-160", 8: "SHA-256", 9: "SHA-384", 10: "SHA-512"]

    private static func add(_ packet: Packet, _ index: Int, _ inspection: inout Inspection) -> Bool {
        var body = ByteCursor(packet.body)
        switch packet.tag {
        case 1:
            guard body.byte() == 3, let key = body.take(8), let algorithm = body.byte(),
                let name = keyAlgorithms[algorithm]
            else { return false }
            let isHidden = key.allSatisfy { $0 == 0 }
            inspection.add(recipient: "\(name) key \(isHidden ? "hidden" : Base16.upper.encode(key))")
        case 3: return addPassphrase(&body, &inspection)
        // Encrypted data follows the session key packets. Random bytes sometimes start with one of these tags.
        case 9:
            guard index > 0 else { return false }
            inspection.note("old form without integrity protection")
        case 18:
            guard index > 0, let version = body.byte(), version == 1 || version == 2 else { return false }
            inspection.add("integrity", version == 1 ? "modification detection code" : "AEAD")
            if packet.isWhole { inspection.add("ciphertext bytes", packet.body.count - 1) }
        case 20:
            guard index > 0 else { return false }
            inspection.add("integrity", "AEAD")
        case 5, 6, 7, 14:
            guard let version = body.byte(), (3...6).contains(version), let time = body.big(4) else { return false }
            if version == 3 { _ = body.take(2) }
            guard let algorithm = body.byte(), let name = keyAlgorithms[algorithm] else { return false }
            let kinds = [5: "secret key", 6: "public key", 7: "secret subkey", 14: "public subkey"]
            let bits = name == "RSA" ? body.big(2).map { " of \($0) bits" } ?? "" : ""
            inspection.add(kinds[packet.tag] ?? "key", "\(name)\(bits), created \(time)")
        case 13:
            guard index > 0, packet.isWhole, !packet.body.isEmpty else { return false }
            inspection.add("user", String(decoding: packet.body, as: UTF8.self))
        case 2:
            guard let version = body.byte(), (3...6).contains(version) else { return false }
            // Keys carry many certifications of little interest.
            guard index == 0 else { return true }
            guard version >= 4, let type = body.byte(), type < 0x51, type & 0x0f < 4 || type & 7 == 0,
                let algorithm = body.byte().flatMap({ keyAlgorithms[$0] }),
                let hash = body.byte().flatMap({ hashes[$0] })
            else { return false }
            inspection.add("signature", "\(algorithm) with \(hash)")
        case 4: guard index == 0, body.byte() == 3, packet.body.count == 13 else { return false }
        case 8:
            guard index > 0 || !packet.isWhole, let method = body.byte(), (1...3).contains(method) else { return false }
            inspection.note("compressed, not encrypted")
        case 11:
            guard let form = body.byte(), "btul1".utf8.contains(UInt8(form)), index > 0 || packet.isWhole else {
                return false
            }
            inspection.note("not encrypted")
        default: return index > 0 && packet.isWhole
        }
        return true
    }

    /// A symmetric-key encrypted session key: RFC 4880, sections 5.3 and 3.7; RFC 9580 for Argon2.
    private static func addPassphrase(_ body: inout ByteCursor, _ inspection: inout Inspection) -> Bool {
        guard let version = body.byte(), (4...6).contains(version) else { return false }
        if version == 6 { _ = body.byte() }
        guard let cipher = body.byte(), let name = ciphers[cipher] else { return false }
        inspection.add("cipher", name)
        if version >= 5 { _ = body.byte() }
        if version == 6 { _ = body.byte() }
        guard let type = body.byte() else { return false }
        inspection.add(recipient: "passphrase")
        if type == 4 {
            guard body.take(16) != nil, let passes = body.byte(), let lanes = body.byte(), let memory = body.byte(),
                memory < 32
            else { return false }
            inspection.add(.argon2("Argon2id", memoryKiB: 1 << memory, passes: passes, lanes: lanes))
            return true
        }
        guard let hash = body.byte().flatMap({ hashes[$0] }) else { return false }
        switch type {
        case 0, 1: inspection.add(.hash(hash))
        case 3:
            guard body.take(8) != nil, let count = body.byte() else { return false }
            inspection.add(.s2k(hash, byteCount: (16 + count & 15) << (count >> 4 + 6)))
        default: return false
        }
        return true
    }
}
