internal import ArcaCore

/// AES and 3DES in ECB, CBC, CFB, OFB and CTR without padding: known answers and multi-block messages.
struct CAVPBlockCipher: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        if let reason = Self.reasonToSkip(name) { return .skip(reason) }
        _ = try fields.cavpEncrypts()
        var inputs: NamedValues = ["key": .bytes(try fields.cavpKey())]
        if name.hasSuffix("ecb") || name.hasSuffix("cbc") { inputs["padding"] = .text("none") }
        if let iv = try fields.bytesIfPresent("IV") { inputs["iv"] = .bytes(iv) }
        let plaintext = try fields.cavpText("PLAINTEXT", name, &inputs)
        let ciphertext = try fields.cavpText("CIPHERTEXT", name, &inputs)
        // Each case can be checked in both directions.
        return .roundTrip(name, inputs, message: plaintext, ciphertext: ciphertext)
    }

    /// The reason to skip an interleaved or pipelined mode, or nil.
    static func reasonToSkip(_ name: String) -> String? {
        let mode = name.split(separator: "-").last ?? ""
        if ["cbci", "ofbi"].contains(mode) { return "Arca has no interleaved modes of 3DES" }
        if mode.hasPrefix("cfbp") { return "Arca has no pipelined modes of 3DES" }
        return nil
    }
}

/// AES-XTS, with the tweak as bytes or as a data unit number.
struct CAVPXTS: VectorFamily {
    let name = "aes-xts"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        _ = try fields.cavpEncrypts()
        let bitCount = try fields.int("DataUnitLen")
        guard bitCount.isMultiple(of: 8) else {
            return .skip("data units of \(bitCount) bits, which are not whole bytes")
        }
        let plaintext = try fields.bytes("PT")
        guard plaintext.count * 8 == bitCount else {
            throw VectorError(.invalidField, at: "PT", "the data unit is not DataUnitLen bits long")
        }
        var tweak = try fields.bytesIfPresent("i") ?? []
        if fields.has("DataUnitSeqNumber") { tweak = try fields.xtsTweak("DataUnitSeqNumber") }
        return .roundTrip(
            name, ["key": try fields.value("Key"), "iv": .bytes(tweak)], message: .bytes(plaintext),
            ciphertext: try fields.value("CT"))
    }
}

/// AES key wrap, with and without padding; some ciphertexts are forged.
struct CAVPKeyWrap: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver(
            "PLAINTEXT LENGTH", "mode", because: "the length in bits of the key that is wrapped, and the algorithm")
        let inputs: NamedValues = ["key": try fields.value(fields.first(of: "K", "Key"))]
        let wrapped = try fields.value(fields.first(of: "C", "Output"))
        guard fields.ifPresent("FAIL") == nil else {
            return .step("decrypt", name, inputs: inputs.with("ct", wrapped), expected: .refusal)
        }
        return .roundTrip(
            name, inputs, message: try fields.value(fields.first(of: "P", "Input")), ciphertext: wrapped)
    }
}

