// Imports both modules and prefers Arca's types: an import of a single declaration takes precedence over module
// imports.
import Arca
import enum Arca.AES
import struct Arca.SHA256
import struct Arca.SymmetricKey
import Crypto

enum PrefersArca {
    static func digests() throws -> [String] {
        let key = SymmetricKey(size: .bits256)
        let sealed = try AES.GCM.seal("both".utf8, using: key)
        let opened = try AES.GCM.open(sealed, using: key)
        return [SHA256.hash(data: opened).description, Crypto.SHA256.hash(data: opened)]
    }
}
