internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaInspect
internal import ArcaKeys

enum StoredStringFormat: String, CaseIterable, ArgumentValue {
    case aescryptObjC = "aescrypt-objc"
    case rsautil, rncryptor, openssl
}

/// Decrypts the stored strings of an app.
///
/// All share the same secrets, and each secret is asked for once.
///
/// A result without authentication is accepted only if it is plausible; otherwise, noise from a wrong password would
/// replace the value.
struct StoredStrings {
    /// The format of all strings; nil to detect it for each.
    let format: StoredStringFormat?
    let openssl: OpenSSLOptions
    let request: FormatRequest
    private var containers: [StoredStringFormat: any ContainerFormat] = [:]
    private var rsaKey: AnyKey?
    private(set) var ways: [OpenSSLEnc] = []

    /// Minimum evidence against chance for a result, in bits.
    private static let evidenceBits = 16.0
    /// Evidence per byte of plain ASCII text, in bits: 98 of 256 values.
    private static let textBits = 1.38

    init(_ format: StoredStringFormat?, openssl: OpenSSLOptions, request: FormatRequest) {
        self.format = format
        self.openssl = openssl
        self.request = request
    }

    /// Decrypts a string.
    ///
    /// - Returns: The format and the plaintext; nil if the string is already encrypted with age.
    /// - Throws: ``ContainerError`` and other errors of the formats; a ``FileBatch`` error if a secret is not
    ///   available.
    mutating func open(_ string: [UInt8]) throws -> (format: StoredStringFormat, plaintext: [UInt8])? {
        if Age.recognizes(FileBeginning(string, isWhole: true)) { return nil }
        let file: [UInt8]
        do {
            file = try Base64.standard.allowing(.whitespace).decode(string)
        } catch {
            throw ContainerError(.malformed, "not Base64: \(error.reason)")
        }
        let beginning = FileBeginning(file, isWhole: true)
        if Age.recognizes(beginning) { return nil }
        let format = try format ?? detect(beginning)
        let request = request
        switch format {
        case .openssl: return (format, try openOpenSSL(file))
        case .rsautil: return (format, try openRSA(file))
        case .rncryptor:
            let source = self.format == nil ? nil : request.keySource
            let container = try container(format) { try RNCryptorOptions().openingFormat(request.with(key: source)) }
            return (format, try container.open(file))
        case .aescryptObjC:
            let container = try container(format) { try AESCryptObjCOptions().openingFormat(request) }
            let plaintext = try container.open(Base64.standard.encode(file).utf8)
            return (format, try Self.checked(plaintext, paddingByteCount: file.count - plaintext.count))
        }
    }

    private mutating func detect(_ file: FileBeginning) throws -> StoredStringFormat {
        if OpenSSLEnc.recognizes(file) { return .openssl }
        if RNCryptor3.recognizes(file) { return .rncryptor }
        if hasRSAKey {
            let byteCount = try keyByteCount()
            if !file.bytes.isEmpty, file.bytes.count.isMultiple(of: byteCount) { return .rsautil }
        }
        if !file.bytes.isEmpty, file.bytes.count.isMultiple(of: 16) { return .aescryptObjC }
        throw ContainerError(
            .malformed, "\(Count.text(file.bytes.count, "byte")) that are in no known format",
            hint: hasRSAKey ? nil : "give --key FILE if these are RSA blocks of RSAUtil")
    }

    private mutating func container(
        _ name: StoredStringFormat, _ make: () throws -> any ContainerFormat
    ) throws -> any ContainerFormat {
        if let known = containers[name] { return known }
        let made = try FileBatch.forAll(make)
        containers[name] = made
        return made
    }

    // MARK: openssl enc

