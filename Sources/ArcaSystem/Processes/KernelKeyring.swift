package import ArcaCore
internal import ArcaPlatform

/// The per-user keyring of the Linux kernel: small secrets in kernel memory, never on disk.
///
/// Stored secrets are readable by every process of the same user in the same user namespace, across logins, until they
/// time out, are removed or the machine restarts. Other users cannot read them; root can, by becoming the user. All
/// calls throw `.unsupported` on other systems, and in containers that block the system calls.
///
/// Errors: `.notFound` for a key that is absent, expired or revoked; `.unsupported` if no keyring is available;
/// `.noSpace` if the user's quota is exhausted.
///
/// Source: Linux `keyrings(7)`, `add_key(2)`, `keyctl(2)`.
package struct KernelKeyring: Sendable {
    /// The possessor may view, read, search, link and set attributes; the same user may view, read and search.
    ///
    /// With the kernel's default, sessions that do not possess the user keyring could not read the key.
    private static let permissions: UInt32 = 0x3b0b_0000

    private let calls: KeyCalls

    package init() { self.init(calls: .kernel) }

    package init(calls: KeyCalls) { self.calls = calls }

    package var isAvailable: Bool {
        let result = calls.search(KeyCalls.userKeyring, "arca:none")
        return result >= 0 || result == -Int(ENOKEY)
    }

    /// Stores a secret, replacing an older one with the same name.
    ///
    /// The key is linked into the user keyring only after its timeout is set, so a killed process leaves nothing
    /// behind. An older key is replaced as a whole, because updating it would remove its timeout.
    ///
    /// - Parameters:
    ///   - description: The name of the key, visible to other users, so without secrets: `arca:vault:v1:…`.
    ///   - payload: 1 to 32,767 bytes; secret.
    ///   - seconds: The timeout, at least 1; nil keeps the key until the machine restarts.
    /// - Throws: ``SystemError``: `.unsupported`, `.noSpace`, or another system error.
    package func store(
        _ description: String, _ payload: borrowing some Bytes, timeout seconds: UInt32?
    ) throws(SystemError) {
        // The kernel interprets a timeout of 0 as none.
        precondition(seconds != 0, "a timeout is at least one second")
        let action = "cannot store in the kernel keyring"
        let key = try payload.withBytes { bytes throws(SystemError) in
            try check(calls.add(description, bytes, KeyCalls.processKeyring), action)
        }
        // The process keyring only held the key during setup, and ends with the process.
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

    /// Reads a secret into `output`, which must have room for the whole payload.
    ///
    /// - Throws: ``SystemError``: `.notFound`, `.unsupported`, `.limitExceeded` if the payload does not fit.
    package func read(_ description: String, into output: inout OutputSpan<UInt8>) throws(SystemError) {
        let action = "cannot read the kernel keyring"
        // Another process may replace the key between search and read.
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

    /// Removes a secret; returns whether it existed.
    ///
    /// - Throws: ``SystemError``: `.unsupported`, or another system error.
    @discardableResult
    package func remove(_ description: String) throws(SystemError) -> Bool {
        let action = "cannot remove from the kernel keyring"
        let key: Int
        do {
            key = try check(calls.search(KeyCalls.userKeyring, description), action)
        } catch  where error.code == .notFound { return false }
        if calls.invalidate(key) < 0 { try check(calls.revoke(key), action) }
        // The kernel removes invalidated keys later; unlinking hides the key now.
        _ = calls.unlink(key, KeyCalls.userKeyring)
        return true
    }

    /// Removes all keys with a name prefix such as `arca:vault:v1:`; returns their number.
    ///
    /// - Throws: ``SystemError``: `.unsupported`, or another system error.
    @discardableResult
    package func removeAll(beginningWith prefix: String) throws(SystemError) -> Int {
        var count = 0
        for description in try descriptions() where description.utf8.starts(with: prefix.utf8) {
            if try remove(description) { count += 1 }
        }
        return count
    }

    private func descriptions() throws(SystemError) -> [String] {
        let action = "cannot list the kernel keyring"
        // Serial numbers of four bytes each. User quotas allow no more keys than that.
        let serials = try [UInt8](capacity: 4 << 16) { (output) throws(SystemError) in
            _ = try check(calls.read(KeyCalls.userKeyring, &output), action)
        }
        return stride(from: 0, to: serials.count - serials.count % 4, by: 4).compactMap { start in
            let serial = serials[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
            // `type;user;group;permissions;name` and a NUL byte. Keys of other users may not be viewable.
            let text = [UInt8](capacity: 8192) { output in _ = calls.describe(Int(serial), &output) }
            let fields = text.prefix { $0 != 0 }.split(
                separator: .semicolon, maxSplits: 4, omittingEmptySubsequences: false)
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
