package import ArcaCore
internal import ArcaPlatform

package enum ChildProcess {
    /// Runs a shell command and reads its output, for secrets into wiped memory.
    ///
    /// The command inherits the environment and standard error. Standard input is empty, and no other file is open.
    ///
    /// - Throws: ``SystemError`` `.childFailed` if the command fails or cannot be started, `.limitExceeded` if its
    ///   output does not fit.
    package static func read(_ command: [UInt8], into output: inout OutputSpan<UInt8>) throws(SystemError) {
        guard !command.contains(0) else { throw SystemError(.childFailed, "a command holds no zero byte") }
        let pipe = try Pipe()
        let info = try pipe.status()
        let child = try start(command, output: pipe.writing.number)
        var reader = pipe.reader(name: "the command's output", info)
        var failure: SystemError?
        do {
            while true {
                let before = output.count
                if output.isFull {
                    failure = SystemError(.limitExceeded, "the command prints more than \(output.capacity - 1) bytes")
                    break
                }
                try reader.read(into: &output)
                if output.count == before { break }
            }
        } catch { failure = error }
        _ = consume reader
        let status = try wait(for: child)
        if let failure { throw failure }
        guard status == 0 else { throw SystemError(.childFailed, "the command failed with status \(status)") }
    }

    /// Runs a shell command and writes its standard input; its output is discarded.
    ///
    /// The command inherits the environment and standard error, and no other file. The call does not wait for
    /// background processes of the command.
    ///
    /// - Throws: ``SystemError`` `.childFailed` if the command fails or cannot be started, or an error of writing to it,
    ///   such as `.brokenPipe` if it does not read everything.
    package static func write(_ command: [UInt8], input: borrowing some Bytes) throws(SystemError) {
        guard !command.contains(0) else { throw SystemError(.childFailed, "a command holds no zero byte") }
        let pipe = try Pipe()
        let nothing = try systemCall("cannot open /dev/null") { open("/dev/null", O_WRONLY | O_CLOEXEC) }
        defer { close(nothing) }
        let child = try start(command, input: pipe.reading.number, output: nothing)
        var failure: SystemError?
        do {
            var writer = FileWriter(pipe.sender(), name: "the command's input")
            try writer.write(input)
        } catch { failure = error }
        let status = try wait(for: child)
        guard status == 0 else { throw SystemError(.childFailed, "the command failed with status \(status)") }
        if let failure { throw failure }
    }

    static func start(_ command: [UInt8], input: Int32? = nil, output: Int32) throws(SystemError) -> pid_t {
        let words = [Array("/bin/sh".utf8), Array("-c".utf8), command]
        return try ProcessStart.spawn(words, environment: Environment.block) { actions in
            if let input {
                posix_spawn_file_actions_adddup2(&actions, input, 0)
            } else {
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            }
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            closeDescriptors(from: 3, by: &actions)
        }
    }

    /// The exit status, or 128 plus the signal number, as in shells.
    static func wait(for child: pid_t) throws(SystemError) -> Int32 {
        var status: Int32 = 0
        try systemCall("cannot wait for the command") { waitpid(child, &status, 0) }
        return ForegroundProcess.End(status: status).code
    }
}

/// All processes of this library are started here.
enum ProcessStart {
    /// Nil-terminated.
    typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// Starts a program, searched in `PATH` unless its name contains a slash.
    ///
    /// `prepare` sets up the descriptors of the child. The words must not contain NUL bytes.
    static func spawn(
        _ words: [[UInt8]], environment: Strings, in group: SpawnGroup = .same, prepare: (inout SpawnActions) -> Void
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
            // Ignored signals stay ignored in a child, but shell pipelines rely on SIGPIPE.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            posix_spawnattr_setsigdefault(&attributes, &signals)
            // Threads that block signals would pass the mask on to the child.
            var noSignals = sigset_t()
            sigemptyset(&noSignals)
            posix_spawnattr_setsigmask(&attributes, &noSignals)
            let flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | group.flags
            posix_spawnattr_setflags(&attributes, Int16(flags))
            return posix_spawnp(&child, program, &actions, &attributes, pointers, environment)
        }
        guard number == 0 else { throw SystemError(errno: number, "cannot run \(String(printable: words[0]))") }
        return child
    }
}
