internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys

struct ChunkedOptions: FormatOptions {
    static let title = "With --format c2sp-chunked"

    var context = ""

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--context", value: "TEXT", set: \.context, help: "purpose of the file; it opens only with the same TEXT")
    }

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat { try format(request) }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat { try format(request) }

    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String? {
        context.isEmpty ? "give the --context that it was encrypted with" : nil
    }

    private func format(_ request: FormatRequest) throws -> ChunkedEncryption {
        let key = try request.key(for: "c2sp-chunked", byteCounts: "16 or 32 random bytes, as of 'arca random 32'")
        return try ChunkedEncryption(key: key, context: context.utf8)
    }
}

/// RNCryptor has no options: it takes a passphrase, or with `--key-from` its two keys concatenated.
struct RNCryptorOptions: FormatOptions {
    static var parameters: [Parameter<Self>] { [] }

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        try format(request) { try request.newPassphrase() }
    }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        try format(request) { try request.knownPassphrase() }
    }

    private func format(_ request: FormatRequest, _ passphrase: () throws -> SecretBytes) throws -> RNCryptor3 {
        guard request.keySource != nil else { return try RNCryptor3(passphrase: passphrase()) }
        guard request.passphrase.source == nil else {
            throw UsageError(
                .conflict, "--key-from cannot be combined with --passphrase-from", hint: "remove one of them")
        }
        let keys = try request.key(for: "rncryptor", byteCounts: "64 bytes, the encryption key and then the HMAC key")
        guard keys.byteCount == 64 else {
            throw UsageError(
                .invalidValue, "--key-from: rncryptor needs 64 bytes, found \(keys.byteCount)",
                hint: "give the encryption key of 32 bytes, then the HMAC key of 32 bytes")
        }
        return try keys.withBytes { span in
            try RNCryptor3(
                encryptionKey: SymmetricKey(copying: span.extracting(..<32)),
                authenticationKey: SymmetricKey(copying: span.extracting(32...)))
        }
    }
}

/// AESCrypt-ObjC strings can only be decrypted, and have no options.
struct AESCryptObjCOptions: FormatOptions {
    static var parameters: [Parameter<Self>] { [] }

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        throw UsageError(
            .conflict, "aescrypt-objc can only be decrypted: it is too weak for new files",
            hint: "choose another --format")
    }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        AESCryptObjC(password: try request.knownPassphrase())
    }
}

/// RSAUtil blocks have no options: the RSA key comes from `--key-from` or `--identity`.
struct RSAUtilOptions: FormatOptions {
    static var parameters: [Parameter<Self>] { [] }

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat { try format(request) }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat { try format(request) }

    func noteAfterSealing(_ format: any ContainerFormat) -> String? {
        "rsautil is not authenticated: use it only for apps that read it"
    }

    private func format(_ request: FormatRequest) throws -> RSAUtilBlocks {
        let key = try key(request)
        guard case .privateKey(let key) = key.content else {
            return RSAUtilBlocks(publicKey: try key.publicKey().rsa())
        }
        return RSAUtilBlocks(privateKey: try key.rsa())
    }

    /// Reads the key; exactly one must be given.
    func key(_ request: FormatRequest) throws -> AnyKey {
        guard request.identityFiles.count + (request.keySource == nil ? 0 : 1) == 1 else {
            throw UsageError(
                .missingArgument, "rsautil needs one RSA key", hint: "give --key FILE, or --key-from SOURCE")
        }
        let source = try request.keySource ?? .keyFile(request.identityFiles[0])
        let bytes = try source.key(readsStandardInput: request.readsStandardInput, in: request.context)
        do throws(KeyError) {
            return try AnyKey(bytes)
        } catch {
            guard error.code == .passphraseNeeded else { throw error }
            return try AnyKey(
                bytes, passphrase: request.knownPassphrase("passphrase of the key"), limits: request.costs.limits)
        }
    }
}
