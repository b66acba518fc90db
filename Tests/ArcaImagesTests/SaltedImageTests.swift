import ArcaCodecs
import ArcaCore
import ArcaCompression
import ArcaCrypto
import ArcaTestSupport
import Testing

@testable import ArcaImages

@Suite struct SaltedImageTests {
    private static let low = try? Scrypt.Cost(logN: 10)
    private let passphrase = ImageSecret.passphrase(SecretBytes(copying: "sesame".utf8))
    private let image = Array("\u{89}PNG".utf8) + (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test("decodes to the same bytes in every encoding and size", arguments: ImageText.all)
    func roundTrip(form: ImageText) throws {
        let key = ImageSecret.key(try SymmetricKey(bitCount: 256))
        for count in [0, 1, 2, 3, 4, 5, 63, 64, 200] {
            for secret in [nil, key] {
                let text = try SaltedImage.pack(image.prefix(count), as: form, protectedBy: secret)
                let opened = try SaltedImage.unpack("\n " + text + " \n", with: secret)
                #expect(opened.bytes.elementsEqual(image.prefix(count)))
                #expect(opened.mode == (secret == nil ? .salted : .key))
            }
        }
    }

    @Test("is different each time, and detects the media type") func fresh() throws {
        let png = try ImageInfoTests.sample("rgb.png")
        let (first, second) = (try SaltedImage.pack(png), try SaltedImage.pack(png))
        #expect(first != second)
        #expect(try SaltedImage.unpack(first).mediaType == "image/png")
        #expect(try SaltedImage.header(of: SaltedImage.pack([1])).envelope.mediaType == "application/octet-stream")
        #expect(
            try SaltedImage.header(of: SaltedImage.pack([1], mediaType: "image/x-raw")).envelope.mediaType
                == "image/x-raw")
        #expect(throws: ImageError.code(.invalidOption)) { try SaltedImage.pack([1], mediaType: "raw") }
    }

    @Test("uses the given cost, and limits the cost it accepts") func costs() throws {
        let low = try #require(Self.low)
        let text = try SaltedImage.pack(image, protectedBy: passphrase, cost: low)
        #expect(try SaltedImage.header(of: text).envelope.cost == low)
        #expect(try SaltedImage.unpack(text, with: passphrase).bytes == image)
        var limits = CostLimits.reading
        limits.scryptLogN = 11...20
        #expect(throws: ImageError.code(.costTooHigh, at: 9)) {
            try SaltedImage.unpack(text, with: passphrase, limits: limits)
        }
    }

    @Test("rejects short keys") func shortKey() {
        let key = ImageSecret.key(SymmetricKey(copying: [UInt8](repeating: 7, count: 15)))
        #expect(throws: ImageError.code(.invalidOption)) { try SaltedImage.pack(image, protectedBy: key) }
    }

    @Test("decrypts under only one secret, even if AES-GCM accepts two") func commitment() throws {
        let (a, b) = (SymmetricKey(copying: [UInt8](repeating: 1, count: 32)), SymmetricKey(copying: image.prefix(32)))
        let envelope = ImageEnvelope(
            mode: .key, cost: nil, salt: [UInt8](repeating: 9, count: 16), byteCount: 16, mediaType: "image/png")
        let (keysA, keysB) = (try envelope.keys(for: .key(a)), try envelope.keys(for: .key(b)))
        let associated = envelope.header + keysA.commitment
        let body = try CollidingGCM.make(
            (keysA.key, keysA.nonce), (keysB.key, keysB.nonce), authenticating: associated)
        // The cipher alone accepts both keys.
        for keys in [keysA, keysB] {
            #expect(throws: Never.self) {
                try AES.GCM.cipher.open(body, using: keys.key, nonce: keys.nonce, authenticating: associated)
            }
        }
        let text = Base16.standard.encode(associated + sha256(associated[...]).prefix(4) + body)
        #expect(try SaltedImage.unpack(text, with: .key(a)).bytes.count == 16)
        #expect(throws: ImageError.code(.wrongSecret)) { try SaltedImage.unpack(text, with: .key(b)) }
    }
}

@Suite struct SaltedStringPartsTests {
    @Test("joins parts in any order, with duplicates") func anyOrder() throws {
        var random = Repeatable(5)
        let image = random.bytes(2000)
        let text = try SaltedImage.pack(image, as: .base85)
        for limit in [64, 65, 100, 1000, 100_000, Int.max] {
            var parts = try SaltedStringParts.split(text, characterLimit: limit)
            #expect(parts.allSatisfy { $0.count <= limit })
            parts = parts.reversed() + [parts[0]]
            #expect(try SaltedStringParts.join(parts) == text)
        }
    }

    @Test("reports missing, damaged and foreign parts") func refused() throws {
        let parts = try SaltedStringParts.split(SaltedImage.pack(Array("image".utf8)), characterLimit: 64)
        let others = try SaltedStringParts.split(SaltedImage.pack(Array("image".utf8)), characterLimit: 64)
        try #require(parts.count > 2)
        var missing = parts
        missing.remove(at: 1)
        let error = #expect(throws: ImageError.code(.missingPart)) { try SaltedStringParts.join(missing) }
        #expect(error?.reason.contains("missing: 2") ?? false)
        #expect(throws: ImageError.code(.invalidOption)) { try SaltedStringParts.join([parts[0], others[1]] + parts) }
        #expect(throws: ImageError.code(.malformed)) { try SaltedStringParts.join([]) }
        #expect(throws: ImageError.code(.malformed)) { try SaltedStringParts.join(["arca:2/1:a:b:c"]) }
        // A name with a terminal escape, with a valid checksum.
        let fields = ["1/1", "\u{1b}[31mred", "text"]
        let sum = Base16.standard.encode(checksum("\(fields[0]):\(fields[1]):\(fields[2])"))
        #expect(throws: ImageError.code(.malformed)) {
            try SaltedStringParts.join(["arca:\(fields[0]):\(fields[1]):\(sum):\(fields[2])"])
        }
        for place in parts[0].indices.dropFirst(5) {
            var broken = parts[0]
            broken.replaceSubrange(place...place, with: broken[place] == "A" ? "B" : "A")
            #expect(throws: ImageError.self, "\(broken)") { try SaltedStringParts.join([broken] + parts.dropFirst()) }
        }
        #expect(throws: ImageError.code(.invalidOption)) { try SaltedStringParts.split("abc", characterLimit: 63) }
        #expect(throws: ImageError.code(.invalidOption)) { try SaltedStringParts.split("a\nb", characterLimit: 64) }
    }

    private func checksum(_ text: String) -> [UInt8] {
        var checksum = Checksum(.crc32)
        checksum.update(text.utf8)
        return checksum.bytes
    }
}
