public import ArcaCodecs
public import ArcaCrypto

extension Age {
    /// A file of identities: one a line, with comments behind `#` and empty lines between.
    ///
    /// The file may itself be encrypted with a passphrase, armored or not. Source: age(1), "RECIPIENTS AND IDENTITIES".
    public struct IdentityFile: Sendable {
        /// The identities, in the file's order; at least one.
        public let identities: [any Identity]
        /// Who encrypts to these identities, in the same order.
        public let recipients: [any Recipient]

        /// Reads a file.
        ///
        /// - Parameters:
        ///   - file: The whole file, secret.
        ///   - passphrase: Is asked for the file's passphrase if it is encrypted.
        /// - Throws: ``ContainerError``: `.malformed` or `.unsupported` with the line's number and never its content,
        ///   `.malformed` when there is no identity; for an encrypted file what opening it throws, for instance
        ///   `.wrongKey`; what `passphrase` throws.
        public init(_ file: borrowing some Bytes, passphrase: () throws -> SecretBytes) throws {
            let bytes = Array(bytes: file)
            if Age.recognises(FileBeginning(bytes, isWhole: true)) {
                // Inside stands a file that is not encrypted: one layer, or files could be made that ask for ever.
                let secret = try passphrase()
                let inner = try Age(identities: [Passphrase(secret)]).open(bytes)
                try self.init(lines: inner)
            } else {
                try self.init(lines: bytes)
            }
        }

        private init(lines text: [UInt8]) throws {
            let found = try AgeLines.content(of: text).map { number, line in
                do {
                    return try X25519Identity(line.utf8)
                } catch let error as ContainerError {
                    throw ContainerError(error.code, "line \(number): \(error.reason)")
                }
            }
            guard !found.isEmpty else { throw ContainerError(.malformed, "there is no identity in it") }
            identities = found
            recipients = found.map(\.recipient)
        }
    }
}
