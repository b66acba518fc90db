internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem

/// Messages for the user: results on standard output, everything else on standard error.
enum Messages {
    static func error(_ text: String) { line("arca: \(Color.red.paint("error:", on: 2)) ", text) }

    static func warning(_ text: String) { line("arca: \(Color.yellow.paint("warning:", on: 2)) ", text) }

    static func hint(_ text: String) { line("arca: \(Color.cyan.paint("hint:", on: 2)) ", text) }

    static func note(_ text: String) { line("arca: ", text) }

    /// Control characters are escaped, so names from untrusted data can neither end the line nor control the terminal.
    private static func line(_ prefix: String, _ text: String) {
        write(prefix + String(printable: text.utf8) + "\n", to: 2)
    }

    static func print(_ text: String) throws(SystemError) {
        let number = write(text, to: 1)
        guard number == 0 else { throw SystemError(errno: number, "cannot write to standard output") }
    }

    /// Writes all bytes to a descriptor; returns 0 or `errno`.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        ProgressLine.wipe()
        return put(text, descriptor)
    }

    /// Writes to standard error without erasing the progress line.
    static func writeBare(_ text: String) { put(text, 2) }

    @discardableResult
    private static func put(_ text: String, _ descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = ArcaPlatform.write(descriptor, start, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return 0
        }
    }
}
