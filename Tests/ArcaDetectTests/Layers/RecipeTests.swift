import ArcaCodecCatalog
import ArcaCore
import ArcaDetect
import Testing

@Suite struct RecipeTests {
    private typealias Recipe = LayerFinder.Recipe

    @Test("prints steps and options as the command line accepts them, and parses them again")
    func arguments() throws {
        #expect(Recipe([.base64, .gunzip, .base16]).arguments == ["base64,gunzip,base16"])
        let lenient = Recipe([.base64, .caesar], options: [.lenient: true, .shift: 7])
        #expect(lenient.description == "base64(lenient),caesar(shift=7)")
        let own = Recipe([
            Codec.Step(.ascii85, [.adobe: true]), Codec.Step(.hexdump, [.layout: "canonical"]), Codec.Step(.hexdump),
        ])
        #expect(own.description == "ascii85(adobe),hexdump(layout=canonical),hexdump")
        for recipe in [lenient, own, Recipe([.affine], options: [.key: "5,8"])] {
            #expect(try Recipe(recipe.description) == recipe)
        }
    }

    @Test(
        "parses unnamed options, escapes and white space",
        arguments: [
            ("ascii85(adobe), hexdump(xxd)", "ascii85(adobe),hexdump(layout=xxd)"), ("caesar(3)", "caesar(shift=3)"),
            ("affine(5,8)", "affine(key=5\\,8)"), ("affine(key=5,8)", "affine(key=5\\,8)"),
            ("base64(64,no-padding)", "base64(wrap=64,no-padding)"),
            ("vigenere(lemon)", "vigenere(key=lemon)"), ("percent(form)", "percent(form=form)"),
        ])
    func shorthands(text: String, description: String) throws {
        #expect(try Recipe(text).description == description)
    }

    @Test(
        "rejects malformed recipes",
        arguments: [
            "", "base64,,base16", "base64(", "base64(adobe)", "base64(lenient=1)", "caesar(shift)", "caesar(shift=x)",
            "nothing", "rot13()",
        ])
    func malformed(text: String) { #expect(throws: CodecError.self) { try Recipe(text) } }

    @Test("removes all layers in order, or none")
    func replay() {
        #expect(Recipe([.base64, .base16]).replay("Njg2OQ==".utf8) == Array("hi".utf8))
        #expect(Recipe([.base16, .base64]).replay("Njg2OQ==".utf8) == nil)
        #expect(Recipe([]).replay([1, 2]) == [1, 2])
    }

    @Test("stops if the output of a step exceeds the limit")
    func limit() {
        var limits = LayerFinder.Limits.standard
        limits.outputByteCount = 1
        #expect(Recipe([.base16]).replay("6869".utf8, limits: limits) == nil)
        limits.outputByteCount = 2
        #expect(Recipe([.base16]).replay("6869".utf8, limits: limits) == [0x68, 0x69])
    }

    @Test(
        "each step applies the codec of its name",
        arguments: [
            (Codec.base16, "6869", "hi"), (.base32, "NBUQ====", "hi"), (.base32hex, "D1KG====", "hi"),
            (.crockford, "D1MG", "hi"), (.zbase32, "pbwo", "hi"), (.base45, "%69 VD92EX0", "Hello!!"),
            (.base58, "JxF12TrwUP45BMd", "Hello World"), (.base64, "aGk=", "hi"), (.base64url, "Pz8_", "???"),
            (.ascii85, "87cURDZ", "Hello"), (.base85, "NM&qnZv", "Hello"), (.z85, "HelloWorld", "\u{86}O"),
            (.mime, "aGk=\r\n", "hi"), (.quotedPrintable, "h=69", "hi"), (.encodedWord, "=?utf-8?q?hi?=", "hi"),
            (.percent, "h%69", "hi"), (.unicode, "h\\u0069", "hi"), (.html, "h&#105;", "hi"), (.json, "\"hi\"", "hi"),
            (.dataURI, "data:,hi", "hi"), (.pem, "-----BEGIN A-----\naGk=\n-----END A-----\n", "hi"),
            (.cArray, "unsigned char a[] = {0x68, 0x69};", "hi"), (.utf16le, "h\0i\0", "hi"),
            (.utf16be, "\0h\0i", "hi"),
            (.utf16, "\0h\0i", "hi"), (.utf32le, "h\0\0\0", "h"), (.utf32be, "\0\0\0h", "h"), (.utf32, "\0\0\0h", "h"),
            (.rot13, "uv", "hi"), (.rot47, "9:", "hi"), (.atbash, "sr", "hi"),
            (.hexdump, "00000000: 6869                                     hi\n", "hi"),
        ])
    func steps(codec: Codec, input: String, output: String) {
        let result = Recipe([codec]).replay(input.utf8)
        if codec == .z85 {
            // ZeroMQ RFC 32.
            #expect(result == [0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b])
        } else {
            #expect(result.map { String(decoding: $0, as: UTF8.self) } == output)
        }
    }

    @Test("accepts one line or lines of 76 characters when strict, like the command")
    func lines() {
        let line = String(repeating: "6869", count: 19)
        let recipe = Recipe([.base16])
        for (text, isStrict) in [
            (line, true), (line + "\n", true), (line + "\n\n", false), (line + "\n" + line, true),
            (line + "\n6869\n", true), (line + "\n6869\n6869", false), ("6869\n" + line, false), ("68 69", false),
            (line + line, true), (line + line + "\n", true), (line + "\n\n6869", false), ("\n6869", false),
        ] {
            #expect((recipe.replay(text.utf8) != nil) == isStrict, "\(text)")
            #expect(Recipe([.base16], options: [.lenient: true]).replay(text.utf8) != nil, "\(text)")
        }
    }
}
