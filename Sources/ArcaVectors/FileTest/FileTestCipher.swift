internal import ArcaCore
internal import ArcaCrypto

/// Ciphers of `evp_test`, and AEAD ciphers of BoringSSL's files.
struct FileTestCipher: VectorFamily {
    let name: String
    private let cipher: Cipher
    private let isBoring: Bool

    init?(_ kind: VectorKind) {
        isBoring = kind.type == "stanza"
        var word = kind.algorithm.lowercased()
        if isBoring {
            word = word.replacing("_tests", with: "").replacing("_", with: "-")
            if !word.contains("poly1305"), word.hasPrefix("aes-"), word.split(separator: "-").count < 3 { return nil }
        }
        guard let cipher = try? Cipher(named: word), let algorithm = CipherChoice.algorithms[cipher] else { return nil }
        self.cipher = cipher
        name = algorithm
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver(
            "Title", "Comment", "NoReinit", "NextIV", "SetTagLate",
            because: "what concerns OpenSSL's own builds and contexts")
        if fields.has("Operation") { fields.passOver("Operation", because: "both directions are run") }
        if let reason = skipReason(fields) { return .skip(reason) }
        let key = VectorValue.bytes(try fields.quotedOrHex(fields.first(of: "Key", "KEY")))
        let nonceName = fields.first(of: "IV", "NONCE")
        let nonce = fields.has(nonceName) ? try fields.quotedOrHex(nonceName) : []
        let plaintextName = fields.first(of: "Plaintext", "IN")
        let ciphertextName = fields.first(of: "Ciphertext", "CT")
        let result = fields.ifPresent("Result")?.text ?? fields.ifPresent("FAILS")?.text
        guard result == nil || fields.has(ciphertextName) else { return .skip("an error of OpenSSL's interface") }
        if name == "aes-xts", case .bytes(let bytes) = key,
            bytes.prefix(bytes.count / 2) == bytes.suffix(bytes.count / 2)
        {
            return .skip("XTS with a key whose halves are equal, which Arca refuses")
        }
        let ciphertext = try fields.quotedOrHex(ciphertextName)
        let message = result == nil || fields.has(plaintextName) ? try fields.quotedOrHex(plaintextName) : []
        if cipher.isAuthenticated {
            let tagName = fields.first(of: "Tag", "TAG")
            let tag = try fields.quotedOrHex(tagName)
            var common: NamedValues = ["key": key]
            if name != "aes-siv" { common["nonce"] = .bytes(try fields.quotedOrHex(nonceName)) }
            var strings: [[UInt8]] = []
            for prefix in ["AAD", "AD"] where fields.has(prefix) {
                strings.append(try fields.quotedOrHex(prefix))
                while fields.has("\(prefix) \(strings.count + 1)") {
                    strings.append(try fields.quotedOrHex("\(prefix) \(strings.count + 1)"))
                }
            }
            if name == "aes-siv" {
                for (index, string) in strings.enumerated() { common["aad\(index + 1)"] = .bytes(string) }
            } else {
                // For other ciphers the strings are pieces of one string.
                common["aad"] = .bytes(strings.flatMap { $0 })
            }
            return .sealing(
                name, common, message: result == nil ? message : nil, ciphertext: ciphertext, tag: tag)
        }
        guard !fields.has("AAD"), !fields.has("Tag") else {
            throw VectorError(.invalidField, at: "AAD", "\(name) authenticates nothing")
        }
        var common: NamedValues = ["key": key]
        if !nonce.isEmpty { common["iv"] = .bytes(nonce) }
        if name.hasSuffix("ecb") || name.hasSuffix("cbc") {
            // Equal lengths mean that there is no padding.
            common["padding"] = .text(ciphertext.count == message.count ? "none" : "pkcs7")
        }
        guard result == nil else {
            return .step("decrypt", name, inputs: common.with("ct", .bytes(ciphertext)), expected: .refusal)
        }
        return .roundTrip(name, common, message: .bytes(message), ciphertext: .bytes(ciphertext))
    }

    private func skipReason(_ fields: CaseFields) -> String? {
        for (name, reason) in [
            ("TLSAAD", "records of TLS"), ("TLSVersion", "records of TLS"), ("MACKey", "records of TLS"),
            ("CTSMode", "ciphertext stealing of CBC"), ("XTSStandard", "XTS of another standard"),
            ("TAG_LEN", "tags that are cut off in BoringSSL's own way"),
            ("NO_SEAL", "ciphertexts that are only opened"),
        ] where fields.has(name) { return reason }
        return nil
    }
}
