import ArcaCore
import ArcaCrypto
import ArcaKeys
import ArcaSignatures
import FuzzSupport

/// Messages to an SSH agent with one key, on one connection; each begins with its length in one byte.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    var options = SSHAgent.Options()
    options.allowsForwarding = input.byte() & 1 == 1
    let agent = SSHAgent(options: options)
    let seed = SecretBytes(copying: [UInt8](repeating: 1, count: 32))
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { return 0 }
    try? agent.add(.ed25519(key), comment: "key")
    var connection = SSHAgent.Connection()
    var rest = input.bytes[...]
    while let length = rest.popFirst() {
        let message = Array(rest.prefix(Int(length)))
        rest = rest.dropFirst(Int(length))
        // Each guess at the passphrase takes a while.
        if let type = message.first, type == 22 || type == 23 { continue }
        let answer = agent.answer(message, on: &connection)
        check(answer.first.map { [5, 6, 12, 14, 28, 29].contains($0) } ?? false, "an answer of the protocol")
        let isManaging = message.first.map { [17, 18, 19, 25].contains($0) } ?? false
        check(!(connection.isForwarded && isManaging) || answer == [5], "another machine manages no keys")
    }
    return 0
}
