import ArcaCodecs
import ArcaCrypto
import ArcaVectors
import Testing

/// AES-GCM, CCM, SIV and ChaCha20-Poly1305 on NIST's and the RFCs' vectors: sealed, opened, and refused when changed.
@Suite struct AEADVectorTests {
    static let gcmFiles = VectorFiles.entries(in: "aes-gcm")
    static let ccmFiles = VectorFiles.entries(in: "aes-ccm")
    static let sivFiles = VectorFiles.entries(in: "aes-siv")
    static let chaChaFiles = VectorFiles.entries(in: "chacha20-poly1305")

    @Test("GCM seals, opens and refuses as published", arguments: gcmFiles)
    func gcm(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = [
            "Keylen", "IVlen", "PTlen", "AADlen", "Taglen", "Count", "Key", "IV", "CT", "AAD", "Tag", "PT",
        ]
        try VectorFiles.run(entry, fields: fields) { vector in
            let fails = vector.marks == ["FAIL"]
            guard fails == (vector["PT"] == nil) else { return false }
            let message = try Sealing(
                cipher: "aes-\(vector.integer("Keylen"))-gcm", key: vector.bytes("Key"), nonce: vector.bytes("IV"),
                aad: vector.bytes("AAD"), ciphertext: vector.bytes("CT"), tag: vector.bytes("Tag"),
                plaintext: fails ? nil : vector.bytes("PT"))
            let lengths = ["Keylen", "IVlen", "PTlen", "AADlen", "Taglen"].map { vector[$0] }
            let found = [message.key, message.nonce, message.ciphertext, message.aad, message.tag]
            guard lengths == found.map({ "\($0.count * 8)" }) else { return false }
            return try message.holds() && message.holdsAsGMAC()
        }
    }

    @Test("CCM seals, opens and refuses as published", arguments: ccmFiles)
    func ccm(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = [
            "Alen", "Plen", "Nlen", "Tlen", "Key", "Count", "Nonce", "Adata", "CT", "Payload", "Result",
        ]
        try VectorFiles.run(entry, fields: fields) { vector in
            let tagCount = try vector.integer("Tlen")
            let plainCount = try vector.integer("Plen")
            let result = vector["Result"]
            guard [nil, "Pass", "Fail"].contains(result), (result == "Fail") == (vector["Payload"] == nil) else {
                return false
            }
            let key = try vector.bytes("Key")
            let sealed = try vector.bytes("CT")
            // Nothing is written as one zero byte.
            let message = try Sealing(
                cipher: "aes-\(key.count * 8)-ccm", key: key, nonce: vector.bytes("Nonce"),
                aad: vector["Alen"] == "0" ? [] : vector.bytes("Adata"),
                ciphertext: Array(sealed.dropLast(tagCount)), tag: Array(sealed.suffix(tagCount)),
                plaintext: result == "Fail" ? nil : plainCount == 0 ? [] : vector.bytes("Payload"))
            let lengths = try [vector.integer("Alen"), plainCount, vector.integer("Nlen"), tagCount]
            let found = [message.aad, message.ciphertext, message.nonce, message.tag].map(\.count)
            return try lengths == found && entry.name.hasSuffix("\(key.count * 8)") && message.holds()
        }
    }

    @Test("SIV seals and opens as published, with any number of associated strings", arguments: sivFiles)
    func siv(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = ["COUNT", "Key", "AAD", "AAD2", "AAD3", "Tag", "Plaintext", "Ciphertext"]
        try VectorFiles.run(entry, fields: fields) { vector in
            let key = SymmetricKey(copying: try vector.bytes("Key"))
            let strings = try ["AAD", "AAD2", "AAD3"].filter { vector[$0] != nil }.map { try vector.bytes($0) }
            let plaintext = try vector.bytes("Plaintext")
            let sealed = try vector.bytes("Tag") + vector.bytes("Ciphertext")
            guard try AES.SIV.seal(plaintext, using: key, authenticating: strings) == sealed,
                try AES.SIV.open(sealed, using: key, authenticating: strings) == plaintext
            else { return false }
            return Sealing.isRefused { () throws(CryptoError) in
                try AES.SIV.open(sealed, using: key, authenticating: strings + [[]])
            }
        }
    }

