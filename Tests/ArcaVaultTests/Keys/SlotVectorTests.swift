import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import ArcaPatterns
import ArcaTestSupport
import ArcaVectors
import Foundation
import Testing

@testable import ArcaVault

@Suite(.enabled(if: runsSlowTests, "slow")) struct SlotVectorTests {
    private static let folder =
        #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Vectors/vault-slots"

    @Test("Arca reads what Python made from the format document, and writes the same")
    func vectors() throws {
        let names = ["slots", "subkeys", "recovery-codes", "key-files"]
        let inputs = try names.map { name in
            VectorInput(
                name: name, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/\(name).json"))))
        }
        let report = VectorRunner().run(VectorTree(inputs: inputs))
        #expect(report.totals.failed == 0)
        #expect(report.totals.skipped == 0)
        #expect(report.totals.passed > 100)
    }

    @Test(
        "the vectors match their generator",
        .enabled(if: Peer.hasPython(module: "cryptography") && Peer.hasPython(module: "argon2")))
    func generator() throws {
        let answer = try Peer.run(["python3", Self.folder + "/generate.py", "--check"])
        #expect(answer.status == 0, "\(answer.errors)")
    }

    @Test(
        "Python opens Arca's slots from the format document alone",
        .enabled(if: Peer.hasPython(module: "cryptography") && Peer.hasPython(module: "argon2")))
    func opened() throws {
        let key = try VaultKey(randomFor: [UInt8](1...16), epoch: 9)
        let cheap = try Scrypt.Cost(logN: 10)
        let passphrase = SecretBytes(copying: "pass".utf8)
        let device = try SecretBytes(randomByteCount: 32)
        let (keyFile, code) = (try VaultKeyFile(), try RecoveryCode())
        let x25519 = Curve25519.KeyAgreement.PrivateKey()
        let hybrid = try XWingMLKEM768X25519.PrivateKey()
        let rsa = try RSAPrivateKey(bitCount: 2048)
        func text(_ secret: SecretBytes) -> String {
            secret.withBytes { String(decoding: [UInt8](bytes: $0), as: UTF8.self) }
        }
        func hexText(_ secret: SecretBytes) -> String {
            secret.withBytes { ArcaTestSupport.hexText([UInt8](bytes: $0)) }
        }
        let der = try PKCS8.encode(AnyPrivateKey(rsa)).withBytes { Base64.standard.encode([UInt8](bytes: $0)) }
        let pem = "-----BEGIN PRIVATE KEY-----\n\(der)\n-----END PRIVATE KEY-----\n"
        let kinds: [(NewVaultSlot, [String: Any])] = [
            (.passphrase(passphrase, cost: cheap), ["passphrase": "pass"]),
            (.keyFile(keyFile), ["keyFile": hexText(keyFile.key)]),
            (
                .passphraseAndKeyFile(passphrase, contents: passphrase, cost: cheap),
                ["passphrase": "pass", "contents": hexText(passphrase)]
            ),
            (.x25519(x25519.publicKey), ["x25519": hexText(x25519.rawRepresentation)]),
            (.hybrid(hybrid.publicKey), ["mlkem768x25519": hexText(hybrid.seedRepresentation)]),
            (.rsa(rsa.publicKey), ["rsa": pem]),
            (.recoveryCode(code), ["recoveryCode": text(code.text)]),
            (
                .pattern(try Pattern(dots: [0, 4, 8, 7]), cost: cheap),
                ["dots": [0, 4, 8, 7], "device": hexText(device)]
            ),
        ]
        let cases = try kinds.map { new, credential in
            let slot = try SealedSlot.wrap(key, in: new.permittingAnyCostForTests, deviceSecret: device)
            return credential.merging([
                "body": ArcaTestSupport.hexText(slot.body), "slot": ArcaTestSupport.hexText(slot.identifier),
                "vault": ArcaTestSupport.hexText(key.vault),
            ]) { $1 }
        }
        let input = [UInt8](try JSONSerialization.data(withJSONObject: cases))
        let answer = try Peer.run(["python3", Self.folder + "/generate.py", "--open"], input: input)
        #expect(answer.lines.map(String.init) == kinds.map { _ in hexText(key.bytes) }, "\(answer.errors)")
    }
}
