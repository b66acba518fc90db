internal import ArcaPlatform

/// Starting programs, the one way in which this library does it.
enum ProcessStart {
    /// An array of C strings with nil at the end.
    typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// Starts a program that is looked for in `PATH` unless its name has a slash.
    ///
    /// `prepare` says what becomes of descriptors in the child. No word has a zero byte.
    static func spawn(
        _ words: [[UInt8]], environment: Strings, prepare: (inout SpawnActions) -> Void
    ) throws(SystemError) -> pid_t {
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { word in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
            for (index, byte) in word.enumerated() { copy[index] = CChar(bitPattern: byte) }
            copy[word.count] = 0
            return copy
        }
        defer { pointers.forEach { $0?.deallocate() } }
        pointers.append(nil)
        guard let program = pointers[0] else { throw SystemError(.notFound, "there is no command") }
        var child = pid_t()
        let number = withSpawnSettings { actions, attributes in
            prepare(&actions)
            // Ignored signals stay ignored in a child, and a shell's pipelines rely on SIGPIPE.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            posix_spawnattr_setsigdefault(&attributes, &signals)
            // Some threads of the caller block signals, and a child would never see its own.
            var noSignals = sigset_t()
            sigemptyset(&noSignals)
            posix_spawnattr_setsigmask(&attributes, &noSignals)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
            return posix_spawnp(&child, program, &actions, &attributes, pointers, environment)
        }
        guard number == 0 else { throw SystemError(errno: number, "cannot run \(String(printable: words[0]))") }
        return child
    }
}
