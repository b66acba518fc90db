internal import ArcaCore
package import ArcaSystem
internal import Synchronization

/// A test double for the kernel's keyrings: the same rules in memory, with injected faults and a settable clock.
package final class KeyringDouble: Sendable {
    /// A key in the double.
    package struct Key: Sendable {
        /// The key's description.
        package let description: String
        /// The key's payload.
        package let payload: [UInt8]
        /// The expiry time, in the double's seconds.
        package var end: UInt32?
        /// The permission mask.
        package var permissions: UInt32 = 0x3f01_0000
        /// Whether the key is revoked.
        package var isRevoked = false
    }

    fileprivate struct State {
        var keys: [Int: Key] = [:]
        var process: Set<Int> = []
        var user: Set<Int> = []
        var next = 1
        var seconds: UInt32 = 0
        var failures: [String: Int] = [:]
        var callsLeft = Int.max
    }
    private let state = Mutex(State())

    /// Creates a double without keys.
    package init() {}

    /// The keyring API for this double.
    package var keyring: KernelKeyring { KernelKeyring(calls: calls) }

    /// The keys in the user's keyring, except expired ones.
    package var keys: [Key] {
        state.withLock { state in state.user.compactMap { state.usableKey($0) } }
    }

    /// Makes a call (`add`, `link`, …, or `*` for all) fail with an `errno` value from now on; 0 restores it.
    package func fail(_ call: String, _ number: Int32) {
        state.withLock { $0.failures[call] = number == 0 ? nil : Int(number) }
    }

    /// Advances the clock.
    package func pass(seconds: UInt32) { state.withLock { $0.seconds += seconds } }

    /// Simulates the death of the process after `count` more calls; later calls have no effect.
    package func kill(afterCalls count: Int) { state.withLock { $0.callsLeft = count } }

    /// Simulates a new process, without the process keyring of the previous one.
    package func restartProcess() {
        state.withLock { state in
            state.callsLeft = .max
            state.process = []
        }
    }

    /// Simulates a reboot, which deletes all keys.
    package func restartMachine() {
        state.withLock { state in
            (state.keys, state.process, state.user, state.callsLeft) = ([:], [], [], .max)
        }
    }

    /// Adds a key to the user's keyring, as another program would.
    package func plant(_ description: String, _ payload: [UInt8]) {
        state.withLock { $0.link($0.make(description, payload), in: \.user) }
    }

    private var calls: KeyCalls {
        KeyCalls(
            add: { description, payload, _ in
                let payload = [UInt8](bytes: payload)
                return self.call("add") { state in
                    let key = state.make(description, payload)
                    state.link(key, in: \.process)
                    return key
                }
            },
            search: { _, description in
                self.call("search") { state in
                    let key = state.user.first { state.keys[$0]?.description == description }
                    guard let key, let found = state.keys[key] else { return -Number.noKey }
                    if found.isRevoked { return -Number.revoked }
                    return state.usableKey(key) == nil ? -Number.expired : key
                }
            },
            read: { key, output in
                if key == KeyCalls.userKeyring {
                    let serials = self.state.withLock { $0.user.sorted() }
                    for serial in serials {
                        let bytes = withUnsafeBytes(of: Int32(serial)) { [UInt8]($0) }
                        output.append(contentsOf: bytes.span)
                    }
                    return serials.count * 4
                }
                let payload = self.call("read") { $0.usableKey(key) == nil ? -Number.noKey : 0 }
                guard payload == 0, let bytes = self.state.withLock({ $0.usableKey(key)?.payload }) else {
                    return payload
                }
                if bytes.count <= output.freeCapacity { output.append(contentsOf: bytes.span) }
                return bytes.count
            },
            describe: { key, output in
                guard let found = self.state.withLock({ $0.usableKey(key) }) else { return -Number.noKey }
                let text = Array("user;0;0;3b0b0000;\(found.description)\0".utf8)
                output.append(contentsOf: text.span)
                return text.count
            },
            setTimeout: { key, seconds in
                self.call("setTimeout") { $0.change(key) { (key, now) in key.end = now + seconds } }
            },
            setPermissions: { key, mask in
                self.call("setPermissions") { $0.change(key) { (key, _) in key.permissions = mask } }
            },
            link: { key, _ in
                self.call("link") { state in
                    guard state.usableKey(key) != nil else { return -Number.noKey }
                    state.link(key, in: \.user)
                    return 0
                }
            },
            unlink: { key, keyring in
                self.call("unlink") { state in
                    if keyring == KeyCalls.userKeyring { state.user.remove(key) } else { state.process.remove(key) }
                    return 0
                }
            },
            invalidate: { key in
                self.call("invalidate") { state in
                    state.keys[key] = nil
                    state.user.remove(key)
                    state.process.remove(key)
                    return 0
                }
            },
            revoke: { key in self.call("revoke") { $0.change(key) { (key, _) in key.isRevoked = true } } })
    }

    private func call(_ name: String, _ body: (inout State) -> Int) -> Int {
        state.withLock { state in
            guard state.callsLeft > 0 else { return -Number.interrupted }
            state.callsLeft -= 1
            if let failure = state.failures[name] ?? state.failures["*"] { return -failure }
            return body(&state)
        }
    }

    /// Linux `errno` values.
    private enum Number {
        static let interrupted = 5
        static let noKey = 126
        static let expired = 127
        static let revoked = 128
    }
}

extension KeyringDouble.State {
    fileprivate mutating func make(_ description: String, _ payload: [UInt8]) -> Int {
        defer { next += 1 }
        keys[next] = KeyringDouble.Key(description: description, payload: payload)
        return next
    }

    fileprivate mutating func link(_ key: Int, in keyring: WritableKeyPath<Self, Set<Int>>) {
        let description = keys[key]?.description
        self[keyPath: keyring] = self[keyPath: keyring].filter { keys[$0]?.description != description }
        self[keyPath: keyring].insert(key)
    }

    fileprivate mutating func change(_ key: Int, _ body: (inout KeyringDouble.Key, UInt32) -> Void) -> Int {
        guard var found = usableKey(key) else { return -126 }
        body(&found, seconds)
        keys[key] = found
        return 0
    }

    fileprivate func usableKey(_ key: Int) -> KeyringDouble.Key? {
        guard let found = keys[key], !found.isRevoked, found.end.map({ $0 > seconds }) ?? true else { return nil }
        return found
    }
}
