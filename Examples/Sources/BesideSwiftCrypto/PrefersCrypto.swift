// A file of an app that has long used swift-crypto and now also uses Arca.
import Arca
import Crypto
import enum Crypto.AES
import struct Crypto.SHA256
import struct Crypto.SymmetricKey

enum PrefersCrypto {
    static func digests() throws -> [String] {
        let key = SymmetricKey(size: .bits256)
        let file = try Age(passphrase: SecretBytes(copying: "correct horse".utf8))
        return [
            AES.GCM.seal([1], using: key), SHA256.hash(data: [1]), Arca.SHA256.hash(data: [1]).description,
            file.isArmored ? "armored" : "binary",
        ]
    }
}
