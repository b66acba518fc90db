#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Starting programs, the one way in which this library does it.
enum ProcessStart {
    #if canImport(Glibc)
    typealias Actions = posix_spawn_file_actions_t
    #else
    typealias Actions = posix_spawn_file_actions_t?
    #endif
    /// An array of C strings with nil at the end.
    typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// Starts a program that is looked for in `PATH` unless its name has a slash.
    ///
    /// `prepare` says what becomes of descriptors in the child. No word has a zero byte.
    static func spawn(
        _ words: [[UInt8]], environment: Strings, prepare: (inout Actions) -> Void
    ) throws(SystemError) -> pid_t {
        #if canImport(Glibc)
        var actions = Actions()
        var attributes = posix_spawnattr_t()
        #else
        var actions: Actions
        var attributes: posix_spawnattr_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
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
        let number = posix_spawnp(&child, program, &actions, &attributes, pointers, environment)
        guard number == 0 else { throw SystemError(errno: number, "cannot run \(String(printable: words[0]))") }
        return child
    }
}
