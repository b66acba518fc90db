/// An explanation for several commands, and for options of theirs, which the short help only names.
struct HelpTopic: Sendable {
    let name: String
    /// One line, lower case, no full stop.
    let summary: String
    /// Paragraphs separated by empty lines; lines that start with spaces are not wrapped.
    let text: String
    /// The beginnings of the titles of sections that it explains.
    var sections: [String] = []
    /// The names of options that it explains in any section.
    var names: [String] = []

    static let all = [
        formats, codecs, unlocking, secrets, costs, output, exitCodes, arguments, environment, git,
    ]

    func explains(_ info: ParameterInfo) -> Bool {
        sections.contains { info.section.hasPrefix($0) } || info.names.contains(where: names.contains)
    }

    /// The options that it explains, each once; the first command that has one describes it.
    func options(of tree: CommandTree) -> [ParameterInfo] {
        var labels: Set<String> = []
        return tree.all.flatMap(\.options).filter { explains($0) && labels.insert($0.label).inserted }
    }

    private static let exitCodes = HelpTopic(
        name: "exit-codes", summary: "the meaning of the exit status",
        text: """
              0  success
              1  verification failed: a checksum, signature, vector or pattern
                 does not match
              2  usage error
              3  wrong key or passphrase
              4  tampered or truncated data
              5  malformed input
              6  vault locked, and no way to ask for its passphrase; wait after
                 too many wrong patterns
              7  not found; an untrusted signer, refused claims
              8  reading or writing failed

            If several inputs fail, the status is that of the first one. If a format cannot distinguish a wrong key from \
            damage, it is 3. 'arca hash --check' returns 1 for any mismatch, 8 if a file cannot be read, and 5 if only \
            lines of the list are malformed.

            A closed output pipe ends the command by SIGPIPE, an interrupt by SIGINT; neither leaves partial files.
            """)

    private static let secrets = HelpTopic(
        name: "secrets", summary: "the sources of passphrases and keys",
        text: """
            Secrets are never given as arguments, where every user of the machine can read them. Options such as \
            --passphrase-from and --key-from take a source:

              prompt        ask on the terminal, without echo (not for keys)
              stdin         read standard input to its end
              env:NAME      the environment variable NAME
              file:PATH     the contents of a file
              fd:N          the open file descriptor N
              cmd:COMMAND   the output of a command
              hexfile:PATH     a file with hexadecimal digits (keys only)
              base64file:PATH  a file with Base64 (keys only)
              hexenv:NAME, base64env:NAME
                               the same in an environment variable (keys only)

            One line end, LF or CR LF, is removed from the end of a passphrase, none from a key. Several options of a \
            command may take the same source, which is read once; standard input is not used for a secret and for data.

            Keys in hardware are used by age plugins: --plugin NAME runs age-plugin-NAME.
            """, sections: ["Secrets"], names: ["--key-from", "--passphrase-from", "--plugin"])

    private static let costs = HelpTopic(
        name: "costs", summary: "limits on the time and memory that files ask for",
        text: """
            A passphrase is made into a key by a derivation that takes time and memory, so that guessing is slow. The \
            file says how much, and a forged file may ask for hours. Costs above the limit are refused, or on a terminal \
            asked about. Higher costs for new files protect weak passphrases better and make each opening slower.
            """, names: ["--cost", "--max-cost", "--max-ratio"])

    private static let unlocking = HelpTopic(
        name: "unlocking", summary: "which vault a command opens, and with what",
        text: """
            The vault is --vault FILE, else $ARCA_VAULT, else ~/.local/share/arca/vault.arca. 'arca vault unlock' keeps it \
            open for a while; otherwise each command asks for the passphrase, unless an option names something else that \
            opens it. 'arca vault slot list' shows what does. A recovery code or a pattern is given by a source ('arca help \
            secrets'), never as an argument. --team is the team's vault, next to your own: $ARCA_TEAM_VAULT, else \
            ~/.local/share/arca/team.arca.
            """, sections: ["Vault", "Other copy", "Team's vault"])

