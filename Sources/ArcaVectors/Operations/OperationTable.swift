/// Something that Arca does when a request asks for it.
protocol VectorOperation: Sendable {
    /// The names of the operations that it responds to: `seal`, `open`.
    static var names: [String] { get }

    /// Responds to a request.
    ///
    /// - Parameter request: For one of its operations.
    /// - Returns: What came out; nothing for a bare yes.
    /// - Throws: ``OperationError`` when Arca has no such algorithm; any other error is a refusal, a ``VectorError`` alone
    ///   excepted: that is an input which the family should have given, and fails the case.
    static func respond(to request: Request) throws -> NamedValues

    /// What scrypt costs in a request whose file states it inside: N·r·p, 0 without scrypt; throws if the operation will refuse the cost.
    static func hiddenWork(of request: Request) throws -> Int
}

extension VectorOperation {
    static func hiddenWork(of request: Request) throws -> Int { 0 }
}

/// Why an operation gives nothing.
enum OperationError: Error {
    /// Arca does not have that algorithm, or not with such inputs; the case is skipped.
    case unsupported(String)
    /// The answer is no: a signature that does not match, a number that is not prime.
    case refused(String)
}

/// The operations that Arca itself responds to.
public enum OperationTable {
    private static let operations: [any VectorOperation.Type] = [
        SealOperation.self, EncryptOperation.self, FormatPreservingOperation.self, ChainOperation.self,
        HashOperation.self, MACOperation.self, DeriveOperation.self, ScryptOperation.self, PasswordOperation.self,
        SignatureOperation.self, KeyDecryptionOperation.self, AgreementOperation.self, EncapsulationOperation.self,
        HPKEOperation.self, PrimalityOperation.self,
        KeyReadingOperation.self, KeyCheckOperation.self, CodecOperation.self, WebPlatformOperation.self,
        AgeOperation.self, FileOperation.self, ChunkedOperation.self, CompressionOperation.self, ImageOperation.self,
        PatternOperation.self, OneTimePasswordOperation.self, VaultOperation.self, TokenOperation.self,
    ]

    private static let byName = Dictionary(
        uniqueKeysWithValues: operations.flatMap { operation in operation.names.map { ($0, operation) } })

    /// The names of all operations, sorted.
    public static var names: [String] { byName.keys.sorted() }

    /// What scrypt costs where a file states it inside; 0 for a file that its operation will refuse.
    static func hiddenWork(of request: Request) -> Int {
        (try? operation(named: request.operation)?.hiddenWork(of: request)) ?? 0
    }

    static func operation(named name: String) -> (any VectorOperation.Type)? { byName[name] }
}
