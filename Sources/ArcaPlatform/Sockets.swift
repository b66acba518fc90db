// Differences between the systems' Unix sockets.

/// Creates a stream socket that child processes do not inherit; returns -1 and sets `errno` on failure.
package func makeLocalSocket() -> Int32 {
    #if canImport(Glibc)
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let number = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    if number >= 0 { prepareLocalSocket(number) }
    return number
}

/// Sets up a socket from `accept`: child processes do not inherit it, and writing after the end raises no signal.
package func prepareLocalSocket(_ number: Int32) {
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
    var one: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
}

#if canImport(Darwin)
/// The flags of `send`; a signal is prevented by an option of the socket.
package let sendFlags: Int32 = 0
#else
/// The flags of `send`, without a signal if the other end is closed.
package let sendFlags = Int32(MSG_NOSIGNAL)
#endif

/// Maximum length of a Unix socket's path in bytes.
package let localSocketPathByteCount = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

/// Calls `body` with the address of a path, which must not be longer than ``localSocketPathByteCount``.
package func withLocalAddress<Result>(
    _ path: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { space in
        for (index, byte) in path.prefix(localSocketPathByteCount).enumerated() { space[index] = byte }
    }
    let count = socklen_t(MemoryLayout<sockaddr_un>.size)
    #if canImport(Darwin)
    address.sun_len = UInt8(count)
    #endif
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, count) }
    }
}

/// The process and user at the other end of a socket when it was connected; nil if the system does not know.
package func localPeer(of number: Int32) -> (process: Int32, user: UInt32)? {
    #if canImport(Darwin)
    var user = uid_t()
    var group = gid_t()
    guard getpeereid(number, &user, &group) == 0 else { return nil }
    var process = pid_t()
    var count = socklen_t(MemoryLayout<pid_t>.size)
    let isKnown = getsockopt(number, SOL_LOCAL, LOCAL_PEERPID, &process, &count) == 0
    return (isKnown ? process : 0, user)
    #else
    // `struct ucred`, which the headers hide: process, user, group.
    var numbers: (Int32, UInt32, UInt32) = (0, 0, 0)
    var count = socklen_t(MemoryLayout.size(ofValue: numbers))
    guard getsockopt(number, SOL_SOCKET, SO_PEERCRED, &numbers, &count) == 0, count == 12 else { return nil }
    return (numbers.0, numbers.1)
    #endif
}