    private mutating func openOpenSSL(_ file: [UInt8]) throws -> [UInt8] {
        guard openssl.isSalted else {
            let (openssl, request) = (openssl, request)
            let container = try container(.openssl) { try openssl.openingFormat(request) }
            return try Self.opened(file, container, headerByteCount: 0)
        }
        guard OpenSSLEnc.recognizes(FileBeginning(file, isWhole: true)) else { throw OpenSSLEnc.notSalted }
        let passphrase = try FileBatch.forAll { try request.knownPassphrase() }
        // The strings of an app usually share their parameters.
        for way in ways {
            if let plaintext = try? Self.opened(file, way, headerByteCount: 16) { return plaintext }
        }
        let recovery = try FileBatch.forAll { try openssl.recovery() }
        let found: OpenSSLEnc?
        if recovery.ciphers.count == 1, recovery.derivations.count == 1 {
            found = try OpenSSLEnc(
                passphrase: passphrase, cipher: recovery.ciphers[0], derivation: recovery.derivations[0])
        } else {
            found = try recovery.recover(FileBeginning(file, isWhole: true), passphrase: passphrase)
        }
        guard let found else {
            throw ContainerError(
                .wrongKey, "no usual cipher and key derivation gives recognized content",
                hint: OpenSSLOptions.namingHint)
        }
        let plaintext = try Self.opened(file, found, headerByteCount: 16)
        ways.append(found)
        return plaintext
    }

    private static func opened(
        _ file: [UInt8], _ container: any ContainerFormat, headerByteCount: Int
    ) throws -> [UInt8] {
        let plaintext = try container.open(file)
        return try checked(plaintext, paddingByteCount: file.count - headerByteCount - plaintext.count)
    }

    // MARK: RSAUtil

    private var hasRSAKey: Bool { !request.identityFiles.isEmpty || request.keySource != nil && format != .rncryptor }

    private mutating func key() throws -> AnyKey {
        if let rsaKey { return rsaKey }
        let key = try FileBatch.forAll { try RSAUtilOptions().key(request) }
        rsaKey = key
        return key
    }

    private mutating func keyByteCount() throws -> Int {
        let key = try key()
        return try FileBatch.forAll {
            guard case .privateKey(let key) = key.content else { return try key.publicKey().rsa().byteCount }
            return try key.rsa().byteCount
        }
    }

    /// Decrypts RSA blocks, and fails on invalid padding.
    ///
    /// A service must not reveal that, but this result goes to no attacker, and noise must not replace the value.
    private mutating func openRSA(_ file: [UInt8]) throws -> [UInt8] {
        let key = try key()
        guard case .privateKey(let privateKey) = key.content else {
            let container = try container(.rsautil) { RSAUtilBlocks(publicKey: try key.publicKey().rsa()) }
            return try Self.checked(try container.open(Base64.standard.encode(file).utf8), paddingByteCount: 8)
        }
        let rsa = try FileBatch.forAll { try privateKey.rsa() }
        guard !file.isEmpty, file.count.isMultiple(of: rsa.byteCount) else {
            throw ContainerError(
                .truncated,
                "\(Count.text(file.count, "byte")) are not whole blocks of \(rsa.byteCount): cut, or another key")
        }
        var plaintext: [UInt8] = []
        for (index, start) in stride(from: 0, to: file.count, by: rsa.byteCount).enumerated() {
            let block = try rsa.decryptRaw(file[start..<start + rsa.byteCount]).withBytes { [UInt8](bytes: $0) }
            guard block.starts(with: [0, 2]), let end = block.dropFirst(2).firstIndex(of: 0), end >= 10 else {
                throw ContainerError(.wrongKey, "block \(index + 1) is not for this key, or damaged")
            }
            plaintext += block[(end + 1)...]
        }
        // The padding is already evidence against chance.
        return try Self.checked(plaintext, paddingByteCount: 2)
    }

    // MARK: Plausibility

    /// Returns the result if it is text or a known format, beyond what chance explains.
    static func checked(_ plaintext: [UInt8], paddingByteCount: Int) throws(ContainerError) -> [UInt8] {
        let (isText, rest) = ScreenedFile.text(plaintext)
        let bits = 8 * Double(paddingByteCount) + textBits * Double(plaintext.count)
        if isText, rest.isEmpty, bits >= evidenceBits { return plaintext }
        if plaintext.count >= 32, Plausibility(plaintext).isRecognized { return plaintext }
        throw ContainerError(
            .wrongKey,
            isText
                ? "too short to tell whether the passphrase is right, as it is not authenticated"
                : "wrong passphrase or key, or damage: the result is neither text nor a known format")
    }
}
