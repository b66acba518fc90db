internal import ArcaPlatform

/// Where programs keep their files for a user.
///
/// Source: XDG Base Directory Specification 0.8.
package enum UserFolder {
    /// What a program works with: `$XDG_DATA_HOME`, else `~/.local/share`; nil where the user has no home.
    package static var data: BytePath? { folder("XDG_DATA_HOME", else: ".local/share") }

    /// What the user sets for a program: `$XDG_CONFIG_HOME`, else `~/.config`; nil where the user has no home.
    package static var configuration: BytePath? { folder("XDG_CONFIG_HOME", else: ".config") }

    /// What a program remembers on this machine: `$XDG_STATE_HOME`, else `~/.local/state`; nil where the user has no home.
    package static var state: BytePath? { folder("XDG_STATE_HOME", else: ".local/state") }

    /// The user's home: `$HOME`, else what the system's list of users says; nil where neither names one.
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

    /// The path in a variable of the environment, such as `ARCA_VAULT`.
    ///
    /// - Parameter name: The variable.
    /// - Returns: The path, relative ones too; nil where the variable is not set or empty.
    package static func variable(_ name: String) -> BytePath? {
        guard let value = Environment.value(of: name), !value.isEmpty else { return nil }
        return BytePath(value)
    }

    private static func folder(_ variable: String, else place: BytePath) -> BytePath? {
        absolutePath(variable) ?? home?.appending(place)
    }

    /// A variable's path; one that is not absolute does not count, as the specification asks.
    private static func absolutePath(_ variable: String) -> BytePath? {
        guard let path = self.variable(variable), path.isAbsolute else { return nil }
        return path
    }
}
