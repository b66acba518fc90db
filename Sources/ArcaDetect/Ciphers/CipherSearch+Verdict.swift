internal import ArcaCore
internal import ArcaCrypto

/// The evaluation of whole plaintexts.
extension CipherSearch {
    /// Maximum ciphertext that is searched for a contained text although its beginning is not plausible, in bytes.
    private static let containedByteCount = 4096
    /// Length of a MAC whose key is unknown, in bytes.
    private static let macByteCount = 32

    /// Whether a part of a plaintext fits the known facts; the padding of a whole one is removed.
    func accepts(_ plain: [UInt8], from offset: Int, isWhole: Bool = false) -> Bool {
        if let known = knowledge.plaintext {
            let count = min(plain.count, known.count - offset)
            return count <= 0 || plain.prefix(count).elementsEqual(known[offset..<(offset + count)])
        }
        if knowledge.contained != nil, data.count <= Self.containedByteCount { return true }
        guard isWhole, plain.count >= 8 else { return CipherPlaintext.isPlausible(plain[...]) }
        let block = plain.suffix(plain.count.isMultiple(of: 16) ? 16 : 8)
        return CipherPlaintext.paddings(block).contains { padding in
            CipherPlaintext.isPlausible(plain.dropLast(padding.count))
        }
    }

    /// The scheme of a trial.
    func scheme(
        _ cipher: Cipher, _ key: CipherKeyCandidate, _ source: CipherScheme.IV, _ iv: [UInt8], _ carving: CipherCarving,
        _ counter: CipherScheme.Counter? = nil
    ) -> CipherScheme {
        var scheme = CipherScheme(
            cipher, key: source == .derived ? key.derived?.derivation ?? key.derivation : key.derivation)
        scheme.iv = source
        scheme.ivByteCount = iv.count
        scheme.envelope = carving.envelope
        if cipher.isCounterMode { scheme.counter = counter ?? CipherScheme.Counter() }
        return scheme
    }

    /// Decrypts a whole carving and adds the reading with the most plausible padding.
    mutating func evaluate(
        _ cipher: Cipher, _ key: CipherKeyCandidate, _ source: CipherScheme.IV, _ iv: [UInt8], _ carving: CipherCarving,
        counter: CipherScheme.Counter? = nil, cost: Double
    ) {
        let ciphertext = carving.ciphertextBytes
        guard spend(ciphertext.count) else { return }
        let cost = cost + Self.surprise(source, carving)
        var scheme = scheme(cipher, key, source, iv, carving, counter)
        let decrypted: [UInt8]?
        if let counter = scheme.counter {
            decrypted = try? counter.crypt(Array(ciphertext), cipher, key.key, nonce: iv)
        } else {
            decrypted = try? cipher.decrypt(ciphertext, using: key.key, iv: iv, padding: Cipher.Padding.none)
        }
        guard let decrypted, knowledge.contained.map({ decrypted.firstRange(of: $0) != nil }) ?? true,
            spend(Self.evaluationWork * min(ciphertext.count, 64 << 10))
        else { return }
        var best: (plain: [UInt8], evidence: [UInt8], margin: Double, isMatch: Bool)?
        let block = cipher.blockByteCount
        let repeats = knowledge.plaintext == nil ? Self.repeats(ciphertext, block > 1 ? block : 16) : nil
        let count = repeats?.count { !$0 } ?? ciphertext.count
        let paddings = self.paddings(of: decrypted, block > 1 ? block : cipher.ivByteCount, isStream: block == 1)
        for (padding, paddingByteCount, bits) in paddings {
            let plain = Array(decrypted.dropLast(paddingByteCount))
            let evidence = repeats.map { repeats in plain.indices.filter { !repeats[$0] }.map { plain[$0] } } ?? plain
            let (gain, isMatch) = gain(evidence, count, bits)
            guard gain - cost > best?.margin ?? -1000 || isMatch && !(best?.isMatch ?? false) else { continue }
            if best?.isMatch ?? false, !isMatch { continue }
            best = (plain, evidence, gain - cost, isMatch)
            scheme.padding = padding
            // A padding of PKCS #7 that fits is meant, unless the plaintext is known.
            if padding == .pkcs7, knowledge.plaintext == nil { break }
        }
        guard let best, knowledge.plaintext == nil || best.isMatch else { return }
        let isSigned = addMAC(&scheme, key, carving)
        guard isSigned || carving.format != .signedText else { return }
        // A MAC with another key proves nothing about the cipher's key.
        let isSealed = isSigned && scheme.mac?.key == key.derivation
        let isProven = isSealed || best.isMatch && best.margin >= 32
        add(
            scheme, best.plain, evidence: best.evidence, margin: best.margin + (isSealed ? 128 : 0), isProven: isProven,
            paddingByteCount: decrypted.count - best.plain.count)
    }

    /// A padding that chance does not give among all trials, in bytes.
    private static let provingPaddingByteCount = 8

    /// The bytes in blocks of the ciphertext that stood before, which prove nothing again; nil if there are few.
    static func repeats(_ ciphertext: ArraySlice<UInt8>, _ block: Int) -> [Bool]? {
        var seen: Set<ArraySlice<UInt8>> = []
        var repeats: [Bool] = []
        repeats.reserveCapacity(ciphertext.count)
        for start in stride(from: ciphertext.startIndex, to: ciphertext.endIndex, by: block) {
            let part = ciphertext[start..<min(start + block, ciphertext.endIndex)]
            let isNew = seen.insert(part).inserted
            repeats += Array(repeating: !isNew, count: part.count)
        }
        let isOrdinary = seen.count * 2 > ciphertext.count / block
        return isOrdinary ? nil : repeats
    }

