import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Synchronization
import Testing

@testable import ArcaVault

@Suite("Sealing of records")
struct RecordKeysTests {
    static let vault = [UInt8](100..<116)

    static func keys(
        _ first: UInt8 = 1, vault: [UInt8] = vault, epoch: UInt32 = 1,
        random: @escaping RecordKeys.RandomSource = SecureRandom.fill
    ) throws -> RecordKeys {
        let key = try VaultKey(SecretBytes(copying: [UInt8](first..<first + 32)), vault: vault, epoch: epoch)
        return try RecordKeys(key.subkeys, random: random)
    }

    static func padded(_ bytes: [UInt8]) -> SecretBytes {
        SecretBytes(byteCount: LengthBuckets.bucket(forContent: bytes.count)) { output in
            output.append(contentsOf: bytes.span)
            LengthBuckets.pad(&output)
        }
    }

    static func row(_ keys: RecordKeys, _ attributes: [UInt8], _ secret: [UInt8]) throws -> SealedRow {
        try keys.seal(
            attributes: padded(attributes), secret: padded(secret), tag: LookupTag(value: 5), identifier: 6, version: 7)
    }

    @Test("opens what it sealed, and never produces the same ciphertext twice")
    func roundTrip() throws {
        let keys = try Self.keys()
        let (attributes, secret) = (Array("attributes".utf8), Array("secret".utf8))
        let (first, second) = (try Self.row(keys, attributes, secret), try Self.row(keys, attributes, secret))
        for row in [first, second] {
            #expect(try keys.openAttributes(row) == attributes)
            #expect(try keys.openSecret(row) == Self.padded(secret))
            #expect(row.secretHead.count == 40)
            #expect(row.secret.count == 64)
            #expect(row.attributes.count == 104)
        }
        #expect(first.secretHead != second.secretHead && first.attributes != second.attributes)
        #expect(keys.leaf(first, .item) != keys.leaf(second, .item))
        #expect(keys.leaf(first, .item) != keys.leaf(first, .history))
    }

    @Test("matches the format document, computed independently")
    func composition() throws {
        // A repeating random source, so the nonce can be computed here.
        let keys = try Self.keys(random: { output in
            output.append(repeating: 0xaa, count: output.freeCapacity)
        })
        let row = try Self.row(keys, [1, 2, 3], [4, 5, 6])
        func subkey(_ purpose: String) throws -> SymmetricKey {
            try HKDF<SHA256>.deriveKey(
                inputKeyMaterial: [UInt8](1..<33), salt: Self.vault,
                info: Array("arca.vault.v1/\(purpose)\0".utf8) + [0, 0, 0, 1], outputByteCount: 32)
        }
        let label = Array("arca.vault.v1\0".utf8)
        let place = (5 as UInt128).bigEndianBytes + (6 as UInt128).bigEndianBytes + (7 as UInt64).bigEndianBytes
        let aad = label + [2] + Self.vault + [0, 0, 0, 1] + place
        let plain = [UInt8](bytes: Self.padded([4, 5, 6]))
        let message = [UInt8](repeating: 0xaa, count: 32) + aad.lengthPrefixed + plain.lengthPrefixed
        let nonce = Array(HMAC<SHA256>.authenticationCode(for: message, using: try subkey("nonce"))[..<24])
        let sealed = try XAES256GCM.cipher.seal(plain, using: subkey("secret"), nonce: nonce, authenticating: aad)
        #expect(row.secretHead == nonce + sealed[64...])
        #expect(row.secret == Array(sealed[..<64]))
        let aad1 = label + [1] + Self.vault + [0, 0, 0, 1] + place + row.secretHead
        let opened = try XAES256GCM.cipher.open(
            Array(row.attributes[40...]) + row.attributes[24..<40], using: subkey("attributes"),
            nonce: row.attributes[..<24], authenticating: aad1)
        #expect(opened == [UInt8](bytes: Self.padded([1, 2, 3])))
        let leaf = HMAC<SHA256>.authenticationCode(
            for: [1] + place + [0, 0, 0, 1] + row.attributes[..<40] + row.secretHead, using: try subkey("set"))
        #expect(keys.leaf(row, .item).bigEndianBytes == Array(leaf[..<16]))
        let tag = HMAC<SHA256>.authenticationCode(
            for: hex("010000000161 0000000162".filter { $0 != " " }), using: try subkey("tag"))
        #expect(keys.lookupTag(VaultItem.Name("a", "b")).value.bigEndianBytes == Array(tag[..<16]))
        let inner = hex("00000001610000000468747470" + "0000000201bb" + "000000012f")
        let tag2 = HMAC<SHA256>.authenticationCode(
            for: [2] + inner.lengthPrefixed + hex("0000000162"), using: try subkey("tag"))
        let server = VaultItem.Name(server: "a", account: "b", scheme: "http", port: 443, path: "/")
        #expect(keys.lookupTag(server).value.bigEndianBytes == Array(tag2[..<16]))
    }

