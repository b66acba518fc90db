internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaTestSupport
internal import Foundation
import Testing

@testable import ArcaSignatures

/// Cases of OpenSSH's PROTOCOL.agent: sessions bound to a connection, and where a key may be used.
@Suite("SSH agent: sessions and destinations")
struct SSHAgentBindingTests {
    private let failure: [UInt8] = [5]
    private let success: [UInt8] = [6]
    private let key: AnyPrivateKey
    private let publicKey: SSHSignatureKey
    private let hosts: [AnyPrivateKey]
    private let hostKeys: [SSHSignatureKey]

    init() throws {
        key = .ed25519(try TestKeys.ed25519(1))
        publicKey = try SSHSignatureKey(key.publicKey)
        hosts = try (10..<13).map { .ed25519(try TestKeys.ed25519($0)) }
        hostKeys = try hosts.map { try SSHSignatureKey($0.publicKey) }
    }

    private func hop(_ host: Int, user: String = "") -> AgentMessage.Hop {
        AgentMessage.Hop(user: user, host: "host\(host)", keys: [(hostKeys[host], false)])
    }

    private func agent(
        _ hops: [(from: AgentMessage.Hop, to: AgentMessage.Hop)], forwards: Bool = true
    ) throws -> SSHAgent {
        var options = SSHAgent.Options()
        options.allowsForwarding = forwards
        let agent = SSHAgent(options: options)
        let constraint = hops.isEmpty ? [] : AgentMessage.destinations(hops)
        try #require(agent.answer(try AgentMessage.add(key, "key", constraint)) == success)
        return agent
    }

    /// Binds sessions 0, 1, … to hosts; all but the last forward, and the last too if `forwardsLast`.
    private func connection(
        _ agent: SSHAgent, _ path: [Int], forwardsLast: Bool = false
    ) throws -> SSHAgent.Connection {
        var connection = SSHAgent.Connection()
        for (number, host) in path.enumerated() {
            let message = try AgentMessage.bind(
                hosts[host], [UInt8(number)], forwards: forwardsLast || number < path.count - 1)
            try #require(agent.answer(message, on: &connection) == success)
        }
        return connection
    }

    /// Whether the agent signs in on a connection.
    private func signsIn(
        _ agent: SSHAgent, _ connection: SSHAgent.Connection, session: UInt8, user: String = "alice", host: Int? = nil
    ) -> Bool {
        var connection = connection
        let data = AgentMessage.signIn(publicKey, [session], user: user, host: host.map { hostKeys[$0] })
        return agent.answer(AgentMessage.sign(publicKey, data), on: &connection).first == 14
    }

