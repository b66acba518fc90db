internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// ECDH-ES: key agreement between the receiver's key and an ephemeral key of the sender.
///
/// Source: RFC 7518, section 4.6; RFC 8037, section 3.2.
enum KeyAgreement {
    /// The shared secret of the receiver's private key and the `epk` in the header.
    static func secret(_ header: JOSEHeader, by key: JSONWebKey) throws(JOSEError) -> SharedSecret {
        guard let value = header.members["epk"] else {
            throw JOSEError(.malformed, "the header has no member epk, the sender's key")
        }
        guard value["d"] == nil else {
            throw JOSEError(.malformed, "epk of the header is a private key")
        }
        let content: AnyKey.Content
        do throws(KeyError) { content = try JWK.decode(value) } catch {
            throw JOSEError(.malformed, "epk of the header: \(error.reason)")
        }
        guard case .publicKey(let share) = content else {
            throw JOSEError(.malformed, "epk of the header is not a public key")
        }
        do throws(CryptoError) {
            switch (key.content, share) {
            case (.privateKey(.x25519(let key)), .x25519(let share)):
                return try key.sharedSecretFromKeyAgreement(with: share)
            case (.privateKey(.x448(let key)), .x448(let share)):
                return try key.sharedSecretFromKeyAgreement(with: share)
            case (.privateKey(.elliptic(let key)), .elliptic(let share)) where key.publicKey.curve == share.curve:
                // Validates the point here: an invalid-curve point would leak the private key piece by piece.
                return try key.sharedSecretFromKeyAgreement(with: share)
            default: break
            }
        } catch {
            guard error.kind != .internalFailure else { throw JOSEError(wrapping: error) }
            throw JOSEError(.malformed, "epk of the header: \(error.reason)")
        }
        throw JOSEError(
            .wrongKeyType, "epk of the header is a \(share.algorithmName) key, and the receiver's is a \(key)")
    }

    /// Generates an ephemeral key, and its shared secret with the receiver's key.
    static func fresh(for key: JSONWebKey) throws(JOSEError) -> (share: JSONValue, secret: SharedSecret) {
        let share: AnyPublicKey
        let secret: SharedSecret
        do {
            let receiver: AnyPublicKey
            switch key.content {
            case .publicKey(let key): receiver = key
            case .privateKey(let key): receiver = try key.publicKey
            case .symmetric: throw JOSEError(.wrongKeyType, "key agreement needs a public key; this is a \(key)")
            }
            switch receiver {
            case .x25519(let receiver):
                let own = Curve25519.KeyAgreement.PrivateKey()
                secret = try own.sharedSecretFromKeyAgreement(with: receiver)
                share = .x25519(own.publicKey)
            case .x448(let receiver):
                let own = Curve448.KeyAgreement.PrivateKey()
                secret = try own.sharedSecretFromKeyAgreement(with: receiver)
                share = .x448(own.publicKey)
            case .elliptic(let receiver):
                let own = try EllipticPrivateKey(receiver.curve)
                secret = try own.sharedSecretFromKeyAgreement(with: receiver)
                share = .elliptic(own.publicKey)
            default: throw JOSEError(.wrongKeyType, "key agreement is not for a \(key)")
            }
            return (try JSONReader.read(try JWK.encode(.publicKey(share))), secret)
        } catch {
            if let error = error as? JOSEError { throw error }
            throw try JOSEError.key { () throws -> JOSEError in throw error }
        }
    }

    /// Derives a key with its purpose, both parties' names and its length as inputs (SP 800-56A, section 5.8.1).
    static func key(
        _ secret: SharedSecret, _ header: JOSEHeader, purpose: String, byteCount: Int
    ) throws(JOSEError) -> SymmetricKey {
        func word(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) } }
        func prefixed(_ bytes: [UInt8]) -> [UInt8] { word(bytes.count) + bytes }
        let sender = header.members["apu"] == nil ? [] : try header.bytes("apu")
        let receiver = header.members["apv"] == nil ? [] : try header.bytes("apv")
        let info = prefixed(Array(purpose.utf8)) + prefixed(sender) + prefixed(receiver) + word(byteCount * 8)
        return try JOSEError.wrap { try SingleStepKDF.deriveKey(from: secret, info: info, outputByteCount: byteCount) }
    }
}
