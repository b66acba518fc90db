internal import ArcaCore
internal import ArcaCrypto

/// Computes signatures of texts until one matches or the work is done.
struct MACSearch {
    enum Key {
        case secret(SecretBytes)
        case publicKey(RSAPublicKey)
    }

    /// The functions that are tried, by the length of their digest and frequency.
    private static let functions: [AnyHashFunction] = [.md5, .sha256, .sha1, .sm3, .sha512, .sha384, .sha224]
    /// The functions of RSA signatures.
    private static let signingFunctions: [AnyHashFunction] = [.sha256, .sha1, .sha512]
    /// Work of a byte that is written, compared with one that is hashed.
    private static let writtenWork = 4
    /// Work of a trial in addition to its bytes.
    private static let trialWork = 512
    private static let verificationWork = 16 << 10
    /// Maximum size of the texts that are kept for further plans, in bytes.
    private static let keptByteCount = 8 << 20
    /// Shortest part of a digest that is compared, in bytes.
    private static let shortest = 4

    private let request: MACRequest
    private let signatures: [MACSignature]
    private let key: Key
    private let limits: MACFinder.Limits
    private let forms: [MACFinder.SecretForm: SecretBytes]
    private var kept: [(recipe: MACTextRecipe, text: MACFinder.CanonicalText)] = []
    private var isStopped = false
    private(set) var report = MACFinder.Report()

    init(_ request: MACRequest, _ signatures: [MACSignature], _ key: Key, _ limits: MACFinder.Limits) {
        self.request = request
        self.signatures = signatures
        self.key = key
        self.limits = limits
        if case .secret(let secret) = key { forms = MACPlan.forms(of: secret) } else { forms = [:] }
    }

    mutating func run() throws(CryptoError) {
        report.input = request.kind
        report.notes = request.notes
        if !signatures.isEmpty {
            switch key {
            case .secret: try findCode()
            case .publicKey(let key): try findSignature(by: key)
            }
        }
        report.alternatives.sort { $0.confidence > $1.confidence }
        report.alternatives = Array(report.alternatives.prefix(10))
        if isStopped { report.notes.append("the search ended at its limit: not everything was tried") }
        explain()
    }

    // MARK: Shared secrets

    private mutating func findCode() throws(CryptoError) {
        let whole = Self.functions.filter { function in
            signatures.contains { $0.bytes.count == function.digestByteCount }
        }
        // A shorter one may be a part of a digest.
        let cut = Self.functions.filter { function in
            signatures.contains { $0.bytes.count < function.digestByteCount && $0.bytes.count >= Self.shortest }
        }
        guard !whole.isEmpty || !cut.isEmpty else { return }
        try findScheme(whole)
        var seen: Set<MACFinder.CanonicalText> = []
        var keptByteCount = 0
        for recipe in MACTextRecipe.all(for: request, signatures) where !isDone {
            guard let text = written(recipe), !seen.contains(text) else { continue }
            if keptByteCount + text.bytes.count <= Self.keptByteCount {
                seen.insert(text)
                kept.append((recipe, text))
                keptByteCount += text.bytes.count
            }
            report.textCount += 1
            try tryPlans(MACPlan.common, recipe, text, whole)
        }
        let rare = MACPlan.rare(MACFinder.SecretForm.allCases.filter { forms[$0] != nil })
        try tryKept(MACPlan.common, cut, upTo: .infinity)
        try tryKept(rare, whole, upTo: MACTextRecipe.commonCost)
        try tryKept(rare, cut, upTo: 1)
    }

    private var isDone: Bool { report.best != nil || isStopped }

    private mutating func tryKept(
        _ plans: [MACPlan], _ functions: [AnyHashFunction], upTo cost: Double
    ) throws(CryptoError) {
        guard !functions.isEmpty else { return }
        for (recipe, text) in kept where recipe.cost <= cost && !isDone {
            try tryPlans(plans, recipe, text, functions)
        }
    }

    private mutating func tryPlans(
        _ plans: [MACPlan], _ recipe: MACTextRecipe, _ text: MACFinder.CanonicalText, _ functions: [AnyHashFunction]
    ) throws(CryptoError) {
        for plan in plans where !isDone {
            let whole = plan.text(text)
            let key = plan.key.map { MACFinder.HMACKey(text: .init(template: $0), derivation: []) }
            for function in functions where !isDone {
                guard let code = try code(of: whole, function, key, plan.form) else { continue }
                compare(code, function, key, whole, plan.form) { recipe.words($0) + plan.words }
            }
        }
    }

