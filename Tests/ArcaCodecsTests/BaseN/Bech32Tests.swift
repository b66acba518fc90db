import ArcaCodecs
import ArcaCore
import Testing

@Suite struct Bech32Tests {
    // BIP 173 and BIP 350, "Test vectors".
    static let valid: [(String, Bech32.Variant)] = [
        ("A12UEL5L", .bech32), ("a12uel5l", .bech32),
        ("an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs", .bech32),
        ("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", .bech32),
        (
            "11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j",
            .bech32
        ),
        ("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", .bech32), ("?1ezyfcl", .bech32),
        ("A1LQFN3A", .bech32m), ("a1lqfn3a", .bech32m),
        ("an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6", .bech32m),
        ("abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx", .bech32m),
        ("split1checkupstagehandshakeupstreamerranterredcaperredlc445v", .bech32m), ("?1v759aa", .bech32m),
    ]

    @Test("decodes the valid strings of the standards and encodes them again", arguments: valid)
    func roundTrip(_ text: String, _ variant: Bech32.Variant) throws {
        let decoded = try Bech32.decode(text)
        #expect(decoded.variant == variant)
        #expect(
            try Bech32.encode(values: decoded.values, prefix: decoded.prefix, variant: variant) == text)
        let other: Bech32.Variant = variant == .bech32 ? .bech32m : .bech32
        #expect(failure { () throws(CodecError) in try Bech32.decode(text, variant: other) }?.code == .checksumMismatch)
        #expect(try Bech32.decode(text, variant: variant) == decoded)
    }

    @Test(
        "rejects the invalid strings of the standards with code and offset",
        arguments: [
            (" 1nwldj5", CodecError.Code.invalidCharacter, 0), ("\u{7f}1axkwrx", .invalidCharacter, 0),
            ("\u{80}1eym55h", .invalidCharacter, 0),
            (
                "an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx",
                .limitExceeded, 90
            ),
            ("pzry9x0s0muk", .invalidSyntax, 12), ("1pzry9x0s0muk", .invalidSyntax, 0),
            ("x1b4n0q5v", .invalidCharacter, 2), ("li1dgmt3", .truncated, 8),
            ("de1lg7wt\u{ff}", .invalidCharacter, 8), ("A1G7SGD8", .checksumMismatch, 2),
            ("10a06t8", .invalidSyntax, 0), ("1qzzfhee", .invalidSyntax, 0), ("a12UEL5L", .invalidCharacter, 3),
            ("A12uel5l", .invalidCharacter, 3), ("", .invalidSyntax, 0),
        ] as [(String, CodecError.Code, Int)])
    func refuses(_ text: String, _ code: CodecError.Code, _ offset: Int) {
        let error = failure { () throws(CodecError) in try Bech32.decode(text) }
        #expect(error == CodecError(code, at: TextPosition(offset: offset, line: 1, column: offset + 1), ""))
    }

    @Test("decodes a segwit address to its witness version and program")
    func segwit() throws {
        // BIP 173, "Examples".
        let address = try Bech32.decode("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4")
        #expect(address.prefix == "BC" && address.values.first == 0)
        #expect(
            try Bech32.bytes(of: address.values.dropFirst())
                == Base16.standard.decode("751e76e8199196d454941c45d1b3a323f1433bd6"))
    }

    @Test("accepts long text only without a limit, and writes the case of the prefix")
    func ageKeys() throws {
        // age's X25519 recipient and identity: 32 bytes each; the identity is upper case.
        let bytes = noise(80)
        #expect(failure { () throws(CodecError) in try Bech32.encode(bytes, prefix: "age") }?.code == .limitExceeded)
        let long = try Bech32.encode(bytes, prefix: "age", maximumCount: nil)
        #expect(failure { () throws(CodecError) in try Bech32.decode(long) }?.code == .limitExceeded)
        #expect(try Bech32.decode(long, maximumCount: nil).bytes() == bytes)
        let upper = try Bech32.encode(noise(32), prefix: "AGE-SECRET-KEY-")
        #expect(upper == upper.uppercased())
        #expect(try Bech32.decode(upper).bytes() == noise(32))
        #expect(failure { () throws(CodecError) in try Bech32.encode([1], prefix: "aGe") }?.code == .unencodable)
        #expect(failure { () throws(CodecError) in try Bech32.encode([1], prefix: "") }?.code == .unencodable)
        #expect(failure { () throws(CodecError) in try Bech32.encode(values: [32], prefix: "a") }?.code == .unencodable)
    }

    @Test("rejects surplus symbols and nonzero padding bits")
    func padding() {
        #expect(failure { () throws(CodecError) in try Bech32.bytes(of: [0, 1]) }?.code == .trailingBits)
        #expect(failure { () throws(CodecError) in try Bech32.bytes(of: [0]) }?.code == .invalidLength)
        #expect(failure { () throws(CodecError) in try Bech32.bytes(of: [0, 0, 0]) }?.code == .invalidLength)
    }
}
