internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

/// Compares the codecs with other programs.
@Suite(.enabled(if: runsSlowTests, "slow")) struct BaseNPeerTests {
    /// Bytes of many lengths, each with a peer's output.
    private func compare(
        _ codec: some TextCodec, _ peer: String, multipleOf unit: Int = 1, _ run: ([UInt8]) throws -> [UInt8]
    ) throws {
        for count in [0, 1, 2, 3, 4, 5, 8, 33, 300, 5003] where count % unit == 0 {
            let bytes = noise(count, seed: UInt64(count + 3))
            let text = try codec.encodeToBytes(bytes)
            #expect(try run(bytes) == text, "\(peer), \(count) bytes")
            #expect(try codec.decode(text) == bytes, "\(peer), \(count) bytes")
        }
    }

    @Test(
        "writes the same text as basenc", .enabled(if: Peer.has("basenc")),
        arguments: ["--base64", "--base64url", "--base32", "--base32hex", "--base16", "--z85"])
    func basenc(_ option: String) throws {
        func check(_ codec: some TextCodec, multipleOf unit: Int = 1) throws {
            try compare(codec, "basenc \(option)", multipleOf: unit) {
                try Peer.run(["basenc", option, "-w0"], input: $0).output
            }
        }
        switch option {
        case "--base64": try check(Base64.standard)
        case "--base64url": try check(Base64.url)
        case "--base32": try check(Base32.standard)
        case "--base32hex": try check(Base32.hex)
        case "--base16": try check(Base16.upper)
        default: try check(Z85.standard, multipleOf: 4)
        }
    }

    @Test("wraps lines like coreutils' base64, except for the final line end", .enabled(if: Peer.has("base64")))
    func wrapping() throws {
        for columns in [1, 7, 64, 76, 200] {
            let bytes = noise(500)
            let text = Base64(lines: try LineWrapping(columns: columns)).encodeToBytes(bytes)
            #expect(try Peer.run(["base64", "-w", "\(columns)"], input: bytes).output == text + [0x0a])
        }
    }

    @Test(
        "writes the same text as Python's base64 module", .enabled(if: Peer.has("python3")),
        arguments: [
            "b64encode", "urlsafe_b64encode", "b32encode", "b32hexencode", "b16encode", "b85encode", "a85encode",
        ])
    func python(_ function: String) throws {
        let script = "import base64, sys; sys.stdout.buffer.write(base64.\(function)(sys.stdin.buffer.read()))"
        func check(_ codec: some TextCodec) throws {
            try compare(codec, function) { try Peer.python(script, input: $0).output }
        }
        switch function {
        case "b64encode": try check(Base64.standard)
        case "urlsafe_b64encode": try check(Base64.url)
        case "b32encode": try check(Base32.standard)
        case "b32hexencode": try check(Base32.hex)
        case "b16encode": try check(Base16.upper)
        case "b85encode": try check(Base85.standard)
        default: try check(Ascii85.standard)
        }
    }

    @Test("folds zeros and spaces, and delimits, like Python", .enabled(if: Peer.has("python3")))
    func ascii85Forms() throws {
        let bytes = [UInt8](repeating: 0, count: 12) + noise(9) + [UInt8](repeating: 0x20, count: 24) + [0, 0]
        for (codec, arguments) in [(Ascii85.adobe, "adobe=True"), (Ascii85.btoa, "foldspaces=True")] {
            let script = """
                import base64, sys
                sys.stdout.buffer.write(base64.a85encode(sys.stdin.buffer.read(), \(arguments)))
                """
            #expect(try Peer.python(script, input: bytes).output == codec.encodeToBytes(bytes))
            #expect(try codec.decode(codec.encodeToBytes(bytes)) == bytes)
        }
    }

    @Test("writes the same text as basez", .enabled(if: Peer.has("base64url")))
    func basez() throws {
        for (command, codec) in [(["base64url", "-w0"], Base64.url), (["base64mime"], Base64.mime)] {
            let bytes = noise(100)
            let text = String(decoding: try Peer.run(command, input: bytes).output, as: UTF8.self)
            #expect(text.filter { !$0.isNewline } == codec.encode(bytes).filter { !$0.isNewline }, "\(command)")
        }
    }

    @Test("decodes the Base85 of git's binary patches", .enabled(if: Peer.has("git")))
    func git() throws {
        // A literal patch line has the length as a letter, then Base85 of up to 52 deflated bytes, zero-padded to a
        // multiple of four. It must decode, and encode to itself.
        let script = """
            set -e; unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; d=$(mktemp -d); trap 'rm -rf $d' EXIT; cd $d; git init -q .; cat >f
            git add f; git diff --cached --binary | awk '/^literal/ { on = 1; next } /^$/ { on = 0 } on' | cut -c2-
            """
        let lines = try Peer.run(["bash", "-c", script], input: noise(500)).lines
        #expect(lines.count > 3)
        for line in lines where !line.isEmpty && !line.hasPrefix("cut") {
            let bytes = try Base85.standard.decode(String(line))
            #expect(Base85.standard.encode(bytes) == line)
        }
    }
}
