internal import ArcaCore
internal import ArcaCrypto

/// Keys from passphrases by derivations that take time: cheap ones first, so the limit cuts off only the rest.
extension CipherSearch {
    /// A salt with the carvings that it may belong to, and what programs do with it.
    private struct Salt {
        let source: CipherScheme.Salt
        let bytes: [UInt8]
        let carvings: [CipherCarving]
        let cost: Double
        let rows: [Row]
        var takesScrypt = false
    }

    /// A hash function of PBKDF2 with iterations, in ascending order.
    private struct Row {
        let hash: AnyHashFunction
        let iterations: [Int]
    }

    /// PBKDF2 with one salt and hash.
    private struct Series {
        let salt: Salt
        let row: Row
        let series: PBKDF2.Series
        let work: Int
        var reached = 0
    }

    /// Highest iterations of the rounds: all salts get a round before the next begins.
    private static let rounds = [2145, 20_000, 100_000, 310_000, 600_000]

    /// Iterations that are tried with a salt of the data before other salts.
    private static let ownLimit = 100_000

    /// Iterations that frameworks and examples use with a random or separate salt.
    private static let ownRows = [
        Row(
            hash: .sha1,
            iterations: [1, 2, 3, 5, 10, 20, 50, 64, 100, 128, 200, 256, 500, 512, 999, 1000, 1024, 1500, 2000, 2048]
                + [3000, 4096, 5000, 8192, 10_000, 12_000, 16_384, 20_000, 32_768, 50_000, 65_536, 100_000]),
        Row(
            hash: .sha256,
            iterations: [1, 2, 10, 100, 128, 500, 999, 1000, 1024, 2000, 2048, 4096, 5000, 8192, 10_000, 12_000]
                + [16_384, 20_000, 32_768, 50_000, 65_536, 100_000, 120_000, 150_000, 200_000, 250_000, 260_000]
                + [310_000, 390_000, 480_000, 500_000, 600_000]),
        Row(hash: .sha512, iterations: [1, 100, 1000, 1024, 2048, 2145, 4096, 5000, 10_000, 65_536, 100_000, 210_000]),
        Row(hash: .md5, iterations: [1, 100, 1000]),
    ]
    private static let shortRows =
        [Row(hash: .sha1, iterations: [1, 2, 100, 1000, 1024, 10_000])]
        + [Row(hash: .sha256, iterations: [1, 100, 1000, 1024, 10_000])]

    /// Salts of examples that are copied often, and of frameworks, with their iterations.
    private static let samples: [(salt: [UInt8], rows: [Row])] = [
        // Ivan Medvedev's example for .NET.
        (
            [0x49, 0x76, 0x61, 0x6e, 0x20, 0x4d, 0x65, 0x64, 0x76, 0x65, 0x64, 0x65, 0x76],
            [Row(hash: .sha1, iterations: [1000])]
        ),
        (
            Array("salt".utf8),
            [
                Row(hash: .sha1, iterations: [1, 100, 1000, 1024, 10_000]),
                Row(hash: .sha256, iterations: [100, 1000, 10_000, 65_536, 100_000]),
                Row(hash: .sha512, iterations: [1000, 10_000, 100_000]),
            ]
        ),
        (Array(1...8), [Row(hash: .sha1, iterations: [1000])]),
        (Array("S@LT&KEY".utf8), [Row(hash: .sha1, iterations: [1000])]),
        // Rails.
        (
            Array("authenticated encrypted cookie".utf8),
            [Row(hash: .sha1, iterations: [1000, 65_536]), Row(hash: .sha256, iterations: [1000, 65_536])]
        ),
        (
            Array("encrypted cookie".utf8),
            [Row(hash: .sha1, iterations: [1000]), Row(hash: .sha256, iterations: [1000])]
        ),
        (Array("ssshhhhhhhhhhh!!!!".utf8), [Row(hash: .sha256, iterations: [65_536])]),
        ([UInt8](repeating: 0, count: 16), shortRows), ([UInt8](repeating: 0, count: 8), shortRows),
        (Array("saltsalt".utf8), shortRows), (Array("12345678".utf8), shortRows), (Array("SALT".utf8), shortRows),
    ]

    /// Carvings of unstructured data up to this cost are combined with slow keys, and so are IVs.
    private static let slowCost = 2.0
    static let slowIVCost = 5.0

    mutating func trySlowKeys(_ carvings: [CipherCarving]) {
        guard !isDone else { return }
        isSlow = true
        let salts = salts(carvings)
        tryBytesToKey(salts)
        guard !isDone, isWanted("aes") else { return }
        tryHKDF(salts)
        var series: [Series] = []
        for salt in salts where !salt.carvings.isEmpty {
            // Fernet takes 32 bytes, others up to 32 for the key and 16 for the IV.
            let count = salt.carvings.allSatisfy { $0.format == .fernet } ? 32 : 48
            for row in salt.rows {
                guard
                    let next = try? PBKDF2.Series(
                        from: inputs.keyText, salt: salt.bytes, using: row.hash, outputByteCount: count)
                else { continue }
                let blocks = (count + row.hash.digestByteCount - 1) / row.hash.digestByteCount
                series.append(
                    Series(salt: salt, row: row, series: next, work: blocks * Self.iterationWork(row.hash)))
            }
        }
        let own = series.indices.filter { series[$0].salt.takesScrypt }
        let others = series.indices.filter { !series[$0].salt.takesScrypt }
        for place in series.indices { advance(&series[place], to: Self.rounds[0]) }
        for limit in Self.rounds where limit <= Self.ownLimit {
            for place in own { advance(&series[place], to: limit) }
            if limit == Self.rounds[1] { tryScrypt(salts) }
        }
        for limit in Self.rounds {
            for place in others { advance(&series[place], to: limit) }
            for place in own { advance(&series[place], to: limit) }
        }
    }

