import Foundation

/// Files and variables for the examples in help texts; add what a new example needs.
enum Fixtures {
    static let environment = ["ARCA_PASSPHRASE": "correct horse battery staple", "NO_COLOR": "1", "PW": "secret"]

    static func write(to folder: URL) throws {
        let inner = folder.appendingPathComponent("folder")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        let notes = Data("Buy milk\nCall Ann\n".utf8)
        try notes.write(to: folder.appendingPathComponent("notes.txt"))
        try notes.write(to: inner.appendingPathComponent("notes.txt"))
        try Data((0..<32).map { UInt8($0) }).write(to: folder.appendingPathComponent("key.bin"))
        try Data("000102030405060708090a0b0c0d0e0f\n".utf8).write(to: folder.appendingPathComponent("key.hex"))
        let photo = Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try photo.write(to: folder.appendingPathComponent("photo.jpg"))
        try photo.write(to: inner.appendingPathComponent("photo.jpg"))
        let beach = try Data(contentsOf: published.appendingPathComponent("images/samples/texts.png"))
        try beach.write(to: folder.appendingPathComponent("beach.png"))
        let mail = """
            Subject: Photos
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=cut

            --cut
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            Caf=C3=A9
            --cut
            Content-Type: image/jpeg
            Content-Transfer-Encoding: base64
            Content-Disposition: attachment; filename=photo.jpg

            \(photo.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed]))
            --cut--

            """
        try Data(mail.utf8).write(to: folder.appendingPathComponent("mail.eml"))
        let vectors = folder.appendingPathComponent("Vectors/aes-gcm")
        try FileManager.default.createDirectory(at: vectors, withIntermediateDirectories: true)
        try Data(gcmVector.utf8).write(to: vectors.appendingPathComponent("case1.json"))
        try RSAKeys.write(to: folder)
    }

    /// Test case 1 of the GCM specification, in Wycheproof's format.
    static let gcmVector = """
        {"algorithm": "AES-GCM", "numberOfTests": 1, "testGroups": [
          {"type": "AeadTest", "keySize": 128, "ivSize": 96, "tagSize": 128, "tests": [
            {"tcId": 1, "comment": "test case 1", "key": "00000000000000000000000000000000",
             "iv": "000000000000000000000000", "aad": "", "msg": "", "ct": "",
             "tag": "58e2fccefa7e3061367f1d57a4e7455a", "result": "valid"}]}]}
        """

    private static let published = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Vectors")
}
