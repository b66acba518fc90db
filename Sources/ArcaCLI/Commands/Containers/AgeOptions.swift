internal import ArcaCore
internal import ArcaContainers
internal import ArcaKeys
internal import ArcaSystem

struct AgeOptions: FormatOptions {
    static let title = "Recipients and identities (age)"

    var recipients: [String] = []
    var recipientFiles: [BytePath] = []
    var identityFiles: [BytePath] = []
    var pluginNames: [String] = []
    var takesPassphrase = false
    var logN: Int?
    var costs = CostOptions()
    var passphraseName = "passphrase"

    /// Maximum size of a recipients file in bytes: as many recipients as fit in a header, with comments.
    private static let maximumRecipientFile = 16 << 20

    static var parameters: [Parameter<Self>] {
        Parameter.repeated(
            "-r", "--recipient", value: "RECIPIENT", append: \.recipients,
            help:
                "encrypt to age1…, or 'ssh-ed25519 AAAA…'; also age1pq1…, 'ssh-rsa AAAA…' and, by a plugin, age1NAME1…; "
                + "may be repeated"
        ).requires("--format=age")
        Parameter.repeated(
            "-R", "--recipients-file", value: "FILE", append: \.recipientFiles,
            help:
                "encrypt to all recipients in FILE, one per line; or to an SSH or RSA public key or a certificate, whose "
                + "chain is not verified; - for standard input"
        ).requires("--format=age")
        Parameter.repeated(
            "-i", "--key", "--identity", value: "FILE", append: \.identityFiles,
            help: "decrypt with, or encrypt to, the keys in FILE; age identities or an SSH or RSA private key, also "
                + "encrypted; - for standard input, arca://service/account in the vault"
        ).requires("--format=age", "--format=rsautil")
        Parameter.repeated(
            "-j", "--plugin", value: "NAME", append: \.pluginNames,
            help: "decrypt with, or encrypt to, the default identity of the program age-plugin-NAME"
        ).requires("--format=age")
        Parameter.flag(
            "-p", "--passphrase", set: \.takesPassphrase,
            help: "use a passphrase; the default without recipients and identities"
        ).excludes("--format=c2sp-chunked")
        Parameter.option(
            "--cost", "--work-factor", value: "N", set: \.logN, in: 1...30,
            help: "cost of a new file's passphrase: 2^N rounds of scrypt and 2^N KiB of memory"
        ).defaulting(to: "\(Age.Passphrase.defaultLogN)").requires("--format=age")
        Parameter.parts(of: \.costs, CostOptions.parameters).requires("--format=age", "--format=rsautil")
    }

