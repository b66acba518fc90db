internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// Decryption of private keys in PKCS #8 with any cipher of PBES2: `decrypt-private-key`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `decrypt-private-key` | `password`, `ct` (`EncryptedPrivateKeyInfo`) | `privateKeyInfo` |
///
/// Ciphers are AES in CBC, CFB, OFB and GCM, 3DES, and in CBC Camellia and ARIA; derivations PBKDF2 and scrypt. Neither
/// cipher nor derivation depends on the kind of key: `privateKeyInfo` must have the structure of RFC 5208, and a key of
/// a kind that Arca reads must be well-formed.
///
/// Source: RFC 8018, appendix A.4; RFC 7914, section 7; RFC 5084, section 3.2.
enum KeyDecryptorOperation: VectorOperation {
    static let names = ["decrypt-private-key"]

    /// PBKDF2 with more iterations, or scrypt with more memory, is not computed; 4 million take about 2 s.
    private static let maximumIterations = 4 << 20

    private static let tripleDES = ASN1ObjectIdentifier(1, 2, 840, 113549, 3, 7)
    private static let keyByteCounts = [16, 24, 32]

    /// The cipher with an identifier, without its key length, and the length of its key.
    private static func cipher(_ identifier: ASN1ObjectIdentifier) -> (name: String, keyByteCount: Int)? {
        if identifier == tripleDES { return ("tdes-cbc", 24) }
        for (index, count) in keyByteCounts.enumerated() {
            for (mode, name) in [(2, "aes-cbc"), (3, "aes-ofb"), (4, "aes-cfb"), (6, "aes-gcm")]
            where identifier == ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 20 * index + mode) {
                return (name, count)
            }
            if identifier == ASN1ObjectIdentifier(1, 2, 392, 200011, 61, 1, 1, 1, index + 2) {
                return ("camellia-cbc", count)
            }
            if identifier == ASN1ObjectIdentifier(1, 2, 410, 200046, 1, 1, 5 * index + 2) { return ("aria-cbc", count) }
        }
        return nil
    }

    private enum Derivation {
        case pbkdf2(AnyHashFunction, iterations: Int)
        case scrypt(Scrypt.Cost)
    }

    private struct Scheme {
        let derivation: Derivation
        let salt: [UInt8]
        let cipher: String
        let keyByteCount: Int
        let iv: [UInt8]
        /// For GCM, else 0.
        let tagByteCount: Int
        let content: [UInt8]
    }

    static func respond(to request: Request) throws -> NamedValues {
        let scheme = try scheme(request.inputs.bytes("ct"))
        let key = try derive(scheme, password: request.inputs.bytes("password"))
        let plaintext = try decrypt(scheme, key)
        try check(plaintext)
        return ["privateKeyInfo": .bytes(plaintext)]
    }

    static func hiddenWork(of request: Request) throws -> Int {
        switch try scheme(request.inputs.bytes("ct")).derivation {
        case .pbkdf2(_, let iterations): return iterations <= maximumIterations ? iterations : 0
        case .scrypt(let cost):
            return cost.memoryByteCount <= CaseLimits.scryptByteCount
                ? cost.n.multipliedOrMax(cost.r).multipliedOrMax(cost.p) : 0
        }
    }

    private static func derive(_ scheme: Scheme, password: [UInt8]) throws -> SymmetricKey {
        switch scheme.derivation {
        case .pbkdf2(let hash, let iterations):
            guard iterations <= maximumIterations else {
                throw OperationError.unsupported("PBKDF2 with more than \(maximumIterations) iterations")
            }
            return try PBKDF2.deriveKey(
                from: password, salt: scheme.salt, using: hash, iterations: iterations,
                outputByteCount: scheme.keyByteCount)
        case .scrypt(let cost):
            guard cost.memoryByteCount <= CaseLimits.scryptByteCount else {
                throw OperationError.unsupported("scrypt with \(cost.memoryByteCount >> 20) MiB of memory")
            }
            return try Scrypt.deriveKey(
                from: password, salt: scheme.salt, cost: cost, outputByteCount: scheme.keyByteCount,
                memoryLimit: cost.memoryByteCount)
        }
    }

    private static func decrypt(_ scheme: Scheme, _ key: SymmetricKey) throws -> [UInt8] {
        var inputs: NamedValues = ["key": .bytes(key.withBytes { [UInt8](bytes: $0) })]
        if scheme.cipher == "aes-gcm" {
            guard scheme.content.count >= scheme.tagByteCount else { throw OperationError.refused("no room for a tag") }
            inputs["nonce"] = .bytes(scheme.iv)
            inputs["aad"] = .bytes([])
            inputs["ct"] = .bytes(Array(scheme.content.dropLast(scheme.tagByteCount)))
            inputs["tag"] = .bytes(Array(scheme.content.suffix(scheme.tagByteCount)))
            return try SealOperation.respond(to: Request("open", scheme.cipher, inputs)).bytes("msg")
        }
        inputs["iv"] = .bytes(scheme.iv)
        inputs["ct"] = .bytes(scheme.content)
        if scheme.cipher.hasSuffix("-cbc") { inputs["padding"] = .text("pkcs7") }
        return try EncryptOperation.respond(to: Request("decrypt", scheme.cipher, inputs)).bytes("msg")
    }

    /// A wrong password that yields valid padding is rejected here, as any other garbage.
    private static func check(_ file: [UInt8]) throws {
        let bytes = file.span
        var reader = DERReader(bytes)
        var sequence = try reader.sequence(in: bytes)
        try reader.finish()
        let version = try sequence.smallInteger(in: bytes)
        var algorithm = try sequence.sequence(in: bytes)
        let identifier = try algorithm.objectIdentifier(in: bytes)
        _ = try sequence.read(.octetString, in: bytes)
        guard version <= 1 else { throw OperationError.refused("version \(version) of a key for \(identifier)") }
        let key = Result { () throws(KeyError) in try PKCS8.privateKey(der: file) }
        if case .failure(let error) = key, error.code != .unsupported { throw error }
    }

    // MARK: Parsing

    private static func scheme(_ file: [UInt8]) throws -> Scheme {
        let bytes = file.span
        var reader = DERReader(bytes)
        var sequence = try reader.sequence(in: bytes)
        try reader.finish()
        var algorithm = try sequence.sequence(in: bytes)
        guard try algorithm.objectIdentifier(in: bytes) == .pbes2 else {
            throw OperationError.unsupported("keys encrypted by another scheme than PBES2")
        }
        var parameters = try algorithm.sequence(in: bytes)
        try algorithm.finish()
        var derivation = try parameters.sequence(in: bytes)
        var encryption = try parameters.sequence(in: bytes)
        try parameters.finish()
        let content = Array(file[try sequence.read(.octetString, in: bytes)])
        try sequence.finish()

        let identifier = try encryption.objectIdentifier(in: bytes)
        guard let cipher = cipher(identifier) else {
            throw OperationError.unsupported("Arca has no cipher \(identifier) for keys")
        }
        let iv: [UInt8]
        var tagByteCount = 0
        if cipher.name == "aes-gcm" {
            var inner = try encryption.sequence(in: bytes)
            iv = Array(file[try inner.read(.octetString, in: bytes)])
            tagByteCount = try inner.isAtEnd ? 12 : inner.smallInteger(in: bytes)
            try inner.finish()
            guard 12...16 ~= tagByteCount else { throw OperationError.refused("a tag of \(tagByteCount) bytes") }
        } else {
            iv = Array(file[try encryption.read(.octetString, in: bytes)])
        }
        try encryption.finish()
        let (function, salt) = try Self.derivation(&derivation, file, keyByteCount: cipher.keyByteCount)
        return Scheme(
            derivation: function, salt: salt, cipher: cipher.name, keyByteCount: cipher.keyByteCount, iv: iv,
            tagByteCount: tagByteCount, content: content)
    }

    private static func derivation(
        _ algorithm: inout DERReader, _ file: [UInt8], keyByteCount: Int
    ) throws -> (Derivation, salt: [UInt8]) {
        let bytes = file.span
        let identifier = try algorithm.objectIdentifier(in: bytes)
        guard identifier == .pbkdf2 || identifier == .scrypt else {
            throw OperationError.unsupported("Arca has no derivation \(identifier) for keys")
        }
        var sequence = try algorithm.sequence(in: bytes)
        try algorithm.finish()
        let salt = Array(file[try sequence.read(.octetString, in: bytes)])
        let count = try sequence.smallInteger(in: bytes)
        var (blocks, parallels) = (0, 0)
        if identifier == .scrypt {
            blocks = try sequence.smallInteger(in: bytes)
            parallels = try sequence.smallInteger(in: bytes)
        }
        if sequence.peek(in: bytes) == .integer, try sequence.smallInteger(in: bytes) != keyByteCount {
            throw OperationError.refused("the key has another length than the cipher's")
        }
        guard identifier == .pbkdf2 else {
            try sequence.finish()
            guard count > 1, count.nonzeroBitCount == 1 else { throw OperationError.refused("N is \(count)") }
            return (.scrypt(try Scrypt.Cost(logN: count.trailingZeroBitCount, r: blocks, p: parallels)), salt)
        }
        var hash = AnyHashFunction.sha1
        if !sequence.isAtEnd {
            var function = try sequence.sequence(in: bytes)
            let identifier = try function.objectIdentifier(in: bytes)
            if !function.isAtEnd { try function.null(in: bytes) }
            try function.finish()
            guard let known = ASN1ObjectIdentifier.hmacs[identifier] else {
                throw OperationError.unsupported("Arca has no pseudorandom function \(identifier)")
            }
            hash = known
        }
        try sequence.finish()
        return (.pbkdf2(hash, iterations: count), salt)
    }
}

extension Int {
    fileprivate func multipliedOrMax(_ factor: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: factor)
        return overflows ? .max : product
    }
}
