internal import ArcaTestSupport
internal import Foundation
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

/// Files with valid and invalid elliptic curve keys.
@Suite struct EllipticFileTests {
    private static let folder = "signatures/ec/keys/"

    private static func key(_ name: String) throws -> AnyKey {
        try AnyKey(
            Array(SharedSamples.data(folder + name)), passphrase: SecretBytes(copying: "correct".utf8))
    }

    private static func privateKey(_ name: String) throws -> EllipticPrivateKey {
        guard case .elliptic(let key) = try key(name).privateKey() else { throw KeyError(.wrongKind, name) }
        return key
    }

    @Test("accepts and rejects the samples as listed in their table", .enabled(if: SharedSamples.arePresent))
    func samples() throws {
        let table = String(decoding: try SharedSamples.data(Self.folder + "cases.tsv"), as: UTF8.self)
        var counts: [String: Int] = [:]
        for line in table.split(separator: "\n").dropFirst() {
            let columns = line.split(separator: "\t").map(String.init)
            let expected = try? Self.privateKey("\(columns[0].prefix { $0 != "." }).jwk")
            counts[columns[1], default: 0] += 1
            switch columns[1] {
            case "private":
                let found = try Self.privateKey(columns[0])
                try found.check()
                // The file with a parameters block contains a different key.
                #expect((found == expected) == !columns[0].contains("with-parameters"), "\(columns[0])")
            case "public":
                guard case .elliptic(let found) = try Self.key(columns[0]).publicKey() else {
                    Issue.record("\(columns[0])")
                    continue
                }
                try found.check()
                #expect(try found.uncompressedPoint == expected?.publicKey.point, "\(columns[0])")
            default:
                #expect(throws: (any Error).self, "\(columns[0])") {
                    switch try Self.key(columns[0]).content {
                    case .privateKey(.elliptic(let key)): try key.check()
                    case .publicKey(.elliptic(let key)): try key.check()
                    default: break
                    }
                }
            }
        }
        #expect(counts == ["private": 35, "public": 18, "refused": 20])
    }

    private static func pem(_ der: [UInt8]) -> String {
        "-----BEGIN EC PRIVATE KEY-----\n\(Base64.standard.encode(der))\n-----END EC PRIVATE KEY-----\n"
    }

    /// A P-256 key in the format of RFC 5915, without its public half.
    private static func file(_ scalar: [UInt8]) -> [UInt8] {
        let content = [2, 1, 1, 4, UInt8(scalar.count)] + scalar + hex("a00a06082a8648ce3d030107")
        return [0x30, UInt8(content.count)] + content
    }

    @Test("computes a missing public half, and rejects private keys that have none")
    func computes() throws {
        let one = [UInt8](repeating: 0, count: 31) + [1]
        guard case .elliptic(let key) = try AnyKey(Self.file(one)).privateKey() else {
            Issue.record("not an elliptic key")
            return
        }
        // The generator of P-256 (SEC 2, section 2.4.2).
        #expect(
            key.publicKey.coordinates?.x == hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"))
        for scalar in [[UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32), []] {
            #expect(throws: KeyError.code(.invalidKey)) { try AnyKey(Self.file(scalar)) }
        }
    }

    @Test("limits the number of public halves computed per file")
    func limits() throws {
        let block = Self.pem(Self.file([UInt8](repeating: 0, count: 31) + [1]))
        #expect(try AnyKey.all(in: Array(String(repeating: block, count: 500).utf8)).count == 500)
        #expect(throws: KeyError.code(.costTooHigh)) {
            try AnyKey.all(in: Array(String(repeating: block, count: 501).utf8))
        }
    }
}
