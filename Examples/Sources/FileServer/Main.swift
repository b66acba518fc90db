import Arca
import ArcaVectors
import Foundation

/// Runs the server with all its clients concurrently; exits with status 1 if anything is wrong:
///
///     swift run --package-path Examples FileServer [CLIENTS [FOLDER OF VECTORS…]]
@main
struct Main {
    static func main() async {
        do { try await run() } catch {
            print("error: \(error)")
            exit(1)
        }
    }

    static func run() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let clientCount = arguments.first.flatMap { Int($0) } ?? 8
        try await selfTest(arguments.dropFirst().map { BytePath($0) })

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arca-files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let keyFile = try VaultKeyFile()
        let server = try await FileServer(folder: folder, keyFile: keyFile)
        let clients = Clients(server: server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<clientCount {
                group.addTask { try await clients.store(number, byteCount: 100_000 * number) }
                group.addTask { try await clients.sendForm(number) }
                group.addTask { try await clients.attack(number) }
                group.addTask { try await clients.showFace(number) }
            }
            try await group.waitForAll()
        }
        let stored = try server.storage.fileCount()
        guard stored == 3 * clientCount else { throw Clients.Surprise(text: "\(stored) files are on the disk") }
        let lines = await server.audit.lines.count
        guard await server.audit.isIntact(), await !server.audit.isIntact(leavingOut: 1) else {
            throw Clients.Surprise(text: "the audit log does not tell whether it is intact")
        }

        let (report, signature) = try await server.report()
        let time = Int(Date().timeIntervalSince1970)
        guard server.reports.isGenuine(report, signature: signature, at: time),
            !server.reports.isGenuine(report + "logged in nobody\n", signature: signature, at: time)
        else { throw Clients.Surprise(text: "a signed report does not tell whether it is genuine") }

        // Open the same folder, as after a restart: keys, users and files persist.
        let again = try await FileServer(folder: folder, keyFile: keyFile)
        let token = try server.tokens.issue(to: "user 1", scope: "read")
        var count = 0
        for try await chunk in try again.download("notes", token: token) { count += chunk.count }
        guard count == (clientCount > 1 ? 100_000 : 0) else {
            throw Clients.Surprise(text: "\(count) bytes are left after a restart")
        }
        print("\(4 * clientCount) clients, \(stored) files, \(lines) lines in the log: all as it should be")
    }

    /// Runs known-answer tests before the first request, as regulated environments require.
    static func selfTest(_ folders: [BytePath]) async throws {
        guard !folders.isEmpty else { return }
        let thread = try SelfTest()
        let totals = await thread.run(folders)
        guard totals.failed == 0, totals.passed > 0 else {
            throw Clients.Surprise(text: "\(totals.failed) vectors failed, \(totals.passed) passed")
        }
        print("\(totals.passed) known answers are right")
    }
}

/// The vectors take seconds on all cores, so they do not run on the shared pool.
private actor SelfTest {
    private let thread: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init() throws { thread = try ThreadExecutor() }

    func run(_ folders: [BytePath]) -> CaseTally { VectorRunner().run(VectorTree(folders)).totals }
}