    private static let environment = HelpTopic(
        name: "environment", summary: "variables and files that commands use", text: Surrounding.topic)

    private static let git = HelpTopic(
        name: "git", summary: "sign and verify git commits and tags",
        text: """
            git signs with a key in the vault, or with any OpenSSH key, if arca-ssh-sign, a link to arca, is its program:

              git config --global gpg.format ssh
              git config --global gpg.ssh.program arca-ssh-sign
              git config --global user.signingKey arca://git/alice
              git commit -S -m 'signed'

            user.signingKey is also the path of a key file. This makes a key and adds it to the vault:

              arca key generate ed25519 --to openssh --plain |
                arca vault set --class key --secret-from stdin git/alice

            To verify, git needs a list of signers, the same that 'arca verify --signers' takes:

              git config --global gpg.ssh.allowedSignersFile ~/.config/arca/signers
              git verify-commit HEAD

            Each line of the list has a name and a public key: alice@example.com namespaces="git,file" ssh-ed25519 AAAA…

            For the passwords of servers, git asks the vault after 'arca vault connect git'.
            """)

    private static let formats = HelpTopic(
        name: "formats", summary: "the encrypted files that Arca writes and reads",
        text: """
              age            the format of 'age' (age-encryption.org/v1): to recipients,
                             including SSH keys, or to a passphrase. Each piece is
                             authenticated. The default of 'arca encrypt'.
              openssl        the format of 'openssl enc': Salted__, AES, DES or 3DES, with
                             PBKDF2 or the old key derivation. Not authenticated: changes
                             are not detected.
              c2sp-chunked   encryption with a key, in authenticated pieces of 16 KiB.
                             It cannot be detected.
              rncryptor      RNCryptor 3, as iOS apps store it; authenticated.
              aescrypt-objc  strings of AESCrypt-ObjC; only read, not authenticated.
              rsautil        RSA blocks of PKCS #1 v1.5, as apps store them; not
                             authenticated.

            'arca encrypt --format FORMAT' chooses the format. 'arca decrypt' detects it if possible. Costs that a \
            file asks for, such as iterations of a key derivation or the size of decompressed data, are limited; for \
            a passphrase that a file sets the cost of --max-cost sets the limit.
            """, sections: ["With --format"])

    private static let codecs = HelpTopic(
        name: "codecs", summary: "the codecs of encode and decode", text: CodecList.topic,
        sections: ["Options of codecs"])

    private static let output = HelpTopic(
        name: "output", summary: "where results go, and how files are written",
        text: """
            Only results go to standard output; messages go to standard error as 'arca: error: …' and 'arca: hint: …'. \
            Every command reads standard input if no file is given, or if the file is -.

            -o FILE writes a temporary file in the folder of FILE and renames it when everything has succeeded: FILE is \
            either unchanged or complete. An existing FILE is replaced, except by commands that make keys, passphrases or \
            random bytes: they need --force. The same file as input and output is refused. A device or a pipe is written \
            directly. Binary output is not printed on a terminal, unless -o - is given.

            Progress is shown on a terminal if the work takes more than a second; --progress always or never changes \
            that. --json prints reports for programs, and errors as a line of JSON; Documentation/JSON.md lists the members \
            of each. NO_COLOR turns off colors and bold type. Help that is longer than \
            the terminal goes through $ARCA_PAGER, else $PAGER, else less; not if that is empty or cat, or if TERM is dumb.
            """, sections: ["Output"])

    private static let arguments = HelpTopic(
        name: "arguments", summary: "how options and file names are written",
        text: """
              -rz                  joined short options
              -o FILE  -oFILE      a short option and its value
              --output FILE        a long option and its value
              --output=FILE        the same; needed if the value looks like an option
              --                   end of options: file names follow
              -                    standard input, or standard output after -o

            Options and file names may come in any order after the name of the command. Long options cannot be \
            abbreviated, so that scripts keep working when options are added. File names are bytes: any name is allowed.
            """)
}
