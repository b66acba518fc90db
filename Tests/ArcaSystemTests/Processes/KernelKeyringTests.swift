internal import ArcaCore
internal import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaSystem

@Suite struct KernelKeyringTests {
    private static func read(_ keyring: KernelKeyring, _ name: String, capacity: Int = 64) throws -> [UInt8] {
        try [UInt8](capacity: capacity) { output throws(SystemError) in try keyring.read(name, into: &output) }
    }

    @Suite struct Rules {
        @Test("a stored secret is read back, replaced as a whole, and removed")
        func roundTrip() throws {
            let kernel = KeyringDouble()
            let keyring = kernel.keyring
            try keyring.store("a", [1, 2, 3], timeout: 10)
            try keyring.store("b", [9], timeout: nil)
            #expect(try read(keyring, "a") == [1, 2, 3])
            try keyring.store("a", [4, 5], timeout: 20)
            #expect(try read(keyring, "a") == [4, 5])
            #expect(kernel.keys.count == 2)
            #expect(try keyring.remove("a"))
            #expect(try !keyring.remove("a"))
            #expect(throws: SystemError(.notFound, "")) { try read(keyring, "a") }
            #expect(try read(keyring, "b") == [9])
        }

        @Test("a key has its timeout and permissions before it is visible")
        func attributes() throws {
            let kernel = KeyringDouble()
            try kernel.keyring.store("a", [1], timeout: 10)
            try kernel.keyring.store("b", [1], timeout: nil)
            #expect(kernel.keys.map(\.permissions) == [0x3b0b_0000, 0x3b0b_0000])
            #expect(kernel.keys.first { $0.description == "a" }?.end == 10)
            #expect(kernel.keys.first { $0.description == "b" }?.end == .some(nil))
            kernel.pass(seconds: 10)
            #expect(throws: SystemError(.notFound, "")) { try read(kernel.keyring, "a") }
            #expect(try !kernel.keyring.remove("a"))
        }

        @Test("a process killed after any of its steps leaves no key without a timeout", arguments: 0..<6)
        func killed(calls: Int) throws {
            let kernel = KeyringDouble()
            try kernel.keyring.store("a", [7], timeout: 100)
            kernel.kill(afterCalls: calls)
            _ = try? kernel.keyring.store("a", [8], timeout: 10)
            kernel.restartProcess()
            #expect(kernel.keys.count == 1)
            #expect(kernel.keys.allSatisfy { $0.end != nil && $0.permissions == 0x3b0b_0000 })
            #expect(try read(kernel.keyring, "a") == [calls < 4 ? 7 : 8])
        }

        @Test("a failed step leaves nothing new", arguments: ["setTimeout", "setPermissions", "link"])
        func failing(call: String) throws {
            let kernel = KeyringDouble()
            try kernel.keyring.store("a", [7], timeout: 10)
            kernel.fail(call, EDQUOT)
            #expect(throws: SystemError(.noSpace, "")) { try kernel.keyring.store("a", [8], timeout: 10) }
            #expect(kernel.keys.map(\.payload) == [[7]])
        }

        @Test("denied, absent and full are distinguished", arguments: [ENOSYS, EPERM, EACCES])
        func refused(number: Int32) throws {
            let kernel = KeyringDouble()
            kernel.fail("*", number)
            let unsupported = SystemError(.unsupported, "")
            #expect(throws: unsupported) { try kernel.keyring.store("a", [8], timeout: 10) }
            #expect(throws: unsupported) { try read(kernel.keyring, "a") }
            #expect(throws: unsupported) { try kernel.keyring.remove("a") }
            kernel.fail("*", EDQUOT)
            #expect(throws: SystemError(.noSpace, "")) { try kernel.keyring.store("a", [8], timeout: 10) }
            kernel.fail("*", EIO)
            #expect(throws: SystemError(errno: EIO, "")) { try read(kernel.keyring, "a") }
        }

        @Test("a payload that is too long is rejected without returning a part of it")
        func tooLong() throws {
            let kernel = KeyringDouble()
            try kernel.keyring.store("a", [UInt8](0..<9), timeout: 10)
            #expect(throws: SystemError(.limitExceeded, "")) { try read(kernel.keyring, "a", capacity: 8) }
        }

