import ArcaCore
import ArcaCrypto
import ArcaPostgres
import ArcaSystem
import ArcaTeam
import ArcaVault
import Foundation
import Synchronization

/// Measures a team vault on a local PostgreSQL server.
///
/// Usage: `TeamBench SERVER-FOLDER ADDRESS…`, one address for each of nine logins.
@main
struct TeamBench {
    let folder: URL
    let server: URL
    let addresses: [ServerAddress]
    let key: VaultKeyFile

    static func main() throws {
        let arguments = CommandLine.arguments
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("team-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bench = TeamBench(
            folder: folder, server: URL(filePath: arguments[1]),
            addresses: try arguments.dropFirst(2).map { try ServerAddress($0) }, key: try VaultKeyFile())
        try bench.edits(in: 10)
        try bench.edits(in: 10_000)
        try bench.edits(in: 100_000)
        let adds = ProcessInfo.processInfo.environment["ARCA_TEAM_ADDS"].flatMap { Int($0) } ?? 500
        try bench.writers(8, adding: adds)
    }

    func path(_ name: String) -> BytePath { BytePath(Array(folder.appendingPathComponent(name).path.utf8)) }

    func options(_ name: String) -> Vault.OpenOptions {
        var options = Vault.OpenOptions(stateFolder: Vault.StateFolder(path("state of \(name)")))
        options.extension = .team
        return options
    }

    func store(_ login: Int) throws -> PostgresStore {
        let password = try Data(contentsOf: server.appendingPathComponent("\(addresses[login].login).password"))
        return PostgresStore(addresses[login], password: SecretBytes(copying: Array(password)))
    }

    func team(_ name: String, _ itemCount: Int) throws -> (vault: Vault, store: PostgresStore) {
        let vault = try Vault.create(at: path(name), slots: [.keyFile(key)], options: options(name))
        try vault.add((0..<itemCount).map { draft("s\($0)", "secret \($0)") })
        let store = try store(0)
        _ = try vault.createTeam(in: store, at: "bench", member: "a", device: "a")
        return (vault, store)
    }

    /// Admits a member; returns the time to follow the log and to fetch all records.
    func join(_ vault: Vault, _ store: PostgresStore, _ login: Int, _ name: String) throws -> (Vault, Double) {
        let code = try vault.invite(
            name, as: .writer, login: addresses[login].login, until: .now().advanced(byMilliseconds: 600_000), in: store
        )
        let own = try self.store(login)
        let (joined, _) = try Vault.joinTeam(
            with: code, in: own, at: path(name), slots: [.keyFile(key)], place: "bench", device: name,
            options: options(name))
        for request in try vault.teamRequests(in: store).requests { try vault.admit(request, in: store) }
        let start = ContinuousClock.now
        _ = try joined.syncTeam(with: own)
        return (joined, Self.milliseconds(since: start))
    }

    func draft(_ name: String, _ secret: String) -> ItemDraft {
        ItemDraft(.init(name, ""), secret: ItemSecret(SecretBytes(copying: secret.utf8)))
    }

    static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        (ContinuousClock.now - start) / .milliseconds(1)
    }

    func median(_ count: Int, _ body: (Int) throws -> Void) rethrows -> String {
        let times = try (0..<count).map { number in
            let start = ContinuousClock.now
            try body(number)
            return Self.milliseconds(since: start)
        }
        return String(format: "%.1f ms", times.sorted()[count / 2])
    }

    /// Times one edit in each direction.
    func edits(in itemCount: Int) throws {
        let name = "team\(itemCount)"
        let start = ContinuousClock.now
        let (vault, store) = try team(name, itemCount)
        let began = Self.milliseconds(since: start)
        let (other, joined) = try join(vault, store, 1, "\(name) b")
        let otherStore = try self.store(1)
        _ = try other.syncTeam(with: otherStore)
        print(
            "vault of \(itemCount) items: made and sent in \(Int(began)) ms; a new device has all in \(Int(joined)) ms")
        print("  an item added, file alone: \(try median(21) { try vault.add(draft("file \($0)", "x")) })")
        _ = try vault.syncTeam(with: store)
        _ = try other.syncTeam(with: otherStore)
        let push = try median(41) { number in
            try vault.add(draft("push \(number)", "x"))
            _ = try vault.syncTeam(with: store)
        }
        print("  added and sent, open connection: \(push)")
        _ = try other.syncTeam(with: otherStore)
        var pulls: [Double] = []
        for number in 0..<41 {
            try vault.add(draft("pull \(number)", "x"))
            _ = try vault.syncTeam(with: store)
            let start = ContinuousClock.now
            _ = try other.syncTeam(with: otherStore)
            pulls.append(Self.milliseconds(since: start))
        }
        print(String(format: "  one commit taken, open connection: %.1f ms", pulls.sorted()[20]))
        print("  nothing new, open connection: \(try median(21) { _ in _ = try other.syncTeam(with: otherStore) })")
        print("  nothing new, with connecting: \(try median(11) { _ in _ = try other.syncTeam(with: self.store(1)) })")
        _ = try vault.secret(of: .init("s5", ""))
        print("  a secret read: \(try median(41) { _ in _ = try vault.secret(of: .init("s5", "")) })")
    }

    func writers(_ count: Int, adding itemCount: Int) throws {
        let (vault, store) = try team("writers", 1)
        let members = try (1...count).map { number in
            (try join(vault, store, number, "writer \(number)").0, try self.store(number))
        }
        let failures = Mutex<[String]>([])
        let start = ContinuousClock.now
        let group = DispatchGroup()
        for (number, member) in members.enumerated() {
            nonisolated(unsafe) let (vault, store) = member
            let drafts = (0..<itemCount).map { draft("w\(number) \($0)", "x") }
            let thread = Thread {
                defer { group.leave() }
                do {
                    for draft in drafts {
                        try vault.add(draft)
                        _ = try vault.syncTeam(with: store)
                    }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
            group.enter()
            thread.start()
        }
        group.wait()
        let seconds = Self.milliseconds(since: start) / 1000
        for member in members { _ = try member.0.syncTeam(with: member.1) }
        _ = try vault.syncTeam(with: store)
        let items = Set(try ([vault] + members.map(\.0)).map { try $0.items().count })
        let codes = Set(try ([vault] + members.map(\.0)).map { try $0.teamCheckCode() })
        let generation = try vault.teamStatus().generation
        print(
            "\(count) writers × \(itemCount) adds: \(Int(Double(count * itemCount) / seconds)) commits/s; "
                + "items in each vault \(items.sorted()), \(codes.count == 1 ? "one log" : "DIFFERENT LOGS") of \(generation) commits; "
                + "failures \(failures.withLock { $0 })")
        for member in members { try member.0.verifyTeamLog() }
        let (_, joined) = try join(vault, store, 1, "late")
        print("a new device follows \(generation) commits and takes \(items.sorted()) items in \(Int(joined)) ms")
    }
}
