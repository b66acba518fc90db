internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto

/// RNCryptor, which has no options: a passphrase, or with `--key-from` its two keys one after the other.
struct RNCryptorOptions: FormatOptions {
    static var parameters: [Parameter<Self>] { [] }

    var takesKey: Bool { true }

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        try format(request) { try request.newPassphrase() }
    }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        try format(request) { try request.knownPassphrase() }
    }

    private func format(_ request: FormatRequest, _ passphrase: () throws -> SecretBytes) throws -> RNCryptor3 {
        guard request.keySource != nil else { return try RNCryptor3(passphrase: passphrase()) }
        let keys = try request.key(for: "rncryptor", byteCounts: "64 bytes: the encryption key, then the HMAC key")
        guard keys.byteCount == 64 else {
            throw UsageError(
                .invalidValue, "--key-from: rncryptor needs 64 bytes, not \(keys.byteCount)",
                hint: "give the encryption key of 32 bytes, then the HMAC key of 32 bytes")
        }
        return try keys.withBytes { span in
            try RNCryptor3(
                encryptionKey: SymmetricKey(copying: span.extracting(..<32)),
                authenticationKey: SymmetricKey(copying: span.extracting(32...)))
        }
    }
}

/// AESCrypt-ObjC strings, which are read only and have no options.
struct AESCryptObjCOptions: FormatOptions {
    static var parameters: [Parameter<Self>] { [] }

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        throw UsageError(
            .conflict, "aescrypt-objc is read only: it protects too little to write it any more",
            hint: "choose another --format")
    }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        AESCryptObjC(password: try request.knownPassphrase())
    }
}
