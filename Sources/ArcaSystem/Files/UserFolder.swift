internal import ArcaPlatform

/// The standard folders for a user's files.
///
/// Source: XDG Base Directory Specification 0.8.
package enum UserFolder {
    /// Data of a program: `$XDG_DATA_HOME` or `~/.local/share`; nil if the user has no home folder.
    package static var data: BytePath? { folder("XDG_DATA_HOME", else: ".local/share") }

    /// Configuration of a program: `$XDG_CONFIG_HOME` or `~/.config`; nil if the user has no home folder.
    package static var configuration: BytePath? { folder("XDG_CONFIG_HOME", else: ".config") }

    /// State of a program on this machine: `$XDG_STATE_HOME` or `~/.local/state`; nil if the user has no home folder.
    package static var state: BytePath? { folder("XDG_STATE_HOME", else: ".local/state") }

    /// Sockets and the like, until the user's last session ends: `$XDG_RUNTIME_DIR`; nil if it is not set.
    package static var runtime: BytePath? { absolutePath("XDG_RUNTIME_DIR") }

    /// The home folder: `$HOME`, or the entry in the user database; nil if neither exists.
    package static var home: BytePath? {
        if let home = absolutePath("HOME") { return home }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let start = buffer.baseAddress, getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0,
                found != nil,
                let home = entry.pw_dir
            else { return nil }
            let path = BytePath(cString: home)
            return path.isAbsolute ? path : nil
        }
    }

    /// The path in an environment variable such as `ARCA_VAULT`, possibly relative; nil if it is not set or empty.
    package static func variable(_ name: String) -> BytePath? {
        guard let value = Environment.value(of: name), !value.isEmpty else { return nil }
        return BytePath(value)
    }

    private static func folder(_ variable: String, else place: BytePath) -> BytePath? {
        absolutePath(variable) ?? home?.appending(place)
    }

    /// The specification requires relative paths to be ignored.
    private static func absolutePath(_ variable: String) -> BytePath? {
        guard let path = self.variable(variable), path.isAbsolute else { return nil }
        return path
    }
}
