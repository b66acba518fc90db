internal import ArcaCore
internal import ArcaCrypto

/// Tries ciphers, keys and IVs on all readings of the data, until one is certain or the work is done.
struct CipherSearch {
    /// A block cipher with its key lengths, and the cost of the assumption in bits.
    struct Family {
        let name: String
        let blockByteCount: Int
        let keys: [(byteCount: Int, name: String, cost: Double)]
        var hasGCM = false
        var hasCTR = true
        var hasCFB8 = false
    }

    static let aes = Family(
        name: "aes", blockByteCount: 16,
        keys: [(32, "aes-256", 0.5), (16, "aes-128", 0.5), (24, "aes-192", 3)], hasGCM: true, hasCFB8: true)
    static let tripleDES = Family(
        name: "des-ede3", blockByteCount: 8, keys: [(24, "des-ede3", 4)], hasCTR: false, hasCFB8: true)
    static let des = Family(name: "des", blockByteCount: 8, keys: [(8, "des", 4)], hasCTR: false, hasCFB8: true)
    private static let others = [
        tripleDES, des,
        Family(name: "sm4", blockByteCount: 16, keys: [(16, "sm4", 5)], hasGCM: true),
        Family(name: "des-ede", blockByteCount: 8, keys: [(16, "des-ede", 6)], hasCTR: false, hasCFB8: true),
        Family(name: "bf", blockByteCount: 8, keys: [(16, "bf", 7)], hasCTR: false),
        Family(
            name: "camellia", blockByteCount: 16,
            keys: [(32, "camellia-256", 7), (16, "camellia-128", 7), (24, "camellia-192", 8)]),
    ]

    /// Work of a trial in addition to its bytes.
    static let trialWork = 256
    /// Work of deriving a key or setting up a cipher.
    private static let keyWork = 4096
    /// Work of evaluating a byte of plaintext, compared with decrypting it.
    static let evaluationWork = 16
    /// Bits of margin that end the search at once.
    private static let certainMargin = 72.0
    /// Confidence that ends the search after a stage.
    private static let convincing = 0.99

    /// The data, after encodings that no scheme has.
    private(set) var data: [UInt8]
    let inputs: CipherScheme.Inputs
    let knowledge: CipherFinder.Knowledge
    let limits: CipherFinder.Limits
    let keys: CipherKeys
    var ivs: CipherIVs
    /// Encodings that no scheme has.
    var recipe = LayerFinder.Recipe([Codec.Step]())
    /// Whether spaces of the data were turned back into `+`.
    private(set) var isPlusLost = false
    var readings: [CipherFinder.Reading] = []
    /// The first finding that the key fits, but not the first block.
    var partial: CipherPartial?
    /// Whether keys are expensive, so fewer IVs are tried with each.
    var isSlow = false
    /// The IVs of the current key, by length.
    var ivCache: [Int: [CipherIVCandidate]] = [:]
    private var engines: [String: CipherEngine?] = [:]
    var isStopped = false
    /// Whether a derivation was left out.
    private(set) var isLimited = false
    var report = CipherFinder.Report()

    init(
        _ data: [UInt8], _ keyText: SecretBytes, _ knowledge: CipherFinder.Knowledge, _ limits: CipherFinder.Limits
    ) {
        self.data = data
        self.knowledge = knowledge
        self.limits = limits
        inputs = CipherScheme.Inputs(keyText: keyText, ivText: knowledge.ivText, saltText: knowledge.saltText)
        keys = CipherKeys(inputs)
        ivs = CipherIVs(keys)
    }

    mutating func run() {
        let bodies = allBodies()
        let carvings = CipherCarving.all(data, bodies)
        tryAll([Self.aes], carvings)
        if !isConvincing { tryChaCha20(carvings) }
        if !isConvincing { tryAll(Self.others, carvings) }
        if !isConvincing { tryRC4(carvings) }
        if !isConvincing { trySlowKeys(carvings) }
        finish(bodies)
    }

    /// Whether nothing else needs to be compared.
    var isProven: Bool { isStopped || readings.contains(where: \.isProven) }

    /// Whether rarer ciphers and slow keys need not be tried.
    private var isConvincing: Bool { readings.contains { $0.confidence >= Self.convincing } }

    var isDone: Bool { isStopped || readings.contains { $0.isProven || $0.margin >= Self.certainMargin } }

    /// The readings of the data in encodings of schemes, else its content after other encodings.
    private mutating func allBodies() -> [CipherCarving.Body] {
        restorePlus()
        // Every Base32 is Base64 as well, but hardly any Base64 is Base32.
        if data.count >= 16, let base32 = try? LayerFinder.Recipe("base32"), let plain = base32.replay(data) {
            recipe = base32
            data = plain
            return CipherCarving.bodies(plain)
        }
        let bodies = CipherCarving.bodies(data)
        let isText = data.allSatisfy { 0x20...0x7e ~= $0 || $0.isWhitespace }
        guard isText, bodies.count == 1, data.count <= 1 << 20,
            CipherCarving.all(data, bodies).allSatisfy({ $0.envelope.form == .concatenated })
        else { return bodies }
        var layerLimits = LayerFinder.Limits.standard
        layerLimits.workByteCount = limits.workByteCount / 8
        let found = LayerFinder(limits: layerLimits, minimumConfidence: 0.2).find(data)
        report.workByteCount += found.workByteCount
        guard let best = found.best, !found.output.isEmpty else { return bodies }
        recipe = best.recipe
        data = found.output
        return CipherCarving.bodies(found.output)
    }

