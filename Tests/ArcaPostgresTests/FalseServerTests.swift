import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import ArcaVault
import Foundation
import Synchronization
import Testing

@testable import ArcaPostgres

/// A listener on PostgreSQL's socket that does not speak its protocol.
@Suite("A server other than PostgreSQL", .enabled(if: TeamServer.isInstalled, "PostgreSQL"), .serialized)
struct FalseServerTests {
    /// The server's behavior on one connection, which is then closed.
    struct Behavior: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: @Sendable (Int32) -> Void

        init(_ name: String, _ answer: @escaping @Sendable (Int32) -> Void) {
            (testDescription, self.answer) = (name, answer)
        }
    }

    private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        bytes.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            == bytes.count
    }

    private static func wait() { Thread.sleep(forTimeInterval: 2) }

    /// AuthenticationOk and ReadyForQuery, as after a successful login.
    private static let welcome: [UInt8] = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]

    /// Reads the client's first message.
    private static func hear(_ connection: Int32) {
        var space = [UInt8](repeating: 0, count: 4096)
        _ = recv(connection, &space, space.count, 0)
    }

    static let behaviors: [Behavior] = [
        Behavior("closes") { _ in },
        Behavior("says nothing") { _ in wait() },
        Behavior("talks HTTP") { connection in
            hear(connection)
            _ = send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), connection)
        },
        Behavior("sends rubbish") { connection in
            hear(connection)
            _ = send((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 97) }, connection)
            wait()
        },
        Behavior("begins a message of 2 GiB") { connection in
            hear(connection)
            _ = send([0x52, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0], connection)
            wait()
        },
        Behavior("welcomes, and says nothing more") { connection in
            hear(connection)
            _ = send(welcome, connection)
            wait()
        },
        Behavior("welcomes, and breaks off in a message") { connection in
            hear(connection)
            _ = send(welcome, connection)
            hear(connection)
            _ = send([0x54, 0, 0, 1], connection)
        },
        Behavior("welcomes, and sends notices without end") { connection in
            hear(connection)
            _ = send(welcome, connection)
            // NoticeResponse: a severity and an escape sequence as its text.
            let notice: [UInt8] = [
                0x4e, 0, 0, 0, 17, 0x53, 0x58, 0, 0x4d, 0x1b, 0x5b, 0x32, 0x4a, 0x0a, 0x78, 0x78, 0, 0,
            ]
            for _ in 0..<200_000 where !send(notice, connection) { return }
        },
    ]

    @Test("fails in time with a one-line error and prints nothing", arguments: behaviors)
    func falseServer(_ behavior: Behavior) throws {
        try Peer.inFolder { folder in
            let path = folder.appendingPathComponent(".s.PGSQL.5432").path
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(listener) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
            let isBound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(isBound == 0 && listen(listener, 4) == 0)
            let thread = Thread {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                behavior.answer(connection)
                close(connection)
            }
            thread.start()
            let encoded = folder.path.replacingOccurrences(of: "/", with: "%2F")
            let store = PostgresStore(
                try ServerAddress("postgresql://alice@\(encoded)/arca"), password: SecretBytes(copying: "x".utf8),
                timeout: 700)
            let start = ContinuousClock.now
            do {
                _ = try store.read([UInt8](repeating: 1, count: 16), from: 0)
                Issue.record("it was taken for a server")
            } catch let error as VaultError {
                #expect(error.code == .unreachable || error.code == .malformed, "\(error)")
                #expect(!error.reason.utf8.contains { $0 < 0x20 }, "\(error)")
            }
            // A bound that slow machines meet too; a server timeout would take half a minute.
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }
}
