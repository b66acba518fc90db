import ArcaCodecCatalog
import ArcaCodecs
import ArcaCore
internal import ArcaCompression
import ArcaDetect
import Testing

/// Parsing and writing of CyberChef recipes.
@Suite struct CyberChefTests {
    private static func steps(_ text: String) throws -> String {
        try CyberChefRecipe(text).operations.map { $0.step.description }.joined(separator: ",")
    }

    @Test(
        "parses the compact form of CyberChef",
        arguments: [
            ("From_Base64('A-Za-z0-9+/=',true,false)Gunzip()", "base64(lenient),gunzip"),
            ("From_Base64('A-Za-z0-9+/=',false)", "base64"), ("From_Base64()", "base64(lenient)"),
            ("From_Base64('A-Za-z0-9-_',true)", "base64url(lenient)"),
            ("From_Base32('A-Z2-7=',true)", "base32(lenient)"),
            ("From_Hex('Auto')Zlib_Inflate(0,0,'Adaptive',false,false)", "base16(lenient),inflate"),
            ("From Hex('0x with comma')\nROT13(true,true,false,13)\n", "base16(lenient),rot13"),
            ("ROT13(true,true,false,3)", "caesar(shift=23)"), ("ROT47(47)", "rot47"),
            ("XOR({'option':'Hex','string':'5a 41'},'Standard',false)", "xor(key=ZA)"),
            ("XOR({'option':'UTF8','string':'it\\'s \"x\"'},'Standard',false)", "xor(key=0x6974277320227822)"),
            ("URL_Decode(true)From_HTML_Entity()", "percent(lenient,form=form),html"),
            ("Vigen\u{e8}re_Decode('lemon')", "vigenere(key=lemon)"),
            ("Affine_Cipher_Decode(5,8)", "affine(key=5\\,8)"),
            ("Decode_text('UTF-16LE (1200)')", "utf16le"), ("From_Base85('!-u',true,'z')", "ascii85(lenient)"),
            ("From_Base85('0-9a-zA-Z.\\\\-:+=^!/*?&<>()[]{}@%$#')", "z85(lenient)"),
            ("From_Hexdump()", "hexdump(lenient)"),
            ("Unescape_Unicode_Characters('%u')", "js-escape(lenient)"),
            ("From_Punycode(true)", "punycode(form=domain)"),
            ("From_Base58('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',false)", "base58"),
            ("Bacon_Cipher_Decode('Complete','A/B',false)", "bacon(lenient,form=letters26)"),
            ("From_Base64('A-Za-z0-9+/=',true,false/disabled)Gunzip(/breakpoint)", "gunzip"),
            ("Reverse('Character')From_Decimal('Comma',false)", "reverse,decimal(lenient)"),
            (
                "https://gchq.github.io/CyberChef/#recipe=From_Base64('A-Za-z0-9%2B/%3D',true)&input=YQ",
                "base64(lenient)"
            ),
        ])
    func compact(text: String, steps: String) throws {
        #expect(try Self.steps(text) == steps)
        #expect(CyberChefRecipe.recognizes(text))
    }

    @Test("parses JSON and custom Base64 alphabets")
    func json() throws {
        let text =
            #"[{"op":"From Base64","args":["A-Za-z0-9+\\-=",true]},{"op":"Gunzip","args":[],"disabled":true},{"op":"To Hex","args":["None",0]}]"#
        let operations = try CyberChefRecipe(text).operations
        #expect(operations.map(\.direction) == [.decoding, .encoding])
        let symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
        #expect(operations[0].step == Codec.Step(.base64, [.lenient: true, .alphabet: .text(symbols)]))
        #expect(operations[1].step == Codec.Step(.base16))
    }

    @Test(
        "rejects unavailable operations and arguments, with name and position",
        arguments: [
            ("From_Base64()LZMA_Decompress(false)", CodecErrorCode.unsupported, 13, "LZMA Decompress"),
            ("Gunzip()To_Hex('Space',0)", .unsupported, 8, "To Hex"),
            ("ROT13(true,true,true,13)", .unsupported, 0, "ROT13"),
            ("XOR({'option':'Hex','string':'5a'},'Cascade',false)", .unsupported, 0, "XOR"),
            ("Zlib_Inflate(4)", .unsupported, 0, "Zlib Inflate"), ("Gunzip", .invalidSyntax, 0, "parentheses"),
            ("Gunzip() Gunzip(", .truncated, 16, "parenthesis"), ("From_Base64('A-Z)", .truncated, 12, "apostrophe"),
            ("From_Base64(true)", .invalidSyntax, 0, "From Base64"),
            ("From_Base64(nope)", .invalidSyntax, 12, "From Base64"),
            ("()", .invalidSyntax, 0, "parentheses"), ("XOR('5a')", .invalidSyntax, 0, "XOR"),
            ("Vigen\u{e8}re_Decode('a')Nothing()", .unsupported, 21, "Nothing"),
        ])
    func refused(text: String, code: CodecErrorCode, offset: Int, word: String) {
        let error = #expect(throws: CodecError.self, "\(text)") { try CyberChefRecipe(text) }
        #expect(error?.code == code && error?.position?.offset == offset, "\(text): \(String(describing: error))")
        #expect(error?.reason.contains(word) == true, "\(String(describing: error))")
    }

