import ArcaCodecs
import ArcaCore
@testable import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
import Testing

@Suite struct RNCryptor3Tests {
    static func format(_ passphrase: String = "thepassword") throws -> RNCryptor3 {
        try RNCryptor3(passphrase: SecretBytes(copying: passphrase.utf8))
    }

    /// A format with keys, to avoid the slow derivation.
    static let keyed = try? RNCryptor3(
        encryptionKey: SymmetricKey(copying: [UInt8](repeating: 1, count: 32)),
        authenticationKey: SymmetricKey(copying: [UInt8](repeating: 2, count: 32)))

    @Test("agrees with the published vectors and a second implementation in both directions")
    func agreesWithVectors() throws {
        try ContainerVectors.forEach("rncryptor") { item in
            let id = item["id"]?.string ?? ""
            let (plaintext, file) = (try #require(item.bytes("plaintext")), try #require(item.bytes("file")))
            let format =
                if let password = item["password"]?.string {
                    try Self.format(password)
                } else {
                    try RNCryptor3(
                        encryptionKey: SymmetricKey(copying: try #require(item.bytes("encryptionKey"))),
                        authenticationKey: SymmetricKey(copying: try #require(item.bytes("hmacKey"))))
                }
            #expect(try format.open(file) == plaintext, "\(id)")
            var (input, output) = (MemoryReader(plaintext), MemoryWriter())
            try format.seal(&input, into: &output, header: RNCryptorHeader(file))
            #expect(output.bytes == file, "\(id)")
        }
    }

    @Test("round-trips messages of any length, with new salts and IV each time")
    func comesBack() throws {
        let format = try #require(Self.keyed)
        for count in [0, 1, 15, 16, 17, 1000, 300_000, 3_000_000] {
            let plaintext = ContainerVectors.pattern(count)
            let file = try format.seal(plaintext)
            #expect(file.count == 18 + (count / 16 + 1) * 16 + 32)
            #expect(try format.open(file) == plaintext, "\(count)")
        }
        let (one, other) = (try format.seal("x".utf8), try format.seal("x".utf8))
        #expect(one != other)
        let passphrase = try Self.format()
        let (first, second) = (try passphrase.seal("x".utf8), try passphrase.seal("x".utf8))
        #expect(
            first[2..<10] != second[2..<10] && first[10..<18] != second[10..<18] && first[18..<34] != second[18..<34])
        #expect(first[2..<10] != first[10..<18])
        #expect(try passphrase.open(first) == Array("x".utf8))
    }

    @Test("writes nothing for a modified, truncated or extended file")
    func findsChanges() throws {
        let format = try #require(Self.keyed)
        let file = try format.seal(ContainerVectors.pattern(100))
        func refused(_ changed: [UInt8], _ codes: [ContainerError.Code], _ what: String) {
            var (input, output) = (MemoryReader(changed), MemoryWriter())
            let error = #expect(throws: ContainerError.self) { try format.open(&input, into: &output) }
            #expect(codes.contains { $0 == error?.code } && output.bytes.isEmpty, "\(what)")
        }
        for place in 2..<file.count {
            var changed = file
            changed[place] ^= 1 << UInt8(place % 8)
            refused(changed, [.wrongKey], "byte \(place)")
        }
        for count in 0..<file.count { refused(Array(file[..<count]), [.truncated, .wrongKey], "cut at \(count)") }
        refused(file + [0], [.truncated], "one byte more")
        refused(file + [UInt8](repeating: 0, count: 16), [.wrongKey], "a block more")
        refused([2] + file.dropFirst(), [.unsupported], "version 2")
        refused([3, 2] + file.dropFirst(2), [.malformed], "options 2")
    }

    @Test("reports a wrong passphrase and a secret of the other kind")
    func refusesOtherSecrets() throws {
        let keyed = try #require(Self.keyed)
        let file = try Self.format().seal("x".utf8)
        #expect(throws: ContainerError.code(.wrongKey)) { try Self.format("another").open(file) }
        #expect(throws: ContainerError.code(.wrongKey, at: 1)) { try keyed.open(file) }
        #expect(throws: ContainerError.code(.wrongKey, at: 1)) { try Self.format().open(keyed.seal("x".utf8)) }
        #expect(throws: ContainerError.code(.invalidOption)) { try Self.format("") }
        let short = SymmetricKey(copying: [1, 2, 3])
        #expect(throws: ContainerError.code(.invalidOption)) {
            try RNCryptor3(encryptionKey: short, authenticationKey: short)
        }
    }

    @Test("recognizes files by their header and length")
    func recognizesFiles() throws {
        let file = try #require(Self.keyed).seal("hello".utf8)
        func isRecognized(_ bytes: [UInt8], isWhole: Bool = true) -> Bool {
            RNCryptor3.recognizes(FileBeginning(bytes, isWhole: isWhole))
        }
        #expect(isRecognized(file) && isRecognized(file, isWhole: false))
        #expect(!isRecognized(file + [0]) && !isRecognized([4] + file.dropFirst()))
        #expect(!isRecognized([3, 3] + file.dropFirst(2)))
        #expect(!isRecognized([3, 1]))
        #expect(!isRecognized([]))
        let text = Array(Base64.standard.encode(file).utf8)
        let detection = FormatDetector.detect(FileBeginning(text, isWhole: true))
        #expect(detection?.format.name == "rncryptor" && detection?.base64LayerCount == 1)
    }
}