    @Test("rejects a change of each field of the associated data")
    func associatedData() throws {
        let keys = try Self.keys()
        let row = try Self.row(keys, [1], [2])
        var changed: [(String, SealedRow)] = []
        func change(_ what: String, _ body: (inout SealedRow) -> Void) {
            var copy = row
            body(&copy)
            changed.append((what, copy))
        }
        change("tag") { $0.key.tag = LookupTag(value: 4) }
        change("identifier") { $0.key.identifier += 1 }
        change("version") { $0.key.version += 1 }
        for (what, row) in changed {
            #expect(throws: VaultError.code(.tampered), "\(what)") { try keys.openAttributes(row) }
            #expect(throws: VaultError.code(.tampered), "\(what)") { try keys.openSecret(row) }
        }
        // The attributes are bound to one secret.
        for place in 0..<40 {
            var copy = row
            copy.secretHead[place] ^= 1
            #expect(throws: VaultError.code(.tampered)) { try keys.openAttributes(copy) }
            #expect(throws: VaultError.code(.tampered)) { try keys.openSecret(copy) }
        }
        for other in [
            try Self.keys(2), try Self.keys(vault: [UInt8](101..<117)), try Self.keys(epoch: 2),
        ] {
            #expect(throws: VaultError.code(.tampered)) { try other.openAttributes(row) }
            #expect(throws: VaultError.code(.tampered)) { try other.openSecret(row) }
        }
        let state = try keys.sealState(Self.padded([1]), generation: 3)
        #expect(try keys.openState(state, generation: 3) == Self.padded([1]))
        #expect(throws: VaultError.code(.tampered)) { try keys.openState(state, generation: 4) }
        // Attributes and secrets are not a state, even with its fields.
        #expect(throws: VaultError.code(.tampered)) { try keys.openState(row.attributes, generation: 7) }
    }

    @Test("draws different nonces for different messages from a frozen random source")
    func frozenRandomSource() throws {
        let keys = try Self.keys(random: { output in
            output.append(repeating: 0, count: output.freeCapacity)
        })
        var nonces: Set<[UInt8]> = []
        for index in 0..<200 as Range<UInt8> {
            let row = try Self.row(keys, [index], [index])
            nonces.insert(Array(row.secretHead[..<24]))
            nonces.insert(Array(row.attributes[..<24]))
        }
        #expect(nonces.count == 400)
        // Equal nonces imply equal messages in the same place.
        #expect(try Self.row(keys, [1], [1]) == Self.row(keys, [1], [1]))
    }

    @Test("uses the given random source")
    func randomSource() throws {
        let calls = Atomic<Int>(0)
        let keys = try Self.keys(random: { output in
            calls.wrappingAdd(output.freeCapacity, ordering: .relaxed)
            try SecureRandom.fill(&output)
        })
        _ = try Self.row(keys, [1], [1])
        #expect(calls.load(ordering: .relaxed) == 64)
    }

    @Test("distinguishes names that plain concatenation would make equal")
    func tags() throws {
        let keys = try Self.keys()
        let names = [
            VaultItem.Name("ab", "c"), VaultItem.Name("a", "bc"), VaultItem.Name("abc"),
            VaultItem.Name("ab", "c", class: .note), VaultItem.Name(server: "ab", account: "c"),
            VaultItem.Name(server: "ab", account: "c", scheme: "s"),
            VaultItem.Name(server: "ab", account: "c", port: 1),
            VaultItem.Name(server: "ab", account: "c", path: "s"),
        ]
        #expect(Set(names.map(keys.lookupTag)).count == names.count)
        #expect(keys.lookupTag(names[0]) != (try Self.keys(2)).lookupTag(names[0]))
    }
}
