internal import ArcaCodecs

/// AES-GCM and AES-CCM as NIST writes them, and other authenticated ciphers in texts of the same layout.
struct CAVPAEAD: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.aead else { return nil }
        name = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if name == "aes-ccm" { return try ccm(&fields) }
        if name == "aes-siv" { return try siv(&fields) }
        fields.passOver(
            "Keylen", "IVlen", "PTlen", "AADlen", "Taglen", because: "the lengths in bits of what else the case has")
        let plaintextName = fields.first(of: "PT", "Plaintext", "IN")
        let mustFail = fields.ifPresent("FAIL") != nil || fields.ifPresent("Result") != nil
        let message =
            mustFail && !fields.has(plaintextName) ? [] : try fields.quotedOrHex(plaintextName)
        let ciphertext = try fields.quotedOrHex(fields.first(of: "CT", "Ciphertext"))
        let tag = try fields.quotedOrHex(fields.first(of: "Tag", "TAG", "tag"))
        let aadName = fields.first(of: "AAD", "AD")
        let common: NamedValues = [
            "key": .bytes(try fields.quotedOrHex(fields.first(of: "Key", "KEY"))),
            "nonce": .bytes(try fields.quotedOrHex(fields.first(of: "IV", "NONCE", "Nonce"))),
            "aad": .bytes(fields.has(aadName) ? try fields.quotedOrHex(aadName) : []),
        ]
        return Self.trial(name, common, message: mustFail ? nil : message, ciphertext: ciphertext, tag: tag)
    }

    /// SP 800-38C's files: the tag follows the ciphertext, and nothing at all is written as one zero byte.
    private func ccm(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let aadByteCount = try fields.int("Alen")
        let messageByteCount = try fields.int("Plen")
        let tagByteCount = try fields.int("Tlen")
        let nonce = try fields.bytes("Nonce")
        guard try fields.int("Nlen") == nonce.count else {
            throw VectorError(.invalidField, at: "Nonce", "the nonce has \(nonce.count) bytes, not Nlen")
        }
        let sealed = try fields.bytes("CT")
        guard sealed.count == messageByteCount + tagByteCount else {
            throw VectorError(.invalidField, at: "CT", "the ciphertext has \(sealed.count) bytes, not Plen and Tlen")
        }
        var message: [UInt8]?
        let isGenuine = fields.has("Result") ? try fields.text("Result").hasPrefix("Pass") : true
        if isGenuine {
            message = messageByteCount == 0 ? [] : try fields.bytes("Payload")
        }
        fields.passOver("Payload", because: "one zero byte where there is no payload")
        let aad = try fields.bytes("Adata")
        let common: NamedValues = [
            "key": .bytes(try fields.bytes("Key")), "nonce": .bytes(nonce),
            "aad": .bytes(aadByteCount == 0 ? [] : aad),
        ]
        return Self.trial(
            name, common, message: message, ciphertext: Array(sealed.prefix(messageByteCount)),
            tag: Array(sealed.suffix(tagByteCount)))
    }

    private func siv(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        var inputs: NamedValues = ["key": .bytes(try fields.bytes("Key"))]
        // Strings after the first; the first is always there in the question, and empty strings count.
        var strings = try fields.bytesIfPresent("AAD").map { [$0] } ?? []
        while let string = try fields.bytesIfPresent("AAD\(strings.count + 1)") { strings.append(string) }
        for (index, string) in strings.enumerated() { inputs["aad\(index + 1)"] = .bytes(string) }
        return Self.trial(
            name, inputs, message: try fields.bytes("Plaintext"), ciphertext: try fields.bytes("Ciphertext"),
            tag: try fields.bytes("Tag"))
    }

    /// Sealing and opening; without a message the tag must not fit.
    static func trial(
        _ name: String, _ common: NamedValues, message: [UInt8]?, ciphertext: [UInt8], tag: [UInt8]
    ) -> Trial {
        var opening = common
        opening["ct"] = .bytes(ciphertext)
        opening["tag"] = .bytes(tag)
        guard let message else { return .steps([.init(Question("open", name, opening), .refusal)]) }
        var sealing = common
        sealing["msg"] = .bytes(message)
        sealing["tagByteCount"] = .int(tag.count)
        return .steps([
            .init(Question("seal", name, sealing), .outputs(["ct": .bytes(ciphertext), "tag": .bytes(tag)])),
            .init(Question("open", name, opening), .outputs(["msg": .bytes(message)])),
        ])
    }
}

extension CaseFields {
    /// The first of some names that the case has, or else the first of them.
    func first(of names: String...) -> String { names.first { has($0) } ?? names[0] }

    /// Text in quotes as it stands there, or bytes in hexadecimal digits.
    mutating func quotedOrHex(_ name: String) throws(VectorError) -> [UInt8] {
        if case .text(let text) = ifPresent(name)?.content, text.utf8.count > 1, text.hasPrefix("\""),
            text.hasSuffix("\"")
        {
            return Array(text.utf8.dropFirst().dropLast())
        }
        return try bytes(name)
    }
}
