// Differences between the systems' process, thread and signal APIs.

#if canImport(Darwin)
package typealias SpawnActions = posix_spawn_file_actions_t?
package typealias SpawnAttributes = posix_spawnattr_t?
#else
package typealias SpawnActions = posix_spawn_file_actions_t
package typealias SpawnAttributes = posix_spawnattr_t
#endif

/// Calls `body` with empty spawn actions and attributes.
package func withSpawnSettings<Result>(
    _ body: (inout SpawnActions, inout SpawnAttributes) -> Result
) -> Result {
    #if canImport(Darwin)
    var (actions, attributes): (SpawnActions, SpawnAttributes) = (nil, nil)
    #else
    var (actions, attributes) = (SpawnActions(), SpawnAttributes())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    return body(&actions, &attributes)
}

/// The session and process group of a started program.
package enum SpawnGroup {
    /// Those of this process.
    case same
    /// A new group in this session.
    case newGroup
    /// A new session, created before the spawn actions: a terminal that they open becomes its terminal.
    case newSession
}

extension SpawnGroup {
    /// The spawn flags; `newGroup` also needs `posix_spawnattr_setpgroup` with 0, the default.
    package var flags: Int32 {
        switch self {
        case .same: 0
        case .newGroup: Int32(POSIX_SPAWN_SETPGROUP)
        // `POSIX_SPAWN_SETSID`, a GNU name.
        #if canImport(Darwin)
        case .newSession: 0x400
        #else
        case .newSession: 0x80
        #endif
        }
    }
}

/// Closes all descriptors from `first` in the child, where the C library supports it.
package func closeDescriptors(from first: Int32, by actions: inout SpawnActions) {
    #if canImport(Glibc)
    arca_spawn_closes_from(&actions, first)
    #endif
}

/// Makes the child's group the one that reads from a terminal, before the child runs, where the C library supports it.
package func takeTerminal(_ terminal: Int32, by actions: inout SpawnActions) {
    _ = arca_spawn_takes_terminal(&actions, terminal)
}

/// Starts a thread, or returns nil if the system cannot.
package func startThread(_ body: @escaping () -> Void) -> pthread_t? {
    let job = Unmanaged.passRetained(Job(body))
    #if canImport(Glibc)
    var thread: pthread_t = 0
    #else
    var thread: pthread_t?
    #endif
    let failure = pthread_create(&thread, nil, { run($0) }, job.toOpaque())
    if failure == 0 { return thread }
    job.release()
    return nil
}

private func run(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
    return nil
}

private final class Job {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
}

/// Disables core files, including for child processes.
package func forbidCoreFiles() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
    setrlimit(RLIMIT_CORE, &none)
    #endif
}

/// Receives the signal number, its information and its context.
package typealias SignalHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

extension sigaction {
    /// Sets a handler that receives the signal number.
    package mutating func call(_ handler: @escaping @convention(c) (Int32) -> Void) {
        #if canImport(Glibc)
        __sigaction_handler.sa_handler = handler
        #elseif canImport(Musl)
        __sa_handler.sa_handler = handler
        #else
        __sigaction_u.__sa_handler = handler
        #endif
    }

    /// Sets a handler that receives the signal number and information.
    package mutating func callWithInfo(_ handler: @escaping SignalHandler) {
        sa_flags = SA_SIGINFO
        #if canImport(Glibc)
        __sigaction_handler.sa_sigaction = handler
        #elseif canImport(Musl)
        __sa_handler.sa_sigaction = handler
        #else
        __sigaction_u.__sa_sigaction = handler
        #endif
    }

    /// The handler's address as a number: Swift cannot compare with `SIG_IGN`, which is 1.
    package var handlerAddress: Int {
        #if canImport(Glibc)
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
        #elseif canImport(Musl)
        unsafeBitCast(__sa_handler.sa_handler, to: Int.self)
        #else
        unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self)
        #endif
    }

    package var isDefault: Bool { handlerAddress == 0 }

    package var isIgnoring: Bool { handlerAddress == 1 }
}
