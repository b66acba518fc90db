import Foundation

/// Runs other programs, whose answers ours are compared with.
enum Peer {
    /// Whether Python is there and has a module; tests that need it are skipped where it is not.
    static func hasPython(module: String) -> Bool { (try? output(["python3", "-c", "import \(module)"])) != nil }

    /// What a program writes to standard output; throws when it is missing or fails.
    static func output(_ command: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return String(decoding: output, as: UTF8.self)
    }

    struct Failure: Error { let status: Int32 }
}

/// Bytes of hexadecimal text in lower case; spaces do not count.
func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.filter { $0 != 0x20 }.map { UInt8($0 > 0x39 ? $0 - 0x57 : $0 - 0x30) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Hexadecimal text of bytes, as other programs take it.
func hexText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
