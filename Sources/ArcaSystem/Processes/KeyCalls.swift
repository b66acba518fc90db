internal import ArcaPlatform

/// The system calls of ``KernelKeyring``, replaceable in tests.
///
/// Each returns the kernel's result or a negative `errno` value. Keys and keyrings are identified by serial numbers.
package struct KeyCalls: Sendable {
    package static let processKeyring = -2
    package static let userKeyring = -4

    /// Adds a key to a keyring (description, payload, keyring); returns its serial number.
    package var add: @Sendable (String, Span<UInt8>, Int) -> Int
    /// Finds a key (keyring, description); returns its serial number.
    package var search: @Sendable (Int, String) -> Int
    /// Appends a payload to the output if it fits; always returns its length.
    package var read: @Sendable (Int, inout OutputSpan<UInt8>) -> Int
    /// Appends the description of a key, `type;user;group;permissions;name` and a NUL byte, like ``read``.
    package var describe: @Sendable (Int, inout OutputSpan<UInt8>) -> Int
    /// Sets the timeout of a key (key, seconds).
    package var setTimeout: @Sendable (Int, UInt32) -> Int
    /// Sets the permissions of a key (key, permission mask).
    package var setPermissions: @Sendable (Int, UInt32) -> Int
    /// Links a key into a keyring, replacing a key with the same description (key, keyring).
    package var link: @Sendable (Int, Int) -> Int
    /// Unlinks a key from a keyring (key, keyring).
    package var unlink: @Sendable (Int, Int) -> Int
    /// Invalidates a key: removes it immediately.
    package var invalidate: @Sendable (Int) -> Int
    package var revoke: @Sendable (Int) -> Int

    package init(
        add: @escaping @Sendable (String, Span<UInt8>, Int) -> Int,
        search: @escaping @Sendable (Int, String) -> Int,
        read: @escaping @Sendable (Int, inout OutputSpan<UInt8>) -> Int,
        describe: @escaping @Sendable (Int, inout OutputSpan<UInt8>) -> Int,
        setTimeout: @escaping @Sendable (Int, UInt32) -> Int,
        setPermissions: @escaping @Sendable (Int, UInt32) -> Int,
        link: @escaping @Sendable (Int, Int) -> Int,
        unlink: @escaping @Sendable (Int, Int) -> Int,
        invalidate: @escaping @Sendable (Int) -> Int,
        revoke: @escaping @Sendable (Int) -> Int
    ) {
        (self.add, self.search, self.read, self.describe) = (add, search, read, describe)
        (self.setTimeout, self.setPermissions, self.link) = (setTimeout, setPermissions, link)
        (self.unlink, self.invalidate, self.revoke) = (unlink, invalidate, revoke)
    }
}

#if os(Linux)
extension KeyCalls {
    static let kernel = KeyCalls(
        add: { description, payload, keyring in
            payload.withUnsafeBufferPointer { bytes in
                outcome { arca_add_key(description, bytes.baseAddress, UInt(bytes.count), keyring) }
            }
        },
        search: { keyring, description in outcome { arca_search_key(keyring, description) } },
        read: { key, output in copy(ARCA_KEYCTL_READ, key, &output) },
        describe: { key, output in copy(ARCA_KEYCTL_DESCRIBE, key, &output) },
        setTimeout: { key, seconds in control(ARCA_KEYCTL_SET_TIMEOUT, key, Int(seconds)) },
        setPermissions: { key, mask in control(ARCA_KEYCTL_SETPERM, key, Int(mask)) },
        link: { key, keyring in control(ARCA_KEYCTL_LINK, key, keyring) },
        unlink: { key, keyring in control(ARCA_KEYCTL_UNLINK, key, keyring) },
        invalidate: { key in control(ARCA_KEYCTL_INVALIDATE, key) },
        revoke: { key in control(ARCA_KEYCTL_REVOKE, key) })

    private static func control(_ operation: Int32, _ key: Int, _ second: Int = 0) -> Int {
        outcome { arca_keyctl(operation, key, second, 0) }
    }

    /// Appends the result of a `keyctl` operation if it fits; always returns its length.
    private static func copy(_ operation: Int32, _ key: Int, _ output: inout OutputSpan<UInt8>) -> Int {
        output.withUnsafeMutableBufferPointer { space, count in
            let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(space)[count...])
            let length = outcome { arca_keyctl(operation, key, Int(bitPattern: free.baseAddress), free.count) }
            if length >= 0, length <= free.count { count += length }
            return length
        }
    }

    private static func outcome(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { return -Int(errno) }
        }
    }
}
#else
extension KeyCalls {
    /// Other systems have no keyrings.
    static let kernel = KeyCalls(
        add: { _, _, _ in -Int(ENOSYS) }, search: { _, _ in -Int(ENOSYS) }, read: { _, _ in -Int(ENOSYS) },
        describe: { _, _ in -Int(ENOSYS) },
        setTimeout: { _, _ in -Int(ENOSYS) }, setPermissions: { _, _ in -Int(ENOSYS) },
        link: { _, _ in -Int(ENOSYS) }, unlink: { _, _ in -Int(ENOSYS) }, invalidate: { _ in -Int(ENOSYS) },
        revoke: { _ in -Int(ENOSYS) })
}
#endif
