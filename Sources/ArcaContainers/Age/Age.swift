public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// The file format of `age`: encrypted to recipients or a passphrase, authenticated in chunks of 64 KiB.
///
/// ```swift
/// let recipient = try Age.X25519Recipient("age1…")
/// let file = try Age(recipients: [recipient]).seal("hello".utf8)
/// let identity = try Age.X25519Identity("AGE-SECRET-KEY-1…")
/// let text = try Age(identities: [identity]).open(file)
/// ```
///
/// Chunks are sealed and opened on several cores. Decoding is strict: each file has only one valid encoding. A file
/// does not reveal its recipients, unless they include SSH keys. It does not authenticate its author: anyone who knows
/// a recipient can encrypt to it.
///
/// Source: age-encryption.org/v1 (C2SP).
public struct Age: ContainerFormat {
    /// The name in command-line options.
    public static let name = "age"
    /// The display name.
    public static let title = "a file of age"
    /// True: opening detects every modification.
    public static let isAuthenticated = true
    /// True: a version line or the armor.
    public static let hasMagic = true

    /// The recipients of sealed files; a passphrase must be the only recipient.
    public let recipients: [any Recipient]
    /// The identities to try when opening, in this order.
    public let identities: [any Identity]
    /// Whether sealing writes armored text; opening detects armor.
    public let isArmored: Bool

    /// Creates a format with recipients and identities.
    ///
    /// - Parameters:
    ///   - recipients: The recipients for sealing; may be empty for opening only.
    ///   - identities: The identities for opening; may be empty for sealing only.
    ///   - isArmored: Whether sealing writes armored text for mail and terminals, which is a third longer.
    public init(recipients: [any Recipient] = [], identities: [any Identity] = [], isArmored: Bool = false) {
        self.recipients = recipients
        self.identities = identities
        self.isArmored = isArmored
    }

    /// Creates a format with a passphrase, for sealing and opening.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase, not empty; secret. Its exact bytes are used.
    ///   - isArmored: Whether sealing writes armored text.
    /// - Throws: ``ContainerError`` `.invalidOption` for an empty passphrase.
    public init(passphrase: SecretBytes, isArmored: Bool = false) throws(ContainerError) {
        let passphrase = try Passphrase(passphrase)
        self.init(recipients: [passphrase], identities: [passphrase], isArmored: isArmored)
    }

    /// Whether a file begins like an age file of any version, binary or armored.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether the file is recognized.
    public static func recognizes(_ beginning: FileBeginning) -> Bool {
        if beginning.starts(with: Header.versionPrefix) { return true }
        return AgeArmorDecoder.recognizes(beginning.bytes)
    }

    /// Encrypts a stream, in constant memory.
    ///
    /// - Parameters:
    ///   - input: The source of the plaintext, called from several threads, one at a time.
    ///   - output: The destination of the file, called from several threads, one at a time.
    /// - Throws: ``ContainerError`` `.invalidOption` without recipients, or for a passphrase with other recipients;
    ///   errors of the reader or writer.
    public func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let beginning = try makeBeginning()
        guard isArmored else {
            try output.write(beginning.bytes)
            return try Self.sealPayload(beginning.payload, &input, into: &output)
        }
        try withUnsafeMutablePointer(to: &output) { output in
            var writer = try AgeArmorWriter(output)
            try writer.write(beginning.bytes)
            try Self.sealPayload(beginning.payload, &input, into: &writer)
            try writer.finish()
        }
    }

    /// Decrypts a stream, in constant memory.
    ///
    /// Every chunk is verified before it is written.
    ///
    /// If an error is thrown, discard the output: it is a prefix of the plaintext.
    ///
    /// - Parameters:
    ///   - input: The source of the file, called from several threads, one at a time.
    ///   - output: The destination of the plaintext, called from several threads, one at a time.
    /// - Throws: ``ContainerError``: `.wrongKey` if no identity matches, `.tampered`, `.truncated`, `.malformed`,
    ///   `.unsupported`, `.costTooHigh`; errors of the reader or writer.
    public func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        try withUnsafeMutablePointer(to: &input) { input in
            var file = try Opener(LentReader(input))
            try file.unlock(with: identities)
            try file.open(into: &output)
        }
    }

    func makeBeginning() throws -> (bytes: [UInt8], payload: AgePayload) {
        // Always fresh and never reused: only the nonces would separate two payloads with the same file key.
        let fileKey = try SymmetricKey(bitCount: 8 * AgeKeyBox.fileKeyByteCount)
        let header = try Self.makeHeader(fileKey, for: recipients)
        let nonce = try SecureRandom.bytes(AgePayload.nonceByteCount)
        return (header.text + nonce, try AgePayload(fileKey: fileKey, nonce: nonce))
    }

    static func makeHeader(_ fileKey: SymmetricKey, for recipients: [any Recipient]) throws -> Header {
        guard !recipients.isEmpty else {
            throw ContainerError(.invalidOption, "there is nobody to encrypt to: name a recipient or a passphrase")
        }
        guard recipients.count == 1 || !recipients.contains(where: { $0 is Passphrase }) else {
            throw ContainerError(.invalidOption, "a passphrase cannot be combined with other recipients")
        }
        // Before a plugin asks the user for a touch that would be useless.
        try checkLabels(recipients.filter { !($0 is PluginRecipient) }.map(\.labels))
        let wrapped = try recipients.map { try $0.wrapWithLabels(fileKey) }
        try checkLabels(wrapped.map(\.labels))
        let stanzas = wrapped.flatMap(\.stanzas)
        guard stanzas.count <= 1 || !stanzas.contains(where: { $0.type == Passphrase.stanzaType }) else {
            throw ContainerError(.invalidOption, "a passphrase cannot be combined with other recipients")
        }
        return try Header(stanzas, fileKey: fileKey)
    }

    static func checkLabels(_ labels: [Set<String>]) throws(ContainerError) {
        guard let first = labels.first, !labels.allSatisfy({ $0 == first }) else { return }
        throw ContainerError(
            .invalidOption,
            labels.contains(HybridRecipient.labels)
                ? "post-quantum recipients cannot be combined with others: a quantum computer could open the file"
                : "these recipients cannot be combined", hint: "make two files, or use recipients of one kind")
    }

    private static func sealPayload<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ payload: AgePayload, _ input: inout Input, into output: inout Output
    ) throws {
        try ChunkPipeline.transformChunks(
            of: AgePayload.chunkByteCount, &input, into: &output, maximumOutputCount: AgePayload.sealedByteCount
        ) { chunk, bytes, sealed in
            try payload.seal(bytes, index: chunk.index, isLast: chunk.isLast, into: &sealed)
        }
    }
}