    /// Puts back the `+` of Base64 that a URL or a form turned into spaces.
    private mutating func restorePlus() {
        let text = CipherCarving.trimmed(data)
        let restored = text.map { $0 == .space ? .plus : $0 }
        guard text.contains(.space), !text.contains(.plus), !text.contains(.newline),
            CipherCarving.decodings(restored).first?.0 == [.base64]
        else { return }
        data = restored
        isPlusLost = true
        report.notes.append("the Base64 contains spaces: a URL or form turned each + into a space")
    }

    // MARK: Work

    /// Counts work; false if the limit is reached.
    mutating func spend(_ byteCount: Int) -> Bool {
        guard report.workByteCount + byteCount <= limits.workByteCount else {
            isStopped = true
            return false
        }
        report.workByteCount += byteCount
        return true
    }

    /// Whether so much work is left, with some for the trials of the key; if not, cheaper derivations go on.
    mutating func canSpend(_ byteCount: Int) -> Bool {
        if report.workByteCount + byteCount + (1 << 20) <= limits.workByteCount { return true }
        isLimited = true
        return false
    }

    // MARK: Stages

    private mutating func tryAll(_ families: [Family], _ carvings: [CipherCarving]) {
        for family in families {
            for row in family.keys where !isDone && isWanted(row.name) {
                guard let engine = engine(family, row.name) else { continue }
                for key in keys.candidates(keyByteCount: row.byteCount, ivByteCount: family.blockByteCount) {
                    guard !isDone, spend(Self.keyWork) else { return }
                    tryKey(key, engine, carvings, cost: row.cost)
                }
            }
        }
    }

    /// The ciphers of a name; nil if the provider lacks them.
    mutating func engine(_ family: Family, _ name: String) -> CipherEngine? {
        if let known = engines[name] { return known }
        let engine = CipherEngine(family, name)
        engines[name] = .some(engine)
        return engine
    }

    /// Tries a key on all carvings.
    mutating func tryKey(
        _ key: CipherKeyCandidate, _ engine: CipherEngine, _ carvings: [CipherCarving], cost: Double
    ) {
        ivCache = [:]
        // A key that does not use the salt would take the first bytes of the ciphertext for it.
        for carving in carvings where !isProven && (isSlow || carving.salt == nil) {
            tryKey(key, engine, carving, cost: cost + key.cost + carving.cost)
        }
    }

    private mutating func tryChaCha20(_ carvings: [CipherCarving]) {
        guard isWanted("chacha20-poly1305"), let cipher = try? Cipher(named: "chacha20-poly1305") else { return }
        let sealed = carvings.filter { $0.tag != nil && $0.format == nil && $0.salt == nil }
        for key in keys.candidates(keyByteCount: 32, ivByteCount: 12) {
            ivCache = [:]
            for carving in sealed where !isDone {
                trySealed(cipher, key, carving, cost: 4 + key.cost + carving.cost)
            }
        }
    }

    private mutating func tryRC4(_ carvings: [CipherCarving]) {
        let bare = carvings.filter { $0.iv == nil && $0.tag == nil && $0.salt == nil }
        for (name, count) in [("rc4", 16), ("rc4-40", 5)] where isWanted("rc4") {
            guard let cipher = try? Cipher(named: name) else { continue }
            for key in keys.candidates(keyByteCount: count, ivByteCount: 0) {
                for carving in bare where !isDone {
                    let head = carving.ciphertextBytes.prefix(48)
                    guard spend(Self.keyWork), let plain = try? cipher.decrypt(head, using: key.key) else { return }
                    guard accepts(plain, from: 0, isWhole: head.count == carving.ciphertext.count) else { continue }
                    evaluate(cipher, key, .none, [], carving, cost: 5 + key.cost + carving.cost)
                }
            }
        }
    }

    /// Whether the caller's cipher, if any, may be this one.
    func isWanted(_ name: String) -> Bool {
        guard let wanted = knowledge.cipher?.lowercased(), !wanted.isEmpty else { return true }
        if name.hasPrefix(wanted) || wanted.hasPrefix(name) { return true }
        return (try? Cipher(named: wanted))?.shortName.hasPrefix(name) ?? false
    }

    /// Whether the caller's cipher, if any, is this one.
    func isWanted(_ cipher: Cipher) -> Bool {
        guard let wanted = knowledge.cipher?.lowercased(), !wanted.isEmpty else { return true }
        return cipher.shortName.hasPrefix(wanted) || (try? Cipher(named: wanted)) == cipher
    }
}

/// The ciphers of a family with one key length.
struct CipherEngine {
    let family: CipherSearch.Family
    let blocks: Cipher
    let cbc: Cipher?
    let cfb: Cipher?
    let ofb: Cipher?
    let ctr: Cipher?
    let cfb8: Cipher?
    let gcm: Cipher?

    init?(_ family: CipherSearch.Family, _ name: String) {
        func cipher(_ mode: String) -> Cipher? { try? Cipher(named: "\(name)-\(mode)") }
        guard let blocks = cipher("ecb") else { return nil }
        // The legacy provider may be missing.
        let key = SymmetricKey(copying: (0..<blocks.keyByteCount).map { UInt8($0) })
        guard (try? blocks.encrypt([UInt8](repeating: 0, count: 16), using: key, padding: Cipher.Padding.none)) != nil
        else { return nil }
        self.family = family
        self.blocks = blocks
        cbc = cipher("cbc")
        cfb = cipher("cfb")
        ofb = cipher("ofb")
        ctr = family.hasCTR ? cipher("ctr") : nil
        cfb8 = family.hasCFB8 ? cipher("cfb8") : nil
        gcm = family.hasGCM ? cipher("gcm") : nil
    }
}

/// A key that decrypts all but the first block.
struct CipherPartial {
    let cipher: Cipher
    let text: [UInt8]
    let margin: Double
}
