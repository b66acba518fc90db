import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Synchronization
import Testing

@testable import ArcaVault

@Suite("Attachments")
struct VaultAttachmentsTests {
    static let name = VaultItem.Name("s", "a")

    @Test("are padded to Padmé's lengths")
    func padding() {
        let expected: [UInt64: UInt64] = [
            0: 1024, 1: 1024, 1024: 1024, 1025: 1088, 1088: 1088, 1089: 1152, 2047: 2048, 2048: 2048, 2049: 2176,
            9: 1024, 1_000_000: 1_015_808, 1_048_576: 1_048_576, 1_048_577: 1_081_344,
        ]
        for (count, padded) in expected { #expect(AttachmentFormat.paddedByteCount(count) == padded, "\(count)") }
        for count: UInt64 in stride(from: 1, to: 1 << 20, by: 997) {
            let padded = AttachmentFormat.paddedByteCount(count)
            #expect(padded >= count && AttachmentFormat.paddedByteCount(padded) == padded)
            #expect(count <= 1024 || padded - count <= count / 8)
        }
    }

    @Test("round-trip at any length", arguments: [0, 1, 1024, 1_048_576 - 72, 1_100_000, 17_500_000])
    func roundTrip(byteCount: Int) throws {
        let vault = try Vault.inMemory()
        try vault.add(ItemDraft("s", "a", "1"))
        var random = Repeatable(UInt64(byteCount))
        let block = random.bytes(min(byteCount, 65_536))
        var content: [UInt8] = []
        while content.count < byteCount { content += block.prefix(byteCount - content.count) }
        let attachment = try vault.attach("a.bin", mediaType: "x/y", from: MemoryReader(content), to: Self.name)
        #expect(attachment.byteCount == UInt64(byteCount) && attachment.mediaType == "x/y")
        #expect(try vault.extract("a.bin", of: Self.name, to: MemoryWriter()).bytes == content)
        #expect(try vault.item(Self.name)?.attachments == [attachment])
        #expect(try vault.text("s", "a") == "1")
        #expect(try vault.read { transaction in transaction.state.staged }.isEmpty)
    }

    @Test("are read into memory up to a limit, and written from it")
    func memory() throws {
        let vault = try Vault.inMemory()
        try vault.add(ItemDraft("s", "a", "1"))
        let content = [UInt8](repeating: 7, count: 2_000)
        let attachment = try vault.attach(content[...], as: "f", mediaType: "a/b", to: Self.name)
        #expect(attachment.byteCount == 2_000 && attachment.mediaType == "a/b")
        #expect(try vault.attachment("f", of: Self.name) == content)
        #expect(try vault.attachment("f", of: Self.name, limit: 2_000) == content)
        for limit in [1_999, 0, -1] {
            #expect(throws: VaultError.code(.costTooHigh)) {
                _ = try vault.attachment("f", of: Self.name, limit: limit)
            }
        }
        #expect(throws: VaultError.code(.duplicate)) { try vault.attach([1], as: "f", to: Self.name) }
        #expect(throws: VaultError.code(.notFound)) { _ = try vault.attachment("g", of: Self.name) }
        #expect(throws: VaultError.code(.notFound)) { try vault.attach([1], as: "f", to: .init("t")) }
        try vault.attach([UInt8](), as: "empty", to: Self.name)
        #expect(try vault.attachment("empty", of: Self.name, limit: 0).isEmpty)
    }

