// Differences between the systems' pseudoterminals.

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
