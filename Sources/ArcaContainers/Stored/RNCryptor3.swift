public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// RNCryptor's data format, version 3: AES-256-CBC and HMAC-SHA-256, as many iOS apps have stored it.
///
/// With a passphrase, both keys are derived by PBKDF2 with SHA-1 and 10,000 iterations, which the format fixes: a weak
/// passphrase falls quickly, so for new files take age. Opening checks the HMAC over the whole file before it decrypts
/// anything; what comes in is therefore kept meanwhile, as ciphertext, in memory or a temporary file.
///
/// ```swift
/// let format = try RNCryptor3(passphrase: passphrase)
/// let plaintext = try format.open(data)
/// ```
///
/// Source: RNCryptor-Spec-v3.md of github.com/RNCryptor/RNCryptor-Spec.
public struct RNCryptor3: ContainerFormat {
    /// The name by which options call the format.
    public static let name = "rncryptor"
    /// The name for people.
    public static let title = "RNCryptor version 3"
    /// True: an HMAC covers header and ciphertext.
    public static let isAuthenticated = true
    /// True, though two bytes only.
    public static let hasMagic = true

    /// What the two keys come from.
    private enum Secret: Sendable {
        case passphrase(SecretBytes)
        case keys(encryption: SymmetricKey, authentication: SymmetricKey)
    }
    private let secret: Secret

    static let version: UInt8 = 3
    static let codeByteCount = 32
    static let iterations = 10_000
    static let saltByteCount = 8

    /// Makes a format whose keys come from a passphrase.
    ///
    /// - Parameter passphrase: Secret; UTF-8, not empty.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for an empty passphrase.
    public init(passphrase: SecretBytes) throws(ContainerError) {
        // The original refuses it as well.
        guard !passphrase.isEmpty else { throw ContainerError(.invalidOption, "the passphrase is empty") }
        secret = .passphrase(passphrase)
    }

    /// Makes a format with keys.
    ///
    /// - Parameters:
    ///   - encryptionKey: Secret, 32 random bytes.
    ///   - authenticationKey: Secret, 32 random bytes, different from the other ones.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for keys of another length.
    public init(encryptionKey: SymmetricKey, authenticationKey: SymmetricKey) throws(ContainerError) {
        guard encryptionKey.byteCount == 32, authenticationKey.byteCount == 32 else {
            throw ContainerError(.invalidOption, "RNCryptor needs two keys of 32 bytes")
        }
        secret = .keys(encryption: encryptionKey, authentication: authenticationKey)
    }

    /// Tells whether a file begins with version 3 and one of its two options, and is long enough.
    ///
    /// - Parameter beginning: The file's first bytes.
    /// - Returns: Whether it does.
    public static func recognizes(_ beginning: FileBeginning) -> Bool {
        guard let header = RNCryptorHeader.byteCount(of: beginning.bytes) else { return false }
        let rest = beginning.bytes.count - header - codeByteCount
        return beginning.isWhole ? rest >= 16 && rest % 16 == 0 : rest > 0
    }

