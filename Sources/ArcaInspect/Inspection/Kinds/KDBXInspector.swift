internal import ArcaCodecs
internal import ArcaDetect

/// KeePass databases: version, cipher, key derivation and its cost.
///
/// Source: keepass.info, "KDBX 4" and "KDBX File Format Specification".
enum KDBXInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard let kind = data.kind else { return nil }
        var cursor = ByteCursor(data.bytes, at: 8)
        if kind.identifier == "kdb" { return keepass1(kind, cursor) }
        guard kind.identifier == "kdbx", let minor = cursor.little(2), let major = cursor.little(2) else { return nil }
        var inspection = Inspection(kind)
        inspection.add("version", "\(major).\(minor)")
        while let type = cursor.byte(), let length = cursor.little(major >= 4 ? 4 : 2), let value = cursor.take(length)
        {
            switch type {
            case 0: return inspection
            case 2:
                inspection.add(
                    "cipher",
                    ciphers[Base16.standard.encode(Array(value))] ?? "unknown (\(Base16.standard.encode(Array(value))))"
                )
            case 3: inspection.add("compression", value.first == 1 ? "gzip" : value.first == 0 ? "none" : "unknown")
            case 6:
                var number = ByteCursor(value)
                if let rounds = number.little(8) { inspection.add(.aesKDF(rounds: rounds)) }
            case 11: if let report = derivation(value) { inspection.add(report) }
            default: break
            }
        }
        inspection.note("the header is damaged or cut")
        return inspection
    }

    private static let ciphers = [
        "31c1f2e6bf714350be5805216afc5aff": "AES-256-CBC", "d6038a2b8b6f4cb5a524339a31dbb59a": "ChaCha20",
        "ad68f29f576f4bb9a36ad47af965346c": "Twofish-256-CBC", "61ab05a1946441c38d743a563df8dd35": "AES-128-CBC",
    ]

    private static let functions = [
        "c9d9f39a628a4460bf740d08c18a4fea": "AES-KDF", "7c02bb8279a74ac0927d114a00648238": "AES-KDF",
        "ef636ddf8c29444b91f7a9a403e30a0c": "Argon2d", "9e298b1956db4773b23dfc3ec6f0a1e6": "Argon2id",
    ]

    private static func derivation(_ bytes: [UInt8]) -> DerivationReport? {
        var cursor = ByteCursor(bytes)
        guard cursor.little(2).map({ $0 >> 8 }) == 1 else { return nil }
        var values: [String: [UInt8]] = [:]
        while let type = cursor.byte(), type != 0, let key = cursor.little(4).flatMap({ cursor.take($0) }),
            let value = cursor.little(4).flatMap({ cursor.take($0) })
        {
            values[String(decoding: key, as: UTF8.self)] = value
        }
        func number(_ key: String) -> Int? {
            guard let value = values[key] else { return nil }
            var cursor = ByteCursor(value)
            return cursor.little(value.count)
        }
        guard let identifier = values["$UUID"] else { return nil }
        guard let function = functions[Base16.standard.encode(Array(identifier))] else {
            return .other("unknown (\(Base16.standard.encode(Array(identifier))))", "unknown", .weak)
        }
        guard function != "AES-KDF" else { return number("R").map { .aesKDF(rounds: $0) } }
        guard let memory = number("M"), let passes = number("I"), let lanes = number("P") else { return nil }
        return .argon2(function, memoryKiB: memory >> 10, passes: passes, lanes: lanes)
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
