import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@testable import ArcaVault

@Suite struct VaultKeyTests {
    private static func subkeys(_ key: EpochKeys) -> [SymmetricKey] {
        [key.tag, key.attributes, key.secret, key.state, key.set, key.chain, key.nonce]
    }

    @Test("no two purposes, epochs, vaults or keys share a subkey")
    func separation() throws {
        let (first, second) = (
            SecretBytes(copying: [UInt8](repeating: 1, count: 32)), try SecretBytes(randomByteCount: 32)
        )
        let vaults = [[UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16)]
        var seen: Set<String> = []
        for bytes in [first, second] {
            for vault in vaults {
                for epoch in [1, 2, 256] as [UInt32] {
                    for key in Self.subkeys(try VaultKey(bytes, vault: vault, epoch: epoch).subkeys) {
                        #expect(key.byteCount == 32)
                        #expect(seen.insert(key.withBytes { hexText([UInt8](bytes: $0)) }).inserted)
                    }
                }
            }
        }
        #expect(seen.count == 7 * 2 * 2 * 3)
    }

    @Test("the subkeys are restored from exactly their number of bytes")
    func bytes() throws {
        let keys = try VaultKey(randomFor: [UInt8](1...16), epoch: 7).subkeys
        let bytes = keys.bytes
        #expect(bytes.count == 224)
        let read = try #require(bytes.withBytes { EpochKeys($0, vault: keys.vault, epoch: 7) })
        #expect(Self.subkeys(read) == Self.subkeys(keys) && read.bytes == bytes)
        #expect(bytes.withBytes { EpochKeys($0.extracting(1...), vault: keys.vault, epoch: 7) } == nil)
        #expect(bytes.withBytes { EpochKeys($0.extracting(..<0), vault: keys.vault, epoch: 7) } == nil)
    }

    @Test("a new epoch's key is random")
    func random() throws {
        let vault = [UInt8](repeating: 3, count: 16)
        let (first, second) = (try VaultKey(randomFor: vault), try VaultKey(randomFor: vault, epoch: 2))
        #expect(first.bytes != second.bytes && first.bytes.count == 32)
        #expect(first.epoch == 1 && second.epoch == 2)
    }

    @Test("the subkeys match RFC 5869, computed with Python's hmac", .enabled(if: Peer.has("python3")))
    func python() throws {
        let key = try VaultKey(
            SecretBytes(copying: Array(0..<32)), vault: [UInt8](100..<116), epoch: 0x0102_0304)
        let script = """
            import hmac
            prk = hmac.digest(bytes(range(100, 116)), bytes(range(32)), "sha256")
            for name in "tag attributes secret state set chain nonce".split():
                info = b"arca.vault.v1/" + name.encode() + b"\\0\\1\\2\\3\\4"
                print(hmac.digest(prk, info + b"\\1", "sha256").hex())
            """
        let lines = try Peer.python(script).lines.map(String.init)
        #expect(lines == Self.subkeys(key.subkeys).map { $0.withBytes { hexText([UInt8](bytes: $0)) } })
    }
}
