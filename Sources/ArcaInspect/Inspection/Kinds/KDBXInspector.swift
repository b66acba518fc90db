internal import ArcaContainers
internal import ArcaCore
internal import ArcaDetect

/// KeePass databases: version, cipher, key derivation and its cost.
enum KDBXInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard let kind = data.kind else { return nil }
        if kind.identifier == "kdb" { return keepass1(kind, ByteCursor(data.bytes, at: 8)) }
        guard kind.identifier == "kdbx", let header = data.bytes.withBytes({ KDBXHeader($0) }) else { return nil }
        var inspection = Inspection(kind)
        inspection.add("version", "\(header.major).\(header.minor)")
        if let encryption = header.encryption { inspection.add("cipher", encryption.name) }
        if header[.compression] != nil {
            let number = header.number(.compression, byteCount: 4)
            inspection.add("compression", number == 1 ? "gzip" : number == 0 ? "none" : "unknown")
        }
        switch header.derivation {
        case .aes(_, let rounds): inspection.add(.aesKDF(rounds: rounds))
        case .argon2(let argon2):
            inspection.add(
                .argon2(
                    argon2.name, memoryKiB: argon2.memoryByteCount >> 10, passes: argon2.passes, lanes: argon2.lanes))
        case .other(let identifier): inspection.add(.other("unknown (\(identifier))", "unknown", .weak))
        case nil: break
        }
        if header.damage != nil { inspection.note("the header is damaged or cut") }
        return inspection
    }

    private static func keepass1(_ kind: Recognition, _ start: ByteCursor) -> Inspection? {
        var cursor = start
        guard let flags = cursor.little(4) else { return nil }
        var inspection = Inspection(kind)
        inspection.add("cipher", flags & 2 != 0 ? "AES-256-CBC" : flags & 8 != 0 ? "Twofish-256-CBC" : "unknown")
        // The version, two seeds, two counts and a hash precede the rounds.
        guard cursor.take(4 + 16 + 16 + 4 + 4 + 32 + 32) != nil, let rounds = cursor.little(4) else {
            return inspection
        }
        inspection.add(.aesKDF(rounds: rounds))
        return inspection
    }
}
