import ArcaCodecs
import ArcaCrypto
import ArcaVectors
import Testing

/// PBKDF2, scrypt and HKDF on the vectors of their RFCs.
@Suite struct DerivationVectorTests {
    static let pbkdf2Files = VectorFiles.entries(in: "pbkdf2")
    static let scryptFiles = VectorFiles.entries(in: "scrypt")
    static let hkdfFiles = VectorFiles.entries(in: "hkdf")
    static let entries = pbkdf2Files + scryptFiles + hkdfFiles

    @Test("PBKDF2 keys are as published", arguments: pbkdf2Files)
    func pbkdf2(entry: VectorFiles.Entry) throws {
        let function = try HashFunction(named: String(entry.name.split(separator: "-")[3]))
        let fields: Set<String> = [
            "COUNT", "PASSWORD", "SALT", "HEX_PASSWORD", "HEX_SALT", "ITERATIONS", "LENGTH", "DERIVED_KEY",
        ]
        try VectorFiles.run(entry, fields: fields) { vector in
            let iterations = try vector.integer("ITERATIONS")
            // The 16,777,216 iterations of RFC 6070 take seconds: they run with all vectors.
            if iterations == 16_777_216, !VectorFiles.runsAll { return entry.name.hasPrefix("rfc-6070") }
            let key = try PBKDF2.deriveKey(
                from: Self.text(vector, "PASSWORD"), salt: Self.text(vector, "SALT"), using: function,
                iterations: iterations, outputByteCount: vector.integer("LENGTH"))
            return try key == SymmetricKey(copying: vector.bytes("DERIVED_KEY"))
        }
    }

    @Test("scrypt keys are as published, also with an empty salt", arguments: scryptFiles)
    func scrypt(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = ["COUNT", "PASSWORD", "SALT", "N", "r", "p", "LENGTH", "DERIVED_KEY"]
        try VectorFiles.run(entry, fields: fields) { vector in
            let n = try vector.integer("N")
            // RFC 7914's last case takes 1 GiB of memory: it runs with all vectors.
            if n == 1 << 20, !VectorFiles.runsAll { return vector.number == entry.caseCount }
            guard n.nonzeroBitCount == 1 else { return false }
            let cost = try Scrypt.Cost(
                logN: n.trailingZeroBitCount, r: vector.integer("r"), p: vector.integer("p"))
            let key = try Scrypt.deriveKey(
                from: Self.text(vector, "PASSWORD"), salt: Self.text(vector, "SALT"), cost: cost,
                outputByteCount: vector.integer("LENGTH"), memoryLimit: cost.memoryByteCount)
            return try key == SymmetricKey(copying: vector.bytes("DERIVED_KEY"))
        }
    }

    @Test("HKDF extracts and expands as published", arguments: hkdfFiles)
    func hkdf(entry: VectorFiles.Entry) throws {
        try VectorFiles.run(entry, fields: ["COUNT", "Hash", "IKM", "salt", "info", "L", "PRK", "OKM"]) { vector in
            let function = try HKDFFunction(HashFunction(named: vector.required("Hash").value))
            let material = try vector.bytes("IKM")
            let salt = try vector.bytes("salt")
            let info = try vector.bytes("info")
            let count = try vector.integer("L")
            let extracted = try function.extract(inputKeyMaterial: material, salt: salt)
            if vector["PRK"] != nil {
                guard try extracted == SymmetricKey(copying: vector.bytes("PRK")) else { return false }
            }
            let expected = SymmetricKey(copying: try vector.bytes("OKM"))
            let key = try function.deriveKey(
                inputKeyMaterial: material, salt: salt, info: info, outputByteCount: count)
            return try key == expected
                && function.expand(pseudoRandomKey: extracted, info: info, outputByteCount: count) == expected
        }
    }

    /// A text, in which `\0` stands for a zero byte, or the bytes of its hexadecimal form.
    private static func text(_ vector: CAVPCase, _ name: String) throws -> [UInt8] {
        guard let text = vector[name] else { return try vector.bytes("HEX_" + name) }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x30, bytes.last == 0x5c { bytes[bytes.count - 1] = 0 } else { bytes.append(byte) }
        }
        return bytes
    }
}
