internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

/// Who can read an age file, and who reads it.
struct AgeOptions: FormatOptions {
    static let title = "Recipients and identities (age)"

    var recipients: [String] = []
    var recipientFiles: [BytePath] = []
    var identityFiles: [BytePath] = []
    var takesPassphrase = false
    var logN: Int?
    var largestLogN: Int?
    /// What a new passphrase is called when it is asked for.
    var passphraseName = "passphrase"

    /// As many recipients as a header takes, with comments between.
    private static let largestRecipientFile = 16 << 20

    static var parameters: [Parameter<Self>] {
        Parameter.repeated(
            "-r", "--recipient", value: "RECIPIENT", append: \.recipients,
            help: "encrypt to age1…, 'ssh-ed25519 AAAA…' or 'ssh-rsa AAAA…'; may be given several times")
        Parameter.repeated(
            "-R", "--recipients-file", value: "FILE", append: \.recipientFiles,
            help: "encrypt to all recipients in FILE, one a line; an SSH or RSA public key; - for standard input")
        Parameter.repeated(
            "-i", "--identity", value: "FILE", append: \.identityFiles,
            help: "decrypt with the identities in FILE, which may have a passphrase, or encrypt to them; an SSH or RSA "
                + "private key; - for standard input")
        Parameter.flag(
            "-p", "--passphrase", set: \.takesPassphrase,
            help: "use a passphrase, as without recipients and identities")
        Parameter.option(
            "--work-factor", value: "N", set: \.logN, in: 1...30,
            help: "cost of a new file's passphrase: 2^N rounds of scrypt and 2^N KiB of memory"
        ).defaulting(to: "\(Age.Passphrase.defaultLogN)")
        Parameter.option(
            "--max-work-factor", value: "N", set: \.largestLogN, in: 1...30,
            help: "the most that is taken from a file, or from one with identities"
        ).defaulting(to: "\(Age.Passphrase.defaultLargestLogN)")
    }

    var givenOption: String? {
        if !recipients.isEmpty { return "--recipient" }
        if !recipientFiles.isEmpty { return "--recipients-file" }
        if !identityFiles.isEmpty { return "--identity" }
        if logN != nil { return "--work-factor" }
        return largestLogN == nil ? nil : "--max-work-factor"
    }

    var hasArmor: Bool { true }