    /// Work of an iteration of PBKDF2 for a block of output.
    private static func iterationWork(_ hash: AnyHashFunction) -> Int { hash == .sha512 ? 256 : 128 }

    private mutating func advance(_ series: inout Series, to limit: Int) {
        let row = series.row
        for iterations in row.iterations where iterations > series.reached {
            guard !isDone, iterations <= limit, iterations * series.work <= limits.derivationByteCount,
                canSpend((iterations - series.reached) * series.work),
                spend((iterations - series.reached) * series.work + Self.trialWork)
            else { return }
            guard let key = try? series.series.key(iterations: iterations) else { return }
            series.reached = iterations
            let step = { (count: Int) in
                CipherScheme.Step.pbkdf2(
                    row.hash, iterations: iterations, salt: series.salt.source, byteCount: count)
            }
            tryDerived(key, step, series.salt.carvings, cost: series.salt.cost + 4)
        }
    }

    /// Tries the lengths of AES, and the IV from the same derivation.
    private mutating func tryDerived(
        _ material: SymmetricKey, _ step: (Int) -> CipherScheme.Step, _ carvings: [CipherCarving], cost: Double
    ) {
        for row in Self.aes.keys where !isDone && isWanted(row.name) {
            guard let engine = engine(Self.aes, row.name), material.byteCount >= row.byteCount else { continue }
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
                guard let engine = engine(family, name) else { continue }
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

    private mutating func tryHKDF(_ salts: [Salt]) {
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
        for salt in salts where salt.takesScrypt && !isDone {
            guard spend(Self.trialWork * 8),
                let key = try? HKDFFunction(.sha256).deriveKey(
                    inputKeyMaterial: inputs.keyText, salt: salt.bytes, outputByteCount: 48)
            else { return }
            tryDerived(
                key, { .hkdf(.sha256, salt: salt.source, info: [], byteCount: $0) }, salt.carvings, cost: salt.cost + 4)
        }
    }

    /// scrypt with the cost of Node's default.
    private mutating func tryScrypt(_ salts: [Salt]) {
        let (logN, r) = (14, 8)
        for salt in salts where salt.takesScrypt && !salt.carvings.isEmpty {
            let work = (128 * r * 2) << logN
            guard !isDone, work <= limits.derivationByteCount, canSpend(work), spend(work),
                let cost = try? Scrypt.Cost(logN: logN, r: r, p: 1),
                let key = try? Scrypt.deriveKey(
                    from: inputs.keyText, salt: salt.bytes, cost: cost, outputByteCount: 48)
            else { return }
            let step = { (count: Int) in
                CipherScheme.Step.scrypt(logN: logN, r: r, p: 1, salt: salt.source, byteCount: count)
            }
            tryDerived(key, step, salt.carvings, cost: salt.cost + 3)
        }
    }

    // MARK: Salts

    private func salts(_ carvings: [CipherCarving]) -> [Salt] {
        var salts: [Salt] = []
        let bare = carvings.filter { $0.salt == nil && $0.cost <= Self.slowCost }
        if let text = inputs.saltText {
            for form in [CipherScheme.TextForm.hexadecimal, .base64, .utf8] {
                guard let bytes = try? form.bytes(of: SecretBytes(copying: text)) else { continue }
                let open = bytes.withBytes { [UInt8](bytes: $0) }
                salts.append(
                    Salt(
                        source: .given(form), bytes: open, carvings: bare, cost: 1, rows: Self.ownRows,
                        takesScrypt: true))
            }
            return salts
        }
        let stored = Dictionary(grouping: carvings.filter { $0.salt != nil }, by: { $0.salt ?? [] })
        let isStructured = stored.values.contains { $0.contains { $0.cost < 3 } }
        for (bytes, carvings) in stored.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if isStructured, !carvings.contains(where: { $0.cost < 3 }) { continue }
            let isUsual = isStructured || bytes.count == 16
            salts.append(
                Salt(
                    source: .stored, bytes: bytes, carvings: carvings, cost: 1,
                    rows: isUsual ? Self.ownRows : Self.shortRows + [Self.ownRows[2]], takesScrypt: isUsual))
        }
        let text = inputs.keyText.withBytes { [UInt8](bytes: $0) }
        salts.append(Salt(source: .keyText, bytes: text, carvings: bare, cost: 6, rows: Self.shortRows))
        salts.append(Salt(source: .none, bytes: [], carvings: bare, cost: 6, rows: Self.shortRows))
        for (bytes, rows) in Self.samples {
            salts.append(
                Salt(
                    source: .constant(bytes), bytes: bytes, carvings: bare, cost: 6, rows: rows,
                    takesScrypt: bytes == Array("salt".utf8)))
        }
        return salts
    }
}