        @Test("keys are revoked if they cannot be invalidated")
        func revoking() throws {
            let kernel = KeyringDouble()
            try kernel.keyring.store("a", [8], timeout: 10)
            kernel.fail("invalidate", ENOSYS)
            #expect(try kernel.keyring.remove("a"))
            #expect(throws: SystemError(.notFound, "")) { try read(kernel.keyring, "a") }
            try kernel.keyring.store("a", [8], timeout: 10)
            kernel.fail("revoke", EACCES)
            #expect(throws: SystemError(.unsupported, "")) { try kernel.keyring.remove("a") }
        }
    }

    /// The real kernel; skipped in containers that block the calls.
    @Suite(.enabled(if: KernelKeyring().isAvailable, "the kernel keyring is refused here"))
    struct Kernel {
        private let keyring = KernelKeyring()
        private let name = "arca:test:\(UUID().uuidString)"

        @Test("a stored secret is read back, replaced and removed")
        func roundTrip() throws {
            defer { _ = try? keyring.remove(name) }
            try keyring.store(name, [1, 2, 3], timeout: 60)
            #expect(try read(keyring, name) == [1, 2, 3])
            try keyring.store(name, [4], timeout: 60)
            #expect(try read(keyring, name) == [4])
            #expect(throws: SystemError(.limitExceeded, "")) { try read(keyring, name, capacity: 0) }
            #expect(try keyring.remove(name))
            #expect(try !keyring.remove(name))
            #expect(throws: SystemError(.notFound, "")) { try read(keyring, name) }
        }

        // /proc/keys would show the timeout as well, but twice the key was missing there, for an unknown reason.
        @Test("the kernel shows the permissions", .enabled(if: Peer.has("python3")))
        func attributes() throws {
            defer { _ = try? keyring.remove(name) }
            try keyring.store(name, [1, 2, 3], timeout: 600)
            let script = """
                import ctypes, sys
                keyctl = lambda *arguments: ctypes.CDLL(None).syscall(250, *arguments)
                buffer = ctypes.create_string_buffer(256)
                keyctl(6, keyctl(10, -4, b"user", b"\(name)", 0), buffer, 256)
                print(buffer.value.decode())
                """
            let fields = try Peer.python(script).lines.first?.split(separator: ";") ?? []
            try #require(fields.count == 5, "\(fields)")
            #expect(fields[0] == "user", "\(fields)")
            #expect(fields.last.map(String.init) == name, "\(fields)")
            #expect(fields.dropFirst(3).first == "3b0b0000")
        }

        @Test("a key disappears after its timeout")
        func timeout() throws {
            // The kernel counts whole seconds, so a timeout of 1 can expire immediately.
            try keyring.store(name, [1], timeout: 3)
            #expect(try read(keyring, name) == [1])
            Thread.sleep(forTimeInterval: 3.1)
            #expect(throws: SystemError(.notFound, "")) { try read(keyring, name) }
        }

        /// Reads the key in Python, after joining another session keyring.
        private static let reader = """
            import ctypes, sys
            libc = ctypes.CDLL(None, use_errno=True)
            keyctl = lambda *arguments: libc.syscall(250, *arguments)
            if keyctl(1, None) < 0: sys.exit(3)
            key = keyctl(10, -4, b"user", sys.argv[1].encode(), 0)
            if key < 0: sys.exit(ctypes.get_errno())
            buffer = ctypes.create_string_buffer(64)
            count = keyctl(11, key, buffer, 64)
            if count < 0: sys.exit(ctypes.get_errno())
            sys.stdout.buffer.write(buffer.raw[:count])
            """

        #if arch(x86_64)
        @Test("a session that does not possess the user keyring can read it as well")
        func otherSession() throws {
            defer { _ = try? keyring.remove(name) }
            try keyring.store(name, Array("hello".utf8), timeout: 60)
            #expect(try Peer.run(["python3", "-c", Self.reader, name]).text == "hello")
        }

        @Test(
            "another user namespace has a separate keyring", .enabled(if: Peer.canUnshare, "no user namespaces here"))
        func otherNamespace() throws {
            defer { _ = try? keyring.remove(name) }
            try keyring.store(name, Array("hello".utf8), timeout: 60)
            let answer = try Peer.run(["unshare", "-Ur", "python3", "-c", Self.reader, name])
            #expect(answer.status == ENOKEY && answer.output.isEmpty)
        }
        #endif
    }
}
