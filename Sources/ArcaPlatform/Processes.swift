internal import Synchronization

// Differences between the systems' process, thread, signal and pseudoterminal APIs.

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

/// Opens a new pseudoterminal; returns its master, which child processes do not inherit, and the path of its slave with a
/// final NUL; nil, with `errno` set, on failure.
package func openPseudoterminal() -> (master: Int32, slave: [CChar])? {
    var name = [CChar](repeating: 0, count: 128)
    #if canImport(Darwin)
    let master = posix_openpt(O_RDWR | O_NOCTTY)
    let isReady =
        master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, &name, name.count) == 0
    #else
    let master = arca_open_master(O_RDWR | O_NOCTTY)
    let isReady =
        master >= 0 && arca_grant_slave(master) == 0 && arca_unlock_slave(master) == 0
        && arca_name_slave(master, &name, UInt(name.count)) == 0
    #endif
    guard isReady else {
        let number = errno
        if master >= 0 { close(master) }
        errno = number
        return nil
    }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    return (master, name)
}

/// Assigns each thread one of a few slots, to reduce contention.
package enum ThreadSlot {
    /// The number of slots; threads beyond that share them.
    package static let count = 8

    /// The slot of this thread, constant for its lifetime.
    package static var current: Int {
        let kept = Int(bitPattern: pthread_getspecific(key))
        if kept > 0 { return kept - 1 }
        let slot = next.add(1, ordering: .relaxed).oldValue % count
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: slot + 1))
        return slot
    }

    private static let next = Atomic<Int>(0)
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no thread-specific key is left")
        return key
    }()
}

/// A number that identifies the current thread among running threads.
package var currentThread: UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: pthread_self())
    #endif
}
