internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import ArcaVectors
import Testing

/// RSA with the test vectors of RSA Laboratories, NIST and pyca.
@Suite struct RSAVectorTests {
    static let entries = VectorFiles.entries(in: "rsa")
    static let keyFields: Set<String> = ["n", "e", "d", "p", "q", "COUNT"]

    private static func entries(_ prefixes: String...) -> [VectorFiles.Entry] {
        entries.filter { entry in prefixes.contains { entry.name.hasPrefix($0) } }
    }

    @Test("decrypts published OAEP ciphertexts with each pair of hashes", arguments: entries("oaep-excerpt"))
    func oaep(entry: VectorFiles.Entry) throws {
        try VectorFiles.run(entry, fields: Self.keyFields.union(["hash", "mgf", "Msg", "CT"])) { vector in
            let key = try privateKey(vector)
            let hash = try AnyHashFunction(named: vector.required("hash").value)
            let mask = try AnyHashFunction(named: vector.required("mgf").value)
            let ciphertext = try vector.bytes("CT")
            let padding = RSAEncryptionPadding.oaep(.init(hash: hash, maskHash: mask))
            let message = try vector.bytes("Msg")
            let other = RSAEncryptionPadding.oaep(.init(hash: hash, maskHash: mask, label: [0]))
            return try constantTimeEqual(key.decrypt(ciphertext, padding: padding), message)
                && constantTimeEqual(
                    key.decrypt(key.publicKey.encrypt(message, padding: padding), padding: padding), message)
                && isRefused { () throws(CryptoError) in try key.decrypt(ciphertext, padding: other) }
        }
    }

    @Test("decrypts published OAEP ciphertexts with a label", arguments: entries("oaep-label"))
    func oaepLabel(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = ["COUNT", "KEY", "RSAPadding", "OAEPDigest", "OAEPLabel", "Input", "Output"]
        try VectorFiles.run(entry, fields: fields) { vector in
            // PKCS#8: following two versions, the numbers are in a fixed order.
            let integers = DERIntegers.all(in: try vector.bytes("KEY"))
            let key = try RSAPrivateKey(
                RSAPrivateNumbers(
                    publicNumbers: RSAPublicNumbers(modulus: integers[2], exponent: integers[3]),
                    privateExponent: integers[4], prime1: integers[5], prime2: integers[6], exponent1: integers[7],
                    exponent2: integers[8], coefficient: integers[9]))
            let hash = try AnyHashFunction(named: vector.required("OAEPDigest").value)
            let padding = RSAEncryptionPadding.oaep(.init(hash: hash, label: try vector.bytes("OAEPLabel")))
            let ciphertext = try vector.bytes("Input")
            return try "\"" + String(decoding: [UInt8](bytes: key.decrypt(ciphertext, padding: padding)), as: UTF8.self)
                + "\"" == vector["Output"]
                && isRefused { () throws(CryptoError) in try key.decrypt(ciphertext, padding: .oaep(.init(hash: hash)))
                }
        }
    }

    @Test("decrypts published PKCS#1 v1.5 ciphertexts", arguments: entries("pkcs1v15crypt"))
    func pkcs1Encryption(entry: VectorFiles.Entry) throws {
        try VectorFiles.run(entry, fields: Self.keyFields.union(["Msg", "Seed", "CT"])) { vector in
            let key = try privateKey(vector)
            let (message, ciphertext) = (try vector.bytes("Msg"), try vector.bytes("CT"))
            let block = try [0, 2] + vector.bytes("Seed") + [0] + message
            return try constantTimeEqual(key.decrypt(ciphertext, padding: .pkcs1v15), message)
                && key.publicKey.encryptRaw(block) == ciphertext
        }
    }

