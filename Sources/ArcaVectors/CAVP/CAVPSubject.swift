/// The subject of a file in CAVP layout, detected from its comments or else from its name.
enum CAVPSubject {
    // The types of cases, which ``CAVPFormat`` maps to families.
    static let block = "block", chain = "chain", aead = "aead", xts = "xts", keyWrap = "key-wrap", digest = "digest"
    static let mac = "mac", signing = "signing", verifying = "verifying", derivation = "derivation"
    static let rsaExample = "rsa-example", eddsa = "eddsa", xdh = "xdh", kem = "kem", absent = "absent"
    static let ecdsa = "ecdsa", ecdh = "ecdh", mldsa = "ml-dsa"

    static func kind(of file: CAVPFile, named name: String) -> VectorKind {
        let names = Set(file.cases.first.map { ($0.parameters + $0.fields).map(\.name) } ?? [])
        let modes = Set(file.cases.first?.modes ?? [])
        // Each comment is searched for many words, and an untrusted file may have many or long ones.
        let comments = file.header.prefix(200).map { String(decoding: $0.utf8.prefix(200), as: UTF8.self) }
            .joined(separator: "\n")
        let found =
            curvesOrLattices(names) ?? sm4(name, names) ?? absentByName(name) ?? byComments(comments, names)
            ?? byFields(names, modes, name) ?? byName(name, names)
        var (type, algorithm) = found ?? ("unknown", "")
        // Intermediate digests between the lines of a chain.
        if type == chain, names.contains("MDi") { type = digest }
        return VectorKind(type, algorithm)
    }

    /// Detects ECDSA, ECDH and ML-DSA by their unique field names.
    private static func curvesOrLattices(_ names: Set<String>) -> (String, String)? {
        if names.isSuperset(of: ["Msg", "Qx", "Qy", "R", "S"]) { return (ecdsa, "ecdsa") }
        if names.isSuperset(of: ["xi", "pk", "sk", "msg", "ctx", "sm"]) { return (mldsa, "ml-dsa") }
        let isAgreement =
            names.isSuperset(of: ["dsCAVS", "QsCAVSx", "dsIUT", "Z"])
            || names.isSuperset(of: ["curve", "dA", "x_qB", "x_Z"])
        return isAgreement ? (ecdh, "ecdh") : nil
    }

    /// SM4 in the layout of NIST; the last word of the name is the mode.
    private static func sm4(_ path: String, _ names: Set<String>) -> (String, String)? {
        let words = path.lowercased().split { !$0.isLetter && !$0.isNumber }.suffix(8)
        guard words.contains("sm4") else { return nil }
        if names.contains("TAG") { return (aead, words.contains("ccm") ? "sm4-ccm" : "sm4-gcm") }
        return words.last { ["ecb", "cbc", "cfb", "ofb", "ctr"].contains($0) }.map { (block, "sm4-\($0)") }
    }

    private static func byComments(_ text: String, _ names: Set<String>) -> (String, String)? {
        if let (test, word) = CAVPComment.aes(text) { return (test == "MCT" ? chain : block, "aes-" + mode(word)) }
        if text.has("tdes_values") || text.has("TDES M") {
            guard let word = CAVPComment.tripleDES(text) else { return nil }
            return (text.has("Monte") ? chain : block, "tdes-" + mode(word))
        }
        if text.has("GCM Encrypt") || text.has("GCM Decrypt") { return (aead, "aes-gcm") }
        if text.has("CCM-") { return (aead, "aes-ccm") }
        if text.has("XTSGen") { return (xts, "aes-xts") }
        if let (hash, test) = CAVPComment.hash(text) {
            return (test == "Monte" ? chain : digest, HashName.arca(hash))
        }
        if let (word, isInverse) = CAVPComment.keyWrap(text) {
            guard word != "TKW" else { return (absent, "key wrap with 3DES") }
            guard !isInverse else { return (absent, "key wrap with the inverse cipher") }
            return (keyWrap, "aes-" + word.lowercased())
        }
        if text.has("X9.31") { return (absent, "RSA signatures and keys of ANSI X9.31") }
        if let (step, isPSS) = CAVPComment.rsa(text) {
            return (step == "Gen" ? signing : verifying, isPSS ? "rsa-pss" : "rsa-pkcs1")
        }
        if text.has("HMAC"), names.isSuperset(of: ["L", "Klen", "Mac"]) { return (mac, "hmac") }
        let others: Set<String> = ["Camellia", "SEED", "IDEA", "ARC4", "DSA", "ECDSA", "ECDH", "OCB"]
        let words = text.utf8.split { !$0.isWord }.map { String(Substring($0)) }
        return words.first(where: others.contains).map { (absent, $0) }
    }

    /// Detects unsupported ciphers with files derived from AES files, including their comments.
    private static func absentByName(_ path: String) -> (String, String)? {
        let words = path.lowercased().split { !$0.isLetter && !$0.isNumber }.suffix(8)
        for word in [
            "camellia", "seed", "idea", "cast5", "blowfish", "arc4", "rc2", "ocb3", "dsa", "ecdsa", "ecdh",
            "keccak", "cshake128", "cshake256",
        ]
        where words.contains(Substring(word)) { return (absent, word.uppercased()) }
        return nil
    }