    // MARK: Encrypting

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        guard largestLogN == nil || !identityFiles.isEmpty else {
            throw UsageError(
                .conflict, "--max-work-factor is for files that are opened",
                hint: "--work-factor says what a new one costs")
        }
        let hasRecipients = !(recipients.isEmpty && recipientFiles.isEmpty && identityFiles.isEmpty)
        try checkStandardInput(recipientFiles + identityFiles, request)
        guard hasRecipients else {
            let passphrase = try Age.Passphrase(
                request.newPassphrase(passphraseName), logN: logN ?? Age.Passphrase.defaultLogN)
            return Age(recipients: [passphrase], isArmored: request.isArmored)
        }
        guard !takesPassphrase, identityFiles.count > 0 || request.passphrase.source == nil else {
            throw UsageError(
                .conflict, "a passphrase does not go with other recipients",
                hint: "who opens a file by passphrase must know that its author knew it; make two files")
        }
        guard logN == nil else {
            throw UsageError(.conflict, "--work-factor is for passphrases", hint: "leave it out")
        }
        let all =
            try recipients.map(Self.recipient) + recipientFiles.flatMap { try readRecipients($0) }
            + identityFiles.flatMap { try readRecipients(ofIdentities: $0, request) }
        guard request.passphrase.source == nil || request.hasAskedForPassphrase else {
            throw UsageError(
                .conflict, "--passphrase-from: none of the identities needs a passphrase to be encrypted to",
                hint: "leave it out: it would protect nothing")
        }
        return Age(recipients: all, isArmored: request.isArmored)
    }

    private static func recipient(_ text: String) throws -> any Age.Recipient {
        do throws(ContainerError) {
            return try Age.recipient(named: text)
        } catch {
            throw UsageError(.invalidValue, "--recipient: \(error.reason)", hint: hint(forRecipient: text))
        }
    }

    private static func hint(forRecipient text: String) -> String {
        if text.hasPrefix("AGE-SECRET-KEY-") { return "'arca decrypt -i FILE' takes identities from a file" }
        return (try? FileInfo(BytePath(text))) != nil
            ? "there is a file of that name: -R reads recipients from a file"
            : "a recipient begins with age1, or is an SSH key"
    }

    private func readRecipients(_ path: BytePath) throws -> [any Age.Recipient] {
        var input = try InputFile.open(path)
        let text = try input.readAll(limit: Self.largestRecipientFile)
        let file = try AgeOptions.named(path) { try Age.RecipientFile(text) }
        if !file.skippedLines.isEmpty {
            let lines = file.skippedLines.map(String.init).joined(separator: ", ")
            Messages.warning("\(path): lines \(lines) hold SSH keys that cannot be encrypted to; they are left out")
        }
        return file.recipients
    }

    /// Who encrypts to the identities in a file: all of them, for whoever is left out could not read the result.
    private func readRecipients(ofIdentities path: BytePath, _ request: FormatRequest) throws -> [any Age.Recipient] {
        let file = try readIdentities(path, request)
        if let line = file.skippedLines.first {
            throw ContainerError(
                .unsupported,
                "\(path): line \(line): identities of plugins and post-quantum ones cannot be encrypted to")
        }
        return file.recipients
    }

    // MARK: Decrypting

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        try checkStandardInput(identityFiles, request)
        guard recipients.isEmpty, recipientFiles.isEmpty else {
            throw UsageError(.conflict, "recipients are for encrypting", hint: "-i names who decrypts")
        }
        guard logN == nil else {
            throw UsageError(
                .conflict, "--work-factor is for encrypting",
                hint: "--max-work-factor says how much is taken from a file")
        }
        // What is wrong with the header shows before anything is asked for.
        let header = try? Age.Opener(MemoryReader(request.beginning.bytes)).header
        var identities: [any Age.Identity] = []
        for path in identityFiles {
            let file = try readIdentities(path, request)
            Self.warn(file, path.isDash ? "standard input" : path.description)
            identities += file.identities
        }
        // A file with a passphrase has no other recipient, so a source that was named is meant for it.
        let hasPassphrase = header?.hasPassphrase == true
        let wantsPassphrase = hasPassphrase || identityFiles.isEmpty
        if takesPassphrase || (wantsPassphrase && request.passphrase.source != nil)
            || (identityFiles.isEmpty && hasPassphrase)
        {
            identities.append(
                try Age.Passphrase(
                    request.knownPassphrase(), largestLogN: largestLogN ?? Age.Passphrase.defaultLargestLogN))
        }
        return Age(identities: identities)
    }

    private func readIdentities(_ path: BytePath, _ request: FormatRequest) throws -> Age.IdentityFile {
        let source = path.isDash ? SecretSource.standardInput : .file(path)
        let text = try source.key(readsStandardInput: false)
        return try AgeOptions.named(path) {
            try Age.IdentityFile(text, largestLogN: largestLogN ?? Age.Passphrase.defaultLargestLogN) {
                try request.knownPassphrase("passphrase of \(path)")
            }
        }
    }

    /// Tells which identities of a file are not used.
    static func warn(_ file: Age.IdentityFile, _ name: String) {
        guard !file.skippedLines.isEmpty else { return }
        let lines = file.skippedLines.map(String.init).joined(separator: ", ")
        Messages.warning("\(name): identities of plugins and post-quantum ones are left out: line \(lines)")
    }

    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String? {
        (format as? Age)?.identities.isEmpty == true ? "-i FILE names who decrypts" : nil
    }

    // MARK: Both

    /// The kind of a recipient, by the name that headers have for it.
    static func kind(of recipient: any Age.Recipient) -> String {
        switch recipient {
        case is Age.Passphrase: "scrypt"
        case is Age.SSHEd25519Recipient: "ssh-ed25519"
        case is Age.SSHRSARecipient: "ssh-rsa"
        default: "X25519"
        }
    }

    /// The kinds of recipient that a header names; nil where there is none.
    static func kinds(in beginning: FileBeginning) -> [String]? {
        (try? Age.Opener(MemoryReader(beginning.bytes)).header)?.stanzas.map(\.type)
    }

    /// Puts the file's name before what is wrong in it.
    private static func named<Result>(_ path: BytePath, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as ContainerError {
            throw ContainerError(error.code, "\(path.isDash ? "standard input" : path.description): \(error.reason)")
        }
    }

    private func checkStandardInput(_ files: [BytePath], _ request: FormatRequest) throws(UsageError) {
        let count = files.count { $0.isDash } + (request.readsStandardInput ? 1 : 0)
        guard count <= 1 else {
            throw UsageError(
                .conflict, "standard input cannot be read for two things at once", hint: "name a file instead of -")
        }
    }
}
