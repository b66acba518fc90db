/// A group of operations that Arca performs for requests.
protocol VectorOperation: Sendable {
    static var names: [String] { get }

    /// Responds to a request for one of the operations.
    ///
    /// ``OperationError`` `unsupported` means that Arca lacks the algorithm. A ``VectorError`` is a missing input,
    /// which fails the case. Any other error is a refusal.
    static func respond(to request: Request) throws -> NamedValues

    /// The scrypt cost (N·r·p) stated inside a file of the request, or 0 without scrypt; throws if the cost will be
    /// refused.
    static func hiddenWork(of request: Request) throws -> Int
}

extension VectorOperation {
    static func hiddenWork(of request: Request) throws -> Int { 0 }
}

enum OperationError: Error {
    /// Arca lacks the algorithm or does not support these inputs; the case is skipped.
    case unsupported(String)
    /// The input is rejected: a signature that does not match, a number that is not prime.
    case refused(String)
}

/// The operations that Arca performs.
public enum OperationTable {
    private static let operations: [any VectorOperation.Type] = [
        SealOperation.self, EncryptOperation.self, FormatPreservingOperation.self, ChainOperation.self,
        HashOperation.self, MACOperation.self, DeriveOperation.self, ScryptOperation.self, PasswordOperation.self,
        SignatureOperation.self, KeyDecryptionOperation.self, AgreementOperation.self, EncapsulationOperation.self,
        HPKEOperation.self, PrimalityOperation.self,
        KeyReadingOperation.self, KeyCheckOperation.self, CodecOperation.self, WebPlatformOperation.self,
        AgeOperation.self, FileOperation.self, KeyDecryptorOperation.self, ChunkedOperation.self,
        CompressionOperation.self, ImageOperation.self,
        PatternOperation.self, OneTimePasswordOperation.self, VaultOperation.self, TokenOperation.self,
    ]

    private static let byName = Dictionary(
        uniqueKeysWithValues: operations.flatMap { operation in operation.names.map { ($0, operation) } })

    /// The names of all operations, sorted.
    public static var names: [String] { byName.keys.sorted() }

    /// The scrypt cost stated inside a file of the request, or 0 if the operation will refuse it.
    static func hiddenWork(of request: Request) -> Int {
        (try? operation(named: request.operation)?.hiddenWork(of: request)) ?? 0
    }

    static func operation(named name: String) -> (any VectorOperation.Type)? { byName[name] }
}
