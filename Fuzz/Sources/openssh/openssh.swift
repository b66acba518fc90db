import Arca
import FuzzSupport

/// OpenSSH public key lines and private key files, in both directions.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    if let line = try? OpenSSHPublicKey(bytes), let again = try? OpenSSHPublicKey(line.key) {
        check((try? OpenSSHPublicKey(again.text.utf8)) == again, "a line reads as it was written")
    }
    guard let file = try? OpenSSHPrivateKey(bytes) else { return 0 }
    let limits = CostLimits(bcryptRounds: 1...1)
    guard let content = try? file.open(passphrase: SecretBytes(copying: "p".utf8), limits: limits) else { return 0 }
    check((try? content.key.publicKey) == file.publicKey, "the halves belong together")
    if let written = try? OpenSSHPrivateKey.encode(content.key, comment: content.comment) {
        let again = try? OpenSSHPrivateKey(written).open()
        check(again?.key == content.key && again?.comment == content.comment, "a file reads as it was written")
    }
    return 0
}
