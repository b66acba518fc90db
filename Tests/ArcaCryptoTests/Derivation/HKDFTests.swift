internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct HKDFTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let number: Int
        let hash: AnyHashFunction
        let material: [UInt8]
        let salt: [UInt8]
        let info: [UInt8]
        let pseudoRandomKey: String
        let key: String

        var testDescription: String { "case \(number)" }
    }

    // RFC 5869, appendix A. Case 7 has no salt, which equals an empty one.
    static let published = [
        Case(
            number: 1, hash: .sha256, material: .init(repeating: 0x0b, count: 22), salt: .init(0...0x0c),
            info: .init(0xf0...0xf9),
            pseudoRandomKey: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            key: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        Case(
            number: 2, hash: .sha256, material: .init(0...0x4f), salt: .init(0x60...0xaf), info: .init(0xb0...0xff),
            pseudoRandomKey: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
            key:
                "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
        Case(
            number: 3, hash: .sha256, material: .init(repeating: 0x0b, count: 22), salt: [], info: [],
            pseudoRandomKey: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            key: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
        Case(
            number: 4, hash: .sha1, material: .init(repeating: 0x0b, count: 11), salt: .init(0...0x0c),
            info: .init(0xf0...0xf9), pseudoRandomKey: "9b6c18c432a7bf8f0e71c8eb88f4b30baa2ba243",
            key: "085a01ea1b10f36933068b56efa5ad81a4f14b822f5b091568a9cdd4f155fda2c22e422478d305f3f896"),
        Case(
            number: 5, hash: .sha1, material: .init(0...0x4f), salt: .init(0x60...0xaf), info: .init(0xb0...0xff),
            pseudoRandomKey: "8adae09a2a307059478d309b26c4115a224cfaf6",
            key:
                "0bd770a74d1160f7c9f12cd5912a06ebff6adcae899d92191fe4305673ba2ffe8fa3f1a4e5ad79f3f334b3b202b2173c486ea37ce3d397ed034c7f9dfeb15c5e927336d0441f4c4300e2cff0d0900b52d3b4"
        ),
        Case(
            number: 6, hash: .sha1, material: .init(repeating: 0x0b, count: 22), salt: [], info: [],
            pseudoRandomKey: "da8c8a73c7fa77288ec6f5e7c297786aa0d32d01",
            key: "0ac1af7002b3d761d1e55298da9d0506b9ae52057220a306e07b6b87e8df21d0ea00033de03984d34918"),
        Case(
            number: 7, hash: .sha1, material: .init(repeating: 0x0c, count: 22), salt: [], info: [],
            pseudoRandomKey: "2adccada18779e7c2077ad2eb19d3f3e731385dd",
            key: "2c91117204d745f3500d636a62f64f0ab3bae548aa53d423b0d1f27ebba6f5e5673a081d70cce7acfc48"),
    ]

    @Test("matches the test vectors of RFC 5869, in one step and in two", arguments: published)
    func derivesPublishedVectors(test: Case) throws {
        let hkdf = try HKDFFunction(test.hash)
        let expected = hex(test.key)
        let extracted = try hkdf.extract(inputKeyMaterial: test.material, salt: test.salt)
        #expect([UInt8](bytes: extracted) == hex(test.pseudoRandomKey))
        let expanded = try hkdf.expand(pseudoRandomKey: extracted, info: test.info, outputByteCount: expected.count)
        #expect([UInt8](bytes: expanded) == expected)
        let derived = try hkdf.deriveKey(
            inputKeyMaterial: test.material, salt: test.salt, info: test.info, outputByteCount: expected.count)
        #expect([UInt8](bytes: derived) == expected)
    }

    @Test("gives the same result for the static type")
    func derivesWithType() throws {
        let test = Self.published[0]
        let extracted = try HKDF<SHA256>.extract(inputKeyMaterial: test.material, salt: test.salt)
        #expect([UInt8](bytes: extracted) == hex(test.pseudoRandomKey))
        let expanded = try HKDF<SHA256>.expand(pseudoRandomKey: extracted, info: test.info, outputByteCount: 42)
        #expect([UInt8](bytes: expanded) == hex(test.key))
        let derived = try HKDF<SHA256>.deriveKey(
            inputKeyMaterial: test.material, salt: test.salt, info: test.info, outputByteCount: 42)
        #expect([UInt8](bytes: derived) == hex(test.key))
        let unsalted = try HKDF<Insecure.SHA1>.extract(inputKeyMaterial: Self.published[6].material)
        #expect([UInt8](bytes: unsalted) == hex(Self.published[6].pseudoRandomKey))
    }

    @Test("gives shorter outputs as prefixes of the longest, which agrees with Python")
    func givesEveryLength() throws {
        let hkdf = try HKDFFunction(.sha512)
        #expect(hkdf.maximumByteCount == 255 * 64)
        let salt = [UInt8](repeating: 3, count: 200)
        let whole = [UInt8](
            bytes: try hkdf.deriveKey(inputKeyMaterial: salt, salt: salt, outputByteCount: hkdf.maximumByteCount))
        for count in [1, 63, 64, 65, 128, 129, 255 * 64 - 1] {
            let part = try hkdf.deriveKey(inputKeyMaterial: salt, salt: salt, outputByteCount: count)
            #expect([UInt8](bytes: part) == Array(whole[..<count]))
        }
        let script = """
            import hmac
            p = hmac.new(b'\\3' * 200, b'\\3' * 200, 'sha512').digest()
            t = o = b''
            for i in range(1, 256): t = hmac.new(p, t + bytes([i]), 'sha512').digest(); o += t
            print(o.hex())
            """
        guard Peer.hasPython(module: "hmac") else { return }
        #expect(try Peer.output(["python3", "-c", script]) == hexText(whole) + "\n")
    }

    @Test("rejects lengths out of range, a short pseudorandom key, and SHAKE")
    func refusesParameters() throws {
        let hkdf = try HKDFFunction(.sha256)
        let key = [UInt8](repeating: 1, count: 32)
        for count in [0, -1, 255 * 32 + 1] {
            #expect(throws: CryptoError.code(.invalidParameter)) {
                try hkdf.expand(pseudoRandomKey: key, outputByteCount: count)
            }
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try hkdf.expand(pseudoRandomKey: key.dropLast(), outputByteCount: 32)
        }
        #expect(throws: CryptoError.code(.unsupported)) { try HKDFFunction(.shake128) }
    }
}
