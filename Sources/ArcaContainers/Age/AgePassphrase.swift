internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

extension Age {
    /// A passphrase, as recipient and identity.
    ///
    /// A passphrase is always the only recipient of its file. Opening the file therefore proves that its author knew
    /// the passphrase.
    ///
    /// Source: age-encryption.org/v1, "The scrypt recipient type".
    public struct Passphrase: Recipient, Identity {
        static let stanzaType = "scrypt"
        /// The cost of opening new files: N = 2^18, 256 MiB, about half a second; the same as age.
        public static let defaultLogN = 18
        /// The maximum cost that is accepted from a file by default: N = 2^20, a few seconds and 1 GiB.
        public static let defaultLargestLogN = 20

        private static let saltLabel = Array("age-encryption.org/v1/scrypt".utf8)
        private static let saltByteCount = 16

        private let passphrase: SecretBytes
        private let logN: Int
        private let largestLogN: Int
        private let approval: (@Sendable (String) -> Bool)?

        /// Creates a recipient and identity from a passphrase.
        ///
        /// - Parameters:
        ///   - passphrase: Secret; the exact bytes, not empty.
        ///   - logN: Binary logarithm of scrypt's N for new files, 1 to 30.
        ///   - largestLogN: Maximum that is accepted from a file; without a limit, a file could use up all memory.
        ///   - approval: Decides whether to accept a higher cost, like ``CostLimits/approval``; nil rejects it.
        /// - Throws: ``ContainerError`` with code `.invalidOption` for an empty passphrase or a number out of range.
        public init(
            _ passphrase: SecretBytes, logN: Int = defaultLogN, largestLogN: Int = defaultLargestLogN,
            approval: (@Sendable (_ reason: String) -> Bool)? = nil
        ) throws(ContainerError) {
            guard !passphrase.isEmpty else { throw ContainerError(.invalidOption, "the passphrase is empty") }
            guard (1...30).contains(logN), (1...30).contains(largestLogN) else {
                throw ContainerError(.invalidOption, "scrypt's work factor is 1 to 30")
            }
            self.passphrase = passphrase
            self.logN = logN
            self.largestLogN = largestLogN
            self.approval = approval
        }

        /// Wraps a file key with a new salt.
        public func wrap(_ fileKey: SymmetricKey) throws -> [Stanza] {
            let salt = try SecureRandom.bytes(Self.saltByteCount)
            return [
                Stanza(
                    trusted: Self.stanzaType, [Age.base64.encode(salt), String(logN)],
                    try AgeKeyBox.seal(fileKey, using: key(salt, logN)))
            ]
        }

        /// Unwraps the file key of a passphrase-encrypted file.
        ///
        /// - Parameter stanzas: All stanzas of the header.
        /// - Returns: The file key, or nil if the file has no passphrase or another one.
        /// - Throws: ``ContainerError``: `.malformed`, `.costTooHigh` for a work factor above the limit.
        public func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey? {
            guard let stanza = stanzas.first(where: { $0.type == Self.stanzaType }) else { return nil }
            guard stanzas.count == 1 else {
                throw ContainerError(.malformed, "a passphrase stanza must be the only stanza")
            }
            try stanza.checkArgumentCount(2)
            let salt = try stanza.bytes(ofArgument: 0, count: Self.saltByteCount, "salt")
            let logN = try Self.logN(stanza.arguments[1])
            if logN > largestLogN {
                let reason =
                    "the file's scrypt work factor is \(stanza.arguments[1].prefix(8)), above the limit of \(largestLogN)"
                // No machine has the memory for more than 30, so do not ask.
                guard logN <= 30, let approval, approval(reason) else { throw ContainerError(.costTooHigh, reason) }
            }
            return try AgeKeyBox.open(stanza) { try key(salt, logN) }
        }

        /// Parses a decimal number without leading zeros; more than three digits exceed any limit.
        private static func logN(_ text: String) throws(ContainerError) -> Int {
            let digits = Array(text.utf8)
            guard digits.allSatisfy({ $0.isDigit }), let first = digits.first, first != UInt8(ascii: "0") else {
                throw ContainerError(.malformed, "the scrypt work factor is not a decimal number without leading zero")
            }
            return digits.count > 3 ? .max : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        private func key(_ salt: [UInt8], _ logN: Int) throws -> SymmetricKey {
            let cost = try Scrypt.Cost(logN: logN)
            return try Scrypt.deriveKey(
                from: passphrase, salt: Self.saltLabel + salt, cost: cost, memoryLimit: cost.memoryByteCount)
        }
    }
}