    /// Encrypts a stream, in constant memory.
    ///
    /// - Parameters:
    ///   - input: Gives the plaintext.
    ///   - output: Takes the file.
    /// - Throws: `CryptoError`, or what the reader or the writer throws.
    public func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let header: RNCryptorHeader
        switch secret {
        case .passphrase:
            header = RNCryptorHeader(
                salts: (try SecureRandom.bytes(Self.saltByteCount), try SecureRandom.bytes(Self.saltByteCount)),
                iv: try SecureRandom.bytes(16))
        case .keys: header = RNCryptorHeader(salts: nil, iv: try SecureRandom.bytes(16))
        }
        try seal(&input, into: &output, header: header)
    }

    /// Encrypts a stream under salts and an IV of the caller, for vectors.
    package func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output, header: RNCryptorHeader
    ) throws {
        let keys = try keys(header)
        let sealer = try RNCryptorSealer(keys, header)
        try output.write(header.bytes)
        try ChunkPipeline.transform(&input, into: &output, maximumOutputCount: { $0 + 64 }) { piece, isLast, space in
            try sealer.update(piece, into: &space)
            if isLast { try sealer.finish(into: &space) }
        }
    }

    /// Decrypts a stream, in constant memory, after all of it was checked.
    ///
    /// - Parameters:
    ///   - input: Gives the file.
    ///   - output: Takes the plaintext.
    /// - Throws: ``ContainerError`` with code `.wrongKey` for a wrong passphrase or key or a changed file, which the
    ///   format cannot tell apart; `.truncated` for a file that is too short, `.malformed` for another version; or what
    ///   the reader or the writer throws.
    public func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        var file = Spool()
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.pieceByteCount)
        defer { buffer.deallocate() }
        while true {
            var space = OutputSpan(buffer: buffer, initializedCount: 0)
            try input.read(into: &space)
            let count = space.finalize(for: buffer)
            if count == 0 { break }
            try file.write(UnsafeBufferPointer(rebasing: buffer[..<count]).span)
        }
        let beginning = try [UInt8](capacity: 34) { try file.read(into: &$0, at: 0) }
        let header = try RNCryptorHeader(beginning)
        let end = file.byteCount - Self.codeByteCount
        guard end - header.bytes.count >= 16 else {
            throw ContainerError(.truncated, at: file.byteCount, "the file is too short to hold a block and its HMAC")
        }
        guard (end - header.bytes.count) % 16 == 0 else {
            throw ContainerError(.truncated, at: file.byteCount, "the file is cut or extended: it has no whole blocks")
        }
        let keys = try keys(header)
        try Self.check(file, end, keys, buffer)
        var cipher: CipherStream? = try CipherStream(decrypting: keys.cipher, using: keys.encryption, iv: header.iv)
        var offset = header.bytes.count
        while offset < end {
            let count = try Self.read(file, offset..<end, buffer)
            offset += count
            let piece = UnsafeBufferPointer(rebasing: buffer[..<count])
            let opened = try [UInt8](capacity: count + CipherStream.maximumFinalByteCount) { space in
                try cipher?.update(piece.span, into: &space)
                if offset == end { try cipher.take()?.finish(into: &space) }
            }
            try output.write(opened)
        }
    }

    private static var pieceByteCount: Int { 128 << 10 }

    /// Checks the HMAC over header and ciphertext, before anything is decrypted.
    private static func check(
        _ file: borrowing Spool, _ end: Int, _ keys: RNCryptorKeys, _ buffer: UnsafeMutableBufferPointer<UInt8>
    ) throws {
        var code = HMAC<SHA256>(key: keys.authentication)
        var offset = 0
        while offset < end {
            let count = try read(file, offset..<end, buffer)
            code.update(data: UnsafeBufferPointer(rebasing: buffer[..<count]).span)
            offset += count
        }
        let expected = try [UInt8](capacity: codeByteCount) { try file.read(into: &$0, at: end) }
        guard code.finalize() == expected else {
            throw ContainerError(.wrongKey, "wrong passphrase or key, or the file was changed")
        }
    }

    /// Reads the next bytes of a range into a buffer, and tells how many.
    private static func read(
        _ file: borrowing Spool, _ range: Range<Int>, _ buffer: UnsafeMutableBufferPointer<UInt8>
    ) throws -> Int {
        let part = UnsafeMutableBufferPointer(rebasing: buffer[..<min(buffer.count, range.count)])
        var space = OutputSpan(buffer: part, initializedCount: 0)
        try file.read(into: &space, at: range.lowerBound)
        let count = space.finalize(for: part)
        guard count > 0 else { throw SystemError(.failed, "the temporary file has become shorter") }
        return count
    }

    private func keys(_ header: RNCryptorHeader) throws -> RNCryptorKeys {
        switch (secret, header.salts) {
        case (.keys(let encryption, let authentication), nil):
            return try RNCryptorKeys(encryption: encryption, authentication: authentication)
        case (.passphrase(let passphrase), let salts?):
            func derive(_ salt: [UInt8]) throws(CryptoError) -> SymmetricKey {
                try PBKDF2.deriveKey(
                    from: passphrase, salt: salt, using: .sha1, iterations: Self.iterations, outputByteCount: 32)
            }
            return try RNCryptorKeys(encryption: derive(salts.encryption), authentication: derive(salts.authentication))
        case (.passphrase, nil):
            throw ContainerError(.wrongKey, at: 1, "the file was encrypted with two keys, not with a passphrase")
        case (.keys, _?):
            throw ContainerError(.wrongKey, at: 1, "the file was encrypted with a passphrase, not with keys")
        }
    }
}
