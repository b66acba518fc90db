internal import ArcaCore
internal import ArcaCrypto

/// Keys from passphrases by derivations that take time: cheap ones first, so the limit cuts off only the rest.
extension CipherSearch {
    /// A salt with the carvings that it may belong to.
    private struct Salt {
        let source: CipherScheme.Salt
        let bytes: [UInt8]
        let carvings: [CipherCarving]
        let cost: Double
        /// Whether it belongs to these data, so slow derivations are worth the time.
        var isLikely = true
    }

    /// A series of PBKDF2 with one salt and hash.
    private struct Series {
        let salt: Salt
        let hash: AnyHashFunction
        let series: PBKDF2.Series
        let cost: Double
    }

    /// Work of an iteration of PBKDF2 for 48 bytes.
    private static func iterationWork(_ hash: AnyHashFunction) -> Int {
        128 * ((48 + hash.digestByteCount - 1) / hash.digestByteCount)
    }

    /// Iterations that frameworks and examples use, in tiers; each tier is tried for all salts before the next.
    private static let tiers = [
        [1, 2, 3, 5, 10, 20, 50, 64, 100, 128, 200, 256, 500, 512, 999, 1000, 1024, 1500, 2000, 2048, 2145],
        [3000, 4096, 5000, 8192, 10_000, 12_000, 16_384, 20_000, 32_768], [50_000, 65_536, 100_000],
        [120_000, 150_000, 200_000, 210_000, 250_000, 260_000, 310_000], [390_000, 480_000, 500_000, 600_000],
    ]

    /// Salts of examples that are copied often, and of frameworks.
    private static let samples: [[UInt8]] = [
        // Ivan Medvedev's example for .NET.
        [0x49, 0x76, 0x61, 0x6e, 0x20, 0x4d, 0x65, 0x64, 0x76, 0x65, 0x64, 0x65, 0x76], Array("salt".utf8),
        Array(1...8), Array("S@LT&KEY".utf8), Array("authenticated encrypted cookie".utf8),
        Array("ssshhhhhhhhhhh!!!!".utf8), [UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 8),
        Array("encrypted cookie".utf8), Array("saltsalt".utf8), Array("12345678".utf8), Array("SALT".utf8),
    ]

    mutating func trySlowKeys(_ carvings: [CipherCarving]) {
        guard !isDone else { return }
        let salts = salts(carvings)
        tryBytesToKey(salts)
        guard !isDone, let engine = CipherEngine(Self.aes, "aes-256"), isWanted("aes") else { return }
        tryHKDF(salts, engine)
        var series: [Series] = []
        let hashes: [(AnyHashFunction, Double)] = [(.sha1, 2), (.sha256, 2), (.sha512, 4), (.md5, 8)]
        for salt in salts where salt.carvings.count > 0 {
            for (hash, cost) in hashes {
                guard
                    let next = try? PBKDF2.Series(
                        from: inputs.keyText, salt: salt.bytes, using: hash, outputByteCount: 48)
                else { continue }
                series.append(Series(salt: salt, hash: hash, series: next, cost: salt.cost + cost))
            }
        }
        var reached = 1
        for (index, tier) in Self.tiers.enumerated() {
            for row in series where row.salt.isLikely || index == 0 || index == 1 {
                // All in one go, so the passphrase's state stays in the cache.
                var before = reached
                for iterations in tier {
                    let work = Self.iterationWork(row.hash)
                    guard !isDone else { return }
                    guard iterations * work <= limits.derivationByteCount else { break }
                    guard spend((iterations - before) * work + Self.trialWork) else { return }
                    before = iterations
                    guard let key = try? row.series.key(iterations: iterations) else { break }
                    let step = { (count: Int) in
                        CipherScheme.Step.pbkdf2(
                            row.hash, iterations: iterations, salt: row.salt.source, byteCount: count)
                    }
                    tryDerived(key, step, row.salt.carvings, cost: row.cost + 2)
                }
            }
            reached = tier.last ?? reached
            if index == 1 { tryScrypt(salts) }
        }
    }

    /// Tries the lengths of AES, and the IV from the same derivation.
    private mutating func tryDerived(
        _ material: SymmetricKey, _ step: (Int) -> CipherScheme.Step, _ carvings: [CipherCarving], cost: Double
    ) {
        for row in Self.aes.keys where !isDone && isWanted(row.name) {
            guard let engine = CipherEngine(Self.aes, row.name), material.byteCount >= row.byteCount else { continue }
            let isLong = material.byteCount >= row.byteCount + 16
            let candidate = material.withBytes { bytes in
                CipherKeyCandidate(
                    derivation: CipherScheme.Derivation(.utf8, [step(row.byteCount)]),
                    key: SymmetricKey(copying: bytes.extracting(..<row.byteCount)), cost: 0,
                    derived: isLong
                        ? (
                            CipherScheme.Derivation(.utf8, [step(row.byteCount + 16)]),
                            [UInt8](bytes: bytes.extracting(row.byteCount..<(row.byteCount + 16)))
                        ) : nil)
            }
            tryKey(candidate, engine, carvings, cost: cost + row.cost)
        }
    }

