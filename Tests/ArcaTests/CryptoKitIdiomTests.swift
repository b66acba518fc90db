import Arca
import Foundation
import Testing

// The 57 idioms of CryptoKit and swift-crypto that apps use most. Each numbered line is code of such an app; only the
// import differs. The four that do not compile are in comments, with the code that takes their place; FromCryptoKit lists
// them too.

// 1: a function over any hash function
private func fingerprint<H: HashFunction>(_ data: Data, using _: H.Type) -> H.Digest { H.hash(data: data) }

// 2: a function over any digest
private func hex(_ digest: some Digest) -> String { digest.map { String(format: "%02x", $0) }.joined() }

/// A store of an app, such as the keychain, that takes `Data`.
private func stored(_ data: Data) -> Data { data }

@Suite("CryptoKit idioms")
struct CryptoKitIdiomTests {
    private let message = Data("attack at dawn".utf8)
    private let aad = Data("header".utf8)

    @Test("of hash functions")
    func hashes() throws {
        let digest = SHA256.hash(data: message)  // 3
        #expect(Data(digest).count == SHA256.byteCount && hex(digest).count == 64)  // 4
        var hasher = SHA256()  // 5
        hasher.update(data: message.prefix(6))
        message.dropFirst(6).withUnsafeBytes { hasher.update(bufferPointer: $0) }  // 6
        let whole: SHA256Digest = hasher.finalize()  // 7
        #expect(whole == digest && digest == Data(digest))  // 8
        #expect(digest.description == "SHA256 digest: " + hex(digest))  // 9
        #expect(fingerprint(message, using: SHA384.self) == SHA384.hash(data: message))
        #expect(SHA512.Digest.byteCount == 64 && SHA512.blockByteCount == 128)  // 10
        #expect(hex(Insecure.MD5.hash(data: Data())) == "d41d8cd98f00b204e9800998ecf8427e")  // 11
        #expect(digest.withUnsafeBytes { $0.count } == 32)  // 12
        #expect(SHA3_256.hash(data: message) == fingerprint(message, using: SHA3_256.self))  // 13
        #expect(Set([digest, whole]).count == 1)  // 14
    }

    @Test("of symmetric keys and MACs")
    func authenticates() {
        let key = SymmetricKey(size: .bits256)  // 15
        let copy = SymmetricKey(data: key.withUnsafeBytes { Data($0) })  // 16
        #expect(key == copy && key.bitCount == 256)  // 17
        let code = HMAC<SHA256>.authenticationCode(for: message, using: key)  // 18
        #expect(HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key))  // 19
        let received = Data(code)  // 20
        #expect(HMAC<SHA256>.isValidAuthenticationCode(received, authenticating: message, using: key))  // 21
        var pieces = HMAC<Insecure.SHA1>(key: key)  // 22
        pieces.update(data: message)
        let mac: HashedAuthenticationCode<Insecure.SHA1> = pieces.finalize()  // 23
        #expect(mac.description.hasPrefix("HMAC with SHA1: "))  // 24
    }

