internal import ArcaCodecs
internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
import Testing

@Suite struct OpenSSLEncTests {
    static let passphrase = SecretBytes(copying: "correct horse".utf8)
    static let message = Array("attack at dawn, 20 bytes or more".utf8)
    static let ciphers = [
        "aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "aes-128-ctr", "aes-192-ctr", "aes-256-ctr", "aes-128-ecb",
        "aes-256-ecb", "aes-128-cfb", "aes-256-cfb", "aes-256-cfb8", "aes-256-cfb1", "aes-256-ofb", "des-ede3-cbc",
        "des-ede3-cfb", "des-ede3-ofb", "des-ede3-ecb", "des-ede-cbc",
    ]

    /// The format with few iterations, for speed.
    static func format(
        _ cipher: String = "aes-256-cbc", _ derivation: OpenSSLEnc.Derivation = .pbkdf2(.sha256, iterations: 10),
        isSalted: Bool = true, isArmored: Bool = false, passphrase: String = "correct horse"
    ) throws -> OpenSSLEnc {
        try OpenSSLEnc(
            passphrase: SecretBytes(copying: passphrase.utf8), cipher: Cipher(named: cipher), derivation: derivation,
            isSalted: isSalted, isArmored: isArmored)
    }

    /// Runs openssl with the same parameters.
    static func openssl(_ arguments: [String], input: [UInt8]) throws -> Peer.Answer {
        try Peer.run(
            ["openssl", "enc"] + arguments + ["-pass", "env:PW"], input: input, environment: ["PW": "correct horse"])
    }

    static func options(_ format: OpenSSLEnc) -> [String] {
        var options = ["-" + format.cipher.shortName]
        switch format.derivation {
        case .pbkdf2(let hash, let count): options += ["-pbkdf2", "-iter", "\(count)", "-md", hash.shortName]
        case .bytesToKey(let hash): options += ["-md", hash.shortName]
        }
        if !format.isSalted { options.append("-nosalt") }
        if format.isArmored { options.append("-a") }
        return options
    }

    static let derivations: [OpenSSLEnc.Derivation] = [
        .pbkdf2(.sha256, iterations: 10_000), .pbkdf2(.sha512, iterations: 3), .pbkdf2(.sha1, iterations: 1),
        .bytesToKey(.sha256), .bytesToKey(.md5), .bytesToKey(.sha512),
    ]

    @Test("exchanges files with openssl in both directions with every cipher", arguments: ciphers)
    func agreesWithOpenSSLOnCiphers(name: String) throws {
        let format = try Self.format(name)
        for count in [0, 1, 15, 16, 17, 100] {
            let message = Array((Self.message + Self.message + Self.message + Self.message)[..<count])
            let theirs = try Self.openssl(["-d"] + Self.options(format), input: format.seal(message))
            #expect(theirs.status == 0 && theirs.output == message, "\(count) bytes: \(theirs.errors)")
            let sealed = try Self.openssl(["-e"] + Self.options(format), input: message)
            #expect(try format.open(sealed.output) == message)
        }
    }

    @Test("agrees with openssl on every key derivation", arguments: derivations, [true, false])
    func agreesWithOpenSSLOnDerivations(derivation: OpenSSLEnc.Derivation, isSalted: Bool) throws {
        let format = try Self.format("aes-256-cbc", derivation, isSalted: isSalted)
        let theirs = try Self.openssl(["-d"] + Self.options(format), input: format.seal(Self.message))
        #expect(theirs.output == Self.message, "\(theirs.errors)")
        let sealed = try Self.openssl(["-e"] + Self.options(format), input: Self.message)
        #expect(try format.open(sealed.output) == Self.message)
    }