/// AES-GCM and AES-CCM of NIST, and other AEAD ciphers in files with the same layout.
struct CAVPAEAD: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        if name == "aes-ccm" { return try ccm(&fields) }
        if name == "aes-siv" { return try siv(&fields) }
        fields.passOver(
            "Keylen", "IVlen", "PTlen", "AADlen", "Taglen", because: "the lengths in bits of what else the case has")
        let plaintextName = fields.first(of: "PT", "Plaintext", "PLAINTEXT", "IN")
        let mustFail = fields.ifPresent("FAIL") != nil || fields.ifPresent("Result") != nil
        let message =
            mustFail && !fields.has(plaintextName) ? [] : try fields.quotedOrHex(plaintextName)
        let ciphertext = try fields.quotedOrHex(fields.first(of: "CT", "Ciphertext", "CIPHERTEXT"))
        let tag = try fields.quotedOrHex(fields.first(of: "Tag", "TAG", "tag"))
        let aadName = fields.first(of: "AAD", "AD")
        let inputs: NamedValues = [
            "key": .bytes(try fields.quotedOrHex(fields.first(of: "Key", "KEY"))),
            "nonce": .bytes(try fields.quotedOrHex(fields.first(of: "IV", "NONCE", "Nonce"))),
            "aad": .bytes(try fields.bytesIfPresent(aadName, declaredBy: "AADlen") ?? []),
        ]
        return .sealing(name, inputs, message: mustFail ? nil : message, ciphertext: ciphertext, tag: tag)
    }

    /// NIST SP 800-38C files: the tag follows the ciphertext, and an empty message is written as one zero byte.
    private func ccm(_ fields: inout CaseFields) throws -> TestPlan {
        let aadByteCount = try fields.int("Alen")
        let (messageByteCount, tagByteCount) = (try fields.int("Plen"), try fields.int("Tlen"))
        let nonce = try fields.bytes("Nonce")
        guard try fields.int("Nlen") == nonce.count else {
            throw VectorError(.invalidField, at: "Nonce", "the nonce has \(nonce.count) bytes, not Nlen")
        }
        let sealed = try fields.bytes("CT")
        guard messageByteCount >= 0, tagByteCount >= 0, messageByteCount <= sealed.count,
            sealed.count - messageByteCount == tagByteCount
        else {
            throw VectorError(.invalidField, at: "CT", "the ciphertext has \(sealed.count) bytes, not Plen and Tlen")
        }
        var message: [UInt8]?
        let isGenuine = fields.has("Result") ? try fields.text("Result").hasPrefix("Pass") : true
        if isGenuine { message = messageByteCount == 0 ? [] : try fields.bytes("Payload") }
        fields.passOver("Payload", because: "one zero byte where there is no payload")
        let aad = try fields.bytes("Adata")
        return .sealing(
            name,
            ["key": try fields.value("Key"), "nonce": .bytes(nonce), "aad": .bytes(aadByteCount == 0 ? [] : aad)],
            message: message, ciphertext: Array(sealed.prefix(messageByteCount)),
            tag: Array(sealed.suffix(tagByteCount)))
    }

    private func siv(_ fields: inout CaseFields) throws -> TestPlan {
        var inputs: NamedValues = ["key": try fields.value("Key")]
        // The associated strings; the first is always part of the request, even if empty.
        var strings = try fields.bytesIfPresent("AAD").map { [$0] } ?? []
        while let string = try fields.bytesIfPresent("AAD\(strings.count + 1)") { strings.append(string) }
        for (index, string) in strings.enumerated() { inputs["aad\(index + 1)"] = .bytes(string) }
        return .sealing(
            name, inputs, message: try fields.bytes("Plaintext"), ciphertext: try fields.bytes("Ciphertext"),
            tag: try fields.bytes("Tag"))
    }
}

extension CaseFields {
    mutating func cavpEncrypts() throws(VectorError) -> Bool {
        let word = try text("mode")
        guard ["ENCRYPT", "DECRYPT"].contains(word) else {
            throw VectorError(.invalidField, at: "mode", "the bracket says \(word), not ENCRYPT or DECRYPT")
        }
        return word == "ENCRYPT"
    }

    /// Whether the result is `P`, possibly with an explanation; otherwise it must be `F`.
    mutating func cavpPasses() throws(VectorError) -> Bool {
        let result = try text("Result")
        guard ["P", "F"].contains(result.prefix(1)) else {
            throw VectorError(.invalidField, at: "Result", "the result is \(result), not P or F")
        }
        return result.hasPrefix("P")
    }

    /// The key from `KEY`, `KEYs` (repeated three times) or three separate fields; `prefix` precedes the names.
    mutating func cavpKey(_ prefix: String = "") throws(VectorError) -> [UInt8] {
        if has(prefix + "KEY") { return try bytes(prefix + "KEY") }
        if has(prefix + "KEYs") {
            let key = try bytes(prefix + "KEYs")
            return key + key + key
        }
        return try bytes(prefix + "KEY1") + bytes(prefix + "KEY2") + bytes(prefix + "KEY3")
    }

    /// A text in hexadecimal digits, or in bits for CFB1, which adds the number of bits to `inputs`.
    mutating func cavpText(
        _ name: String, _ algorithm: String, _ inputs: inout NamedValues
    ) throws(VectorError) -> VectorValue {
        guard algorithm.hasSuffix("cfb1") else { return try value(name) }
        let digits = try text(name)
        var bytes = [UInt8](repeating: 0, count: (digits.utf8.count + 7) / 8)
        for (index, digit) in digits.utf8.enumerated() {
            guard digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
                throw VectorError(.invalidField, at: name, "\(name) does not consist of binary digits")
            }
            if digit == UInt8(ascii: "1") { bytes[index / 8] |= 0x80 >> (index % 8) }
        }
        inputs["bitCount"] = .int(digits.utf8.count)
        return .bytes(bytes)
    }

    /// The XTS tweak for a data unit number: 128 bits, little-endian.
    mutating func xtsTweak(_ name: String) throws(VectorError) -> [UInt8] {
        let number = try int(name)
        return (0..<16).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
    }
}
