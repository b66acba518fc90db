import Arca
import Foundation
import Testing

@Suite struct BridgesTests {
    @Test("shows the same error text in Foundation")
    func errors() throws {
        let error = #expect(throws: CodecError.self) { try Base16.standard.decode("4x") }
        let text = try #require(error).localizedDescription
        #expect(text == error?.message)
        #expect(text.contains("x") && !text.contains("could not be completed"))
        let hinted: any LocalizedError = CodecError(.unsupported, "no such thing", hint: "take another")
        #expect(hinted.failureReason == "no such thing" && hinted.recoverySuggestion == "take another")
    }

    @Test("attaches Data and reads it back")
    func attachments() throws {
        let vault = try Vault.inMemory()
        try vault.add(ItemDraft(.init("a"), secret: ItemSecret(SecretBytes(copying: "pin 1234".utf8))))
        let scan = Data("a scan".utf8)
        try vault.attach(scan, as: "scan", to: .init("a"))
        let again: Data = try vault.attachment("scan", of: .init("a"))
        #expect(again == scan)
        let secret = try vault.secret(of: .init("a")).value
        #expect(String(secret) == "pin 1234" && Data(secret) == Data("pin 1234".utf8))
    }

    @Test("opens and writes files by URL, and rejects web URLs")
    func urls() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("with blank and ü")
        var output = try AtomicFile(file)
        try output.write("hello".utf8)
        try output.commit()
        var input = try FileReader(file)
        #expect(try input.readAll() == Array("hello".utf8))
        let address = try #require(URL(string: "https://example.com/x"))
        #expect(throws: SystemError.self) { _ = try FileReader(address) }
    }

    @Test("converts times to dates with millisecond precision, also before 1970 and out of range")
    func dates() {
        let date = Date(timeIntervalSince1970: -1.5)
        #expect(Vault.Timestamp(date).milliseconds == -1500 && Vault.Timestamp(date).date == date)
        #expect(Vault.Timestamp(Date(timeIntervalSince1970: 0.0015)).milliseconds == 1)
        #expect(Vault.Timestamp(.distantFuture) > Vault.Timestamp(Date()))
        #expect(Vault.Timestamp(Date(timeIntervalSince1970: 1e300)).milliseconds == .max)
        #expect(Vault.Timestamp(Date(timeIntervalSince1970: -1e300)).milliseconds == .min)
        #expect(Vault.Timestamp(Date(timeIntervalSince1970: .nan)).milliseconds == .max)
    }
}
