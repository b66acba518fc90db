internal import ArcaCore
internal import ArcaCrypto

/// Trials of one key on one carving: a few blocks decide whether the whole is decrypted.
extension CipherSearch {
    /// Blocks at the beginning that are decrypted first.
    private static let headCount = 3
    /// Up to this length in bytes, the tag is checked without a look at the beginning.
    private static let sealedByteCount = 16 << 10

    mutating func tryKey(
        _ key: CipherKeyCandidate, _ engine: CipherEngine, _ carving: CipherCarving, cost: Double
    ) {
        let block = engine.family.blockByteCount
        if carving.format == .fernet { return tryFernet(key, carving, cost: cost) }
        if carving.tag != nil, carving.format != .signedText {
            guard let gcm = engine.gcm, isWanted(gcm) else { return }
            return trySealed(gcm, key, carving, cost: cost + 1)
        }
        let count = carving.ciphertext.count
        if let iv = carving.iv, iv.count != block {
            // A shorter nonce, with a counter.
            guard let ctr = engine.ctr, isWanted(ctr), iv.count < block else { return }
            let candidate = CipherIVCandidate(source: .stored, bytes: iv, cost: 3)
            return tryCounters(ctr, key, [candidate], carving, cost: cost)
        }
        let candidates =
            carving.iv.map { [CipherIVCandidate(source: .stored, bytes: $0, cost: 0)] }
            ?? ivCandidates(for: key, block)
        if count.isMultiple(of: block) {
            tryBlocks(key, engine, candidates, carving, cost: cost)
        }
        guard !isProven, carving.format == nil || carving.format == .saltedPrefix else { return }
        tryStreams(key, engine, candidates, carving, cost: cost)
        if let ctr = engine.ctr, isWanted(ctr), carving.iv == nil, !isDone {
            let short = [8, 12].flatMap { count in
                knowledge.ivText == nil
                    ? []
                    : ivCandidates(for: key, count).filter { if case .given = $0.source { true } else { false } }
            }
            tryCounters(ctr, key, short, carving, cost: cost)
        }
    }

    private mutating func ivCandidates(for key: CipherKeyCandidate, _ byteCount: Int) -> [CipherIVCandidate] {
        if let known = ivCache[byteCount] { return known }
        let all = ivs.candidates(for: key, byteCount: byteCount)
        let candidates = isSlow ? all.filter { $0.cost <= Self.slowIVCost } : all
        ivCache[byteCount] = candidates
        return candidates
    }

    // MARK: ECB and CBC

    private mutating func tryBlocks(
        _ key: CipherKeyCandidate, _ engine: CipherEngine, _ candidates: [CipherIVCandidate], _ carving: CipherCarving,
        cost: Double
    ) {
        let block = engine.family.blockByteCount
        let ciphertext = carving.ciphertextBytes
        let total = ciphertext.count / block
        let count = min(Self.headCount, total)
        let head = ciphertext.prefix(count * block)
        let last = ciphertext.suffix(block)
        guard count > 0, spend(Self.trialWork + head.count + block),
            let opened = try? engine.blocks.decrypt(head + last, using: key.key, padding: Cipher.Padding.none)
        else { return }
        let isWhole = count == total
        let blocks = opened[..<head.count]
        let lastBlock = opened[head.count...]
        if carving.iv == nil, carving.format == nil, isWanted(engine.blocks) {
            report.trialCount += 1
            let isPadded = CipherPlaintext.hasStrongPadding(lastBlock)
            if accepts(Array(blocks), from: 0, isWhole: isWhole) || isPadded {
                evaluate(engine.blocks, key, .none, [], carving, cost: cost + 1.5)
            }
        }
        guard let cbc = engine.cbc, isWanted(cbc) else { return }
        // All blocks but the first do not depend on the IV.
        let rest = zip(blocks.dropFirst(block), head).map { $0 ^ $1 }
        let padding = total > 1 ? zip(lastBlock, ciphertext.dropLast(block).suffix(block)).map { $0 ^ $1 } : []
        let isPadded = CipherPlaintext.hasStrongPadding(padding[...])
        guard total == 1 || accepts(rest, from: block, isWhole: isWhole) || isPadded else {
            report.trialCount += candidates.count
            return
        }
        let before = readings.count
        // All IVs are compared, because several may leave the first block plausible.
        for iv in candidates where !isProven {
            guard spend(Self.trialWork) else { return }
            report.trialCount += 1
            let plain = zip(blocks, iv.bytes).map { $0 ^ $1 } + rest
            let isTrusted =
                switch iv.source {
                case .stored, .given, .derived: isPadded
                default: false
                }
            guard accepts(plain, from: 0, isWhole: isWhole) || isTrusted else { continue }
            evaluate(cbc, key, iv.source, iv.bytes, carving, cost: cost + iv.cost)
        }
        guard readings.count == before, total > 2, !isDone else { return }
        noteUnknownIV(cbc, key, carving, cost: cost)
    }

