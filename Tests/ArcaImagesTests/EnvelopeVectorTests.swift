import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaImages

/// Salted strings written by another implementation, valid and invalid.
@Suite struct EnvelopeVectorTests {
    private static func cases() throws -> [JSONField] {
        let data = try Data(contentsOf: imageVectors.appendingPathComponent("envelopes.json"))
        let root = JSONField(try JSONReader.read([UInt8](data)))
        let cases = try root["cases"].array
        let stated = try root["numberOfCases"].int
        #expect(cases.count == stated)
        return cases
    }

    private static func secret(_ field: JSONField) throws -> ImageSecret? {
        if let key = field["key"].ifPresent {
            return .key(SymmetricKey(copying: try Base16.standard.decode(key.string)))
        }
        if let passphrase = field["passphrase"].ifPresent {
            return .passphrase(SecretBytes(copying: try passphrase.string.utf8))
        }
        return nil
    }

    @Test("reads valid strings, and writes the same string with the same salt") func accepted() throws {
        var count = 0
        for field in try Self.cases() where try field["result"].string == "accept" {
            let id = try field["id"].string
            let text = try field["input"].string
            let secret = try Self.secret(field)
            let image = try SaltedImage.unpack(text, with: secret)
            #expect(image.bytes == (try Base16.standard.decode(field["output"].string)), "\(id)")
            #expect(image.mediaType == (try field["mediaType"].string), "\(id)")
            #expect(image.text.name == (try field["text"].string), "\(id)")
            let cost = try field["cost"].ifPresent?.array.map { try $0.int } ?? [17, 8, 1]
            let written = try SaltedImage.pack(
                image.bytes, as: image.text, mediaType: image.mediaType, secret: secret,
                cost: Scrypt.Cost(logN: cost[0], r: cost[1], p: cost[2]),
                salt: Base16.standard.decode(field["salt"].string))
            #expect(written == text, "\(id)")
            count += 1
        }
        #expect(count == 31)
    }

    @Test("rejects invalid strings with the expected code") func refused() throws {
        var count = 0
        for field in try Self.cases() where try field["result"].string == "reject" {
            let id = try field["id"].string
            let secret = try Self.secret(field)
            do {
                _ = try SaltedImage.unpack(try field["input"].string, with: secret)
                Issue.record("\(id) was opened")
            } catch let error as ImageError {
                #expect(error.code.description == (try field["code"].string), "\(id): \(error)")
            }
            count += 1
        }
        #expect(count > 100)
    }
}

let imageVectors = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Vectors/images")
