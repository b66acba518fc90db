import ArcaCore
import ArcaCrypto

extension Main {
    /// Times ML-KEM-768, X-Wing, HPKE and ML-DSA for `Benchmarks/kem.py`, which compares them with a peer in the same run.
    ///
    /// Prints name and nanoseconds, one per line.
    static func keyEncapsulation() throws {
        let own = try MLKEM768.PrivateKey()
        let (seed, publicKey) = (own.seedRepresentation, own.publicKey)
        let publicBytes = publicKey.rawRepresentation
        let sent = try publicKey.encapsulate().encapsulated
        measure("mlkem768 seed to key") { keep(try? MLKEM768.PrivateKey(seedRepresentation: seed)) }
        measure("mlkem768 random seed to key") {
            keep(try? MLKEM768.PrivateKey(seedRepresentation: SecretBytes(randomByteCount: 64)))
        }
        measure("mlkem768 new key, tried") { keep(try? MLKEM768.PrivateKey()) }
        measure("mlkem768 read public key") { keep(try? MLKEM768.PublicKey(rawRepresentation: publicBytes)) }
        measure("mlkem768 encapsulate") { keep(try? publicKey.encapsulate()) }
        measure("mlkem768 encapsulate to bytes") {
            keep(try? MLKEM768.PublicKey(rawRepresentation: publicBytes).encapsulate())
        }
        measure("mlkem768 decapsulate") { keep(try? own.decapsulate(sent)) }
        measure("mlkem768 seed to secret") {
            keep(try? MLKEM768.PrivateKey(seedRepresentation: seed).decapsulate(sent))
        }
        try hybrid()
        try signatures(MLDSA44.self, "mldsa44")
        try signatures(MLDSA65.self, "mldsa65")
        try signatures(MLDSA87.self, "mldsa87")
    }

    private static func signatures<Parameters: MLDSAParameterSet>(_: Parameters.Type, _ name: String) throws {
        let own = try Parameters.PrivateKey()
        let (seed, publicKey, message) = (own.seedRepresentation, own.publicKey, [UInt8](repeating: 7, count: 64))
        let (signature, bytes) = (try own.signature(for: message), publicKey.rawRepresentation)
        measure("\(name) seed to key") { keep(try? Parameters.PrivateKey(seedRepresentation: seed)) }
        measure("\(name) read public key") { keep(try? Parameters.PublicKey(rawRepresentation: bytes)) }
        measure("\(name) sign") { keep(try? own.signature(for: message)) }
        measure("\(name) verify") { keep(publicKey.isValidSignature(signature, for: message)) }
        measure("\(name) verify from bytes") {
            let key = try? Parameters.PublicKey(rawRepresentation: bytes)
            keep(key?.isValidSignature(signature, for: message))
        }
    }

    private static func hybrid() throws {
        let own = try XWingMLKEM768X25519.PrivateKey()
        let publicKey = own.publicKey
        let sent = try publicKey.encapsulate().encapsulated
        measure("xwing encapsulate") { keep(try? publicKey.encapsulate()) }
        measure("xwing decapsulate") { keep(try? own.decapsulate(sent)) }
        let suite = HPKE.Ciphersuite(kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .chaChaPoly)
        let (message, info) = ([UInt8](repeating: 7, count: 16), Array("age-encryption.org/mlkem768x25519".utf8))
        var sender = try HPKE.Sender(recipientKey: publicKey, ciphersuite: suite, info: info)
        let (encapsulated, sealed) = (sender.encapsulatedKey, try sender.seal(message))
        measure("hpke seal") {
            var sender = try? HPKE.Sender(recipientKey: publicKey, ciphersuite: suite, info: info)
            keep(try? sender?.seal(message))
        }
        measure("hpke open") {
            var recipient = try? HPKE.Recipient(
                privateKey: own, ciphersuite: suite, info: info, encapsulatedKey: encapsulated)
            keep(try? recipient?.open(sealed))
        }
    }

    /// Measures the function if its name is among the arguments, or if no names are given.
    private static func measure(_ name: String, _ body: () -> Void) {
        let names = CommandLine.arguments.dropFirst(2)
        guard names.isEmpty || names.contains(name) else { return }
        print("\(name)\t\(median(of: body))")
    }
}
