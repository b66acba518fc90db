import ArcaCodecCatalog
import ArcaCore
import Testing

@Suite struct CodecOptionTests {
    @Test("each option has a description exactly for the directions in which a codec supports it")
    func descriptions() {
        for direction in Codec.Direction.allCases {
            let taken = Set(Codec.all.flatMap { $0.options(for: direction) })
            for option in Codec.Option.allCases {
                #expect((option.summary(for: direction) != nil) == taken.contains(option), "\(direction) \(option)")
                #expect(option.placeholder.isEmpty == (option.kind == .flag), "\(option)")
            }
        }
    }

    @Test("codecs list each of their options once, in the order of all options")
    func order() {
        for codec in Codec.all {
            for direction in Codec.Direction.allCases {
                let options = codec.options(for: direction)
                #expect(options == Codec.Option.allCases.filter(options.contains), "\(codec) \(direction)")
            }
        }
    }

    @Test("a required option belongs to the codec, and its example works")
    func requirements() throws {
        for codec in Codec.all {
            for direction in Codec.Direction.allCases {
                guard let requirement = codec.requirement(for: direction) else { continue }
                #expect(codec.options(for: direction).contains(requirement.option))
                #expect(throws: CodecError.code(.invalidOption)) { try codec.makeStream(direction) }
                var options: Codec.Options = [:]
                let example = requirement.example
                let number = requirement.option.kind == .text ? nil : Int(example)
                options[requirement.option] = number.map(Codec.Value.number) ?? .text(example)
                #expect(throws: Never.self) { try codec.makeStream(direction, options) }
            }
        }
    }

    @Test(
        "rejects options that are unsupported, of the wrong type, out of range, unknown or in conflict",
        arguments: [
            ("base64", [.shift: 3]), ("base64", [.wrap: "76"]), ("base64", [.wrap: -1]), ("base64", [.noPadding: 1]),
            ("base64", [.alphabet: 64]), ("base64", [.alphabet: "abc"]), ("base32", [.upper: true, .lower: true]),
            ("base32", [.upper: true, .alphabet: "abc"]), ("base58", [.alphabet: "abc"]),
            ("base62", [.alphabet: "abc"]), ("mime-word", [.form: "x"]), ("hexdump", [.layout: "x"]),
            ("hexdump", [.layout: "plain", .group: 2]), ("hexdump", [.layout: "canonical", .upper: true]),
            ("affine", [.key: "2,8"]), ("affine", [.key: "x"]), ("vigenere", [.key: ""]), ("data-uri", [.type: "x"]),
            ("pem", [.label: "\n"]), ("c-array", [.label: "1x"]), ("bech32", [.prefix: ""]),
        ] as [(String, Codec.Options)])
    func refused(name: String, options: Codec.Options) throws {
        let codec = try Codec(named: name)
        let error = #expect(throws: CodecError.self, "\(name)") { try codec.makeStream(.encoding, options) }
        #expect(error?.reason.contains("--") == false, "no error of the library names an option of the command")
    }

    @Test("options are values that can be set, removed and restricted to a codec")
    func values() throws {
        var options: Codec.Options = [.wrap: 76, .upper: true, .label: "A"]
        #expect(options.given == [.wrap, .upper, .label])
        #expect(options[number: .wrap] == 76)
        #expect(options[text: .label] == "A")
        #expect(options[flag: .upper])
        options[flag: .upper] = false
        #expect(options == [.wrap: 76, .label: "A"])
        #expect(options.restricted(to: try Codec(named: "base64"), .encoding) == [.wrap: 76])
        #expect(options.restricted(to: try Codec(named: "rot13"), .encoding) == [:])
    }
}
