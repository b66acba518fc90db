public import ArcaCore
public import ArcaCrypto
internal import ArcaKeys

extension Age {
    /// A file of identities, one per line, with `#` comments and empty lines; or an SSH or OpenSSL private key: RSA,
    /// Ed25519 or X25519.
    ///
    /// Both kinds of file can be encrypted with a passphrase. Plugin identities need ``Plugins``. Otherwise they are
    /// skipped if there are others, and listed in ``skippedLines``.
    ///
    /// Source: age(1), "RECIPIENTS AND IDENTITIES".
    public struct IdentityFile: Sendable {
        /// The identities in file order, at least one.
        public let identities: [any Identity]
        /// The matching recipients, in the same order.
        public let recipients: [any Recipient]
        /// The numbers of lines with plugin identities that were skipped, counted from 1; they have no entry in
        /// ``recipients``.
        public let skippedLines: [Int]

        /// Reads a file.
        ///
        /// - Parameters:
        ///   - file: The whole file, secret; no copy of its age identities is kept.
        ///   - largestLogN: Maximum work factor of an encrypted identity file, 1 to 30. For encrypted keys the limits
        ///     are those of ``CostLimits/keys(upTo:)``.
        ///   - approval: Decides whether to accept a higher cost; nil rejects it.
        ///   - plugins: Allows plugin identities; nil skips them.
        ///   - passphrase: Called for the passphrase of an encrypted file: immediately, or for an OpenSSH key when it
        ///     is first needed to decrypt.
        /// - Throws: ``ContainerError`` with code `.malformed` or `.unsupported`, with the line number but never its
        ///   content; `.malformed` if there is no identity; `.unsupported` if none is usable; for an encrypted file the
        ///   errors of decryption, such as `.wrongKey`; errors of `passphrase`.
        public init(
            _ file: borrowing some Bytes, largestLogN: Int = Passphrase.defaultLargestLogN,
            approval: (@Sendable (_ reason: String) -> Bool)? = nil, plugins: Plugins? = nil,
            passphrase: @escaping @Sendable () throws -> SecretBytes
        ) throws {
            self = try file.withText { file in
                if Self.isEncrypted(file) {
                    // Only one layer of encryption, or a file could ask for passphrases endlessly.
                    let identity = try Passphrase(passphrase(), largestLogN: largestLogN, approval: approval)
                    return try Self.decrypted(file, identity).withBytes { try IdentityFile(lines: $0, plugins) }
                }
                guard AgeSSHKeys.isKeyFile(file) else { return try IdentityFile(lines: file, plugins) }
                var limits = CostLimits.keys(upTo: largestLogN)
                limits.approval = approval
                return try IdentityFile(pem: file, limits, passphrase)
            }
        }

        private static func isEncrypted(_ file: Span<UInt8>) -> Bool {
            file.begins(with: Header.versionPrefix)
                || file.begins(with: AgeArmorDecoder.firstLine, at: file.leadingSpaceCount)
        }

        private static func decrypted(_ file: Span<UInt8>, _ identity: Passphrase) throws -> SecretBytes {
            var opener = try Opener(MemoryReader([UInt8](bytes: file)))
            try opener.unlock(with: [identity])
            return try opener.openSecret()
        }

        private init(lines text: Span<UInt8>, _ plugins: Plugins?) throws {
            var found: [(identity: any Identity, recipient: any Recipient)] = []
            var skipped: [(number: Int, error: ContainerError)] = []
            for (number, range) in AgeLines.ranges(in: text) {
                let line = text.extracting(range)
                guard !Age.isSSHKey(line) else {
                    throw ContainerError(
                        .malformed, "line \(number): this is a public key; an identity is a private one")
                }
                do {
                    found.append(try Self.identity(line, plugins))
                } catch let error as ContainerError {
                    let named = ContainerError(error.code, "line \(number): \(error.reason)")
                    guard error.code == .unsupported else { throw named }
                    skipped.append((number, named))
                }
            }
            guard !found.isEmpty else {
                throw skipped.first?.error ?? ContainerError(.malformed, "the file contains no identity")
            }
            identities = found.map(\.identity)
            recipients = found.map(\.recipient)
            skippedLines = skipped.map(\.number)
        }

        private static func identity(
            _ line: Span<UInt8>, _ plugins: Plugins?
        ) throws -> (any Identity, any Recipient) {
            if HybridIdentity.recognizes(line) {
                let identity = try HybridIdentity(line)
                return (identity, identity.recipient)
            }
            if let plugins, AgePluginName.recognizes(line) {
                let identity = try PluginIdentity(line, plugins: plugins)
                return (identity, identity.recipient)
            }
            let identity = try X25519Identity(line)
            return (identity, identity.recipient)
        }

        private init(
            pem text: Span<UInt8>, _ limits: CostLimits, _ passphrase: @escaping @Sendable () throws -> SecretBytes
        ) throws {
            skippedLines = []
            if let file = try? OpenSSHPrivateKey(pem: text), file.isEncrypted {
                recipients = [try AgeSSHKeys.recipient(file.publicKey)]
                identities = [try AgeLockedIdentity(file, limits: limits, passphrase: passphrase)]
                return
            }
            let key = try Self.privateKey(text, limits, passphrase)
            identities = [try AgeSSHKeys.identity(key)]
            recipients = [try AgeSSHKeys.recipient(key.publicKey)]
        }

        private static func privateKey(
            _ text: Span<UInt8>, _ limits: CostLimits, _ passphrase: () throws -> SecretBytes
        ) throws -> AnyPrivateKey {
            do {
                return try AnyKey(text).privateKey()
            } catch  where error.code == .passphraseNeeded {
                let secret = try passphrase()
                return try ContainerError.ofKey { try AnyKey(text, passphrase: secret, limits: limits).privateKey() }
            } catch {
                return try ContainerError.ofKey { throw error }
            }
        }
    }
}
