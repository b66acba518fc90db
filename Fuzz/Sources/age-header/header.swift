import Arca
import FuzzSupport

/// Headers of age files, opened with every kind of identity.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    do {
        var file = try Age.Opener(MemoryReader(bytes))
        let header = file.header
        check(header.byteCount <= bytes.count || file.isArmored, "a header lies inside its file")
        check(!header.stanzas.isEmpty, "a header has a stanza")
        for stanza in header.stanzas {
            let again = try? Age.Stanza(type: stanza.type, arguments: stanza.arguments, body: stanza.body)
            check(again == stanza, "what is read could be written")
        }
        do {
            try file.unlock(with: identities)
            check(false, "nobody forges a header's code")
        } catch let error as ContainerError {
            check(error.code != .invalidOption, "a file's fault is not the caller's")
        }
    } catch let error as ContainerError {
        check((error.offset ?? 0) <= bytes.count, "an error lies inside the input")
    } catch { check(false, "only one kind of error: \(error)") }
    return 0
}

/// One identity of each kind; the passphrase accepts only cheap work factors.
let identities: [any Age.Identity] = {
    do {
        let signer = try Curve25519.Signing.PrivateKey(rawRepresentation: SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
        return [
            try Age.X25519Identity("AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX".utf8),
            try Age.Passphrase(SecretBytes(copying: "x".utf8), largestLogN: 4),
            try Age.SSHEd25519Identity(privateKey: signer),
            try Age.SSHRSAIdentity(privateKey: RSAPrivateKey(bitCount: 2048)),
        ]
    } catch { fatalError("\(error)") }
}()
