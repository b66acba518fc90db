public import ArcaCodecs
public import ArcaCrypto
internal import ArcaKeys

extension Age {
    /// A file of identities: one a line, with comments behind `#` and empty lines between; or a private key of SSH or
    /// OpenSSL, RSA, Ed25519 or X25519.
    ///
    /// Files of both kinds may be encrypted with a passphrase. Lines with identities of plugins and post-quantum ones are
    /// left out where others can be used, and ``skippedLines`` tells which. Source: age(1), "RECIPIENTS AND IDENTITIES".
    public struct IdentityFile: Sendable {
        /// The identities, in the file's order; at least one.
        public let identities: [any Identity]
        /// Who encrypts to these identities, in the same order.
        public let recipients: [any Recipient]
        /// Numbers, from 1, of lines with identities of plugins and post-quantum ones, to which nothing can be encrypted
        /// either.
        public let skippedLines: [Int]

        /// Reads a file.
        ///
        /// - Parameters:
        ///   - file: The whole file, secret.
        ///   - passphrase: Is asked for the file's passphrase if it is encrypted: at once, but for an OpenSSH key only
        ///     when something is decrypted that is for that key.
        /// - Throws: ``ContainerError``: `.malformed` or `.unsupported` with the line's number and never its content,
        ///   `.malformed` when there is no identity, `.unsupported` when there are only such that cannot be used; for an encrypted file what opening it throws, for instance
        ///   `.wrongKey`; what `passphrase` throws.
        public init(
            _ file: borrowing some Bytes, passphrase: @escaping @Sendable () throws -> SecretBytes
        ) throws {
            let bytes = Array(bytes: file)
            if Age.recognises(FileBeginning(bytes, isWhole: true)) {
                // Inside stands a file that is not encrypted: one layer, or files could be made that ask for ever.
                try self.init(lines: Self.decrypted(bytes, passphrase()))
            } else if AgeSSHKeys.isPEM(bytes) {
                try self.init(pem: bytes, passphrase)
            } else {
                try self.init(lines: bytes)
            }
        }

        private static func decrypted(_ file: [UInt8], _ passphrase: SecretBytes) throws -> [UInt8] {
            try Age(identities: [Passphrase(passphrase)]).open(file)
        }

        private init(lines text: [UInt8]) throws {
            var found: [X25519Identity] = []
            var skipped: [(number: Int, error: ContainerError)] = []
            for (number, line) in AgeLines.content(of: text) {
                guard !Age.isSSHKey(line) else {
                    throw ContainerError(
                        .malformed, "line \(number): this is a public key; an identity is a private one")
                }
                do {
                    found.append(try X25519Identity(line.utf8))
                } catch let error as ContainerError {
                    let named = ContainerError(error.code, "line \(number): \(error.reason)")
                    guard error.code == .unsupported else { throw named }
                    skipped.append((number, named))
                }
            }
            guard !found.isEmpty else {
                throw skipped.first?.error ?? ContainerError(.malformed, "there is no identity in it")
            }
            identities = found
            recipients = found.map(\.recipient)
            skippedLines = skipped.map(\.number)
        }

        private init(pem text: [UInt8], _ passphrase: @escaping @Sendable () throws -> SecretBytes) throws {
            skippedLines = []
            if let file = try? OpenSSHPrivateKey(pem: text), file.isEncrypted {
                recipients = [try AgeSSHKeys.recipient(file.publicKey)]
                identities = [try AgeLockedIdentity(file, passphrase: passphrase)]
                return
            }
            let key = try Self.privateKey(text, passphrase)
            identities = [try AgeSSHKeys.identity(key)]
            recipients = [try AgeSSHKeys.recipient(key.publicKey)]
        }

        private static func privateKey(_ text: [UInt8], _ passphrase: () throws -> SecretBytes) throws -> AnyPrivateKey
        {
            do throws(KeyError) {
                return try AnyKey(text).privateKey()
            } catch {
                guard error.code == .passphraseNeeded else { throw ContainerError(error) }
            }
            let secret = try passphrase()
            return try translating { () throws(KeyError) in try AnyKey(text, passphrase: secret).privateKey() }
        }
    }
}
