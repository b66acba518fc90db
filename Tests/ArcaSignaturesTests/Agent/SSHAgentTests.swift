internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaTestSupport
internal import Synchronization
import Testing

@testable import ArcaSignatures

@Suite("SSH agent")
struct SSHAgentTests {
    private let failure: [UInt8] = [5]
    private let success: [UInt8] = [6]

    @Test("lists and signs with keys of every kind, and records each use")
    func signs() throws {
        let keys = try AgentTestKeys(AgentTestKeys.all.get())
        let agent = SSHAgent(keys: keys)
        #expect(try agent.comments() == (0..<5).map { "key \($0)" })
        for identity in keys.identities() {
            let isRSA = identity.key.typeName == "ssh-rsa"
            for flags: UInt32 in isRSA ? [2, 4, 6] : [0, 2] {
                let answer = agent.answer(AgentMessage.sign(identity.key, [1, 2, 3], flags: flags))
                #expect(try isSignature(answer, of: [1, 2, 3], by: identity.key), "\(identity) \(flags)")
                let name = isRSA ? (flags == 4 ? "rsa-sha2-512" : "rsa-sha2-256") : identity.key.typeName
                #expect(answer.starts(with: [14, 0]) && answer.dropFirst(9).starts(with: name.utf8))
            }
        }
        #expect(keys.uses.count == 11 && keys.uses.allSatisfy { $0.refusal == nil && $0.purpose == .unknown })
    }

    @Test("refuses RSA with SHA-1, unknown keys, and keys that are not available")
    func refuses() throws {
        let keys = try AgentTestKeys(AgentTestKeys.all.get())
        let agent = SSHAgent(keys: keys)
        let rsa = keys.identities()[4].key
        #expect(agent.answer(AgentMessage.sign(rsa, [1])) == failure)
        #expect(agent.answer(AgentMessage.sign(rsa, [1], flags: 1)) == failure)
        #expect(keys.uses.map(\.refusal) == Array(repeating: "RSA with SHA-1 is not supported", count: 2))
        let other = try SSHSignatureKey(.ed25519(TestKeys.ed25519(9).publicKey))
        #expect(agent.answer(AgentMessage.sign(other, [1])) == failure)
        keys.isAvailable = false
        #expect(try agent.comments() == [])
        #expect(agent.answer(AgentMessage.sign(rsa, [1], flags: 4)) == failure)
    }

    @Test("names the purpose of a signature")
    func purposes() throws {
        let keys = try AgentTestKeys(AgentTestKeys.all.get())
        let agent = SSHAgent(keys: keys)
        for identity in keys.identities() {
            keys.uses = []
            let file = SSHSignature.signedBytes(namespace: "git", hashName: "sha512", digest: [1])
            for data in [AgentMessage.signIn(identity.key, [7], user: "al\u{1b}ice"), file, [1]] {
                #expect(agent.answer(AgentMessage.sign(identity.key, data, flags: 4)).first == 14)
            }
            #expect(keys.uses.map(\.purpose) == [.signIn(user: "al\u{1b}ice"), .file(namespace: "git"), .unknown])
            #expect(!keys.uses[0].purpose.description.contains("\u{1b}"))
        }
    }

    @Test("adds and removes keys; a removed key of the app is not served again")
    func adds() throws {
        let keys = try AgentTestKeys(Array(AgentTestKeys.all.get()[..<2]))
        let agent = SSHAgent(keys: keys)
        for key in try AgentTestKeys.all.get()[1...] {
            #expect(agent.answer(try AgentMessage.add(key, "added\n")) == success)
            let publicKey = try SSHSignatureKey(key.publicKey)
            #expect(try isSignature(agent.answer(AgentMessage.sign(publicKey, [1], flags: 4)), of: [1], by: publicKey))
        }
        // The second key is both the app's and added.
        #expect(try agent.comments() == ["key 0"] + Array(repeating: "added\\n", count: 4))
        let first = keys.identities()[0].key
        #expect(agent.answer(AgentMessage.remove(first)) == success)
        #expect(agent.answer(AgentMessage.remove(first)) == failure)
        #expect(try agent.comments().count == 4)
        #expect(agent.answer(AgentMessage.removeAll) == success)
        #expect(try agent.comments() == [])
        #expect(agent.answer(AgentMessage.sign(first, [1])) == failure)
    }

