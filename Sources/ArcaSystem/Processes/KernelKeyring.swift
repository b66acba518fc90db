package import ArcaCore
internal import ArcaPlatform

/// The keyring that the Linux kernel keeps for a user: small secrets in kernel memory, never on a disk.
///
/// What is stored can be read by every process of the same user in the same user namespace, over all of that user's
/// logins, until it times out, is removed or the machine restarts. Other users cannot read it; root can, by becoming the
/// user. On other systems, and where a container's rules refuse the calls, everything throws `.unsupported`.
///
/// Errors say what there is to do: `.notFound` for a key that is absent, timed out or revoked; `.unsupported` where there
/// is no keyring to be had; `.noSpace` when the user's quota is used up.
///
/// Source: Linux `keyrings(7)`, `add_key(2)`, `keyctl(2)`.
package struct KernelKeyring: Sendable {
    /// What the possessor may do (view, read, search, link, set attributes) and who has the same user (the first three).
    ///
    /// With the kernel's own choice, sessions that do not possess the user keyring could not read.
    private static let permissions: UInt32 = 0x3b0b_0000

    private let calls: KeyCalls

    /// The keyring of the user that the process runs as.
    package init() { self.init(calls: .kernel) }

    /// A keyring that tests provide.
    package init(calls: KeyCalls) { self.calls = calls }

    /// Whether the system has such a keyring and lets this process ask it.
    package var isAvailable: Bool {
        let result = calls.search(KeyCalls.userKeyring, "arca:none")
        return result >= 0 || result == -Int(ENOKEY)
    }

    /// Stores bytes, in place of older ones of the same name.
    ///
    /// The key shows in the user's keyring only when its timeout is set: anyone who is killed on the way leaves nothing. An
    /// older key is replaced as a whole, because updating one in place removes its timeout.
    ///
    /// - Parameters:
    ///   - description: The key's name, which others can see, without secrets: `arca:vault:v1:…`.
    ///   - payload: 1 to 32,767 bytes, secret.
    ///   - seconds: When it goes away by itself, 1 or more; nil keeps it until the machine restarts.
    /// - Throws: ``SystemError``: `.unsupported`, `.noSpace`, or another as the system says.
    package func store(
        _ description: String, _ payload: borrowing some Bytes, timeout seconds: UInt32?
    ) throws(SystemError) {
        // To the kernel a timeout of 0 means none.
        precondition(seconds != 0, "a timeout is at least one second")
        let action = "cannot store in the kernel keyring"
        let key = try payload.withBytes { bytes throws(SystemError) in
            try check(calls.add(description, bytes, KeyCalls.processKeyring), action)
        }
        // The process's own keyring was a place to prepare the key, and goes with the process.
        defer { _ = calls.unlink(key, KeyCalls.processKeyring) }
        do {
            if let seconds { try check(calls.setTimeout(key, seconds), action) }
            try check(calls.setPermissions(key, Self.permissions), action)
            try check(calls.link(key, KeyCalls.userKeyring), action)
        } catch {
            _ = calls.invalidate(key)
            throw error
        }
    }

    /// Reads what is stored.
    ///
    /// - Parameters:
    ///   - description: The key's name.
    ///   - output: Receives the payload; it must have room for all of it.
    /// - Throws: ``SystemError``: `.notFound`, `.unsupported`, `.limitExceeded` when there is less room than payload.
    package func read(_ description: String, into output: inout OutputSpan<UInt8>) throws(SystemError) {
        let action = "cannot read the kernel keyring"
        // Between finding and reading, another process may have put a fresh key in its place.
        for attempt in 0... {
            let key = try check(calls.search(KeyCalls.userKeyring, description), action)
            let free = output.freeCapacity
            do throws(SystemError) {
                guard try check(calls.read(key, &output), action) <= free else {
                    throw SystemError(.limitExceeded, "a key in the kernel keyring is longer than expected")
                }
                return
            } catch {
                if error.code != .notFound || attempt == 3 { throw error }
            }
        }
    }

    /// Removes what is stored.
    ///
    /// - Parameter description: The key's name.
    /// - Returns: Whether there was one.
    /// - Throws: ``SystemError``: `.unsupported`, or another as the system says.
    @discardableResult
    package func remove(_ description: String) throws(SystemError) -> Bool {
        let action = "cannot remove from the kernel keyring"
        let key: Int
        do {
            key = try check(calls.search(KeyCalls.userKeyring, description), action)
        } catch  where error.code == .notFound { return false }
        if calls.invalidate(key) < 0 { try check(calls.revoke(key), action) }
        // The kernel sweeps such keys away later: out of sight now.
        _ = calls.unlink(key, KeyCalls.userKeyring)
        return true
    }

    /// Removes all keys whose names have a beginning.
    ///
    /// - Parameter prefix: The beginning, `arca:vault:v1:` or the like.
    /// - Returns: How many there were.
    /// - Throws: ``SystemError``: `.unsupported`, or another as the system says.
    @discardableResult
    package func removeAll(beginningWith prefix: String) throws(SystemError) -> Int {
        var count = 0
        for description in try descriptions() where description.utf8.starts(with: prefix.utf8) {
            if try remove(description) { count += 1 }
        }
        return count
    }

    /// The names of all keys of the user's keyring that this process may see.
    private func descriptions() throws(SystemError) -> [String] {
        let action = "cannot list the kernel keyring"
        // Serial numbers of four bytes; no user's quota lets more keys be.
        let serials = try [UInt8](capacity: 4 << 16) { (output) throws(SystemError) in
            _ = try check(calls.read(KeyCalls.userKeyring, &output), action)
        }
        return stride(from: 0, to: serials.count - serials.count % 4, by: 4).compactMap { start in
            let serial = serials[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
            // `type;user;group;permissions;name` and a zero byte. Keys of others may be none of our business.
            let text = [UInt8](capacity: 8192) { output in _ = calls.describe(Int(serial), &output) }
            let fields = text.prefix { $0 != 0 }.split(
                separator: UInt8(ascii: ";"), maxSplits: 4, omittingEmptySubsequences: false)
            guard fields.count == 5, fields[0].elementsEqual("user".utf8) else { return nil }
            return String(decoding: fields[4], as: UTF8.self)
        }
    }

    @discardableResult
    private func check(_ result: Int, _ action: String) throws(SystemError) -> Int {
        if result >= 0 { return result }
        let number = Int32(-result)
        switch number {
        case ENOKEY, EKEYEXPIRED, EKEYREVOKED: throw SystemError(.notFound, "\(action): no such key")
        case ENOSYS, EPERM, EACCES:
            throw SystemError(.unsupported, "the kernel keyring is not available here")
        case EDQUOT:
            throw SystemError(
                .noSpace, "\(action): this user's quota of keys is used up, as /proc/key-users shows it")
        default: throw SystemError(errno: number, action)
        }
    }
}