    @Test("of key derivation")
    func derives() throws {
        let secret = SymmetricKey(size: .bits256)
        // 25, exception: let key = HKDF<SHA256>.deriveKey(…) without try, which ends the process for a bad length
        let key = try HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret, salt: message, info: aad, outputByteCount: 32)
        // 26, exception: SymmetricKeySize(bitCount: 512) without try, for the same reason
        #expect(SymmetricKey(size: try SymmetricKeySize(bitCount: 512)).bitCount == 512)
        let own = P256.KeyAgreement.PrivateKey()  // 27
        let other = P256.KeyAgreement.PrivateKey()
        let shared = try own.sharedSecretFromKeyAgreement(with: other.publicKey)  // 28
        // 29, exception: shared.hkdfDerivedSymmetricKey(…) without try, for the same reason
        let agreed = try shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: message, sharedInfo: aad, outputByteCount: 32)
        #expect(agreed != key && shared.withUnsafeBytes { Data($0) }.count == 32)  // 30
    }

    @Test("of authenticated encryption")
    func seals() throws {
        let key = SymmetricKey(size: .bits256)
        let box = try AES.GCM.seal(message, using: key, authenticating: aad)  // 31
        guard let sent = box.combined else { return }  // 32
        // swift-format-ignore: NeverForceUnwrap
        #expect(sent == box.combined!)  // 33
        let opened: Data = try AES.GCM.open(AES.GCM.SealedBox(combined: sent), using: key, authenticating: aad)  // 34
        #expect(opened == message)
        let (ciphertext, tag): (Data, Data) = (box.ciphertext, box.tag)  // 35
        let given = try AES.GCM.Nonce(data: box.nonce)
        let parts = try AES.GCM.SealedBox(nonce: given, ciphertext: ciphertext, tag: tag)  // 36
        #expect(parts == box)
        let nonce = AES.GCM.Nonce()  // 37
        #expect(try Data(AES.GCM.seal(message, using: key, nonce: nonce).nonce) == Data(nonce))  // 38
        let packet: Data = try ChaChaPoly.seal(message, using: key).combined  // 39
        #expect(stored(try ChaChaPoly.open(.init(combined: packet), using: key)) == message)  // 40
        let wrapped: Data = try AES.KeyWrap.wrap(key, using: SymmetricKey(size: .bits128))  // 41
        #expect(wrapped.count == 40)
        func openWithAnotherKey() throws -> Data { try AES.GCM.open(box, using: SymmetricKey(size: .bits256)) }
        do {
            _ = try openWithAnotherKey()
            Issue.record("opened with another key")
        } catch CryptoKitError.authenticationFailure {  // 42
        } catch let error as CryptoKitError {  // 43
            Issue.record(error)
        }
    }

    @Test("of signatures")
    func signs() throws {
        let key = P256.Signing.PrivateKey()  // 44
        let digest = SHA256.hash(data: message)
        let signature = try key.signature(for: message)
        #expect(key.publicKey.isValidSignature(signature, for: digest))  // 45
        #expect(key.publicKey.isValidSignature(try key.signature(for: digest), for: message))
        let der: Data = signature.derRepresentation  // 46
        #expect(try P256.Signing.ECDSASignature(derRepresentation: der) == signature)
        let publicKey = try P256.Signing.PublicKey(rawRepresentation: stored(key.publicKey.rawRepresentation))  // 47
        #expect(publicKey.pemRepresentation.hasPrefix("-----BEGIN PUBLIC KEY-----"))  // 48
        let compact = try #require(publicKey.compactRepresentation as Data?)  // 49
        #expect(try P256.Signing.PublicKey(compactRepresentation: compact) == publicKey)
        let pem = String(key.pemRepresentation)  // 50
        #expect(try P256.Signing.PrivateKey(pemRepresentation: pem) == key)
        let raw = stored(Data(key.rawRepresentation))  // 51
        #expect(try P256.Signing.PrivateKey(rawRepresentation: raw) == key)
        let edwards = Curve25519.Signing.PrivateKey()  // 52
        let bytes: Data = try edwards.signature(for: message)  // 53
        #expect(edwards.publicKey.isValidSignature(bytes, for: message))
        // 54, exception: SecureEnclave.P256.Signing.PrivateKey()
    }

    @Test("of HPKE, ML-KEM and ML-DSA")
    func encapsulates() throws {
        let own = P256.KeyAgreement.PrivateKey()
        var sender = try HPKE.Sender(
            recipientKey: own.publicKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: aad)  // 55
        let sealed: Data = try sender.seal(message)
        let key: Data = sender.encapsulatedKey
        var recipient = try HPKE.Recipient(
            privateKey: own, ciphersuite: .P256_SHA256_AES_GCM_256, info: aad, encapsulatedKey: key)
        #expect(stored(try recipient.open(sealed)) == message)
        let lattice = try MLKEM768.PrivateKey()  // 56
        let result = try lattice.publicKey.encapsulate()
        let sent: Data = result.encapsulated
        #expect(try lattice.decapsulate(sent) == result.sharedSecret)
        let signer = try MLDSA65.PrivateKey()  // 57
        let signature: Data = try signer.signature(for: message, context: aad)
        let raw: Data = signer.publicKey.rawRepresentation
        let publicKey = try MLDSA65.PublicKey(rawRepresentation: raw)
        #expect(publicKey.isValidSignature(signature, for: message, context: aad))
    }
}