    /// `EVP_BytesToKey` with a salt: OpenSSL, CryptoJS, and Jasypt with 1000 iterations.
    private mutating func tryBytesToKey(_ salts: [Salt]) {
        let families: [(CipherSearch.Family, name: String, count: Int, cost: Double)] =
            Self.aes.keys.map { (Self.aes, $0.name, $0.byteCount, $0.cost) } + [
                (Self.des, "des", 8, 4), (Self.tripleDES, "des-ede3", 24, 4),
            ]
        for salt in salts where salt.bytes.count == 8 {
            for (family, name, count, cost) in families where isWanted(name) {
                guard let engine = CipherEngine(family, name) else { continue }
                for (hash, extra) in [(AnyHashFunction.md5, 1.0), (.sha256, 1), (.sha1, 5), (.sha512, 5)] {
                    for iterations in [1, 1000] {
                        guard !isDone, spend(Self.trialWork * 4 + 128 * iterations) else { return }
                        let step = CipherScheme.Step.bytesToKey(
                            hash, iterations: iterations, salt: salt.source, byteCount: count)
                        let candidate = keys.candidate(
                            CipherScheme.Derivation(.utf8, [step]), extra, count, family.blockByteCount,
                            salt: salt.bytes)
                        guard let candidate else { continue }
                        tryKey(candidate, engine, salt.carvings, cost: cost + salt.cost)
                    }
                }
            }
        }
    }

    private mutating func tryHKDF(_ salts: [Salt], _ engine: CipherEngine) {
        let infos: [(salt: CipherScheme.Salt, bytes: [UInt8], info: [UInt8])] = [
            // django-fernet-fields
            (
                .constant(Array("django-fernet-fields-hkdf-salt".utf8)), Array("django-fernet-fields-hkdf-salt".utf8),
                Array("django-fernet-fields".utf8)
            )
        ]
        let fernet = salts.flatMap(\.carvings).filter { $0.format == .fernet }
        for (salt, bytes, info) in infos {
            guard
                let key = try? HKDFFunction(.sha256).deriveKey(
                    inputKeyMaterial: inputs.keyText, salt: bytes, info: info, outputByteCount: 32)
            else { continue }
            tryDerived(key, { .hkdf(.sha256, salt: salt, info: info, byteCount: $0) }, fernet, cost: 4)
        }
        for salt in salts where salt.isLikely && !isDone {
            guard spend(Self.trialWork * 8),
                let key = try? HKDFFunction(.sha256).deriveKey(
                    inputKeyMaterial: inputs.keyText, salt: salt.bytes, outputByteCount: 48)
            else { return }
            tryDerived(
                key, { .hkdf(.sha256, salt: salt.source, info: [], byteCount: $0) }, salt.carvings, cost: salt.cost + 4)
        }
    }

    /// scrypt with the cost of Node's default and of its relatives.
    private mutating func tryScrypt(_ salts: [Salt]) {
        for (logN, r) in [(14, 8), (15, 8)] {
            for salt in salts where salt.isLikely || salt.bytes == Array("salt".utf8) {
                let work = (128 * r * 6) << logN
                guard !isDone, work <= limits.derivationByteCount else { return }
                guard spend(work), let cost = try? Scrypt.Cost(logN: logN, r: r, p: 1),
                    let key = try? Scrypt.deriveKey(
                        from: inputs.keyText, salt: salt.bytes, cost: cost, outputByteCount: 48)
                else { return }
                let step = { (count: Int) in
                    CipherScheme.Step.scrypt(logN: logN, r: r, p: 1, salt: salt.source, byteCount: count)
                }
                tryDerived(key, step, salt.carvings, cost: salt.cost + 3)
            }
        }
    }

    // MARK: Salts

    private func salts(_ carvings: [CipherCarving]) -> [Salt] {
        var salts: [Salt] = []
        if let text = inputs.saltText {
            for form in [CipherScheme.TextForm.hexadecimal, .base64, .utf8] {
                guard let bytes = try? form.bytes(of: SecretBytes(copying: text)) else { continue }
                let open = bytes.withBytes { [UInt8](bytes: $0) }
                let bare = carvings.filter { $0.salt == nil }
                salts.append(Salt(source: .given(form), bytes: open, carvings: bare, cost: 1))
            }
        }
        let stored = Dictionary(grouping: carvings.filter { $0.salt != nil }, by: { $0.salt ?? [] })
        for (bytes, carvings) in stored.sorted(by: { $0.key.count < $1.key.count }) {
            let isStructured = carvings.contains { $0.cost < 3 }
            salts.append(Salt(source: .stored, bytes: bytes, carvings: carvings, cost: 1, isLikely: isStructured))
        }
        guard inputs.saltText == nil else { return salts }
        let bare = carvings.filter { $0.salt == nil }
        // The IV in front serves as the salt too.
        let text = inputs.keyText.withBytes { [UInt8](bytes: $0) }
        salts.append(Salt(source: .keyText, bytes: text, carvings: bare, cost: 6, isLikely: false))
        salts.append(Salt(source: .none, bytes: [], carvings: bare, cost: 6, isLikely: false))
        for bytes in Self.samples {
            salts.append(Salt(source: .constant(bytes), bytes: bytes, carvings: bare, cost: 6, isLikely: false))
        }
        return salts
    }
}