    // MARK: Stream modes

    private mutating func tryStreams(
        _ key: CipherKeyCandidate, _ engine: CipherEngine, _ candidates: [CipherIVCandidate], _ carving: CipherCarving,
        cost: Double
    ) {
        let block = engine.family.blockByteCount
        let ciphertext = carving.ciphertextBytes
        let head = Array(ciphertext.prefix(Self.headCount * block))
        let isWhole = head.count == ciphertext.count
        guard !head.isEmpty, spend(Self.trialWork * (1 + candidates.count)) else { return }
        // One call gives the key stream of the first block for all IVs, the next block of CFB, and 16 bytes of CFB8.
        let hasNext = head.count >= 2 * block
        var inputs = candidates.flatMap(\.bytes)
        if hasNext {
            inputs += head[..<block]
            if engine.cfb8 != nil { for start in 0..<block { inputs += head[start..<(start + block)] } }
        }
        guard let stream = try? engine.blocks.encrypt(inputs, using: key.key, padding: Cipher.Padding.none) else {
            return
        }
        let next = stream[(candidates.count * block)...]
        let isCFB = !hasNext || accepts(zip(head[block...], next).prefix(block).map { $0 ^ $1 }, from: block)
        var isCFB8 = engine.cfb8 != nil
        if isCFB8, hasNext {
            let bytes = (0..<block).map { head[block + $0] ^ stream[(candidates.count + 1 + $0) * block] }
            isCFB8 = accepts(bytes, from: block)
        }
        for (index, iv) in candidates.enumerated() where !isProven {
            report.trialCount += 4
            let first = zip(head, stream[(index * block)...]).prefix(block).map { $0 ^ $1 }
            if isCFB8, let cfb8 = engine.cfb8, isWanted(cfb8), accepts(Array(first.prefix(1)), from: 0) {
                tryHead(cfb8, key, iv, carving, head, isWhole: isWhole, cost: cost + 5)
            }
            guard accepts(first, from: 0, isWhole: head.count <= block && isWhole) else { continue }
            if let ctr = engine.ctr, isWanted(ctr) {
                tryHead(ctr, key, iv, carving, head, isWhole: isWhole, cost: cost + 3)
            }
            if isCFB, let cfb = engine.cfb, isWanted(cfb) {
                tryHead(cfb, key, iv, carving, head, isWhole: isWhole, cost: cost + 4)
            }
            if let ofb = engine.ofb, isWanted(ofb) {
                tryHead(ofb, key, iv, carving, head, isWhole: isWhole, cost: cost + 5)
            }
        }
    }

    private mutating func tryHead(
        _ cipher: Cipher, _ key: CipherKeyCandidate, _ iv: CipherIVCandidate, _ carving: CipherCarving,
        _ head: [UInt8], isWhole: Bool, cost: Double
    ) {
        guard !isProven, spend(Self.trialWork + head.count),
            let plain = try? cipher.decrypt(head, using: key.key, iv: iv.bytes),
            accepts(plain, from: 0, isWhole: isWhole)
        else { return }
        evaluate(cipher, key, iv.source, iv.bytes, carving, cost: cost + iv.cost)
    }

