import ArcaCodecs
import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
import Testing

@Suite struct AESCryptObjCTests {
    static func format(_ password: String) -> AESCryptObjC {
        AESCryptObjC(password: SecretBytes(copying: password.utf8))
    }

    @Test("reads the texts of a second implementation, with or without line breaks")
    func agreesWithVectors() throws {
        try ContainerVectors.forEach("aescrypt-objc") { item throws in
            let text = Array((item["file"]?.string ?? "").utf8)
            let plaintext = Array((item["plaintext"]?.string ?? "").utf8)
            let format = Self.format(item["password"]?.string ?? "")
            #expect(try format.open(text) == plaintext)
            #expect(try format.open(text.prefix(5) + Array("\r\n ".utf8) + text.dropFirst(5)) == plaintext)
            let detection = FormatDetector.detect(FileBeginning(text, isWhole: true))
            #expect(detection?.format.name == "aescrypt-objc" && detection?.base64LayerCount == 0)
        }
    }

    @Test("rejects wrong passwords, truncated text and invalid Base64; refuses to write")
    func refusesOthers() throws {
        let text = "ZfV8KxjVpVNBhiO1A0t6Qw=="
        #expect(throws: ContainerError.code(.wrongKey)) { try Self.format("wrong").open(text.utf8) }
        #expect(throws: ContainerError.code(.wrongKey)) { try Self.format("a").open("QUJD".utf8) }
        #expect(throws: ContainerError.code(.malformed, at: 4)) { try Self.format("a").open("QUJD!".utf8) }
        #expect(throws: ContainerError.code(.unsupported)) { try Self.format("a").seal("x".utf8) }
    }
}
