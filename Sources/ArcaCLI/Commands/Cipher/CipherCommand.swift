internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// `arca cipher`: one primitive with explicit key and IV.
struct CipherCommand: Command {
    static let name = "cipher"
    static let summary = "use one cipher with explicit key and IV"
    static let section = "Bytes"
    static let details = """
        For test vectors, and for exchanging data with programs that name cipher, key and IV one by one. To keep files \
        secret use 'arca encrypt', which takes care of all that.
        """
    static let examples = [
        Example("arca cipher list", "the names, with the lengths of key and IV")
    ]
    static var subcommands: [any Command.Type] {
        [CipherEncryptCommand.self, CipherDecryptCommand.self, CipherListCommand.self]
    }
}

/// `arca cipher encrypt`.
struct CipherEncryptCommand: Command {
    static let name = "encrypt"
    static let summary = "encrypt with a cipher, key and IV"
    static let details = """
        The result is the ciphertext alone; of authenticated ciphers it is followed by the tag, of 16 bytes but for \
        a192cbc-hs384 (24) and a256cbc-hs512 (32); of siv the synthetic IV comes first. An IV must not be used twice with one key; it is not part \
        of the result.

        ff1 keeps the format of numbers: each line of the input becomes another of as many characters of --alphabet, and \
        nothing else may stand there. It needs six digits or more; give each place that numbers stand in a --tweak of \
        its own.

        Input of any size is read in pieces; ccm, siv, gcm-siv, xts, kw, kwp and ff1 take the whole in memory, at most \
        \(CipherJob.memoryLimit >> 20) MiB.
        """
    static let examples = [
        Example(
            "arca cipher encrypt aes-256-gcm --key-from file:key.bin --iv 000102030405060708090a0b notes.txt -o notes.gcm",
            "ciphertext and tag"),
        Example(
            "arca cipher encrypt aes-128-ctr --key-from hexfile:key.hex --iv 000102030405060708090a0b00000000 notes.txt "
                + "-o notes.ctr",
            "as openssl enc -aes-128-ctr -K -iv"),
        Example(
            "echo 4111111111111111 | arca cipher encrypt aes-256-ff1 --key-from file:key.bin --tweak 63617264",
            "a card number that still looks like one"),
    ]

    var cipher: CipherName?
    var options = CipherOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("NAME", set: \.cipher, help: "the cipher, such as aes-256-gcm").required()
        Parameter.operand("FILE", set: \.file, help: "what to encrypt; - or none for standard input")
        Parameter.group(\.options)
    }

    consuming func run() throws {
        switch cipher {
        case .none: throw UsageError(.missingArgument, "NAME is missing")
        case .formatPreserving(let keyByteCount):
            let job = try options.formatPreservingJob(keyByteCount: keyByteCount, on: file)
            var input = try InputFile.open(file)
            var target = try options.output.open(.text, inputs: [input.identity])
            try job.run(&input, into: &target, encrypts: true)
            try target.commit()
        case .cipher(let cipher):
            let job = try options.job(cipher, on: file, isEncrypting: true)
            var input = try InputFile.open(file)
            var target = try options.output.open(.binary, inputs: [input.identity])
            let line = options.progress.start(input.byteCount)
            try job.encrypt(&input, into: &target) { line.add($0) }
            line.finish()
            try target.commit()
        }
    }
}

/// `arca cipher decrypt`.
struct CipherDecryptCommand: Command {
    static let name = "decrypt"
    static let summary = "decrypt with a cipher, key and IV"
    static let details = """
        Authenticated ciphers hand out everything or nothing: with -o any size is checked while the file is being \
        written, which appears only then; to standard output at most \(CipherJob.memoryLimit >> 20) MiB, which are kept in \
        memory until the tag has been checked.

        With the others a wrong key, a wrong IV or a changed file often gives wrong plaintext without an error.
        """
    static let examples = [
        Example(
            "arca cipher encrypt aes-256-gcm --key-from file:key.bin --iv 000102030405060708090a0b notes.txt | "
                + "arca cipher decrypt aes-256-gcm --key-from file:key.bin --iv 000102030405060708090a0b",
            "there and back")
    ]

    var cipher: CipherName?
    var options = CipherOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("NAME", set: \.cipher, help: "the cipher, such as aes-256-gcm").required()
        Parameter.operand("FILE", set: \.file, help: "what to decrypt; - or none for standard input")
        Parameter.group(\.options)
    }

    consuming func run() throws {
        switch cipher {
        case .none: throw UsageError(.missingArgument, "NAME is missing")
        case .formatPreserving(let keyByteCount):
            let job = try options.formatPreservingJob(keyByteCount: keyByteCount, on: file)
            var input = try InputFile.open(file)
            var target = try options.output.open(.secret, inputs: [input.identity])
            try job.run(&input, into: &target, encrypts: false)
            try target.commit()
        case .cipher(let cipher):
            let job = try options.job(cipher, on: file, isEncrypting: false)
            var input = try InputFile.open(file)
            var target = try options.output.open(.secret, inputs: [input.identity])
            let line = options.progress.start(input.byteCount)
            try job.decrypt(&input, into: &target) { line.add($0) }
            line.finish()
            try target.commit()
        }
    }
}
