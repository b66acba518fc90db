internal import ArcaCore
internal import ArcaCrypto

/// A key that programs make from a text, with the cost of the assumption in bits.
struct CipherKeyCandidate {
    let derivation: CipherScheme.Derivation
    let key: SymmetricKey
    let cost: Double
    /// The derivation of key and IV together, with the IV; nil if it does not give more bytes.
    var derived: (derivation: CipherScheme.Derivation, iv: [UInt8])?
}

/// The fast derivations of keys from a text, and the bytes of its forms.
struct CipherKeys {
    typealias Derivation = CipherScheme.Derivation
    typealias Step = CipherScheme.Step

    let inputs: CipherScheme.Inputs
    /// The forms that the text can have, with cost.
    let forms: [(form: CipherScheme.TextForm, byteCount: Int, cost: Double)]

    /// Longer key texts are only tried as they are.
    private static let maximumByteCount = 64 << 10

    init(_ inputs: CipherScheme.Inputs) {
        self.inputs = inputs
        let text = inputs.keyText
        var forms: [(form: CipherScheme.TextForm, byteCount: Int, cost: Double)] = [(.utf8, text.count, 0)]
        if text.count <= Self.maximumByteCount {
            let usual: Set = [8, 16, 24, 32, 64]
            let hex = (try? CipherScheme.TextForm.hexadecimal.bytes(of: text))?.count ?? 0
            if hex > 0 { forms.append((.hexadecimal, hex, usual.contains(hex) ? 0 : 3)) }
            let base64 = (try? CipherScheme.TextForm.base64.bytes(of: text))?.count ?? 0
            if base64 > 0 { forms.append((.base64, base64, usual.contains(base64) && hex == 0 ? 0.5 : 4)) }
            let wide = (try? CipherScheme.TextForm.utf16LittleEndian.bytes(of: text))?.count ?? 0
            if wide > 0 { forms.append((.utf16LittleEndian, wide, 6)) }
        }
        self.forms = forms
    }

    /// The keys of a length, likely ones first, each once.
    func candidates(keyByteCount: Int, ivByteCount: Int) -> [CipherKeyCandidate] {
        var candidates: [CipherKeyCandidate] = []
        var places: [[UInt8]: Int] = [:]
        for (derivation, cost) in rules(keyByteCount).sorted(by: { $0.1 < $1.1 }) {
            guard let candidate = candidate(derivation, cost, keyByteCount, ivByteCount) else { continue }
            // Digests of keys, so no key is in ordinary memory.
            let print = (try? AnyHashFunction.sha256.hash(candidate.key)) ?? []
            if let place = places[print] {
                // The same key, whose derivation gives an IV too.
                if candidates[place].derived == nil { candidates[place].derived = candidate.derived }
                continue
            }
            places[print] = candidates.count
            candidates.append(candidate)
        }
        return candidates
    }

    /// Carries out a derivation; those with a length give key and IV too.
    func candidate(
        _ derivation: Derivation, _ cost: Double, _ keyByteCount: Int, _ ivByteCount: Int, salt: [UInt8]? = nil
    ) -> CipherKeyCandidate? {
        var longer: Derivation?
        if case .bytesToKey(let hash, let iterations, let source, let count) = derivation.steps.last, ivByteCount > 0 {
            var copy = derivation
            copy.steps[copy.steps.count - 1] = .bytesToKey(
                hash, iterations: iterations, salt: source, byteCount: count + ivByteCount)
            longer = copy
        }
        guard let bytes = try? (longer ?? derivation).bytes(of: inputs.keyText, inputs, salt: salt),
            bytes.count >= keyByteCount
        else { return nil }
        let key = bytes.withBytes { SymmetricKey(copying: $0.extracting(..<keyByteCount)) }
        let derived = longer.map { longer in
            (derivation: longer, iv: bytes.withBytes { [UInt8](bytes: $0.extracting(keyByteCount...)) })
        }
        return CipherKeyCandidate(derivation: derivation, key: key, cost: cost, derived: derived)
    }

    /// The derivations that give a number of bytes, with cost.
    private func rules(_ count: Int) -> [(Derivation, Double)] {
        var rules: [(Derivation, Double)] = []
        for (form, byteCount, cost) in forms {
            func add(_ steps: [Step], _ extra: Double) { rules.append((Derivation(form, steps), cost + extra)) }
            if byteCount == count { add([], 0) } else { add([.resized(count)], 2) }
            if byteCount > count {
                add([.part((byteCount - count)..<byteCount)], 6)
                add([.folded(count)], 5)
            } else if byteCount < count, byteCount > 0 {
                add([.repeated(count)], 4)
            }
            for (steps, extra) in Self.digests(count) { add(steps, extra + (form == .utf8 ? 0 : 3)) }
            if form != .utf16LittleEndian { add([.sha1PRNG(count)], 4) }
            add([.hkdf(.sha256, salt: .none, info: [], byteCount: count)], 7)
            for (hash, extra) in [(AnyHashFunction.md5, 4.0), (.sha256, 5), (.sha1, 7)] {
                add([.bytesToKey(hash, iterations: 1, salt: .none, byteCount: count)], extra)
            }
        }
        return rules
    }

    /// Digests, their text forms and their parts.
    private static func digests(_ count: Int) -> [([Step], Double)] {
        var rules: [([Step], Double)] = []
        let functions: [(AnyHashFunction, raw: Double, text: Double)] = [
            (.md5, 2, 2.5), (.sha256, 1, 3.5), (.sha1, 3, 5), (.sha512, 4, 4.5), (.sha384, 7, 8), (.sm3, 7, 8),
            (.sha3_256, 7, 8),
        ]
        for (function, raw, text) in functions {
            let digest = Step.hash(function)
            let length = function.digestByteCount
            if length == count {
                rules.append(([digest], raw))
            } else if length > count {
                rules.append(([digest, .part(0..<count)], raw + 1))
                rules.append(([digest, .part((length - count)..<length)], raw + 4))
            } else {
                rules.append(([digest, .resized(count)], raw + 3))
                rules.append(([digest, .repeated(count)], raw + 3))
            }
            for (form, extra) in [(Step.lowerHex, 0.0), (.upperHex, 2.5), (.base64, 1)] {
                let length = form == .base64 ? (length + 2) / 3 * 4 : 2 * length
                guard length >= count else { continue }
                if length == count {
                    rules.append(([digest, form], text + extra))
                    continue
                }
                rules.append(([digest, form, .part(0..<count)], text + extra + 1))
                guard form != .base64 else { continue }
                rules.append(([digest, form, .part((length - count)..<length)], text + extra + 3))
                if length == 2 * count {
                    rules.append(([digest, form, .part((count / 2)..<(count / 2 + count))], text + extra + 2))
                }
            }
        }
        if count == 16 { rules.append(([.hash(.md5), .lowerHex, .hash(.md5)], 8)) }
        if count == 32 { rules.append(([.hash(.md5), .lowerHex, .hash(.md5), .lowerHex], 8)) }
        rules.append(([.hash(.sha256), .hash(.sha256), .resized(count)], 8))
        return rules
    }
}