    /// Cost of an unusual IV if other blocks show that the key is right: one of many may fit the first by chance.
    private static func surprise(_ source: CipherScheme.IV, _ carving: CipherCarving) -> Double {
        guard carving.ciphertext.count > 32 else { return 0 }
        return switch source {
        case .none, .stored, .given, .derived, .key([]): 0
        case .constant(let bytes): bytes.allSatisfy { $0 == 0 } ? 0 : 12
        case .keyText, .key: 12
        }
    }

    private func paddings(
        of plain: [UInt8], _ block: Int, isStream: Bool
    ) -> [(padding: Cipher.Padding, count: Int, bits: Double)] {
        guard isStream else { return CipherPlaintext.paddings(plain.suffix(block)) }
        guard block > 1, plain.count.isMultiple(of: block),
            let pkcs7 = CipherPlaintext.paddings(plain.suffix(block)).first(where: { $0.padding == .pkcs7 }),
            pkcs7.count > 1 || knowledge.plaintext != nil
        else { return [(.none, 0, 0)] }
        return [pkcs7, (.none, 0, 0)]
    }

    /// Bits by which a plaintext is cheaper than the ciphertext's random bytes, and whether it is the known one.
    private func gain(_ plain: [UInt8], _ byteCount: Int, _ paddingBits: Double) -> (Double, isMatch: Bool) {
        let whole = 8 * Double(byteCount) - paddingBits
        if let known = knowledge.plaintext {
            if plain == known { return (whole, true) }
            func withoutEnd(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
                bytes[..<(bytes.lastIndex { !$0.isWhitespace && $0 != 0 }.map { $0 + 1 } ?? 0)]
            }
            if withoutEnd(plain) == withoutEnd(known) { return (whole - 8, true) }
            return (8 * Double(known.count) - 8, known.count >= 8 && plain.starts(with: known))
        }
        let narrowed = CipherPlaintext.narrowed(plain)
        var bits = Plausibility(narrowed ?? plain).bits + (narrowed == nil ? 0 : 8)
        if let contained = knowledge.contained, !contained.isEmpty {
            bits -= min(bits, 4 * Double(contained.count))
        }
        return (whole - bits, false)
    }

    mutating func add(
        _ scheme: CipherScheme, _ plain: [UInt8], evidence: [UInt8]? = nil, margin: Double, isProven: Bool,
        paddingByteCount: Int = 16
    ) {
        let narrowed = CipherPlaintext.narrowed(plain)
        let plausibility = Plausibility(narrowed ?? plain)
        let bytes = narrowed ?? plain
        let judged = evidence.flatMap { $0.count < plain.count ? Plausibility($0) : nil } ?? plausibility
        // One repeated character is neither text nor padding.
        let isUniform = plain.count >= 16 && Set(evidence ?? plain).count < 3
        // One of a million trials gives a few characters by chance.
        let isTooShort = 1..<10 ~= plain.count && paddingByteCount < 3
        var scheme = scheme
        if scheme.mac == nil, let index = scheme.envelope.fields.firstIndex(where: { $0.content == .mac }) {
            // Its key is unknown, and decryption does not need it.
            scheme.envelope.fields[index].content =
                scheme.envelope.form == .concatenated ? .salt(Self.macByteCount) : .constant([])
        }
        readings.append(
            CipherFinder.Reading(
                scheme: scheme, recipe: recipe, isPlusLost: isPlusLost, plaintext: plain,
                content: bytes.withBytes { TextKinds.kind(of: $0, plausibility) },
                confidence: isProven
                    ? 1
                    : isUniform || isTooShort
                        ? 0.5
                        : Self.confidence(
                            judged, margin, plain.isEmpty, isPadded: paddingByteCount >= Self.provingPaddingByteCount),
                isProven: isProven,
                margin: margin))
    }

    /// The share of correct readings among similar ones.
    ///
    /// A cipher is the last layer, so characters that could be random count as words do; bytes of no known form
    /// count only by their padding.
    private static func confidence(
        _ plausibility: Plausibility, _ margin: Double, _ isEmpty: Bool, isPadded: Bool
    ) -> Double {
        let sense: LayerCertainty.Sense =
            switch plausibility.sense {
            case .noise: isEmpty ? .words : .noise
            case .token, .gaps, .signs: .words
            default: plausibility.sense
            }
        return LayerCertainty(
            sense: sense, margin: margin, byteCount: plausibility.census.count, isFramed: true, isProven: isPadded,
            hasCipher: false
        ).confidence
    }

    // MARK: MACs

    /// Finds the key of the MAC in the envelope; returns whether it matches.
    private func addMAC(_ scheme: inout CipherScheme, _ key: CipherKeyCandidate, _ carving: CipherCarving) -> Bool {
        let hashes: [AnyHashFunction]
        let messages: [CipherScheme.MAC.Message]
        switch carving.format {
        case .laravel: (hashes, messages) = ([.sha256], [.encodedIVAndCiphertext])
        case .phpManual: (hashes, messages) = ([.sha256], [.ciphertext, .ivAndCiphertext])
        case .signedText: (hashes, messages) = ([.sha1, .sha256], [.signedText])
        default: return false
        }
        let forms = keys.forms.map { CipherScheme.Derivation($0.form) }
        for hash in hashes {
            for message in messages {
                for derivation in [key.derivation] + forms {
                    var copy = scheme
                    copy.mac = CipherScheme.MAC(hash, key: derivation, message: message)
                    guard let parts = try? copy.parts(of: data), let mac = parts.mac,
                        (try? copy.code(for: parts, inputs)) == mac
                    else { continue }
                    scheme = copy
                    return true
                }
            }
        }
        return false
    }
}