    @Test("ChaCha20-Poly1305 seals, opens and refuses as published", arguments: chaChaFiles)
    func chaChaPoly(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = [
            "COUNT", "KEY", "NONCE", "IN", "AD", "CT", "TAG", "Key", "IV", "AAD", "Tag", "Plaintext", "Ciphertext",
            "Result",
        ]
        try VectorFiles.run(entry, fields: fields) { vector in
            let names =
                entry.name == "boringssl"
                ? ["KEY", "NONCE", "AD", "CT", "TAG", "IN"] : ["Key", "IV", "AAD", "Ciphertext", "Tag", "Plaintext"]
            let parts = try names.map { try Self.quotedOrHex(vector.required($0)) }
            guard [nil, "CIPHERFINAL_ERROR"].contains(vector["Result"]) else { return false }
            return try Sealing(
                cipher: "chacha20-poly1305", key: parts[0], nonce: parts[1], aad: parts[2], ciphertext: parts[3],
                tag: parts[4], plaintext: vector["Result"] == nil ? parts[5] : nil
            ).holds()
        }
    }

    private static func quotedOrHex(_ field: CAVPField) throws -> [UInt8] {
        guard field.value.hasPrefix("\""), field.value.hasSuffix("\""), field.value.count > 1 else {
            return try field.bytes
        }
        return Array(field.value.utf8.dropFirst().dropLast())
    }
}

/// A message as a file describes it; without a plaintext it must be refused.
private struct Sealing {
    let cipher: String
    let key: [UInt8]
    let nonce: [UInt8]
    let aad: [UInt8]
    let ciphertext: [UInt8]
    let tag: [UInt8]
    let plaintext: [UInt8]?

    /// Whether the cipher does with it what the file says, and refuses it with any part changed.
    func holds() throws -> Bool {
        let cipher = try Cipher(named: cipher)
        let key = SymmetricKey(copying: key)
        func opens(_ sealed: [UInt8], _ aad: [UInt8]) throws(CryptoError) -> [UInt8] {
            try cipher.open(sealed, using: key, nonce: nonce, authenticating: aad, tagByteCount: tag.count)
        }
        let sealed = ciphertext + tag
        guard let plaintext else {
            return Self.isRefused { () throws(CryptoError) in try opens(sealed, aad) }
        }
        guard
            try cipher.seal(plaintext, using: key, nonce: nonce, authenticating: aad, tagByteCount: tag.count)
                == sealed,
            try opens(sealed, aad) == plaintext
        else { return false }
        if cipher.isStreamable {
            let stream = try CipherStream(
                encrypting: cipher, using: key, iv: nonce, authenticating: aad, tagByteCount: tag.count)
            guard try stream.run(plaintext, splitAt: plaintext.count / 3) == sealed else { return false }
        }
        var changed = sealed
        changed[sealed.count - 1] ^= 0x80
        var changedAAD = aad
        if aad.isEmpty { changedAAD = [0] } else { changedAAD[0] ^= 1 }
        return Self.isRefused { () throws(CryptoError) in try opens(changed, aad) }
            && Self.isRefused { () throws(CryptoError) in try opens(sealed, changedAAD) }
    }

    /// Whether GMAC gives the tag of a GCM message without plaintext; true for others, and for nonces that it refuses.
    func holdsAsGMAC() throws -> Bool {
        guard ciphertext.isEmpty, tag.count == 16 else { return true }
        let key = SymmetricKey(copying: key)
        let options = MACFunction.Options(nonce: nonce)
        return try MACFunction.gmac.isValid(tag, for: aad, using: key, options: options) == (plaintext != nil)
    }

    static func isRefused(_ open: () throws(CryptoError) -> [UInt8]) -> Bool {
        do throws(CryptoError) {
            _ = try open()
            return false
        } catch {
            return error.code == .authenticationFailed
        }
    }
}