    private static func byFields(
        _ names: Set<String>, _ modes: Set<String>, _ path: String
    ) -> (String, String)? {
        if names.isSuperset(of: ["SECRET", "PUBLIC", "SIGNATURE"]) {
            return (eddsa, path.has("448") ? "ed448" : "ed25519")
        }
        if names.isSuperset(of: ["INPUT_SCALAR", "INPUT_U", "OUTPUT_U"]) {
            return (xdh, path.has("448") ? "x448" : "x25519")
        }
        if names.isSuperset(of: ["z", "d", "msg", "pk", "sk", "ct", "ss"]) { return (kem, "ml-kem") }
        if names.isSuperset(of: ["Klen", "Mlen", "Tlen", "Msg", "Mac"]) {
            return names.contains("Key1") ? (absent, "CMAC with 3DES") : (mac, "cmac")
        }
        if names.contains("RSAPadding") { return (rsaExample, "rsa-oaep") }
        if names.isSuperset(of: ["n", "d", "Msg"]), !names.contains("SHAAlg") {
            if names.contains("CT") {
                return (rsaExample, names.contains("hash") ? "rsa-oaep" : "rsa-pkcs1-encryption")
            }
            return (rsaExample, names.contains("SaltVal") ? "rsa-pss" : "rsa-pkcs1")
        }
        if modes == ["KWP"], names.isSuperset(of: ["Key", "Input", "Output"]) { return (keyWrap, "aes-kwp") }
        return nil
    }

    private static func byName(_ path: String, _ names: Set<String>) -> (String, String)? {
        let parts = path.lowercased().split(separator: "/").suffix(4).map(String.init)
        let file = parts.last.map { $0.hasSuffix(".gz") ? String($0.dropLast(3)) : $0 } ?? ""
        let stem = String(file.prefix { $0 != "." })
        func has(_ words: String...) -> Bool { parts.contains { part in words.contains { part.contains($0) } } }
        let words = stem.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        if words.count == 3, words[0] == "aes", Int(words[1]) != nil,
            ["ctr", "cbc", "ecb", "ofb", "cfb8", "cfb1", "cfb"].contains(words[2])
        {
            return (block, "aes-" + words[2])
        }
        if names.contains("Tag") || names.contains("TAG") || names.contains("tag") {
            if has("gcm-siv") { return (aead, "aes-gcm-siv") }
            if has("siv") { return (aead, "aes-siv") }
            if has("xchacha20") { return (aead, "xchacha20-poly1305") }
            if has("chacha20poly1305", "chacha20-poly1305") { return (aead, "chacha20-poly1305") }
            if has("eax") { return (aead, "aes-eax") }
        }
        if names.isSuperset(of: ["IKM", "OKM"]) { return (derivation, "hkdf") }
        if names.contains("ITERATIONS"), let word = stem.split(separator: "-").last {
            return (derivation, "pbkdf2-" + HashName.arca(word))
        }
        if names.isSuperset(of: ["PASSWORD", "N", "r", "p"]) { return (derivation, "scrypt") }
        if names.isSuperset(of: ["lanes", "iter", "memcost", "output"]),
            let name = ["argon2id", "argon2i", "argon2d"].first(where: stem.contains)
        {
            return (derivation, name)
        }
        if names.isSuperset(of: ["Strength", "K", "X", "OUTPUT"]) { return (mac, "kmac") }
        if has("cmac"), names.contains("OUTPUT") {
            return names.contains("KEY1") ? (absent, "CMAC with 3DES") : (mac, "cmac")
        }
        if has("hmac"), names.isSuperset(of: ["Len", "Key", "Msg", "MD"]),
            let word = stem.split(separator: "-").last
        {
            return (mac, "hmac-" + HashName.arca(word))
        }
        if names.isSuperset(of: ["Len", "Msg", "MD"]) {
            if stem.hasPrefix("blake2") { return (digest, stem) }
            // Files of Keccak's authors and others that lack the comments of NIST's tool.
            if let name = ["sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256"]
                .first(where: stem.hasSuffix)
            {
                return (digest, name)
            }
            for (word, name) in [("md5", "md5"), ("ripe", "ripemd160"), ("sm3", "sm3")] where has(word) {
                return (digest, name)
            }
        }
        for (word, name) in [
            ("poly1305", "Poly1305 alone"), ("chacha20", "ChaCha20 alone"), ("kbkdf", "key derivation of SP 800-108"),
            ("sp800_108", "key derivation of SP 800-108"), ("kas_ecc", "ECDH"),
            ("ansx963", "key derivation of ANSI X9.63"), ("rfc-4226", "one-time passwords"),
            ("rfc-6238", "one-time passwords"),
        ] where has(word) { return (absent, name) }
        return nil
    }

    private static func mode(_ word: some StringProtocol) -> String {
        switch word {
        case "CFB128", "CFB64": "cfb"
        default: word.lowercased()
        }
    }
}
