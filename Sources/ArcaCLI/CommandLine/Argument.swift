internal import ArcaSystem

/// One word of the command line, as the bytes the system passed: file names need not be text.
struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word's bytes, without the final zero.
    let bytes: [UInt8]

    /// Takes the bytes as they are.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Takes the text's UTF-8 bytes.
    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    /// Takes a literal, for tests and tables.
    init(stringLiteral text: String) { bytes = Array(text.utf8) }

    /// The word as text, nil when it is not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The word for a message, safe to print.
    var shown: String { String(printable: bytes) }

    /// The words after the program's name.
    ///
    /// `CommandLine.arguments` is no use: it replaces bytes that are not UTF-8, and the file is not found any more.
    static func ofProcess() -> [Argument] {
        let words = CommandLine.unsafeArgv
        let count = Int(CommandLine.argc)
        var result: [Argument] = []
        result.reserveCapacity(count)
        for index in 0..<count where index > 0 {
            guard let word = words[index] else { break }
            var length = 0
            while word[length] != 0 { length += 1 }
            let bytes = UnsafeRawBufferPointer(start: word, count: length)
            result.append(Argument([UInt8](bytes)))
        }
        return result
    }
}