    private mutating func findScheme(_ functions: [AnyHashFunction]) throws(CryptoError) {
        for scheme in MACScheme.all(for: request) {
            report.textCount += 1
            for function in functions where !isDone {
                guard let code = try code(of: scheme.text, function, scheme.key, .text) else { continue }
                compare(code, function, scheme.key, scheme.text, .text) { _ in scheme.words }
            }
        }
    }

    /// The signature of a text; nil if the limit is reached.
    private mutating func code(
        of text: MACFinder.CanonicalText, _ function: AnyHashFunction, _ key: MACFinder.HMACKey?,
        _ form: MACFinder.SecretForm
    ) throws(CryptoError) -> [UInt8]? {
        guard let secret = forms[form], spend(text.bytes.count + Self.trialWork) else { return nil }
        guard let key else {
            var stream = try function.stream()
            text.forEachPiece {
                stream.update($0)
            } secret: {
                stream.update(secret)
            }
            return try stream.finalize()
        }
        var current = SymmetricKey(key.text.filled(with: secret))
        let mac = try MACFunction.hmac(function)
        for message in key.derivation {
            current = SymmetricKey(SecretBytes(copying: try mac.code(for: message, using: current)))
        }
        guard !text.secretOffsets.isEmpty else { return try mac.code(for: text.bytes, using: current) }
        var stream = try MACStream(mac, key: current)
        for (index, piece) in text.pieces.enumerated() {
            if index > 0 { stream.update(secret) }
            stream.update(piece)
        }
        return try stream.finalize()
    }

    /// The text of a recipe; nil if it does not apply, or the limit is reached.
    private mutating func written(_ recipe: MACTextRecipe) -> MACFinder.CanonicalText? {
        guard let text = recipe.text(request, signatures) else { return nil }
        report.workByteCount += text.bytes.count * Self.writtenWork
        isStopped = report.workByteCount > limits.workByteCount
        return text
    }

    private mutating func spend(_ byteCount: Int) -> Bool {
        guard report.workByteCount + byteCount <= limits.workByteCount else {
            isStopped = true
            return false
        }
        report.workByteCount += byteCount
        report.trialCount += 1
        return true
    }

    private mutating func compare(
        _ code: [UInt8], _ function: AnyHashFunction, _ key: MACFinder.HMACKey?, _ text: MACFinder.CanonicalText,
        _ form: MACFinder.SecretForm, _ words: (MACRequest) -> [String]
    ) {
        for signature in signatures {
            let count = signature.bytes.count
            guard count >= Self.shortest, count <= code.count else { continue }
            // The first, middle or last bytes.
            let starts = count == code.count ? [0] : [0, (code.count - count) / 2, code.count - count]
            guard let start = starts.first(where: { code[$0..<($0 + count)].elementsEqual(signature.bytes) }) else {
                continue
            }
            let range = start..<(start + count)
            let name: MACFinder.Function = key == nil ? .hash(function) : .hmac(function)
            var rule = words(request)
            if let key, key.derivation.isEmpty, !key.text.bytes.isEmpty || key.text.secretOffsets.count != 1 {
                rule.append("the key \(key.text)")
            }
            if let remark = form.words { rule.append(remark) }
            add(
                MACFinder.Reading(
                    text: text, rule: rule + Self.words(name, signature, range), function: name, key: key,
                    secretForm: form, encoding: signature.encoding, range: range, signature: signature.bytes,
                    confidence: 1))
        }
    }

    private mutating func add(_ reading: MACFinder.Reading) {
        var reading = reading
        // The chance that any of the trials matches by accident; three places of each were compared.
        let bits = min(1000, reading.range.count * 8)
        let accidents = Double(3 * report.trialCount) * Double(sign: .plus, exponent: -bits, significand: 1)
        reading.confidence = max(0, 1 - accidents)
        if reading.confidence >= MACFinder.minimumConfidence, report.best == nil {
            report.best = reading
        } else {
            report.alternatives.append(reading)
        }
    }

    private static func words(
        _ function: MACFinder.Function, _ signature: MACSignature, _ range: Range<Int>
    ) -> [String] {
        let count = function.hash.digestByteCount
        var words = ["\(function)"]
        if case .rsa = function {
        } else if range.count < count {
            let place = range.lowerBound == 0 ? "first" : range.upperBound == count ? "last" : "middle"
            words.append("the \(place) \(range.count) of \(count) bytes")
        }
        return words + [signature.encoding.words(signature.text)]
    }

