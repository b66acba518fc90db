import ArcaCodecs
import ArcaCrypto
import ArcaVectors
import Testing

/// AES and 3DES in the modes that authenticate nothing, on NIST's known-answer, multi-block and Monte Carlo files.
@Suite struct BlockModeVectorTests {
    static let entries = VectorFiles.entries(in: "aes-modes") + VectorFiles.entries(in: "tdes")
    static let messageFiles = entries.filter { !$0.name.contains("MCT") }
    static let chainFiles = entries.filter { $0.name.contains("MCT") }

    @Test("messages encrypt and decrypt as published", arguments: messageFiles)
    func messages(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = [
            "COUNT", "KEY", "KEYs", "KEY1", "KEY2", "KEY3", "IV", "PLAINTEXT", "CIPHERTEXT",
        ]
        try VectorFiles.run(entry, fields: fields) { vector in
            guard vector.modes == ["ENCRYPT"] || vector.modes == ["DECRYPT"] else { return false }
            let iv = vector["IV"] == nil ? [] : try vector.bytes("IV")
            let readsBits = entry.name.contains("CFB1") && !entry.name.contains("CFB128")
            let plaintext = try Text(vector.required("PLAINTEXT"), readsBits: readsBits)
            let ciphertext = try Text(vector.required("CIPHERTEXT"), readsBits: readsBits)
            let ciphers = try Self.ciphers(entry, vector)
            guard !ciphers.isEmpty else { return false }
            for (name, key) in ciphers {
                let cipher = try Cipher(named: name)
                let key = SymmetricKey(copying: key)
                let encrypted = try cipher.encrypt(plaintext.bytes, using: key, iv: iv, padding: Cipher.Padding.none)
                let decrypted = try cipher.decrypt(ciphertext.bytes, using: key, iv: iv, padding: Cipher.Padding.none)
                let encryption = try CipherStream(encrypting: cipher, using: key, iv: iv, padding: Cipher.Padding.none)
                let decryption = try CipherStream(decrypting: cipher, using: key, iv: iv, padding: Cipher.Padding.none)
                guard ciphertext.agrees(with: encrypted), plaintext.agrees(with: decrypted),
                    try encryption.run(plaintext.bytes, splitAt: vector.number) == encrypted,
                    try decryption.run(ciphertext.bytes, splitAt: vector.number) == decrypted
                else { return false }
            }
            return true
        }
    }

    @Test("Monte Carlo chains of 100 times 1,000 encryptions end as published", arguments: chainFiles)
    func chains(entry: VectorFiles.Entry) throws {
        var next: [String: AESChain] = [:]
        try VectorFiles.run(entry, fields: ["COUNT", "KEY", "IV", "PLAINTEXT", "CIPHERTEXT"]) { vector in
            let encrypts = vector.modes == ["ENCRYPT"]
            let (name, key) = try #require(Self.ciphers(entry, vector).first)
            let start = AESChain(
                key: key, iv: try vector.bytes("IV"), text: try vector.bytes(encrypts ? "PLAINTEXT" : "CIPHERTEXT"))
            // What the step before led to is what the file starts this step with.
            if let expected = next[vector.modes[0]] { guard start == expected else { return false } }
            var chain = start
            let output = try chain.run(Cipher(named: name), encrypts: encrypts)
            next[vector.modes[0]] = chain
            return try output == vector.bytes(encrypts ? "CIPHERTEXT" : "PLAINTEXT")
        }
        #expect(next.count == 2)
    }

    /// The ciphers that a case is for, with the key as each takes it.
    private static func ciphers(_ entry: VectorFiles.Entry, _ vector: CAVPCase) throws -> [(String, [UInt8])] {
        if entry.path.hasPrefix("tdes") {
            let mode = ["ECB", "CBC", "OFB", "CFB64", "CFB8", "CFB1"].first { entry.name.hasPrefix("T" + $0) }
            let suffix = try #require(mode).lowercased()
            let keys =
                try vector["KEYs"] == nil
                ? ["KEY1", "KEY2", "KEY3"].map { name in try vector.bytes(name) }
                : [[UInt8]](repeating: vector.bytes("KEYs"), count: 3)
            var ciphers = [("des-ede3-" + suffix, keys[0] + keys[1] + keys[2])]
            if keys[0] == keys[2] { ciphers.append(("des-ede-" + suffix, keys[0] + keys[1])) }
            if keys[0] == keys[1], keys[0] == keys[2] { ciphers.append(("des-" + suffix, keys[0])) }
            return ciphers
        }
        let key = try vector.bytes("KEY")
        let size = "\(key.count * 8)"
        guard entry.name.hasSuffix(size) || entry.name == "aes-\(size)-ctr" else { return [] }
        let mode = ["ECB", "CBC", "OFB", "CFB128", "CFB8", "CFB1"].first { entry.name.hasPrefix($0) } ?? "CTR"
        return [("aes-\(size)-\(mode)", key)]
    }

    /// A text of whole bytes, or of bits with zero bits behind.
    private struct Text {
        let bytes: [UInt8]
        let bitCount: Int

        init(_ field: CAVPField, readsBits: Bool) throws {
            guard readsBits else {
                bytes = try field.bytes
                bitCount = bytes.count * 8
                return
            }
            let bits = try field.bits
            bitCount = bits.count
            var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
            for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 0x80 >> (index % 8) }
            self.bytes = bytes
        }

        /// Whether the bits that the text has are those of `other`; a bit of CFB1 depends on those before it alone.
        func agrees(with other: [UInt8]) -> Bool {
            guard other.count == bytes.count, bitCount > 0 else { return false }
            let whole = bitCount / 8
            guard bytes[..<whole] == other[..<whole] else { return false }
            return bitCount % 8 == 0 || (bytes[whole] ^ other[whole]) >> (8 - bitCount % 8) == 0
        }
    }
}

/// One step of the Monte Carlo test: what it starts with, and how it leads to the next (AESAVS, section 6.4).
private struct AESChain: Equatable {
    var key: [UInt8]
    var iv: [UInt8]
    var text: [UInt8]

    /// Runs 1,000 encryptions, moves on to the next step's start, and gives the last output.
    mutating func run(_ cipher: Cipher, encrypts: Bool) throws -> [UInt8] {
        let key = SymmetricKey(copying: key)
        let segment = text.count
        var register = iv
        // The outputs, with the initialisation vector before them: the input follows one block behind.
        var outputs = iv
        var input = text
        for step in 0..<1000 {
            let output =
                try encrypts
                ? cipher.encrypt(input, using: key, iv: register, padding: Cipher.Padding.none)
                : cipher.decrypt(input, using: key, iv: register, padding: Cipher.Padding.none)
            if cipher.name.hasSuffix("OFB") {
                register = zip(input, output).map { $0 ^ $1 }
            } else {
                register = Array(register.dropFirst(segment)) + (encrypts ? output : input)
            }
            input = Array(outputs[step * segment..<(step + 1) * segment])
            outputs += output
        }
        let change = outputs.suffix(self.key.count)
        self.key = zip(self.key, change).map { $0 ^ $1 }
        iv = Array(outputs.suffix(16))
        text = input
        return Array(outputs.suffix(segment))
    }
}
