import Arca
import FuzzSupport

/// Keys in every detected format: a parsed key can be written, and reads again as the same key.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    let passphrase = SecretBytes(copying: "p".utf8)
    let limits = CostLimits(scryptLogN: 1...4, scryptR: 2, scryptP: 2, pbkdf2Iterations: 1...10, bcryptRounds: 1...1)
    guard let keys = try? AnyKey.all(in: bytes, passphrase: passphrase, limits: limits) else { return 0 }
    check(!keys.isEmpty, "a file without key is refused")
    for key in keys {
        // Primality tests are slow, so only one input in eight is linted.
        if bytes.count % 8 == 0 { _ = KeyLint.findings(key.content) }
        if let publicKey = try? key.publicKey(), let der = try? SPKI.encode(publicKey) {
            check((try? SPKI.publicKey(der: der)) == publicKey, "a public key reads as it was written")
            _ = try? KeyFingerprint(publicKey)
        }
        if case .privateKey(let privateKey) = key.content, let der = try? PKCS8.encode(privateKey) {
            check((try? PKCS8.privateKey(der: der)) == privateKey, "a private key reads as it was written")
        }
    }
    return 0
}