    @Test("keeps a limited number of keys, and lists no more than a client reads")
    func limits() throws {
        let agent = SSHAgent()
        for seed in 0..<UInt64(SSHAgent.maximumAddedKeyCount) {
            try agent.add(.ed25519(TestKeys.ed25519(seed)), comment: String(repeating: "x", count: 2000))
        }
        #expect(throws: SignatureError(.invalidOption, "")) {
            try agent.add(.ed25519(TestKeys.ed25519(1000)), comment: "")
        }
        #expect(agent.answer(AgentMessage.list).count <= SSHAgent.maximumMessageByteCount)
        #expect(try agent.comments().count == 127)
        let long = AgentMessage.values(18, [.string(Array(repeating: 0, count: SSHAgent.maximumMessageByteCount))])
        #expect(agent.answer(long) == failure)
    }

    @Test("removes a key when its lifetime is over")
    func lifetime() throws {
        let time = Mutex(0)
        let agent = SSHAgent(keys: nil, options: SSHAgent.Options()) { time.withLock { $0 } }
        let key = AnyPrivateKey.ed25519(try TestKeys.ed25519(1))
        let publicKey = try SSHSignatureKey(key.publicKey)
        #expect(agent.answer(try AgentMessage.add(key, "short", [.bytes([1]), .number(60)])) == success)
        time.withLock { $0 = 59_999 }
        #expect(try agent.comments() == ["short"])
        time.withLock { $0 = 60_000 }
        #expect(agent.answer(AgentMessage.sign(publicKey, [1])) == failure)
        #expect(try agent.comments() == [])
        #expect(agent.answer(try AgentMessage.add(key, "", [.bytes([1]), .number(0)])) == failure)
    }

    @Test("asks before each use of a key with that constraint, or of all keys")
    func confirms() throws {
        let isConfirmed = Mutex(false)
        let asked = Mutex<[String]>([])
        var options = SSHAgent.Options()
        options.confirm = { use in
            asked.withLock { $0.append(use.identity.comment) }
            return isConfirmed.withLock { $0 }
        }
        let key = AnyPrivateKey.ed25519(try TestKeys.ed25519(1))
        let publicKey = try SSHSignatureKey(key.publicKey)
        let agent = SSHAgent(options: options)
        #expect(agent.answer(try AgentMessage.add(key, "free")) == success)
        #expect(agent.answer(AgentMessage.sign(publicKey, [1])).first == 14)
        #expect(agent.answer(try AgentMessage.add(key, "asks", [.bytes([2])])) == success)
        #expect(agent.answer(AgentMessage.sign(publicKey, [1])) == failure)
        isConfirmed.withLock { $0 = true }
        #expect(agent.answer(AgentMessage.sign(publicKey, [1])).first == 14)
        options.confirmsEachUse = true
        let careful = SSHAgent(keys: try AgentTestKeys([key]), options: options)
        #expect(careful.answer(AgentMessage.sign(publicKey, [1])).first == 14)
        #expect(asked.withLock { $0 } == ["asks", "asks", "key 0"])
        // A key may end while the user is asked.
        let ended = Mutex<SSHAgent?>(nil)
        options.confirm = { _ in
            ended.withLock { $0?.removeAll() }
            return true
        }
        let late = SSHAgent(options: options)
        ended.withLock { $0 = late }
        #expect(late.answer(try AgentMessage.add(key, "")) == success)
        #expect(late.answer(AgentMessage.sign(publicKey, [1])) == failure)
        // Without a way to ask, nothing is confirmed.
        let silent = SSHAgent()
        #expect(silent.answer(try AgentMessage.add(key, "", [.bytes([2])])) == success)
        #expect(silent.answer(AgentMessage.sign(publicKey, [1])) == failure)
    }

    @Test("is locked and unlocked by a passphrase")
    func locks() throws {
        let keys = try AgentTestKeys([.ed25519(TestKeys.ed25519(1))])
        let agent = SSHAgent(keys: keys)
        let key = keys.identities()[0].key
        #expect(agent.answer(AgentMessage.unlock("open")) == failure)
        #expect(agent.answer(AgentMessage.lock("")) == failure)
        #expect(agent.answer(AgentMessage.lock("open")) == success)
        #expect(try agent.comments() == [])
        for message in [
            AgentMessage.sign(key, [1]), AgentMessage.removeAll, AgentMessage.lock("other"),
            AgentMessage.unlock("opem"), try AgentMessage.add(.ed25519(TestKeys.ed25519(2)), ""),
        ] { #expect(agent.answer(message) == failure) }
        #expect(agent.answer(AgentMessage.unlock("open")) == success)
        #expect(try agent.comments() == ["key 0"])
    }

    @Test("answers unknown requests and extensions with failure, and names its extensions")
    func unknown() {
        let agent = SSHAgent()
        for message in [[], [0], [1], [9], [20], [21], [26], [255], AgentMessage.extension("x@y")] {
            #expect(agent.answer(message) == failure)
        }
        let names = AgentMessage.values(29, [.text("query"), .text("query"), .text("session-bind@openssh.com")])
        #expect(agent.answer(AgentMessage.extension("query")) == names)
    }

    @Test("a cut or extended message fails, and a changed one never signs other data")
    func hostile() throws {
        let keys = try AgentTestKeys(AgentTestKeys.all.get())
        let host = AnyPrivateKey.ed25519(try TestKeys.ed25519(5))
        let hostKey = try SSHSignatureKey(host.publicKey)
        let hop = AgentMessage.Hop(user: "u", host: "h", keys: [(hostKey, false), (hostKey, true)])
        let destinations = AgentMessage.destinations([(AgentMessage.Hop(), hop), (hop, hop)])
        let constraints = [.bytes([1]), .number(9), .bytes([2])] + destinations
        let wholeCounts = [0, 1, 6].map { $0 + SSHValue.encode(destinations).count }
        var messages = try AgentTestKeys.all.get().map { try AgentMessage.add($0, "c", constraints) }
        messages += keys.identities().map { AgentMessage.sign($0.key, [1, 2], flags: 4) }
        messages += [
            AgentMessage.remove(keys.identities()[0].key), AgentMessage.unlock("x"), AgentMessage.list,
            AgentMessage.removeAll, AgentMessage.extension("query"), try AgentMessage.bind(host, [1]),
            try AgentMessage.bind(host, [1], forwards: true),
        ]
        let known: Set<UInt8> = [5, 6, 12, 14, 28, 29]
        for message in messages {
            for count in 0..<message.count {
                let answer = SSHAgent(keys: keys).answer(Array(message[..<count]))
                // Nothing marks the end of the constraints, so whole ones can be cut off.
                let isWhole = message[0] == 25 && wholeCounts.contains(message.count - count)
                #expect(answer == (isWhole ? [6] : [5]) || answer == [28], "cut at \(count) of \(message[0])")
            }
            #expect([[5], [28]].contains(SSHAgent(keys: keys).answer(message + [0])), "\(message[0])")
            for place in message.indices {
                let changed = flipped(message, at: place, [1, 0x80, 0xff][place % 3])
                let answer = SSHAgent(keys: keys).answer(changed)
                #expect(known.contains(answer[0]))
                guard answer[0] == 14, changed[0] == 13 else { continue }
                var reader = SSHReader(1..<changed.count)
                let key = try SSHSignatureKey(blob: Array(changed[try reader.string(in: changed.span)]))
                let data = Array(changed[try reader.string(in: changed.span)])
                #expect(try isSignature(answer, of: data, by: key))
            }
        }
    }
}
