internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// RNCryptor's data format, version 3: AES-256-CBC and HMAC-SHA-256, used by many iOS apps.
///
/// With a passphrase, both keys are derived by PBKDF2 with SHA-1 and a fixed 10,000 iterations. That is too little for
/// weak passphrases; use age for new files. Opening verifies the HMAC of the whole file before decrypting. Until then
/// the ciphertext is buffered in memory or a temporary file.
///
/// ```swift
/// let format = try RNCryptor3(passphrase: passphrase)
/// let plaintext = try format.open(data)
/// ```
///
/// Source: RNCryptor-Spec-v3.md of github.com/RNCryptor/RNCryptor-Spec.
public struct RNCryptor3: ContainerFormat {
    /// The name in command-line options.
    public static let name = "rncryptor"
    /// The display name.
    public static let title = "RNCryptor version 3"
    /// True: an HMAC covers header and ciphertext.
    public static let isAuthenticated = true
    /// True, although only two bytes.
    public static let hasMagic = true

    private enum Secret: Sendable {
        case passphrase(SecretBytes)
        case keys(encryption: SymmetricKey, authentication: SymmetricKey)
    }
    private let secret: Secret

    static let version: UInt8 = 3
    static let codeByteCount = 32
    static let iterations = 10_000
    static let saltByteCount = 8

    /// Creates a format with a passphrase.
    ///
    /// - Parameter passphrase: The passphrase in UTF-8, not empty; secret.
    /// - Throws: ``ContainerError`` `.invalidOption` for an empty passphrase.
    public init(passphrase: SecretBytes) throws(ContainerError) {
        // RNCryptor rejects it as well.
        guard !passphrase.isEmpty else { throw ContainerError(.invalidOption, "the passphrase is empty") }
        secret = .passphrase(passphrase)
    }

    /// Creates a format with keys.
    ///
    /// - Parameters:
    ///   - encryptionKey: 32 random bytes; secret.
    ///   - authenticationKey: 32 random bytes, different from the encryption key; secret.
    /// - Throws: ``ContainerError`` `.invalidOption` for keys of another length.
    public init(encryptionKey: SymmetricKey, authenticationKey: SymmetricKey) throws(ContainerError) {
        guard encryptionKey.byteCount == 32, authenticationKey.byteCount == 32 else {
            throw ContainerError(.invalidOption, "RNCryptor needs two keys of 32 bytes")
        }
        secret = .keys(encryption: encryptionKey, authentication: authenticationKey)
    }

    /// Whether a file begins with version 3 and a valid options byte, and is long enough.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether the file is recognized.
    public static func recognizes(_ beginning: FileBeginning) -> Bool {
        guard let header = RNCryptorHeader.byteCount(of: beginning.bytes) else { return false }
        let rest = beginning.bytes.count - header - codeByteCount
        return beginning.isWhole ? rest >= 16 && rest % 16 == 0 : rest > 0
    }

    /// The reason why a file that looks like RNCryptor's cannot be opened; nil if it does not look so.
    ///
    /// - Parameter beginning: The whole file; longer files are not checked.
    /// - Returns: The reason, with the remedy.
    package static func problem(of beginning: FileBeginning) -> String? {
        let layers = [beginning, beginning.decodedBase64, hexadecimal(beginning)].compactMap(\.self)
        for (index, layer) in layers.enumerated() {
            guard layer.isWhole, layer.bytes.count > 2, layer.bytes[1] <= 1 else { continue }
            let overhead = (layer.bytes[1] == 1 ? 34 : 18) + codeByteCount
            let rest = layer.bytes.count - overhead
            guard rest >= 16 else { continue }
            let isHex = index > 0 && index == layers.count - 1 && layer.bytes != beginning.decodedBase64?.bytes
            switch (layer.bytes[0], rest % 16) {
            case (1...2, 0): return "RNCryptor data of version \(layer.bytes[0]); only version 3 is supported"
            case (version, 0) where isHex: return "RNCryptor data in hexadecimal; decode it first"
            case (version, 1) where layer.bytes.last == .newline:
                return "RNCryptor data followed by a line feed; remove the last byte"
            default: continue
            }
        }
        return nil
    }

    /// The bytes of hexadecimal text, also in the form of NSData's description: `<0301abcd …>`.
    private static func hexadecimal(_ beginning: FileBeginning) -> FileBeginning? {
        let digits = beginning.bytes.unmarkedText.filter { !$0.isWhitespace && $0 != .lessThan && $0 != .greaterThan }
        guard let bytes = try? Base16.standard.allowing(.letterCase).decode(digits) else { return nil }
        return FileBeginning(bytes, isWhole: beginning.isWhole)
    }

    /// Encrypts a stream, in constant memory.
    ///
    /// - Parameters:
    ///   - input: The source of the plaintext.
    ///   - output: The destination of the file.
    /// - Throws: `CryptoError`, or errors of the reader or writer.
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

    /// Encrypts a stream with given salts and IV, for test vectors.
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

    /// Decrypts a stream in constant memory, after verifying all of it.
    ///
    /// - Parameters:
    ///   - input: The source of the file.
    ///   - output: The destination of the plaintext.
    /// - Throws: ``ContainerError`` `.wrongKey` for a wrong passphrase or key or a modified file, which the format
    ///   cannot distinguish; `.truncated` for a file that is too short, `.unsupported` for another version,
    ///   `.malformed` for invalid options; or errors of the reader or writer.
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
        try Self.check(file, end, keys: keys, into: buffer)
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

    /// Verifies the HMAC of header and ciphertext before decryption.
    private static func check(
        _ file: borrowing Spool, _ end: Int, keys: RNCryptorKeys, into buffer: UnsafeMutableBufferPointer<UInt8>
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
