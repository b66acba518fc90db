import ArcaCore
import ArcaCrypto
import ArcaSignatures
import FuzzSupport

/// Signature files and secret keys of OpenSSH, minisign and signify, and signed lists.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    if let file = try? SignatureFile(bytes) {
        check((try? SignatureFile(file.text.utf8)) == file, "a signature reads as it was written")
        check(SignatureFormat(detecting: bytes) == file.format, "the kind is the one that was detected")
    }
    var verifier = SignatureVerifier(time: 0)
    check(!verifier.verify(bytes, of: [1, 2, 3]).isGood, "nobody is trusted")
    if case .ssh(let signature) = try? SignatureFile(bytes) {
        verifier.keys = [TrustedKey(.ssh(signature.key), name: "its own")]
        check(!verifier.verify(bytes, of: [1, 2, 3]).isGood, "nobody signed this")
    }
    if let (_, offset) = try? SignifySignature.embedded(in: bytes) {
        check(offset <= bytes.count, "the message begins inside")
    }
    if let list = try? ChecksumList(bytes) {
        check(list.entries.allSatisfy { $0.digest.count == $0.hash.digestByteCount }, "digests have their length")
    }
    let limits = CostLimits(scryptLogN: 1...4, scryptP: 1, bcryptRounds: 1...1)
    let passphrase = SecretBytes(copying: "p".utf8)
    if let key = try? MinisignSecretKey(bytes, passphrase: passphrase, limits: limits) {
        let again = (try? key.fileText(passphrase: nil)).flatMap { try? MinisignSecretKey($0) }
        check(again?.privateKey == key.privateKey && again?.number == key.number, "a key reads as it was written")
    }
    if let key = try? SignifySecretKey(bytes, passphrase: passphrase, limits: limits) {
        let again = (try? key.fileText(passphrase: nil)).flatMap { try? SignifySecretKey($0) }
        check(again?.privateKey == key.privateKey && again?.number == key.number, "a key reads as it was written")
    }
    return 0
}
