/// A help page that belongs to no single command: `arca help secrets`.
struct HelpTopic: Sendable {
    /// The word that calls it.
    let name: String
    /// One line, lower case, no full stop.
    let summary: String
    /// Paragraphs separated by empty lines; lines that start with spaces are not wrapped.
    let text: String

    /// All topics, in the order in which the overview lists them.
    static let all = [exitCodes, secrets, formats, codecs, output, arguments]

    private static let exitCodes = HelpTopic(
        name: "exit-codes", summary: "what the exit status says",
        text: """
              0  full success
              1  verification says no: a checksum, signature, vector or pattern
                 does not match
              2  wrong use of the command line
              3  wrong key or passphrase
              4  tampered or truncated data
              5  malformed input
              6  vault locked and no way to ask
              7  not found
              8  reading or writing failed

            Of several inputs that failed, the first one's code is returned. Where a format cannot tell a wrong key from \
            damage, it is 3. 'arca hash --check' returns 1 on any mismatch, 8 when a file cannot be read, 5 when only lines \
            of the list are malformed.

            A closed output pipe ends the command by SIGPIPE, an interrupt by SIGINT, with nothing half-written.
            """)

    private static let secrets = HelpTopic(
        name: "secrets", summary: "where passphrases and keys come from",
        text: """
            Secrets never travel in arguments, where every user of the machine can read them. The options \
            --passphrase-from, --key-from and their kin take a source:

              prompt        ask on the terminal, without showing what is typed (no keys)
              stdin         read standard input to its end
              env:NAME      the environment variable NAME
              file:PATH     the contents of a file
              fd:N          an open file descriptor
              cmd:COMMAND   what a command prints
              hexfile:PATH  a file with hexadecimal digits (keys only)

            One line end, LF or CR LF, is dropped from the end of a passphrase, none from a key.
            """)

    private static let formats = HelpTopic(
        name: "formats", summary: "the encrypted files that Arca writes and reads",
        text: """
              age            what 'age' writes (age-encryption.org/v1): to recipients, SSH
                             keys among them, or to a passphrase. Authenticated piece by
                             piece; what is written unless --format says otherwise.
              openssl        what 'openssl enc' writes: Salted__, AES, DES or 3DES, with
                             PBKDF2 or the old derivation of the key. It is not
                             authenticated: that a file was changed is not noticed.
              c2sp-chunked   encryption with a key, in pieces of 16 KiB that are each
                             authenticated; nothing in the file tells its format.
              rncryptor      RNCryptor 3, as iOS apps have stored it; authenticated.
              aescrypt-objc  strings of AESCrypt-ObjC; read only, not authenticated.
              rsautil        RSA blocks of PKCS #1 v1.5, as apps have stored them;
                             not authenticated.

            'arca encrypt --format F' chooses what to write. 'arca decrypt' knows the format by itself where the file says \
            it. Costs that a file dictates, such as the iterations of a key derivation or the size of what a compressed \
            file unpacks to, are capped when reading; for age's passphrases --max-work-factor moves the cap.
            """)

    private static let codecs = HelpTopic(
        name: "codecs", summary: "what encode and decode know", text: CodecList.topic)

    private static let output = HelpTopic(
        name: "output", summary: "where results go, and how files are written",
        text: """
            Results go to standard output and nothing else does; messages go to standard error as 'arca: error: …' and \
            'arca: hint: …'. Every command reads standard input when no file is given, or when the file is -.

            -o FILE writes to a temporary file beside FILE, and gives it its name only when everything succeeded: FILE is \
            either as it was or complete. The same file as input and output is refused. A device or a pipe as FILE is \
            written directly. Ciphertext is not printed to a terminal unless -o - asks for it.

            Progress is shown on a terminal when the work takes more than a second; --progress always or never changes \
            that. --json makes reports readable by programs. NO_COLOR turns colours and bold type off.
            """)

    private static let arguments = HelpTopic(
        name: "arguments", summary: "how options and file names are written",
        text: """
              -rz                  short options can be joined
              -o FILE  -oFILE      a short option and its value
              --output FILE        a long option and its value
              --output=FILE        the same; needed when the value reads like an option
              --                   ends the options: what follows are file names
              -                    standard input, or standard output after -o

            Options and file names come in any order after the command's name. Long options are not abbreviated, so a \
            script goes on working when options are added. File names are bytes: any name that the system has can be given.
            """)
}