    @Test("agrees with openssl on Base64, which is detected if there is a salt", arguments: [true, false])
    func agreesWithOpenSSLOnArmor(isSalted: Bool) throws {
        let armored = try Self.format(isSalted: isSalted, isArmored: true)
        let file = try armored.seal(Self.message)
        #expect(file.last == 0x0a && file.split(separator: 0x0a).allSatisfy { $0.count <= 64 })
        #expect(try Self.openssl(["-d"] + Self.options(armored), input: file).output == Self.message)
        let theirs = try Self.openssl(["-e"] + Self.options(armored), input: Self.message).output
        #expect(try armored.open(theirs) == Self.message)
        // One long line, as written with -A, and lines that end in CR LF.
        let oneLine = try Self.openssl(["-e", "-A"] + Self.options(armored), input: Self.message).output
        #expect(try armored.open(oneLine) == Self.message)
        #expect(try armored.open(theirs.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }) == Self.message)
        if isSalted { #expect(try Self.format().open(theirs) == Self.message) }
    }

    @Test("uses a new salt for each file")
    func drawsSalt() throws {
        let format = try Self.format()
        let (one, two) = (try format.seal(Self.message), try format.seal(Self.message))
        #expect(one.starts(with: Array("Salted__".utf8)) && one.count == 16 + 48)
        #expect(one[8..<16] != two[8..<16] && one[16...] != two[16...])
        let unsalted = try Self.format(isSalted: false)
        #expect(try unsalted.seal(Self.message) == unsalted.seal(Self.message))
    }

    @Test("gives the same result for every split of the input")
    func streamsInPieces() throws {
        for isArmored in [false, true] {
            let format = try Self.format(isArmored: isArmored)
            let sealed = try format.seal(Self.message)
            for size in [1, 2, 7, 15, 16, 17, 63] {
                var reader = SlowReader(sealed, size)
                var writer = MemoryWriter()
                try format.open(&reader, into: &writer)
                #expect(writer.bytes == Self.message, "pieces of \(size)")
            }
        }
    }

    @Test("rejects a wrong passphrase, wrong parameters and damage with one error")
    func refusesWrongKey() throws {
        let sealed = try Self.format().seal(Self.message)
        let wrong = ContainerError.code(.wrongKey)
        var refused = 0
        for attempt in 0..<50 {
            // A wrong key yields valid padding once in 256 tries. The format cannot detect that.
            do {
                _ = try Self.format(passphrase: "wrong \(attempt)").open(sealed)
            } catch let error as ContainerError {
                #expect(error == wrong)
                refused += 1
            }
        }
        #expect(refused >= 45)
        #expect(throws: wrong) { try Self.format().open(sealed.dropLast()) }
        #expect(throws: wrong) { try Self.format().open(sealed.prefix(16)) }
    }

    @Test("rejects a file that ends in its header", arguments: 0..<16)
    func refusesShortHeader(count: Int) throws {
        let sealed = try Self.format().seal(Self.message)
        #expect(throws: ContainerError.code(.truncated, at: count)) { try Self.format().open(sealed.prefix(count)) }
    }

    @Test("rejects other kinds of files, and Base64 with invalid characters")
    func refusesOtherFiles() throws {
        #expect(throws: ContainerError.code(.malformed, at: 0)) {
            try Self.format().open("age-encryption.org/v1\n".utf8)
        }
        #expect(throws: ContainerError.code(.malformed, at: 12)) { try Self.format().open("U2FsdGVkX18A*AAA".utf8) }
    }

    @Test("rejects ciphers that openssl enc lacks, an empty passphrase, and zero iterations")
    func refusesOptions() throws {
        for cipher in ["aes-256-gcm", "aes-256-xts", "chacha20-poly1305", "aes-256-wrap"] {
            #expect(throws: ContainerError.code(.invalidOption)) { try Self.format(cipher) }
        }
        #expect(throws: ContainerError.code(.invalidOption)) { try Self.format(passphrase: "") }
        #expect(throws: ContainerError.code(.invalidOption)) {
            try Self.format("aes-256-cbc", .pbkdf2(.sha256, iterations: 0))
        }
    }

    @Test("recognizes salted files by their first bytes, armored or not")
    func recognizesFiles() throws {
        func isRecognized(_ file: [UInt8]) -> Bool { OpenSSLEnc.recognizes(FileBeginning(file, isWhole: true)) }
        #expect(isRecognized(try Self.format().seal(Self.message)))
        #expect(isRecognized(try Self.format(isArmored: true).seal(Self.message)))
        #expect(!isRecognized(try Self.format(isSalted: false).seal(Self.message)))
        #expect(!isRecognized(Array("Salted_".utf8)))
        #expect(!isRecognized([]))
    }
}

/// Returns a few bytes at a time.
private struct SlowReader: ByteReader {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], _ size: Int) {
        rest = bytes[...]
        self.size = size
    }

    mutating func read(into output: inout OutputSpan<UInt8>) {
        let count = min(size, output.freeCapacity, rest.count)
        for byte in rest.prefix(count) { output.append(byte) }
        rest = rest.dropFirst(count)
    }
}
