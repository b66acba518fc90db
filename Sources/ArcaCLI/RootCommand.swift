internal import ArcaCompression
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaSystem
internal import ArcaVault

struct RootCommand: Command {
    static let name = "arca"
    static let version = "0.2.0"
    static let summary = "encrypt, hash, sign, encode, and keep secrets"
    static let examples = [
        Example("arca help exit-codes", "the meaning of the exit status"),
        Example("arca completions bash > arca.bash", "completions for bash"),
    ]
    static var overview: [(commands: String, text: String)] {
        [
            ("encrypt, decrypt", "files and folders: age, 'openssl enc', formats of apps"),
            ("rekey, migrate", "new recipients; new encryption of an app's data"),
            ("sign, verify", "SSH, minisign, signify and RSA; git: 'arca help git'"),
            ("inspect", "identify a file; say how strongly it is encrypted"),
            ("compress, decompress", "gzip, zlib and raw deflate; short strings"),
            ("hash, mac", "print and check digests and authentication codes"),
            ("encode, decode", "base64, hex, …; 'decode auto' detects the encodings"),
            ("cipher, kdf, rsa, sm2", "one cipher with key and IV; key derivation; RSA, SM2"),
            ("key, jwt", "generate, show and convert keys; JSON Web Tokens"),
            ("mime, image, pattern", "mail messages; metadata of images; gesture patterns"),
            ("vault, team", "keep passwords, keys and files; share them with a team"),
            ("random, passphrase", "random bytes; a passphrase of random words"),
            ("speed, vectors", "measure this machine; check this program"),
            ("help, completions", "explain a command or a topic; for bash, zsh and fish"),
        ]
    }
    static let synonyms = [
        "base64": "encode base64", "hex": "encode base16", "sha256": "hash -a sha256", "sha512": "hash -a sha512",
        "sha1": "hash -a sha1", "md5": "hash -a md5", "checksum": "hash", "password": "passphrase",
        "keygen": "key generate", "otp": "vault totp", "totp": "vault totp", "gzip": "compress", "gunzip": "decompress",
    ]
    static var subcommands: [any Command.Type] {
        [
            EncryptCommand.self,
            DecryptCommand.self,
            RekeyCommand.self,
            MigrateCommand.self,
            SignCommand.self,
            VerifyCommand.self,
            InspectCommand.self,
            CompressCommand.self,
            DecompressCommand.self,
            HashCommand.self,
            MACCommand.self,
            CipherCommand.self,
            KDFCommand.self,
            KeyCommand.self,
            RSACommand.self,
            SM2Command.self,
            JWTCommand.self,
            EncodeCommand.self,
            DecodeCommand.self,
            MimeCommand.self,
            ImageCommand.self,
            PatternCommand.self,
            VaultCommand.self,
            TeamCommand.self,
            RandomCommand.self,
            PassphraseCommand.self,
            SpeedCommand.self,
            VectorsCommand.self,
            HelpCommand.self,
            CompletionsCommand.self,
            ManualCommand.self,
        ]
    }
}

/// `exit` skips `deinit`, which wipes secrets, so it is called after everything has gone out of scope.
func start() {
    ProcessSetup.prepare()
    let all = Argument.ofProcess()
    let words = Array(all.dropFirst())
    ProcessSetup.end(perform(words, as: all.first.map { BytePath($0.bytes).name.description } ?? ""))
}

/// The commands that links to the program run, by the link's name: other programs look for these names.
let programNames: [String: [String]] = [
    "git-credential-arca": ["vault", "credential", "git"],
    "docker-credential-arca": ["vault", "credential", "docker"],
]

/// Runs the command under a name of the program (argv[0]).
func perform(_ words: [Argument], as program: String) -> ExitStatus {
    // git passes no extra arguments to its signing program.
    if program == "arca-ssh-sign" { return SSHKeygenDialect.run(words) }
    if program == AgePluginDialect.program { return AgePluginDialect.run(words) }
    return perform((programNames[program] ?? []).map { Argument($0) } + words, root: RootCommand.self)
}

func perform(_ words: [Argument], root: any Command.Type) -> ExitStatus {
    if words.first == "-Y" { return SSHKeygenDialect.run(words) }
    let context = CommandContext(words)
    do {
        switch try Dispatcher.request(words, root: root) {
        case .run(let command, let rest, let path):
            try Dispatcher.run(command, rest, path: path, in: context)
            for vault in context.changedVaults { TeamServer.sendChanges(of: vault) }
        case .help(let node, let isComplete):
            let layout = Screen.helpText(on: 1)
            try Pager.print(isComplete ? layout.screen(node) : layout.brief(node))
        case .overview(let node):
            Messages.write(Screen.helpText(on: 2).brief(node), to: 2)
            return .wrongUse
        case .version:
            try Messages.print(VersionText.text())
        }
        return .success
    } catch {
        return ExitStatus.reporting(error, in: context)
    }
}

/// The text of `arca --version`: version, commit, and the system libraries in use.
enum VersionText {
    /// Formats the text; the commit is stamped into the executable by the build, if at all.
    static func text(commit: String? = BuildStamp.commit) -> String {
        """
        arca \(RootCommand.version)\(commit.map { ", commit \($0.prefix(12))" } ?? "")
        with \(Libcrypto.version), zlib \(Zlib.version), SQLite \(SQLiteLibrary.version)

        """
    }
}