    @Test("stay when the item changes, and are removed with it or separately")
    func lives() throws {
        let vault = try Vault.inMemory()
        func pieceCount() throws -> Int64 {
            try vault.read { transaction in
                try transaction.database.integer("SELECT count(*) FROM piece")
            }
        }
        let added = try vault.add(ItemDraft("s", "a", "1"))
        try vault.attach("one", from: MemoryReader([1]), to: Self.name)
        try vault.attach("two", from: MemoryReader([2]), to: Self.name)
        #expect(throws: VaultError.code(.duplicate)) { try vault.attach("two", from: MemoryReader([3]), to: Self.name) }
        #expect(throws: VaultError.code(.invalidArgument)) {
            try vault.attach("", from: MemoryReader([3]), to: Self.name)
        }
        #expect(throws: VaultError.code(.notFound)) { try vault.attach("x", from: MemoryReader([3]), to: .init("t")) }
        try vault.set(ItemDraft("s", "a", "2"))
        try vault.update(Self.name) { $0.name.account = "b" }
        let name = VaultItem.Name("s", "b")
        #expect(try vault.extract("two", of: name, to: MemoryWriter()).bytes == [2])
        try vault.revert(name, to: added.version)
        #expect(try vault.item(name)?.attachments.map(\.name) == ["one", "two"])
        #expect(try pieceCount() == 2)
        try vault.detach("one", from: name)
        #expect(throws: VaultError.code(.notFound)) { try vault.extract("one", of: name, to: MemoryWriter()) }
        #expect(throws: VaultError.code(.notFound)) { try vault.detach("one", from: name) }
        #expect(try pieceCount() == 1)
        try vault.remove(name)
        #expect(try pieceCount() == 0)
    }

    @Test("that fail midway leave nothing, now or after a day")
    func unfinished() throws {
        struct Broken: Error {}
        struct Breaking: ByteReader {
            var left: Int
            mutating func read(into output: inout OutputSpan<UInt8>) throws(Broken) {
                guard left > 0 else { throw Broken() }
                let count = min(left, output.freeCapacity)
                output.append(repeating: 7, count: count)
                left -= count
            }
        }
        let vault = try Vault.inMemory()
        try vault.add(ItemDraft("s", "a", "1"))
        for count in [10, 18 << 20] {
            #expect(throws: Broken.self) { try vault.attach("x", from: Breaking(left: count), to: Self.name) }
        }
        try vault.read { (transaction) throws in
            #expect(transaction.state.staged.isEmpty)
            #expect(try transaction.database.integer("SELECT count(*) FROM piece") == 0)
        }
        try vault.write { transaction in
            transaction.stage(1)
            try transaction.database.pieces.insert([1], 0, of: 1)
            transaction.state.staged[0] = .init(
                attachment: 1, begun: transaction.now.advanced(byMilliseconds: -86_400_001))
            transaction.stage(2)
            try transaction.database.pieces.insert([1], 0, of: 2)
        }
        try vault.set(ItemDraft("s", "a", "2"))
        try vault.read { (transaction) throws in
            #expect(transaction.state.staged.map(\.attachment) == [2])
            #expect(try transaction.database.integer("SELECT count(*) FROM piece") == 1)
        }
    }

    @Test(
        "that are changed, truncated, extended or mixed up are rejected",
        arguments: [
            "UPDATE piece SET data = CAST(substr(data, 1, 900) || iif(substr(data, 901, 1) = X'00', X'01', X'00') "
                + "|| substr(data, 902) AS BLOB) WHERE n = 0",
            "UPDATE piece SET data = CAST(iif(substr(data, 1, 1) = X'00', X'01', X'00') || substr(data, 2) AS BLOB) "
                + "WHERE n = 0",
            "DELETE FROM piece WHERE n = 1", "DELETE FROM piece WHERE n = 0", "DELETE FROM piece",
            "UPDATE piece SET data = substr(data, 1, length(data) - 1) WHERE n = 1",
            "UPDATE piece SET data = substr(data, 1, 1000) WHERE n = 0",
            "UPDATE piece SET data = CAST(data || X'00' AS BLOB) WHERE n = 1",
            "INSERT INTO piece SELECT att, 2, X'00' FROM piece WHERE n = 1",
            "UPDATE piece SET n = n + 5; UPDATE piece SET n = 6 - n",
            "UPDATE piece SET n = n + 5; UPDATE piece SET n = n - 4",
        ])
    func damaged(edit: String) throws {
        let vault = try Vault.inMemory()
        try vault.add(ItemDraft("s", "a", "1"))
        try vault.attach("x", from: MemoryReader([UInt8](repeating: 3, count: 1_200_000)), to: Self.name)
        try vault.withEngine { engine in
            try engine.database.write {
                // Keys are unique even between the steps of one statement, so some edits need two.
                let edit = edit.split(separator: ";").map(String.init)
                for statement in edit { try engine.database.execute(statement) }
            }
        }
        #expect(throws: VaultError.self) { try vault.extract("x", of: Self.name, to: MemoryWriter()) }
        do {
            try vault.extract("x", of: Self.name, to: MemoryWriter())
        } catch let error as VaultError {
            #expect(error.code == .tampered, "\(error)")
        }
    }
}
