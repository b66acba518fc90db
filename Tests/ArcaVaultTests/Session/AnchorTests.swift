internal import ArcaTestSupport
import ArcaSystem
import Foundation
import Testing

@testable import ArcaVault

@Suite struct AnchorTests {
    private static let vault = [UInt8](0..<16)

    private func anchor(_ epoch: UInt32, _ generation: UInt64, chain: UInt8 = 1) -> Anchor {
        Anchor(
            vault: Self.vault, epoch: epoch, generation: generation, chain: [UInt8](repeating: chain, count: 32),
            slotDigest: [UInt8](repeating: 9, count: 32))
    }

    private func keeps(_ anchor: Anchor, _ state: Vault.StateFolder) throws -> Bool { try anchor.write(in: state) }

    private func inState<Result>(_ body: (Vault.StateFolder, URL) throws -> Result) throws -> Result {
        try Peer.inFolder { folder in
            let state = folder.appendingPathComponent("state/arca")
            let file = state.appendingPathComponent("anchors/000102030405060708090a0b0c0d0e0f")
            return try body(Vault.StateFolder(BytePath(Array(state.path.utf8))), file)
        }
    }

    @Test("the file has the documented format")
    func bytes() throws {
        try inState { state, file in
            #expect(try Anchor.read(of: Self.vault, in: state) == .absent)
            #expect(try keeps(anchor(2, 0x0102_0304_0506_0708), state))
            let script = """
                import hashlib, sys
                body = b"arca.anchor.v2\\0" + bytes(range(16)) + (2).to_bytes(4, "big") \\
                    + bytes(range(1, 9)) + b"\\1" * 32 + b"\\x09" * 32
                sys.stdout.buffer.write(body + hashlib.sha256(body).digest()[:8])
                """
            let expected = try Peer.python(script).output
            #expect(try [UInt8](Data(contentsOf: file)) == expected)
            #expect(try Anchor.read(of: Self.vault, in: state) == .found(anchor(2, 0x0102_0304_0506_0708)))
        }
    }

    @Test("one of an older Arca is read, and completed with slots at the same generation")
    func oldForm() throws {
        try inState { (state, file) throws in
            let old = Anchor(
                vault: Self.vault, epoch: 1, generation: 10, chain: [UInt8](repeating: 1, count: 32), slotDigest: nil)
            #expect(try keeps(old, state))
            #expect(try Data(contentsOf: file).count == 83)
            #expect(try Anchor.read(of: Self.vault, in: state) == .found(old))
            #expect(try !keeps(anchor(1, 10, chain: 2), state))
            #expect(try keeps(anchor(1, 10), state))
            #expect(try Anchor.read(of: Self.vault, in: state) == .found(anchor(1, 10)))
            #expect(try !keeps(old, state))
        }
    }

    @Test("it never goes back")
    func order() throws {
        try inState { (state, _) throws in
            #expect(try keeps(anchor(1, 10), state))
            #expect(try keeps(anchor(1, 10), state))
            #expect(try !keeps(anchor(1, 10, chain: 2), state))
            #expect(try !keeps(anchor(1, 9), state))
            #expect(try keeps(anchor(1, 11), state))
            #expect(try keeps(anchor(2, 3), state))
            #expect(try !keeps(anchor(1, 12), state))
            #expect(try Anchor.read(of: Self.vault, in: state) == .found(anchor(2, 3)))
        }
    }

    @Test("concurrent writers leave the newest")
    func parallel() throws {
        try inState { state, _ in
            try Workers.forEach(64, workers: 4) { _, index in
                try anchor(1, UInt64(index * 37 % 64)).write(in: state)
            }
            #expect(try Anchor.read(of: Self.vault, in: state) == .found(anchor(1, 63)))
        }
    }

    @Test("one that is changed, truncated, extended or another vault's is damaged and gets overwritten")
    func damage() throws {
        try inState { state, file in
            try anchor(1, 10).write(in: state)
            let good = try Data(contentsOf: file)
            #expect(good.count == 115)
            func reading(_ data: Data) throws -> Anchor.Reading {
                try data.write(to: file)
                return try Anchor.read(of: Self.vault, in: state)
            }
            for index in good.indices {
                var changed = good
                changed[index] ^= 1
                #expect(try reading(changed) == .damaged, "byte \(index)")
            }
            for data in [Data(), good.dropLast(), good + [0], Data(count: 100_000)] {
                #expect(try reading(data) == .damaged)
            }
            let other = [UInt8](1...16)
            try good.write(
                to: file.deletingLastPathComponent().appendingPathComponent("0102030405060708090a0b0c0d0e0f10"))
            #expect(try Anchor.read(of: other, in: state) == .damaged)
            #expect(try keeps(anchor(1, 3), state))
            #expect(try Anchor.read(of: Self.vault, in: state) == .found(anchor(1, 3)))
        }
    }

    @Test("folder and file are private, even if the folder was not")
    func modes() throws {
        try inState { state, file in
            let anchors = file.deletingLastPathComponent()
            func mode(_ url: URL) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
            }
            try anchor(1, 10).write(in: state)
            #expect(try mode(anchors) == 0o700)
            #expect(try mode(anchors.deletingLastPathComponent()) == 0o700)
            #expect(try mode(file) == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: anchors.path)
            try anchor(1, 11).write(in: state)
            #expect(try mode(anchors) == 0o700)
            #expect(try FileManager.default.contentsOfDirectory(atPath: anchors.path).count == 1)
        }
    }

    @Test("an unwritable folder is an error")
    func unwritable() throws {
        #expect(throws: SystemError.self) { try anchor(1, 1).write(in: Vault.StateFolder("/proc/none/arca")) }
        // Existing parent folders keep their mode.
        let mode = try FileManager.default.attributesOfItem(atPath: "/proc")[.posixPermissions] as? Int
        #expect(mode == 0o555)
        #expect(try Anchor.read(of: Self.vault, in: Vault.StateFolder("/proc/none/arca")) == .absent)
        #expect(try Anchor.read(of: Self.vault, in: Vault.StateFolder("/dev/null/arca")) == .absent)
    }
}
