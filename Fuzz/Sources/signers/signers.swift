import ArcaCore
import ArcaSignatures
import FuzzSupport

/// Lists of signers and revoked keys, and public keys as people paste them.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    let list = AllowedSigners(bytes, name: "signers")
    for line in list.lines {
        check(!list.faults.contains { $0.line == line.number }, "a line is either wrong or counts")
        _ = list.find(line.key, principal: "alice@example.com", namespace: "file", time: 0)
        if !line.isAuthority {
            let time = line.validAfter ?? line.validBefore ?? 0
            check(list.firstLine(with: line.key, time: time) != nil, "a key that is listed is found")
        }
        if let text = line.key.text {
            check((try? SignerKey.all(in: text.utf8)) == [line.key], "a key reads as it was written")
        }
    }
    if let revoked = try? RevokedKeys(bytes, name: "revoked"), let keys = try? SignerKey.all(in: bytes) {
        check(keys.allSatisfy { revoked.line(revoking: $0) != nil }, "a key that is listed is revoked")
    }
    for key in (try? SignerKey.all(in: bytes)) ?? [] {
        guard let text = key.text else { continue }
        check((try? SignerKey.all(in: text.utf8)) == [key], "a key reads as it was written")
    }
    return 0
}