    // MARK: Encrypting

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        guard costs.maximumLogN == nil || !identityFiles.isEmpty || request.keySource != nil else {
            throw UsageError(
                .conflict, "--max-cost requires --identity",
                hint: "give --cost for the cost of a new passphrase")
        }
        let sources = try identitySources(request)
        let defaults = try pluginIdentities()
        let hasRecipients = !(recipients.isEmpty && recipientFiles.isEmpty && sources.isEmpty && defaults.isEmpty)
        try checkStandardInput(recipientFiles + identityFiles, request)
        guard hasRecipients else {
            let passphrase = try Age.Passphrase(
                request.newPassphrase(passphraseName), logN: logN ?? Age.Passphrase.defaultLogN)
            return Age(recipients: [passphrase], isArmored: request.isArmored)
        }
        guard !takesPassphrase, !sources.isEmpty || request.passphrase.source == nil else {
            throw UsageError(
                .conflict, "a passphrase cannot be combined with other recipients",
                hint: "age allows one passphrase and nothing else: make two files")
        }
        guard logN == nil else {
            throw UsageError(.conflict, "--work-factor requires a passphrase", hint: "remove --work-factor")
        }
        let all =
            try recipients.map { try Self.recipient($0, plugins: .onTerminal) }
            + recipientFiles.flatMap { try readRecipients($0) }
            + sources.flatMap { try readRecipients(ofIdentities: $0, request) } + defaults.map(\.recipient)
        guard request.passphrase.source == nil || request.hasAskedForPassphrase else {
            throw UsageError(
                .conflict, "--passphrase-from is not used: no file of identities is encrypted",
                hint: "remove --passphrase-from")
        }
        return Age(recipients: all, isArmored: request.isArmored)
    }

    /// Parses a recipient; errors name `option`, and hints `fileOption`.
    @discardableResult
    static func recipient(
        _ text: String, option: String = "--recipient", fileOption: String = "-R", plugins: Age.Plugins? = nil
    ) throws -> any Age.Recipient {
        do throws(ContainerError) {
            return try Age.recipient(named: text, plugins: plugins)
        } catch {
            throw UsageError(.invalidValue, "\(option): \(error.reason)", hint: hint(text, fileOption))
        }
    }

    private static func hint(_ text: String, _ fileOption: String) -> String {
        let upper = text.uppercased()
        if upper.hasPrefix("AGE-PLUGIN-"), !upper.hasPrefix("AGE-PLUGIN-PQ-") { return "give a file with it to -i" }
        if upper.hasPrefix("AGE-SECRET-KEY-") || upper.hasPrefix("AGE-PLUGIN-") {
            return "this is a secret key: 'arca key convert --to age --public FILE' prints its recipient"
        }
        return (try? FileInfo(BytePath(text))) != nil
            ? "give \(fileOption) \(text) to read recipients from the file"
            : "a recipient begins with age1, age1pq1, ssh-ed25519 or ssh-rsa"
    }

    private func readRecipients(_ path: BytePath) throws -> [any Age.Recipient] {
        var input = try InputFile.open(path)
        let text = try input.readAll(limit: Self.maximumRecipientFile)
        let file = try naming(path.inputName) {
            do throws(ContainerError) {
                return try Age.RecipientFile(text, plugins: .onTerminal)
            } catch {
                guard error.code == .unsupported, let key = try? AnyKey.all(in: text).first, key.certificate != nil
                else { throw error }
                throw ContainerError(
                    error.code, error.reason, hint: "ask for an age recipient or for a certificate with an RSA key")
            }
        }
        Self.warn(file, path.inputName)
        if let certificate = file.certificate { Self.say(certificate, path.inputName) }
        return file.recipients
    }

    /// Prints the subject of a recipient's certificate, and warns if it is not valid or not meant for encryption.
    private static func say(_ certificate: X509Certificate, _ name: String) {
        Messages.note("\(name): the recipient is \(certificate.subject), issued by \(certificate.issuer); not verified")
        switch certificate.order(ofTime: DateText.now) {
        case ..<0: Messages.warning("\(name): the certificate is not valid before \(certificate.notBefore)")
        case 1...: Messages.warning("\(name): the certificate expired on \(certificate.notAfter)")
        default: break
        }
        if let usage = certificate.extensions.keyUsage,
            Set(usage).isDisjoint(with: [.keyEncipherment, .dataEncipherment, .keyAgreement])
        {
            Messages.warning("\(name): the certificate's key usage does not include encryption")
        }
    }

    static func warn(_ file: Age.RecipientFile, _ name: String) {
        guard !file.skippedLines.isEmpty else { return }
        let lines = file.skippedLines.map(String.init).joined(separator: ", ")
        Messages.warning("\(name): skipped SSH keys that cannot be encrypted to, line \(lines)")
    }

    private func readRecipients(
        ofIdentities place: IdentityPlace, _ request: FormatRequest
    ) throws -> [any Age.Recipient] { try readIdentities(place, request).recipients }

    /// The default identities of plugins.
    private func pluginIdentities() throws(UsageError) -> [Age.PluginIdentity] {
        try pluginNames.map { name throws(UsageError) in
            do throws(ContainerError) {
                return try Age.PluginIdentity(pluginName: name, plugins: .onTerminal)
            } catch {
                throw UsageError(.invalidValue, "--plugin: \(error.reason)", hint: "give NAME of age-plugin-NAME")
            }
        }
    }

    // MARK: Decrypting

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        try checkStandardInput(identityFiles, request)
        guard recipients.isEmpty, recipientFiles.isEmpty else {
            throw UsageError(.conflict, "recipients are for encrypting", hint: "give -i FILE to decrypt")
        }
        guard logN == nil else {
            throw UsageError(
                .conflict, "--cost is for encrypting", hint: "give --max-cost to accept a higher cost")
        }
        var identities: [any Age.Identity] = []
        let sources = try identitySources(request)
        for place in sources {
            identities += try readIdentities(place, request).identities
        }
        identities += try pluginIdentities()
        // A file with a passphrase has no other recipients, so a given passphrase source applies to it.
        let hasPassphrase = request.ageHeader?.hasPassphrase == true
        let wantsPassphrase = hasPassphrase || identities.isEmpty
        if takesPassphrase || (wantsPassphrase && request.passphrase.source != nil)
            || (identities.isEmpty && hasPassphrase)
        {
            identities.append(
                try Age.Passphrase(
                    request.knownPassphrase(), largestLogN: costs.logN, approval: costs.approval))
        }
        return Age(identities: identities)
    }

    private typealias IdentityPlace = (source: SecretSource, name: String)

    private func identitySources(_ request: FormatRequest) throws(UsageError) -> [IdentityPlace] {
        var places = try identityFiles.map { file throws(UsageError) -> IdentityPlace in
            (try .keyFile(file), file.inputName)
        }
        if let source = request.keySource { places.append((source, "--key-from")) }
        return places
    }

    private func readIdentities(_ place: IdentityPlace, _ request: FormatRequest) throws -> Age.IdentityFile {
        let text = try place.source.key(readsStandardInput: false, in: request.context)
        do {
            return try naming(place.name) {
                try Age.IdentityFile(
                    text, largestLogN: costs.logN, approval: costs.approval, plugins: .onTerminal
                ) {
                    try request.knownPassphrase("passphrase of \(place.name)")
                }
            }
        } catch {
            let isBytes = request.keySource != nil && place.name == "--key-from"
            throw error.withHint(isBytes ? "for a key of bytes give --format c2sp-chunked or rncryptor" : nil)
        }
    }

    static func warn(_ file: Age.IdentityFile, _ name: String) {
        guard !file.skippedLines.isEmpty else { return }
        let lines = file.skippedLines.map(String.init).joined(separator: ", ")
        Messages.warning("\(name): skipped plugin identities, line \(lines)")
    }

    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String? {
        (format as? Age)?.identities.isEmpty == true ? "give -i FILE with an identity that can decrypt it" : nil
    }

    /// Suggests a passphrase instead of an identity, or vice versa; nil if neither would help.
    func hint(_ header: Age.Header?, _ format: (any ContainerFormat)?) -> String? {
        guard let header, let format = format as? Age, !format.identities.isEmpty else { return nil }
        let givesPassphrase = format.identities.contains { $0 is Age.Passphrase }
        if header.hasPassphrase, !givesPassphrase { return "it is encrypted with a passphrase: leave out -i" }
        return header.hasPassphrase || !givesPassphrase || !identityFiles.isEmpty || !pluginNames.isEmpty
            ? nil : "give -i FILE with an identity that can decrypt it"
    }

    /// Warns about a file that only appears to be post-quantum.
    static func warnOfMixedRecipients(_ header: Age.Header?, _ name: String) {
        guard let header, header.mixesPostQuantum else { return }
        Messages.warning("\(name): a quantum computer could open it: not all recipients are post-quantum")
    }

    // MARK: Both

    static func kind(of recipient: any Age.Recipient) -> String {
        switch recipient {
        case is Age.Passphrase: "scrypt"
        case is Age.SSHEd25519Recipient: "ssh-ed25519"
        case is Age.SSHRSARecipient: "ssh-rsa"
        case is Age.HybridRecipient: "mlkem768x25519"
        case let recipient as Age.PluginRecipient: "age-plugin-\(recipient.pluginName)"
        default: "X25519"
        }
    }

    /// The header of an age file with this prefix, after `layerCount` layers of Base64; nil if malformed.
    ///
    /// A header longer than the prefix is read in full.
    static func header<Base: ByteReader & ~Copyable>(
        in beginning: FileBeginning, layerCount: Int = 0, peekingInto reader: inout PeekingReader<Base>
    ) throws(Base.Failure) -> Age.Header? {
        if let header = header(in: beginning) { return header }
        guard !beginning.isWhole else { return nil }
        // Armor and each layer add a third, plus line ends.
        let byteCount = (0...layerCount).reduce(Age.Header.largestByteCount) { count, _ in count / 2 * 3 }
        let bytes = try reader.peek(byteCount)
        let longer = FileBeginning(bytes, isWhole: bytes.count < byteCount)
        return header(in: (0..<layerCount).reduce(longer) { layer, _ in layer.decodedBase64 ?? layer })
    }

    private static func header(in beginning: FileBeginning) -> Age.Header? {
        try? Age.Opener(MemoryReader(beginning.bytes)).header
    }

    private func checkStandardInput(_ files: [BytePath], _ request: FormatRequest) throws(UsageError) {
        let count =
            files.count { $0.isDash } + (request.readsStandardInput ? 1 : 0)
            + (request.keySource == .standardInput ? 1 : 0)
        guard count <= 1 else {
            throw UsageError(
                .conflict, "standard input is named twice", hint: "give a file instead of -")
        }
    }
}
