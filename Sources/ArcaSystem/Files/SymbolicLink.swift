internal import ArcaCodecs
internal import ArcaPlatform

/// What symbolic links say.
package enum SymbolicLink {
    /// Reads where a link points to.
    ///
    /// - Parameter path: The link itself.
    /// - Returns: The text in it, absolute or relative to the link's folder; it may lead nowhere.
    /// - Throws: ``SystemError``, `.failed` when it is no link.
    package static func target(of path: BytePath) throws(SystemError) -> BytePath {
        let bytes = try path.withCString("cannot read link") { name throws(SystemError) in
            try [UInt8](capacity: Int(PATH_MAX)) { output throws(SystemError) in
                try output.withUnsafeMutableBufferPointer { space, count throws(SystemError) in
                    let start = UnsafeMutableRawPointer(space.baseAddress)?.assumingMemoryBound(to: CChar.self)
                    let length = start.map { readlink(name, $0, space.count) } ?? 0
                    if length < 0 { throw SystemError(errno: errno, "cannot read link \(path)") }
                    count = length
                }
            }
        }
        return BytePath(bytes)
    }

    /// Follows all links of a path.
    ///
    /// - Parameter path: Something that is there.
    /// - Returns: The absolute path of the same thing in which no component is a link, `.` or `..`.
    /// - Throws: ``SystemError``: `.notFound`, also for a link that leads nowhere, and others as the system says.
    package static func resolve(_ path: BytePath) throws(SystemError) -> BytePath {
        try path.withCString("cannot find") { name throws(SystemError) in
            guard let resolved = realpath(name, nil) else { throw SystemError(errno: errno, "cannot find \(path)") }
            defer { free(resolved) }
            return BytePath(cString: resolved)
        }
    }
}