    @Test("requests from another machine need the option, and cannot manage keys")
    func forwarding() throws {
        for allows in [false, true] {
            let agent = try agent([], forwards: allows)
            for path in [[0], [0, 1]] {
                var connection = try connection(agent, path, forwardsLast: path.count == 1)
                #expect(connection.isForwarded)
                let list = agent.answer(AgentMessage.list, on: &connection)
                #expect(list.first == (allows ? 12 : 5))
                #expect(signsIn(agent, connection, session: 1) == allows)
                for message in [
                    AgentMessage.removeAll, AgentMessage.remove(publicKey), AgentMessage.lock("x"),
                    try AgentMessage.add(key, "x"),
                ] { #expect(agent.answer(message, on: &connection) == failure) }
            }
            let direct = try connection(agent, [0])
            #expect(!direct.isForwarded && signsIn(agent, direct, session: 0))
        }
    }

    @Test("a claim of forwarding counts even if its signature is invalid")
    func falseBinding() throws {
        let agent = try agent([], forwards: false)
        var message = try AgentMessage.bind(hosts[0], [1], forwards: true)
        message[message.count - 2] ^= 1
        var connection = SSHAgent.Connection()
        #expect(agent.answer(message, on: &connection) == [28])
        #expect(agent.answer(AgentMessage.list, on: &connection) == failure)
    }

    @Test("nothing is bound after a session that signs in, and no session twice with other facts")
    func bindings() throws {
        let agent = try agent([])
        var connection = try connection(agent, [0])
        #expect(agent.answer(try AgentMessage.bind(hosts[1], [9]), on: &connection) == [28])
        var forwarded = try self.connection(agent, [0], forwardsLast: true)
        #expect(agent.answer(try AgentMessage.bind(hosts[0], [0], forwards: true), on: &forwarded) == success)
        #expect(forwarded.sessions.count == 1)
        #expect(agent.answer(try AgentMessage.bind(hosts[1], [0], forwards: true), on: &forwarded) == [28])
        #expect(agent.answer(try AgentMessage.bind(hosts[0], [0]), on: &forwarded) == [28])
        for number in 1..<16 {
            let message = try AgentMessage.bind(hosts[0], [UInt8(number)], forwards: true)
            #expect(agent.answer(message, on: &forwarded) == success)
        }
        #expect(agent.answer(try AgentMessage.bind(hosts[0], [16], forwards: true), on: &forwarded) == [28])
        var new = SSHAgent.Connection()
        for identifier in [[], Array(repeating: 0, count: 129)] as [[UInt8]] {
            #expect(agent.answer(try AgentMessage.bind(hosts[0], identifier), on: &new) == [28])
        }
    }

    @Test("a key for one host signs in there only")
    func oneHost() throws {
        let agent = try agent([(AgentMessage.Hop(), hop(0))])
        // On this machine the key is listed, and signs nothing without a session.
        var local = SSHAgent.Connection()
        #expect(try agent.comments(on: &local) == ["key"])
        #expect(!signsIn(agent, local, session: 0))
        let bound = try connection(agent, [0])
        #expect(signsIn(agent, bound, session: 0) && signsIn(agent, bound, session: 0, host: 0))
        #expect(!signsIn(agent, bound, session: 1) && !signsIn(agent, bound, session: 0, host: 1))
        var other = bound
        #expect(agent.answer(AgentMessage.sign(publicKey, [1]), on: &other) == failure)
        let service = AgentMessage.signIn(publicKey, [0], user: "alice", service: "ssh-other")
        #expect(agent.answer(AgentMessage.sign(publicKey, service), on: &other) == failure)
        var wrong = try connection(agent, [1])
        #expect(!signsIn(agent, wrong, session: 0, host: 1))
        #expect(try agent.comments(on: &wrong) == [])
        // The host cannot use it, and does not see it.
        var forwarded = try connection(agent, [0], forwardsLast: true)
        #expect(try agent.comments(on: &forwarded) == [] && !signsIn(agent, forwarded, session: 0))
        let beyond = try connection(agent, [0, 1])
        #expect(!signsIn(agent, beyond, session: 1, host: 1))
    }

    @Test("a key for a path of hosts signs in on each of them, in this order")
    func path() throws {
        let agent = try agent([(AgentMessage.Hop(), hop(0)), (hop(0), hop(1, user: "al?ce"))])
        #expect(signsIn(agent, try connection(agent, [0]), session: 0))
        var through = try connection(agent, [0, 1])
        #expect(try agent.comments(on: &through) == ["key"])
        #expect(signsIn(agent, through, session: 1, host: 1))
        #expect(!signsIn(agent, through, session: 1, user: "bob", host: 1))
        // Beyond the first hop, the request must name the server's key.
        #expect(!signsIn(agent, through, session: 1))
        #expect(!signsIn(agent, try connection(agent, [1]), session: 0, host: 1))
        #expect(!signsIn(agent, try connection(agent, [1, 0]), session: 1, host: 0))
        #expect(!signsIn(agent, try connection(agent, [0, 2]), session: 1, host: 2))
        #expect(!signsIn(agent, try connection(agent, [0, 1, 2]), session: 2, host: 2))
        var middle = try connection(agent, [0], forwardsLast: true)
        #expect(try agent.comments(on: &middle) == ["key"])
    }

    @Test("after a failed binding, a key with destinations is neither listed nor used")
    func failedBinding() throws {
        let agent = try agent([(AgentMessage.Hop(), hop(0))])
        var connection = SSHAgent.Connection()
        #expect(agent.answer(AgentMessage.extension("session-bind@openssh.com"), on: &connection) == [28])
        #expect(try agent.comments(on: &connection) == [])
        #expect(!signsIn(agent, connection, session: 0))
    }

    @Test("refuses constraints that it does not know or cannot obey")
    func constraints() throws {
        let agent = SSHAgent()
        let noKeys = AgentMessage.Hop(user: "", host: "host", keys: [])
        for constraint in [
            [SSHValue.bytes([3]), .number(1)], [.bytes([255]), .text("sk-provider@openssh.com"), .text("x")],
            [.bytes([255]), .text("restrict-destination-v00@openssh.com"), .string([])],
            AgentMessage.destinations([(AgentMessage.Hop(), noKeys)]),
            AgentMessage.destinations([(noKeys, hop(0))]),
            AgentMessage.destinations([(AgentMessage.Hop(), AgentMessage.Hop())]),
            [.bytes([1]), .number(5), .bytes([1]), .number(6)],
            AgentMessage.destinations([(AgentMessage.Hop(), hop(0))])
                + AgentMessage.destinations([(AgentMessage.Hop(), hop(1))]),
        ] { #expect(agent.answer(try AgentMessage.add(key, "", constraint)) == failure) }
        #expect(try agent.comments() == [])
    }

    @Test("a certified host matches the names of its certificate", .enabled(if: Peer.has("ssh-keygen")))
    func authorities() throws {
        try Peer.inFolder { folder in
            for name in ["ca", "host"] {
                _ = try Peer.output(["ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-f", folder.path + "/\(name)"])
            }
            func blob(_ name: String) throws -> [UInt8] {
                let line = try Peer.output(["cat", folder.path + "/\(name).pub"])
                let words = line.split(separator: " ")
                return try SSHSignatureKey.blob(type: Array(words[0].utf8)[...], base64: Array(words[1].utf8)[...])
            }
            let authority = try SSHSignatureKey(blob: try blob("ca"))
            let constraints = { (name: String) in
                SSHAgentConstraints(destination: name, authority: authority.blob)
            }
            for (options, isValid) in [
                (["-h", "-n", "web*.example.org"], true), (["-h", "-n", "other"], false),
                (["-n", "web1.example.org"], false),
                (["-h", "-n", "web1.example.org", "-V", "20200101:20210101"], false),
            ] {
                _ = try Peer.output(
                    ["ssh-keygen", "-q", "-s", folder.path + "/ca", "-I", "id"] + options + [folder.path + "/host.pub"])
                let host = try SSHAgentHost(try blob("host-cert"))
                var connection = SSHAgent.Connection()
                connection.sessions = [.init(host: host, identifier: [1], isForwarding: false)]
                #expect(constraints("web1.example.org").permit(connection, user: "a") == isValid, "\(options)")
                #expect(!constraints("db.example.org").permit(connection, user: "a"))
            }
        }
    }
}

extension SSHAgentConstraints {
    /// A host with a certificate of this authority.
    fileprivate init(destination: String, authority: [UInt8]) {
        self.init()
        destinations = [
            Destination(
                from: Hop(user: nil, host: nil, keys: []),
                to: Hop(user: nil, host: destination, keys: [(authority, true)]))
        ]
    }
}
