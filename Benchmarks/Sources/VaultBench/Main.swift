import Arca
import Foundation

/// Compares the vault with a plain SQLite table with the same syncs, at several numbers of items.
///
///     VaultBench [FOLDER]                 FOLDER must be on the disk to measure; the default is the temporary folder
///     VaultBench fill VAULT KEY COUNT     creates a vault with COUNT items and its key file, for vault.py
///
/// Durable operations are timed by the wall clock, because they wait for the disk; all others by CPU time, which
/// excludes other programs. Results are medians. Peers are measured in turn.
@main struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.count == 5, arguments[1] == "fill", let count = Int(arguments[4]) {
            let key = try VaultKeyFile()
            try key.text.withBytes { Data($0.withUnsafeBufferPointer { Array($0) }) }
                .write(to: URL(fileURLWithPath: arguments[3]))
            let options = Vault.OpenOptions(stateFolder: nil)
            return try fill(Vault.create(at: BytePath(arguments[2]), slots: [.keyFile(key)], options: options), count)
        }
        let parent = CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory()
        let folder = URL(fileURLWithPath: parent).appending(path: "arca-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for count in [10, 1_000, 100_000] { try measure(count, in: folder) }
    }

    static func measure(_ count: Int, in folder: URL) throws {
        let path = folder.appending(path: "vault-\(count)").path
        var options = Vault.OpenOptions()
        options.stateFolder = Vault.StateFolder(BytePath(folder.appending(path: "state").path))
        let key = try VaultKeyFile()
        let vault = try Vault.create(at: BytePath(path), slots: [.keyFile(key)], options: options)
        let plain = PlainSQLite(folder.appending(path: "plain-\(count)").path)

        let filling = try Clock.processor.time { try fill(vault, count) }
        plain.execute("BEGIN")
        for number in 0..<count { plain.insert(tag(number), body) }
        plain.execute("COMMIT")
        print("\(count) items of 300 bytes, added in \(shown(filling))")
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        print("  file: \(size) bytes, \(ratio(Double(size), Double(count * 300))) of the plaintext")

        var next = count
        for clock in [Clock.wall, .processor] {
            let adding = clock.medians(
                51,
                {
                    _ = try? vault.add(draft(next))
                    next += 1
                }, { plain.insert(tag(next), body) })
            let times = "\(shown(adding.0)), plain SQLite \(shown(adding.1)), ratio \(ratio(adding.0, adding.1))"
            print("  add one, durable, by the \(clock == .wall ? "wall clock" : "processor's time"): \(times)")
        }

        var random = SystemRandomNumberGenerator()
        let looking = Clock.processor.medians(
            1_001, { _ = try? vault.secret(of: draft(Int.random(in: 0..<count, using: &random)).name) },
            { _ = plain.body(of: tag(Int.random(in: 0..<count, using: &random))) })
        print("  get one secret: \(shown(looking.0)), plain SQLite \(shown(looking.1))")

        let clocks = [Clock.processor, .wall].map { clock in shown(clock.median(5) { _ = try? vault.items() }) }
        print("  list all attributes: \(clocks[0]) of all cores, \(clocks[1]) by the wall clock")
        let opening = Clock.processor.median(5) {
            _ = try? Vault.open(at: BytePath(path), with: .keyFile(key), options: options).items(named: [])
        }
        print("  open with a key file: \(shown(opening))")
        guard try vault.items().count == next else { fatalError("items are missing") }
    }

    static func fill(_ vault: Vault, _ count: Int) throws {
        for start in stride(from: 0, to: count, by: 10_000) {
            try vault.add((start..<min(start + 10_000, count)).map(draft))
        }
    }

    /// An item with 300 bytes of text, like a login with a note.
    static func draft(_ number: Int) -> ItemDraft {
        var attributes = VaultItem.Attributes()
        attributes.label = padded("Account \(number)", 30)
        attributes.comment = padded("Note \(number)", 160)
        attributes.fields = [.init("url", padded("https://service-\(number).example/login", 57))]
        let name = VaultItem.Name(padded("service-\(number)", 20), padded("user-\(number)", 14))
        return ItemDraft(name, attributes, secret: ItemSecret(SecretBytes(copying: padded("pass-\(number)", 16).utf8)))
    }

    static let body = [UInt8](repeating: 0x61, count: 300)

    /// A 16-byte pseudorandom value, like a lookup tag.
    static func tag(_ number: Int) -> [UInt8] {
        let first = UInt64(number) &* 0x9e37_79b9_7f4a_7c15
        return withUnsafeBytes(of: (first.byteSwapped, UInt64(number))) { Array($0) }
    }

    static func padded(_ text: String, _ count: Int) -> String {
        text + String(repeating: ".", count: max(0, count - text.utf8.count))
    }
}

enum Clock {
    case wall, processor

    var now: Double {
        var time = timespec()
        clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    func time(_ body: () throws -> Void) rethrows -> Double {
        let start = now
        try body()
        return now - start
    }

    func median(_ rounds: Int, _ body: () -> Void) -> Double {
        (0..<rounds).map { _ in time(body) }.sorted()[rounds / 2]
    }

    func medians(_ rounds: Int, _ ours: () -> Void, _ theirs: () -> Void) -> (Double, Double) {
        var times: ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            times.0.append(time(ours))
            times.1.append(time(theirs))
        }
        return (times.0.sorted()[rounds / 2], times.1.sorted()[rounds / 2])
    }
}

func shown(_ seconds: Double) -> String {
    seconds < 0.01 ? String(format: "%.1f µs", seconds * 1e6) : String(format: "%.1f ms", seconds * 1e3)
}

func ratio(_ left: Double, _ right: Double) -> String { String(format: "%.2f", left / right) }