    /// CTR with a nonce shorter than the block.
    private mutating func tryCounters(
        _ cipher: Cipher, _ key: CipherKeyCandidate, _ candidates: [CipherIVCandidate], _ carving: CipherCarving,
        cost: Double
    ) {
        let head = carving.ciphertextBytes.prefix(Self.headCount * cipher.ivByteCount)
        for iv in candidates {
            for (start, extra) in [(UInt32(0), 0.0), (1, 2), (2, 4)] where !isDone {
                let counter = CipherScheme.Counter(start: start)
                let block = counter.firstBlock(nonce: iv.bytes, byteCount: cipher.ivByteCount)
                guard spend(Self.trialWork + head.count) else { return }
                report.trialCount += 1
                guard let plain = try? cipher.decrypt(head, using: key.key, iv: block),
                    accepts(plain, from: 0, isWhole: head.count == carving.ciphertext.count)
                else { continue }
                evaluate(
                    cipher, key, iv.source, iv.bytes, carving, counter: counter, cost: cost + iv.cost + extra + 2)
            }
        }
    }

    // MARK: Tags and MACs

    mutating func trySealed(
        _ cipher: Cipher, _ key: CipherKeyCandidate, _ carving: CipherCarving, cost: Double
    ) {
        guard let tag = carving.tag, let aead = cipher.aead, key.key.byteCount == cipher.keyByteCount else { return }
        let isLong = carving.ciphertext.count > Self.sealedByteCount
        let candidates =
            carving.iv.map { [CipherIVCandidate(source: .stored, bytes: $0, cost: 0)] }
            ?? [12, 16].flatMap { ivCandidates(for: key, $0).filter { $0.cost <= Self.slowIVCost } }
        for iv in candidates where !isDone && cipher.ivByteCounts.contains(iv.bytes.count) {
            report.trialCount += 1
            if isLong, iv.bytes.count == 12,
                let ctr = try? Cipher(named: cipher.shortName.replacing("gcm", with: "ctr")),
                ctr != cipher
            {
                let head = carving.ciphertextBytes.prefix(48)
                guard spend(Self.trialWork + 48) else { return }
                let block = iv.bytes + [0, 0, 0, 2]
                guard let plain = try? ctr.decrypt(head, using: key.key, iv: block), accepts(plain, from: 0) else {
                    continue
                }
            }
            guard spend(Self.trialWork + carving.ciphertext.count) else { return }
            guard let plain = try? aead.open(carving.ciphertextBytes + tag, using: key.key, nonce: iv.bytes) else {
                continue
            }
            var scheme = self.scheme(cipher, key, iv.source, iv.bytes, carving)
            scheme.padding = .none
            add(scheme, plain, margin: 128 - cost, isProven: true)
        }
    }

    /// Fernet: the first half of the key is for the MAC, the second for AES-128-CBC.
    private mutating func tryFernet(_ key: CipherKeyCandidate, _ carving: CipherCarving, cost: Double) {
        guard key.key.byteCount == 32, spend(Self.trialWork + carving.body.count) else { return }
        report.trialCount += 1
        var halves = (key.derivation, key.derivation)
        halves.0.steps.append(.part(0..<16))
        halves.1.steps.append(.part(16..<32))
        var scheme = CipherScheme(.aes128CBC, key: halves.1)
        scheme.envelope = carving.envelope
        scheme.mac = CipherScheme.MAC(.sha256, key: halves.0, message: .preceding)
        let (macKey, cipherKey) = key.key.withBytes {
            (SymmetricKey(copying: $0.extracting(..<16)), SymmetricKey(copying: $0.extracting(16...)))
        }
        let body = carving.body
        guard let code = try? MACFunction.hmac(.sha256).code(for: body.dropLast(32), using: macKey),
            code.elementsEqual(body.suffix(32)), let iv = carving.iv,
            let plain = try? scheme.cipher.decrypt(carving.ciphertextBytes, using: cipherKey, iv: iv)
        else { return }
        add(scheme, plain, margin: 256 - cost, isProven: true)
    }
}
