public import ArcaCrypto

extension CipherScheme {
    /// Code of two functions, `encrypt` and `decrypt`, that do in another language what this scheme does.
    ///
    /// Key text, and the texts of IV and salt if the scheme needs them, are arguments of the functions; the code contains
    /// no secret. Messages are texts in UTF-8. A comment at the top names the scheme, its weaknesses and a better way.
    ///
    /// ```swift
    /// let scheme = try CipherScheme("aes-128-cbc; key=utf8|md5; iv=zero(16); data=base64>ciphertext")
    /// print(try scheme.code(in: .python))
    /// ```
    ///
    /// - Parameter language: The language; see ``ProgramLanguage/isTested``.
    /// - Returns: The code, in UTF-8 with line feeds.
    /// - Throws: ``CryptoError`` with code `.unsupported` if the language's library lacks the cipher, mode or hash
    ///   function, `.invalidParameter` for an inconsistent scheme.
    public func code(in language: ProgramLanguage) throws(CryptoError) -> String {
        try checkNames()
        if language == .openssl, case .separated = envelope.form,
            envelope.fields.contains(where: { $0.encodings.isEmpty })
        {
            throw CryptoError(
                .unsupported, "a variable of bash cannot contain the bytes next to a separator",
                hint: "choose another language")
        }
        let printer = language.printer
        let mark = printer.commentMark
        var lines = [description] + weaknesses.map { "Weak: \($0)." }
        if !weaknesses.isEmpty { lines.append("Better: \(printer.advice)") }
        return try printer.text(
            of: self, header: lines.map { "\(mark) \($0)" }.joined(separator: "\n"))
    }

    /// Rejects names and separators that could end a string or comment of the code: they may come from a stranger's data.
    private func checkNames() throws(CryptoError) {
        let texts: [String] =
            switch envelope.form {
            case .concatenated: []
            case .separated(let separator): [separator]
            case .json(let names): names
            }
        let isSafe = texts.allSatisfy { text in
            !text.isEmpty && text.utf8.allSatisfy { 0x20..<0x7f ~= $0 && !#"$"'`\%{}"#.utf8.contains($0) }
        }
        guard isSafe else {
            throw CryptoError(
                .unsupported,
                "there is no code for names or separators with quotes, signs of formats or other letters "
                    + "than ASCII", hint: "change the scheme's data=")
        }
    }

    /// The weaknesses of the scheme, as clauses without a full stop; empty for a good one.
    public var weaknesses: [String] {
        var list: [String] = []
        let isECB = cipher.name.hasSuffix("-ECB")
        if isECB { list.append("ECB reveals which blocks are equal") }
        if cipher.name.hasPrefix("DES-EDE") || cipher.name.hasPrefix("BF") {
            list.append("64-bit blocks no longer protect more than a few gigabytes per key")
        } else if cipher.name.hasPrefix("DES") {
            list.append("DES keys can be found by brute force")
        }
        if cipher.name.hasPrefix("RC4") { list.append("RC4 is broken") }
        if let problem = ivProblem { list.append(problem) }
        if !cipher.isAuthenticated, mac == nil {
            list.append(
                "nothing detects changed data"
                    + (padding == .none ? "" : ", and an error for wrong padding can reveal messages"))
        }
        if let problem = keyProblem { list.append(problem) }
        return list
    }

    private var ivProblem: String? {
        let isStream = cipher.isCounterMode || cipher.isAuthenticated || cipher.name.hasSuffix("-OFB")
        let effect =
            isStream ? "two messages together reveal their contents" : "equal beginnings of messages are visible"
        return switch iv {
        case .none where cipher.name.hasPrefix("RC4"): "without a nonce, two messages together reveal their contents"
        case .none, .stored: nil
        case .given: "an IV that both sides know must be new for each message: otherwise \(effect)"
        case .constant: "the IV is always the same: \(effect)"
        case .keyText, .key: "the IV depends only on the key: \(effect)"
        case .derived: key.steps.contains { $0.storesSalt } ? nil : "the IV depends only on the key: \(effect)"
        }
    }

    private var keyProblem: String? {
        for step in key.steps {
            switch step {
            case .pbkdf2(_, let iterations, _, _) where iterations < 600_000:
                return "PBKDF2 with \(iterations) iterations is too fast for a passphrase"
            case .scrypt(let logN, let r, _, _, _) where (r << logN) < (8 << 14):
                return "scrypt with N = 2^\(logN) and r = \(r) is too fast for a passphrase"
            case .pbkdf2, .scrypt: return nil
            case .bytesToKey(let function, let iterations, _, _):
                return "guessing a passphrase takes only \(iterations == 1 ? "one round" : "\(iterations) rounds") of "
                    + function.name
            case .sha1PRNG: return "guessing a passphrase takes only a few rounds of SHA-1"
            case .hash(let function): return "guessing a passphrase takes only one round of \(function.name)"
            case .hkdf, .lowerHex, .upperHex, .base64, .part, .resized, .repeated, .folded: continue
            }
        }
        if key.text == .hexadecimal || key.text == .base64 { return nil }
        return "a key that is text has less entropy than its length"
    }
}

extension CipherScheme.Step {
    fileprivate var storesSalt: Bool {
        switch self {
        case .bytesToKey(_, _, .stored, _), .pbkdf2(_, _, .stored, _), .scrypt(_, _, _, .stored, _): true
        default: false
        }
    }
}
