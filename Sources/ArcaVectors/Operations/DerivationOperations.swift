internal import ArcaCore
internal import ArcaCrypto
internal import Synchronization

/// Key derivation: HKDF, as a whole and in its two steps, PBKDF2, and the derivations of SP 800-56C and X9.63; the
/// algorithm is the hash function.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `hkdf` | `ikm`, `salt`, `info`, `outputByteCount` | `key` |
/// | `hkdf-extract` | `ikm`, `salt` | `prk` |
/// | `hkdf-expand` | `prk`, `info`, `outputByteCount` | `key` |
/// | `pbkdf2` | `password`, `salt`, `iterations`, `outputByteCount` | `key` |
/// | `concat-kdf`, `x963-kdf` | `ikm`, `info`, `outputByteCount` | `key` |
enum DeriveOperation: VectorOperation {
    static let names = ["hkdf", "hkdf-extract", "hkdf-expand", "pbkdf2", "concat-kdf", "x963-kdf"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let hash = try HashOperation.function(request.algorithm)
        switch request.operation {
        case "hkdf":
            let key = try HKDFFunction(hash).deriveKey(
                inputKeyMaterial: try inputs.bytes("ikm"), salt: try inputs.bytes("salt"),
                info: try inputs.bytes("info"), outputByteCount: try inputs.int("outputByteCount"))
            return ["key": .bytes([UInt8](bytes: key))]
        case "hkdf-extract":
            let key = try HKDFFunction(hash).extract(
                inputKeyMaterial: try inputs.bytes("ikm"), salt: try inputs.bytes("salt"))
            return ["prk": .bytes([UInt8](bytes: key))]
        case "hkdf-expand":
            let key = try HKDFFunction(hash).expand(
                pseudoRandomKey: SymmetricKey(copying: try inputs.bytes("prk")), info: try inputs.bytes("info"),
                outputByteCount: try inputs.int("outputByteCount"))
            return ["key": .bytes([UInt8](bytes: key))]
        case "concat-kdf", "x963-kdf":
            let key = try SingleStepKDF.deriveKey(
                from: try inputs.bytes("ikm"), info: try inputs.bytes("info"), using: hash,
                outputByteCount: try inputs.int("outputByteCount"),
                libcryptoName: request.operation == "x963-kdf" ? "X963KDF" : "SSKDF")
            return ["key": .bytes([UInt8](bytes: key))]
        default:
            let key = try PBKDF2.deriveKey(
                from: try inputs.bytes("password"), salt: try inputs.bytes("salt"), using: hash,
                iterations: try inputs.int("iterations"), outputByteCount: try inputs.int("outputByteCount"))
            return ["key": .bytes([UInt8](bytes: key))]
        }
    }
}

/// Key derivation from passwords with scrypt, and with `argon2d`, `argon2i` and `argon2id`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `scrypt` | `password`, `salt`, `n`, `r`, `p`, `outputByteCount` | `key` |
/// | `argon2` | `password`, `salt`, `memoryKiB`, `passes`, `lanes`, `outputByteCount`; `secret`, `ad`, `version` | `key` |
enum ScryptOperation: VectorOperation {
    static let names = ["scrypt", "argon2"]
    /// Held during a derivation that needs much memory.
    private static let turn = Mutex(())

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        guard request.operation == "scrypt" else { return try argon2(request.algorithm, inputs) }
        let n = try inputs.int("n")
        guard n > 1, n.nonzeroBitCount == 1 else { throw OperationError.refused("N is \(n), not a power of two") }
        let cost = try Scrypt.Cost(logN: n.trailingZeroBitCount, r: try inputs.int("r"), p: try inputs.int("p"))
        return try derive("scrypt", cost.memoryByteCount) {
            try Scrypt.deriveKey(
                from: try inputs.bytes("password"), salt: try inputs.bytes("salt"), cost: cost,
                outputByteCount: try inputs.int("outputByteCount"), memoryLimit: cost.memoryByteCount)
        }
    }

    private static func argon2(_ algorithm: String, _ inputs: NamedValues) throws -> NamedValues {
        guard let variant = Argon2.Variant.allCases.first(where: { $0.name == algorithm }) else {
            throw OperationError.unsupported("Arca has no \(algorithm)")
        }
        let number = try inputs["version"] == nil ? Argon2.Version.v13.rawValue : inputs.int("version")
        guard let version = Argon2.Version(rawValue: number) else {
            throw OperationError.unsupported("Argon2 of version \(number)")
        }
        let cost = try Argon2.Cost(
            memoryKiB: inputs.int("memoryKiB"), passes: inputs.int("passes"), lanes: inputs.int("lanes"))
        return try derive("Argon2", cost.memoryByteCount) {
            try Argon2.deriveKey(
                from: try inputs.bytes("password"), salt: try inputs.bytes("salt"),
                secret: try inputs["secret"] == nil ? [] : inputs.bytes("secret"),
                associatedData: try inputs["ad"] == nil ? [] : inputs.bytes("ad"), variant: variant, version: version,
                cost: cost, outputByteCount: try inputs.int("outputByteCount"), memoryLimit: cost.memoryByteCount)
        }
    }

    private static func derive(
        _ name: String, _ byteCount: Int, _ body: () throws -> SymmetricKey
    ) throws -> NamedValues {
        guard byteCount <= CaseLimits.scryptByteCount else {
            throw OperationError.unsupported("\(name) with \(byteCount >> 20) MiB of memory")
        }
        let isLarge = byteCount > CaseLimits.scryptByteCount / 4
        let key = try isLarge ? turn.withLock { _ in try body() } : body()
        return ["key": .bytes([UInt8](bytes: key))]
    }
}

/// Password-based encryption: `pbe-encrypt` and `pbe-decrypt` with `pbes2-HASH-aes-BITS-cbc`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `pbe-encrypt` | `password`, `salt`, `iterations`, `iv`, `msg` | `ct` |
/// | `pbe-decrypt` | `password`, `salt`, `iterations`, `iv`, `ct` | `msg` |
///
/// Source: RFC 8018, section 6.2.
enum PasswordOperation: VectorOperation {
    static let names = ["pbe-encrypt", "pbe-decrypt"]

    static func respond(to request: Request) throws -> NamedValues {
        let words = request.algorithm.split(separator: "-")
        guard words.count == 5, words[0] == "pbes2", words[2] == "aes", words[4] == "cbc", let bitCount = Int(words[3])
        else { throw OperationError.unsupported("Arca has no \(request.algorithm)") }
        let hash = try HashOperation.function(words[1])
        let inputs = request.inputs
        let key = try PBKDF2.deriveKey(
            from: try inputs.bytes("password"), salt: try inputs.bytes("salt"), using: hash,
            iterations: try inputs.int("iterations"), outputByteCount: bitCount / 8)
        let iv = try inputs.bytes("iv")
        return request.operation == "pbe-encrypt"
            ? ["ct": .bytes(try AES.CBC.encrypt(try inputs.bytes("msg"), using: key, iv: iv))]
            : ["msg": .bytes(try AES.CBC.decrypt(try inputs.bytes("ct"), using: key, iv: iv))]
    }
}
