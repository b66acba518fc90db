public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// Files as `age` writes and reads them: encrypted to recipients or to a passphrase, authenticated in chunks of 64 KiB.
///
/// ```swift
/// let recipient = try Age.X25519Recipient("age1…")
/// let file = try Age(recipients: [recipient]).seal("hello".utf8)
/// let identity = try Age.X25519Identity("AGE-SECRET-KEY-1…")
/// let text = try Age(identities: [identity]).open(file)
/// ```
///
/// Chunks are sealed and opened on several cores. Reading is strict: of two files that differ in one bit, one is
/// refused. Nobody learns from a file who can read it, unless SSH keys are among the recipients, and nothing tells who
/// wrote it: anyone who knows a recipient can encrypt to it.
///
/// Source: age-encryption.org/v1 (C2SP).
public struct Age: ContainerFormat {
    /// The name by which options call the format.
    public static let name = "age"
    /// The name for people.
    public static let title = "a file of age"
    /// True: opening finds every change.
    public static let isAuthenticated = true
    /// True: a version line, or armor.
    public static let hasMagic = true

    /// Who can open what is sealed; a passphrase is the only one.
    public let recipients: [any Recipient]
    /// What is tried, in this order, to open a file.
    public let identities: [any Identity]
    /// Whether sealing writes text; opening tells by itself.
    public let isArmored: Bool

    /// Makes a format with those who write and read.
    ///
    /// - Parameters:
    ///   - recipients: Who can open what is sealed; may be empty for opening alone.
    ///   - identities: What is tried to open a file; may be empty for sealing alone.
    ///   - isArmored: Whether sealing writes text, for mail and terminals, a third longer.
    public init(recipients: [any Recipient] = [], identities: [any Identity] = [], isArmored: Bool = false) {
        self.recipients = recipients
        self.identities = identities
        self.isArmored = isArmored
    }

    /// Makes a format with a passphrase, for both directions.
    ///
    /// - Parameters:
    ///   - passphrase: Secret; the exact bytes, not empty.
    ///   - isArmored: Whether sealing writes text.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for an empty passphrase.
    public init(passphrase: SecretBytes, isArmored: Bool = false) throws(ContainerError) {
        let passphrase = try Passphrase(passphrase)
        self.init(recipients: [passphrase], identities: [passphrase], isArmored: isArmored)
    }

    /// Tells whether a file begins as an age file of any version does, as bytes or armored.
    ///
    /// - Parameter beginning: The file's first bytes.
    /// - Returns: Whether it does.
    public static func recognizes(_ beginning: FileBeginning) -> Bool {
        if beginning.starts(with: Header.versionPrefix) { return true }
        return beginning.bytes.drop { (0x09...0x0d).contains($0) || $0 == 0x20 }.starts(with: AgeArmorDecoder.firstLine)
    }

    /// Encrypts a stream, in constant memory.
    ///
    /// - Parameters:
    ///   - input: Gives the plaintext, on changing threads.
    ///   - output: Takes the file, on changing threads.
    /// - Throws: ``ContainerError`` with code `.invalidOption` without recipients, or with a passphrase beside others;
    ///   what the reader or the writer throws.
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

    /// Decrypts a stream, in constant memory; every chunk is checked before it is written.
    ///
    /// Whatever was written before an error is a beginning of the plaintext, and is to be thrown away.
    ///
    /// - Parameters:
    ///   - input: Gives the file, on changing threads.
    ///   - output: Takes the plaintext, on changing threads.
    /// - Throws: ``ContainerError``: `.wrongKey` when no identity fits, `.tampered`, `.truncated`, `.malformed`,
    ///   `.unsupported`, `.costTooHigh`; what the reader or the writer throws.
    public func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        try withUnsafeMutablePointer(to: &input) { input in
            var file = try Opener(LentReader(input))
            try file.unlock(with: identities)
            try file.open(into: &output)
        }
    }

    /// Makes the beginning of a new file, header and nonce, and the key for what follows.
    func makeBeginning() throws -> (bytes: [UInt8], payload: AgePayload) {
        // Never taken from outside and never used again: two payloads under one file key are kept apart by their nonces
        // alone.
        let fileKey = try SymmetricKey(bitCount: 8 * AgeKeyBox.fileKeyByteCount)
        let header = try Self.makeHeader(fileKey, for: recipients)
        let nonce = try SecureRandom.bytes(AgePayload.nonceByteCount)
        return (header.text + nonce, try AgePayload(fileKey: fileKey, nonce: nonce))
    }

    /// Wraps a file key for every recipient.
    static func makeHeader(_ fileKey: SymmetricKey, for recipients: [any Recipient]) throws -> Header {
        guard !recipients.isEmpty else {
            throw ContainerError(.invalidOption, "there is nobody to encrypt to: name a recipient or a passphrase")
        }
        guard recipients.count == 1 || !recipients.contains(where: { $0 is Passphrase }) else {
            throw ContainerError(.invalidOption, "a passphrase cannot be combined with other recipients")
        }
        guard recipients.allSatisfy({ $0.labels == recipients[0].labels }) else {
            throw ContainerError(
                .invalidOption,
                recipients.contains { $0.labels == HybridRecipient.labels }
                    ? "post-quantum recipients cannot be combined with others: a quantum computer could open the file"
                    : "these recipients cannot be combined", hint: "make two files, or use recipients of one kind")
        }
        let stanzas = try recipients.flatMap { try $0.wrap(fileKey) }
        guard stanzas.count <= 1 || !stanzas.contains(where: { $0.type == Passphrase.stanzaType }) else {
            throw ContainerError(.invalidOption, "a passphrase cannot be combined with other recipients")
        }
        return try Header(stanzas, fileKey: fileKey)
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
