internal import ArcaTestSupport
import Foundation

/// A vault with a passphrase and a pattern in its own folder, which also has its state and data.
struct VaultSession {
    struct NotMade: Error {
        let errors: String
    }

    static let passphrase = "owl lantern quartz 4711 meadow"
    static let pattern = "14789"
    let folder: URL

    /// Creates the vault, and locks it at the end.
    static func run(_ body: (VaultSession) throws -> Void) throws {
        try Peer.inFolder { folder in
            let session = VaultSession(folder: folder)
            let made = try session.arca([
                "init", "--new-passphrase-from", "env:PW", "--new-pattern-from", "env:PATTERN",
            ])
            guard made.status == 0 else { throw NotMade(errors: made.errors) }
            defer { _ = try? session.arca(["lock"]) }
            try body(session)
        }
    }

    var environment: [String: String] {
        [
            "XDG_STATE_HOME": folder.appendingPathComponent("state").path,
            "XDG_DATA_HOME": folder.appendingPathComponent("data").path,
            "PW": Self.passphrase, "PATTERN": Self.pattern, "WRONG": "1478",
        ]
    }
    var file: URL { folder.appendingPathComponent("data/arca/vault.arca") }

    /// Runs `arca vault` without a terminal, prefixed with another command.
    func arca(
        _ words: [String], behind: [String] = ["setsid", "-w"], _ more: [String: String] = [:]
    ) throws -> Peer.Answer {
        try Peer.run(
            behind + [Peer.arca, "vault"] + words, environment: environment.merging(more) { $1 }, in: folder)
    }

    func unlock(_ more: [String] = []) throws -> Peer.Answer {
        try arca(["unlock", "--passphrase-from", "env:PW"] + more)
    }

    func status(behind: [String] = []) throws -> [String: Any] {
        let answer = try arca(["status", "--json"], behind: behind)
        return try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any] ?? [:]
    }

    /// The seven subkeys in the keyring of the unlocked vault.
    func keys() throws -> [[UInt8]] {
        let identifier = try status()["identifier"] as? String ?? ""
        let script = """
            import ctypes, sys
            keyctl = lambda *arguments: ctypes.CDLL(None).syscall(250, *arguments)
            buffer = ctypes.create_string_buffer(512)
            count = keyctl(11, keyctl(10, -4, b"user", b"arca:vault:v1:\(identifier)", 0), buffer, 512)
            sys.stdout.buffer.write(buffer.raw[41:max(count, 41)])
            """
        let bytes = try Peer.python(script).output
        return stride(from: 0, to: bytes.count, by: 32).map { Array(bytes[$0..<min($0 + 32, bytes.count)]) }
    }

    /// A command that runs another one with keyrings refused by the kernel with this `errno`.
    static func refusingKeyrings(_ number: Int32) -> [String] {
        let script = """
            import ctypes, os, struct, sys
            rules = [(0x20, 0, 0, 0), (0x15, 1, 0, 248), (0x15, 0, 1, 250), (0x06, 0, 0, 0x50000 | \(number)),
                (0x06, 0, 0, 0x7fff0000)]
            code = b"".join(struct.pack("HBBI", *rule) for rule in rules)
            buffer = ctypes.create_string_buffer(code)
            program = struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(buffer))
            libc = ctypes.CDLL(None, use_errno=True)
            if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program): sys.exit(99)
            os.execvp(sys.argv[1], sys.argv[1:])
            """
        return ["setsid", "-w", "python3", "-c", script]
    }
}
