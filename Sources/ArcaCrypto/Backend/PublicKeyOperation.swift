/// What a libcrypto context is set up for with one key: direction, padding and everything the padding depends on.
struct PublicKeyOperation: Equatable, Sendable {
    /// What is done with the key.
    enum Kind { case encrypt, decrypt, sign, verify, recover }

    /// How the message fills the modulus.
    enum Padding: Equatable {
        /// Not at all: RSA itself, on a number as long as the modulus.
        case none
        /// PKCS#1 v1.5: for encryption of type 2, for signatures of type 1, around a DigestInfo of the hash if there is
        /// one, else around the bare message.
        case pkcs1(HashFunction?)
        /// RSAES-OAEP.
        case oaep(RSAOAEPParameters)
        /// RSASSA-PSS; without a salt length, verifying takes every length.
        case pss(hash: HashFunction, maskHash: HashFunction, saltByteCount: Int?)
    }

    let kind: Kind
    let padding: Padding

    /// For messages of errors: `decrypt with OAEP`.
    var title: String {
        let verb =
            switch kind {
            case .encrypt: "encrypt"
            case .decrypt: "decrypt"
            case .sign: "sign"
            case .verify, .recover: "verify"
            }
        return switch padding {
        case .none: "\(verb) with RSA"
        case .pkcs1(let hash): "\(verb) with RSA PKCS#1 v1.5" + (hash.map { " and \($0.name)" } ?? "")
        case .oaep(let parameters): "\(verb) with RSA-OAEP and \(parameters.hash.name)"
        case .pss(let hash, _, _): "\(verb) with RSA-PSS and \(hash.name)"
        }
    }
}