    // MARK: Public keys

    private mutating func findSignature(by key: RSAPublicKey) throws(CryptoError) {
        let fitting = signatures.filter { $0.bytes.count == key.byteCount }
        guard !fitting.isEmpty else { return }
        var seen: Set<MACFinder.CanonicalText> = []
        for recipe in MACTextRecipe.all(for: request, signatures) where !isDone {
            guard let text = written(recipe), text.secretOffsets.isEmpty, seen.insert(text).inserted
            else { continue }
            report.textCount += 1
            for function in Self.signingFunctions where !isDone {
                guard spend(text.bytes.count + Self.verificationWork) else { return }
                let digest = try function.hash(text.bytes)
                for signature in fitting {
                    guard try key.isValidSignature(signature.bytes, forDigest: digest, padding: .pkcs1v15(function))
                    else { continue }
                    let range = 0..<signature.bytes.count
                    add(
                        MACFinder.Reading(
                            text: text,
                            rule: recipe.words(request) + Self.words(.rsa(function), signature, range),
                            function: .rsa(function), key: nil, secretForm: .text, encoding: signature.encoding,
                            range: range, signature: signature.bytes, confidence: 1))
                }
            }
        }
    }

    // MARK: Remarks

    private mutating func explain() {
        if let best = report.best {
            if best.secretForm == .trimmed { report.notes.append(Self.spaceNote) }
            return
        }
        guard !signatures.isEmpty else {
            report.notes.append("no signature was found: it is hexadecimal digits or Base64 of at least 8 characters")
            return
        }
        if case .publicKey(let key) = key, !signatures.contains(where: { $0.bytes.count == key.byteCount }) {
            let count = signatures[0].bytes.count
            report.notes.append("the signature has \(count) bytes, the key \(key.byteCount): it is by another key")
            return
        }
        report.notes.append(
            "tried \(report.trialCount) combinations of \(report.textCount) texts of \(request.kind)")
        if case .secret(let secret) = key {
            report.notes.append(lengthNote)
            if forms[.trimmed] != nil { report.notes.append(Self.spaceNote) }
            if secret.isEmpty { report.notes.append("the secret is empty") }
        }
        if request.body.last?.isWhitespace ?? false, request.kind != "an HTTP request" {
            report.notes.append("the message ends with white space, as of a line break that was not signed")
        }
        report.notes.append(
            "check that secret, message and signature belong together, and that the message is exactly what was sent")
    }

    private static let spaceNote = "the secret has white space at its ends, such as a line break"

    private var lengthNote: String {
        let counts = Set(signatures.map(\.bytes.count)).sorted()
        let facts = counts.map { count in
            let names = Self.functions.filter { $0.digestByteCount == count }.map(\.name)
            return "\(count) bytes: \(names.isEmpty ? "no digest, or a part of one" : names.joined(separator: " or "))"
        }
        return "the signature has " + facts.joined(separator: "; ")
    }
}

extension MACFinder.Encoding {
    fileprivate func words(_ text: [UInt8]) -> String {
        switch self {
        case .lowerHex: "in hexadecimal digits"
        case .upperHex: "in upper-case hexadecimal digits"
        case .base64: "in Base64" + (text.count.isMultiple(of: 4) ? "" : " without padding")
        case .base64URL: "in Base64URL" + (text.count.isMultiple(of: 4) ? "" : " without padding")
        case .base64OfHex: "in Base64 of its hexadecimal digits"
        }
    }
}

extension MACFinder.CanonicalText {
    /// Calls `piece` and `secret` in turn.
    func forEachPiece(_ piece: (ArraySlice<UInt8>) -> Void, secret: () -> Void) {
        for (index, next) in pieces.enumerated() {
            if index > 0 { secret() }
            piece(next)
        }
    }

    /// The text with the secret in its places.
    func filled(with secret: SecretBytes) -> SecretBytes {
        let count = bytes.count + secretOffsets.count * secret.count
        return SecretBytes(byteCount: count) { output in
            for (index, piece) in pieces.enumerated() {
                if index > 0 { secret.withBytes { output.append(contentsOf: $0) } }
                for byte in piece { output.append(byte) }
            }
        }
    }
}
