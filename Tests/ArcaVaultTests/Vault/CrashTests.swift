import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import ArcaVault
import Foundation
import Testing

/// Writers are killed or run concurrently; exactly the steps they reported as durable must be present.
///
/// `ARCA_LONG_TESTS=1` makes both 25 to 30 times as long.
@Suite(.serialized, .enabled(if: runsSlowTests, "slow")) struct CrashTests {
    private static let isLong = getenv("ARCA_LONG_TESTS") != nil
    /// Next to the command.
    private static let writer = Peer.product("VaultWriter")

    private struct Place {
        let vault: BytePath
        let keyFile: BytePath
        let key: VaultKeyFile

        init(_ folder: URL) throws {
            vault = BytePath(Array((folder.path + "/vault.arca").utf8))
            keyFile = BytePath(Array((folder.path + "/key").utf8))
            key = try VaultKeyFile()
            var file = try AtomicFile(keyFile, secret: true, inputs: [])
            try file.write(key.text)
            try file.commit()
            try create()
        }

        func create() throws {
            unlink(vault.description)
            // Removes the journal of a writer killed before it wrote to it.
            unlink(vault.description + "-journal")
            _ = try Vault.create(at: vault, slots: [.keyFile(key)], options: .init(stateFolder: nil))
        }

        func open() throws -> Vault {
            try Vault.open(at: vault, with: .keyFile(key), options: .init(stateFolder: nil))
        }

        func items(_ vault: Vault) throws -> [String: String] {
            var items: [String: String] = [:]
            for item in try vault.items() {
                items[item.name.service] = String(
                    decoding: Array(bytes: try vault.secret(of: item.name).value), as: UTF8.self)
            }
            return items
        }

        /// Starts a writer with a pipe as its standard output.
        func start(_ writer: Int, first: Int, count: Int) throws -> (child: pid_t, output: Int32) {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            let words = [
                CrashTests.writer, vault.description, keyFile.description, "\(writer)", "\(first)", "\(count)",
            ]
            var pointers = words.map { strdup($0) } + [nil]
            defer { for pointer in pointers { free(pointer) } }
            var child = pid_t()
            try #require(posix_spawn(&child, CrashTests.writer, &actions, nil, &pointers, environ) == 0)
            close(ends[1])
            return (child, ends[0])
        }

        /// Returns a writer's lines and exit status, after killing it `microseconds` after line `lines`.
        func finish(
            _ started: (child: pid_t, output: Int32), killingAfter limit: (lines: Int, microseconds: UInt32)? = nil
        ) -> (steps: [Int], status: Int32) {
            var text: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 4096)
            var isAlive = true
            while true {
                if isAlive, let limit, text.count(where: { $0 == 0x0a }) >= limit.lines {
                    usleep(limit.microseconds)
                    kill(started.child, SIGKILL)
                    isAlive = false
                }
                let count = read(started.output, &piece, piece.count)
                guard count > 0 else { break }
                text += piece[..<count]
            }
            close(started.output)
            var status: Int32 = 0
            while waitpid(started.child, &status, 0) < 0, errno == EINTR {}
            // An unterminated last line was cut off.
            let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
            return (lines.compactMap { Int(String(decoding: $0, as: UTF8.self)) }, status)
        }
    }

    @Test("Acknowledged writes survive kill -9, and others are completely present or completely absent")
    func killed() throws {
        try Peer.inFolder { folder in
            let place = try Place(folder)
            var numbers = Repeatable(9)
            var done = 0
            var killCount = 0
            var stepCount = 0
            while killCount < (Self.isLong ? 3000 : 40) {
                if done > 100 {
                    // Small vaults keep each check fast.
                    try place.create()
                    done = 0
                }
                // A step takes about a millisecond on an idle machine, so kills cover each moment of it.
                let limit = (
                    lines: Int.random(in: 0...6, using: &numbers),
                    microseconds: UInt32.random(in: 0...3_000, using: &numbers)
                )
                let started = try place.start(1, first: done, count: 100_000)
                let (steps, status) = place.finish(started, killingAfter: limit)
                try #require(status & 0x7f == SIGKILL)
                killCount += 1
                stepCount += steps.count
                #expect(steps == Array(done..<done + steps.count))
                let acknowledged = done + steps.count
                let vault = try place.open()
                let items = try place.items(vault)
                let script = WriterScript(writer: 1)
                let isNext = items == script.items(after: acknowledged + 1)
                #expect(isNext || items == script.items(after: acknowledged), "kill \(killCount), step \(acknowledged)")
                let report = try vault.verify()
                #expect(report.isSound, "kill \(killCount): \(report.findings)")
                done = isNext ? acknowledged + 1 : acknowledged
            }
            // Otherwise nothing was interrupted.
            #expect(stepCount > killCount)
        }
    }

    @Test("Ten concurrent processes lose nothing")
    func concurrent() throws {
        try Peer.inFolder { folder in
            let place = try Place(folder)
            let count = Self.isLong ? 5000 : 40
            let started = try (0..<10).map { try place.start($0, first: 0, count: count) }
            for writer in started {
                let (steps, status) = place.finish(writer)
                #expect(status == 0 && steps == Array(0..<count))
            }
            let vault = try place.open()
            var expected: [String: String] = [:]
            for writer in 0..<10 {
                expected.merge(WriterScript(writer: writer).items(after: count)) { _, _ in "two writers, one name" }
            }
            #expect(try place.items(vault) == expected)
            // Each commit counts once, including the creation.
            #expect(try vault.status.generation == UInt64(10 * count + 1))
            #expect(try vault.verify().isSound)
        }
    }
}