    @Test("creates the published PKCS#1 v1.5 signatures", arguments: entries("pkcs1v15sign"))
    func pkcs1Signatures(entry: VectorFiles.Entry) throws {
        try VectorFiles.run(entry, fields: Self.keyFields.union(["Msg", "S"])) { vector in
            let key = try privateKey(vector)
            let (message, signature) = (try vector.bytes("Msg"), try vector.bytes("S"))
            return try key.signature(for: message, padding: .pkcs1v15(.sha1)) == signature
                && key.publicKey.isValidSignature(signature, for: message, padding: .pkcs1v15(.sha1))
        }
    }

    @Test("verifies published PSS signatures, and checks the salt length", arguments: entries("pss-vect"))
    func pss(entry: VectorFiles.Entry) throws {
        try VectorFiles.run(entry, fields: Self.keyFields.union(["Msg", "SaltVal", "S"])) { vector in
            let key = try privateKey(vector).publicKey
            let (message, signature) = (try vector.bytes("Msg"), try vector.bytes("S"))
            let count = try vector.bytes("SaltVal").count
            func fits(_ count: Int) throws -> Bool {
                try key.isValidSignature(
                    signature, for: message, padding: .pss(.init(hash: .sha1, saltByteCount: count)))
            }
            let any = RSASignaturePadding.pssWithAnySalt(.init(hash: .sha1, saltByteCount: 0))
            return try fits(count) && !fits(count - 1) && !fits(0)
                && key.isValidSignature(signature, for: message, padding: any)
        }
    }

    @Test("gives the published verification results, forged paddings included", arguments: entries("SigVer", "SigGen"))
    func verification(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = [
            "mod", "n", "e", "d", "p", "q", "SHAAlg", "Msg", "S", "SaltVal", "EM with hash moved",
            "EM with trailer wrong", "Result",
        ]
        try VectorFiles.run(entry, fields: fields) { vector in
            let hash = try AnyHashFunction(named: vector.required("SHAAlg").value)
            let salt = vector["SaltVal"].map { $0 == "00" ? [] : hex($0) } ?? []
            let padding: RSASignaturePadding =
                entry.name.contains("PSS")
                ? .pss(.init(hash: hash, saltByteCount: salt.count)) : .pkcs1v15(hash)
            let key = try RSAPublicKey(modulus: number(vector, "n"), exponent: number(vector, "e"))
            let isValid = try key.isValidSignature(number(vector, "S"), for: number(vector, "Msg"), padding: padding)
            guard key.bitCount == (try vector.integer("mod")) else { return false }
            return isValid == (vector["Result"].map { $0 == "P" } ?? true)
        }
    }

    private func privateKey(_ vector: CAVPCase) throws -> RSAPrivateKey {
        try RSAPrivateKey(
            RSAPrivateNumbers(
                publicNumbers: RSAPublicNumbers(modulus: number(vector, "n"), exponent: number(vector, "e")),
                privateExponent: number(vector, "d"),
                primes: [SecretBytes(copying: number(vector, "p")), SecretBytes(copying: number(vector, "q"))]))
    }

    /// A number; some files omit its leading zero digit.
    private func number(_ vector: CAVPCase, _ name: String) throws -> [UInt8] {
        let digits = try vector.required(name).value.lowercased()
        return hex(digits.count.isMultiple(of: 2) ? digits : "0" + digits)
    }

    private func isRefused(_ body: () throws(CryptoError) -> SecretBytes) -> Bool {
        do throws(CryptoError) {
            _ = try body()
            return false
        } catch {
            return error.code == .decryptionFailed
        }
    }
}

/// All integers of a DER structure, at any depth.
private enum DERIntegers {
    static func all(in der: [UInt8]) -> [[UInt8]] {
        var integers: [[UInt8]] = []
        var index = 0
        while index + 1 < der.count {
            let tag = der[index]
            var count = Int(der[index + 1])
            index += 2
            if count >= 0x80 {
                let digits = count & 0x7f
                count = der[index..<index + digits].reduce(0) { $0 << 8 | Int($1) }
                index += digits
            }
            let content = Array(der[index..<index + count])
            index += count
            switch tag {
            case 0x02: integers.append(content)
            case 0x30, 0x04: integers += all(in: content)
            default: break
            }
        }
        return integers
    }
}
