internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

/// `--key`, an RSA key of any form, and the passphrase that it may need.
struct RSAKeyOptions: OptionGroup {
    static let title = "Key"

    var file: BytePath?
    var passphrase: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--key", value: "FILE", set: \.file, help: "the RSA key: PEM, DER, JWK or OpenSSH; - for standard input"
        ).required()
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "passphrase of the key: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt")
    }

    /// Reads a public key, also out of a private one.
    func publicKey(readsStandardInput: Bool) throws -> RSAPublicKey {
        let key = try named(readsStandardInput) { bytes, file in
            // The public half of an OpenSSH key is never encrypted; a passphrase that is named is used all the same.
            if passphrase == nil, let locked = try? OpenSSHPrivateKey(pem: bytes), locked.isEncrypted {
                return try locked.publicKey.rsa()
            }
            return try readKey(bytes, file, readsStandardInput || file.isDash).publicKey().rsa()
        }
        warn(key)
        return key
    }

    /// Reads a private key.
    func privateKey(readsStandardInput: Bool) throws -> RSAPrivateKey {
        let key = try named(readsStandardInput) { bytes, file in
            try readKey(bytes, file, readsStandardInput || file.isDash).privateKey().rsa()
        }
        warn(key.publicKey)
        return key
    }

    /// What an output must not be: the key's own file.
    var inputIdentities: [FileIdentity] {
        guard let file, !file.isDash else { return [] }
        return (try? FileReader(file))?.inputIdentities ?? []
    }

    private func warn(_ key: RSAPublicKey) {
        guard key.isShort else { return }
        Messages.warning(
            "the RSA key has only \(key.bitCount) bits, which no longer protects; 2048 are the least, 3072 usual")
    }

    /// Reads the file and takes from it what `body` wants; errors name the file.
    private func named<Key>(_ readsStandardInput: Bool, _ body: (SymmetricKey, BytePath) throws -> Key) throws -> Key {
        guard let file else {
            throw UsageError(.missingArgument, "--key is missing", hint: "name the file of the RSA key")
        }
        let source = file.isDash ? SecretSource.standardInput : .file(file)
        let bytes = try source.key(readsStandardInput: readsStandardInput)
        do {
            return try body(bytes, file)
        } catch let error as KeyError {
            throw KeyError(
                error.code, at: error.offset, "\(file.isDash ? "standard input" : "\(file)"): \(error.reason)")
        }
    }

    /// Reads a key, and asks for its passphrase only if it has one.
    private func readKey(_ bytes: SymmetricKey, _ file: BytePath, _ readsStandardInput: Bool) throws -> AnyKey {
        do throws(KeyError) {
            return try AnyKey(bytes)
        } catch {
            guard error.code == .passphraseNeeded else { throw error }
            return try AnyKey(
                bytes,
                passphrase: (passphrase ?? .prompt).passphrase(
                    "passphrase of \(file)", isNew: false, readsStandardInput: readsStandardInput))
        }
    }
}