    @Test(
        "rejects text that is not a recipe",
        arguments: ["", "[]", "[1]", "[{\"op\":1}]", "[{\"op\":\"Gunzip\",\"args\":1}]", "[", "Gunzip(/disabled)"])
    func malformed(text: String) {
        #expect(throws: CodecError.self) { try CyberChefRecipe(text) }
    }

    @Test(
        "writes steps as operations that parse to the same steps, except for leniency",
        arguments: [
            ("base64,gunzip", "From_Base64('A-Za-z0-9+/=',true,false)Gunzip()"),
            ("base64url", "From_Base64('A-Za-z0-9-_=',true,false)"), ("hex", "From_Hex('Auto')"),
            ("caesar(3)", "ROT13(true,true,false,23)"), ("rot13", "ROT13(true,true,false,13)"),
            ("xor(0x5a)", "XOR({'option':'Hex','string':'5a'},'Standard',false)"), ("percent", "URL_Decode(false)"),
            ("percent(form=form)", "URL_Decode(true)"), ("vigenere(lemon)", "Vigen\u{e8}re_Decode('lemon')"),
            ("affine(5,8)", "Affine_Cipher_Decode(5,8)"),
            ("z85", "From_Base85('0-9a-zA-Z.\\\\-:+=^!/*?&<>()[]{}@%$#',true)"),
            ("inflate", "Zlib_Inflate(0,0,'Adaptive',false,false)"), ("utf16le", "Decode_text('UTF-16LE (1200)')"),
            ("rail-fence(3)", "Rail_Fence_Cipher_Decode(3,0)"), ("punycode", "From_Punycode(true)"),
            ("bacon(letters24)", "Bacon_Cipher_Decode('Standard (I=J and U=V)','A/B',false)"),
        ])
    func written(steps: String, text: String) throws {
        let list = try Codec.Step.list(steps)
        let recipe = CyberChefRecipe(decoding: list)
        #expect(try recipe.text() == text)
        let again = try CyberChefRecipe(recipe.text())
        #expect(again.operations.map(\.step.codec) == list.map(\.codec))
        #expect(try again.text() == text)
        #expect(try CyberChefRecipe(recipe.json().text()) == again)
    }

    @Test("rejects steps that CyberChef does not have or cannot express")
    func unwritable() throws {
        for steps in ["crockford", "hexdump(od)", "base58(alphabet=ripple)", "base64,yenc", "substitution(zebra)"] {
            #expect(throws: CodecError.code(.unsupported), "\(steps)") {
                try CyberChefRecipe(decoding: Codec.Step.list(steps)).text()
            }
        }
    }

    @Test("each decoding operation reverses its encoding operation")
    func bothWays() throws {
        let sample = Array("Hello, World! 12".utf8)
        var count = 0
        for codec in Codec.all where codec.supports(.encoding) {
            var options: Codec.Options = [:]
            if let requirement = codec.requirement(for: .encoding) {
                let number = requirement.option.kind == .text ? nil : Int(requirement.example)
                options[requirement.option] = number.map(Codec.Value.number) ?? .text(requirement.example)
            }
            let step = Codec.Step(codec, options)
            guard let forth = try? CyberChefRecipe([Codec.Operation(step, .encoding)]).text(),
                let back = try? CyberChefRecipe([Codec.Operation(step, .decoding)]).text()
            else { continue }
            count += 1
            let text = try CyberChefRecipe(forth + back).operations.reduce(sample) { bytes, operation in
                operation.direction == .encoding
                    ? try operation.step.codec.encode(bytes, operation.step.options)
                    : try operation.step.codec.decode(bytes, operation.step.options)
            }
            #expect(text == sample, "\(forth)\(back)")
        }
        #expect(count > 20)
    }

    @Test("distinguishes CyberChef's recipes from Arca's")
    func recognizing() {
        for text in [
            "base64", "base64,gunzip", "caesar(3)", "ascii85(adobe),hexdump(xxd)", "ASCII85(adobe)", "BASE64",
            "xor(5a)",
        ] {
            #expect(!CyberChefRecipe.recognizes(text), "\(text)")
        }
        for text in [
            "Bzip2_Decompress()", "[{\"op\":\"Gunzip\"}]", "Gunzip()", "ROT13(true,true,false,13)", "To_Base64()",
        ] {
            #expect(CyberChefRecipe.recognizes(text), "\(text)")
        }
    }
}
