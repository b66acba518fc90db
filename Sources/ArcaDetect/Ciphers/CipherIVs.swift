internal import ArcaCore
internal import ArcaCrypto

/// An IV that programs use, with the cost of the assumption in bits.
struct CipherIVCandidate {
    let source: CipherScheme.IV
    let bytes: [UInt8]
    let cost: Double
}

/// The IVs that do not come from the data.
struct CipherIVs {
    typealias Derivation = CipherScheme.Derivation
    typealias Step = CipherScheme.Step

    private let keys: CipherKeys
    /// IVs that do not depend on the key, by length.
    private var common: [Int: [CipherIVCandidate]] = [:]

    /// The texts and bytes of sample code that is copied often.
    private static let samples: [(bytes: [UInt8], cost: Double)] = [
        (Array("1234567890123456".utf8), 5), (Array("0123456789abcdef".utf8), 5),
        (Array("0123456789ABCDEF".utf8), 6), (Array("1234567812345678".utf8), 6),
        (Array("0102030405060708".utf8), 5), (Array("0000000000000000".utf8), 5),
        (Array("abcdefghijklmnop".utf8), 7), (Array("1234567890abcdef".utf8), 6),
        (Array("@1B2c3D4e5F6g7H8".utf8), 7), (Array("fedcba9876543210".utf8), 7),
        (Array(0...15), 5), (Array(1...16), 6),
        ([0x12, 0x34, 0x56, 0x78, 0x90, 0xab, 0xcd, 0xef, 0x12, 0x34, 0x56, 0x78, 0x90, 0xab, 0xcd, 0xef], 5),
        ([0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef], 6),
        ([0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10], 6),
    ]

    init(_ keys: CipherKeys) { self.keys = keys }

    /// The candidates for a key, likely ones first, each once.
    mutating func candidates(for key: CipherKeyCandidate, byteCount: Int) -> [CipherIVCandidate] {
        var candidates = given(byteCount)
        let penalty = candidates.isEmpty ? 0 : 8.0
        if let derived = key.derived, derived.iv.count == byteCount {
            candidates.append(CipherIVCandidate(source: .derived, bytes: derived.iv, cost: penalty))
        }
        candidates += ofKey(key, byteCount).map {
            CipherIVCandidate(source: $0.source, bytes: $0.bytes, cost: $0.cost + penalty)
        }
        if common[byteCount] == nil { common[byteCount] = independent(byteCount) }
        candidates += (common[byteCount] ?? []).map {
            CipherIVCandidate(source: $0.source, bytes: $0.bytes, cost: $0.cost + penalty)
        }
        var seen: Set<[UInt8]> = []
        return candidates.filter { seen.insert($0.bytes).inserted }
    }

    /// The forms of the given text.
    private func given(_ byteCount: Int) -> [CipherIVCandidate] {
        guard let text = keys.inputs.ivText else { return [] }
        var candidates: [CipherIVCandidate] = []
        let secret = SecretBytes(copying: text)
        for (form, cost) in [(CipherScheme.TextForm.hexadecimal, 0.0), (.base64, 0.5), (.utf8, 0.5)] {
            guard let bytes = try? form.bytes(of: secret), !bytes.isEmpty else { continue }
            let steps: [Step] = bytes.count == byteCount ? [] : [.resized(byteCount)]
            let extra = bytes.count == byteCount ? 0.0 : bytes.count > byteCount ? 3 : 4
            add(.given(Derivation(form, steps)), Derivation(form, steps), secret, cost + extra, to: &candidates)
        }
        return candidates.sorted { $0.cost < $1.cost }
    }

    private func ofKey(_ key: CipherKeyCandidate, _ byteCount: Int) -> [CipherIVCandidate] {
        var candidates: [CipherIVCandidate] = []
        let secret = key.key.withBytes { SecretBytes(copying: $0) }
        var rules: [([Step], Double)] = [(key.key.byteCount == byteCount ? [] : [.resized(byteCount)], 2)]
        if key.key.byteCount > byteCount {
            rules.append(([.part((key.key.byteCount - byteCount)..<key.key.byteCount)], 6))
        }
        rules.append((byteCount == 16 ? [.hash(.md5)] : [.hash(.md5), .resized(byteCount)], 6))
        for (steps, cost) in rules { add(.key(steps), Derivation(.utf8, steps), secret, cost, to: &candidates) }
        return candidates
    }

    private func independent(_ byteCount: Int) -> [CipherIVCandidate] {
        var candidates = [
            CipherIVCandidate(
                source: .constant([UInt8](repeating: 0, count: byteCount)),
                bytes: [UInt8](repeating: 0, count: byteCount), cost: 2)
        ]
        let first: Step = .resized(byteCount)
        var rules: [(Derivation, Double)] = []
        for (form, count, cost) in keys.forms where form != .utf16LittleEndian {
            rules.append((Derivation(form, count == byteCount ? [] : [first]), 3 + cost))
            if count > byteCount { rules.append((Derivation(form, [.part((count - byteCount)..<count)]), 6 + cost)) }
        }
        let digests: [([Step], Double)] = [
            (byteCount == 16 ? [.hash(.md5)] : [.hash(.md5), first], 4), ([.hash(.md5), .lowerHex, first], 5),
            ([.hash(.sha256), first], 5),
            ([.hash(.md5), .lowerHex, .part((32 - min(byteCount, 32))..<32)], 6),
            ([.hash(.md5), .lowerHex, .part(8..<(8 + min(byteCount, 24)))], 7),
            ([.hash(.sha256), .part((32 - min(byteCount, 32))..<32)], 5), ([.hash(.sha256), .lowerHex, first], 6),
            ([.hash(.sha1), first], 6), ([.hash(.sha512), first], 7), ([.hash(.md5), .upperHex, first], 7),
            ([.hash(.sha512), .part(32..<(32 + min(byteCount, 32)))], 7),
        ]
        rules += digests.map { (Derivation(.utf8, $0.0), $0.1) }
        for (rule, cost) in rules { add(.keyText(rule), rule, keys.inputs.keyText, cost, to: &candidates) }
        for (bytes, cost) in Self.samples {
            let bytes = Array(bytes.prefix(byteCount))
            candidates.append(CipherIVCandidate(source: .constant(bytes), bytes: bytes, cost: cost))
        }
        return candidates.filter { $0.bytes.count == byteCount }.sorted { $0.cost < $1.cost }
    }

    private func add(
        _ source: CipherScheme.IV, _ derivation: Derivation, _ text: SecretBytes, _ cost: Double,
        to candidates: inout [CipherIVCandidate]
    ) {
        guard let bytes = try? derivation.bytes(of: text, keys.inputs, salt: nil) else { return }
        let open = bytes.withBytes { [UInt8](bytes: $0) }
        candidates.append(CipherIVCandidate(source: source, bytes: open, cost: cost))
    }
}
