import Arca
import FuzzSupport

/// Keys of every form, told by their content: what is read can be written, and reads again as the same key.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    let passphrase = SecretBytes(copying: "p".utf8)
    let limits = CostLimits(scryptLogN: 1...4, scryptR: 2, scryptP: 2, pbkdf2Iterations: 1...10, bcryptRounds: 1...1)
    guard let keys = try? AnyKey.all(in: bytes, passphrase: passphrase, limits: limits) else { return 0 }
    check(!keys.isEmpty, "a file without key is refused")
    for key in keys {
        // Slow: primes are tested. One input in eight is enough to see that it takes any numbers.
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
