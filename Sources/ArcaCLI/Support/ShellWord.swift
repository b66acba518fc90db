internal import ArcaSystem

extension String {
    /// The text in single quotes, as one word of a POSIX shell.
    var shellQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }
}

extension BytePath {
    /// The path in single quotes, as one word of a POSIX shell.
    var shellQuoted: String { String(decoding: bytes, as: UTF8.self).shellQuoted }
}
