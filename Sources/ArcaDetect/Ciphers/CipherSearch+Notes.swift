internal import ArcaCore
internal import ArcaCrypto

/// The end of the search: the best reading, and likely causes if nothing fits.
extension CipherSearch {
    private static let alternativeCount = 10

    mutating func finish(_ bodies: [CipherCarving.Body]) {
        // A stable order: the same input gives the same result.
        var seen: Set<[UInt8]> = []
        var ranked = readings.enumerated().sorted { left, right in
            if left.element.isProven != right.element.isProven { return left.element.isProven }
            return (right.element.margin, left.offset) < (left.element.margin, right.offset)
        }.map(\.element)
        ranked = ranked.filter { seen.insert($0.plaintext).inserted }
        // What is said of a reading must be true of all of the data.
        let isReproducible = { (reading: CipherFinder.Reading) in
            (try? reading.scheme.decrypt(data, with: inputs)) == reading.plaintext
        }
        if let best = ranked.first(where: isReproducible), best.confidence >= CipherFinder.minimumConfidence {
            report.best = best
            ranked.removeAll { $0.plaintext == best.plaintext }
        }
        report.alternatives = Array(ranked.filter { $0.margin > 0 }.prefix(Self.alternativeCount))
        guard report.best == nil else { return }
        if isStopped || isLimited { report.notes.append("the search ended at its limit: not everything was tried") }
        explain(bodies)
    }

    private mutating func explain(_ bodies: [CipherCarving.Body]) {
        report.notes.append("tried \(report.trialCount) combinations of cipher, mode, key and IV")
        if let partial {
            let text = String(decoding: partial.text.prefix(48), as: UTF8.self)
            report.notes.append(
                "only the first block of \(partial.cipher.name) is wrong, so the key is right and the IV unknown: give "
                    + "--iv; the text continues '\(text)'")
            return
        }
        let body = bodies.first?.bytes ?? []
        if let cut = cutNote(body) { report.notes.append(cut) }
        if let blocks = Self.equalBlockNote(body) { report.notes.append(blocks) }
        if keys.inputs.keyText.isEmpty { report.notes.append("the key is empty") }
        let hasSpace = keys.inputs.keyText.withBytes { key in
            key.count > 0 && (key[0].isWhitespace || key[key.count - 1].isWhitespace)
        }
        if hasSpace { report.notes.append("the key has white space at its ends, such as a line break") }
        report.notes.append(
            "check that key and data belong together and that the data is complete; give --iv, --salt or --plaintext if "
                + "you have them")
    }

    /// Remembers a key that decrypts all but the first block of CBC to text.
    mutating func noteUnknownIV(
        _ cipher: Cipher, _ key: CipherKeyCandidate, _ carving: CipherCarving, cost: Double
    ) {
        let block = cipher.blockByteCount
        let iv = [UInt8](repeating: 0, count: block)
        let ciphertext = carving.ciphertextBytes.prefix(4096 / block * block)
        guard knowledge.plaintext == nil, spend(ciphertext.count * (1 + Self.evaluationWork)),
            let plain = try? cipher.decrypt(ciphertext, using: key.key, iv: iv, padding: Cipher.Padding.none)
        else { return }
        let padding = CipherPlaintext.paddings(plain.suffix(block)).first?.count ?? 0
        let rest = Array(plain.dropFirst(block).dropLast(padding))
        let margin = 8 * Double(plain.count - block) - Plausibility(rest).bits - cost
        guard margin > 30, margin > partial?.margin ?? 0, CipherPlaintext.isPlausible(rest[...]),
            Self.repeats(ciphertext, block) == nil
        else { return }
        partial = CipherPartial(cipher: cipher, text: rest, margin: margin)
    }

    // MARK: Causes

    private func cutNote(_ body: [UInt8]) -> String? {
        let text = CipherCarving.trimmed(data)
        let isBase64 =
            text.count >= 8
            && text.allSatisfy {
                ByteSet.base64.contains($0) || $0 == .equals || $0.isWhitespace
            }
        if isBase64, text.filter({ !$0.isWhitespace && $0 != .equals }).count % 4 == 1 {
            return "the Base64 is cut: its length has a remainder of 1"
        }
        let remainder = body.count % 8
        guard !body.isEmpty, body.count % 16 != 0 else { return nil }
        return remainder == 0
            ? "\(body.count) bytes are not a multiple of 16: the cipher has 8-byte blocks or no blocks, or the data is cut"
            : "\(body.count) bytes are not a multiple of a block: the cipher is a stream mode, or the data is cut"
    }

    private static func equalBlockNote(_ body: [UInt8]) -> String? {
        for size in [16, 8] where body.count >= 2 * size && body.count.isMultiple(of: size) {
            var seen: Set<ArraySlice<UInt8>> = []
            for start in stride(from: 0, to: min(body.count, 64 << 10), by: size)
            where !seen.insert(body[start..<(start + size)]).inserted {
                return "some blocks of \(size) bytes are equal: ECB, with another key or cipher"
            }
        }
        return nil
    }
}

extension ByteSet {
    fileprivate static let base64 = letters + digits + ByteSet("+/-_")
}
