/// The operations that Arca answers by itself.
public enum OperationTable {
    /// The types that answer.
    static let operations: [any VectorOperation.Type] = [
        ChainOperation.self, ScryptOperation.self,
        SealOperation.self, EncryptOperation.self, MACOperation.self, HashOperation.self, DeriveOperation.self,
        PasswordOperation.self, SignatureOperation.self, KeyDecryptionOperation.self, AgreementOperation.self,
        PrimalityOperation.self, KeyReadingOperation.self, KeyCheckOperation.self, FormatPreservingOperation.self,
        CodecOperation.self,
        WebPlatformOperation.self,
        AgeOperation.self, FileOperation.self, CompressionOperation.self, ImageOperation.self, PatternOperation.self,
        ChunkedOperation.self, OneTimePasswordOperation.self, VaultOperation.self,
    ]

    /// The type that answers an operation.
    private static let byName: [String: any VectorOperation.Type] = {
        var table: [String: any VectorOperation.Type] = [:]
        for operation in operations {
            for name in operation.names {
                precondition(table.updateValue(operation, forKey: name) == nil, "two answer \(name)")
            }
        }
        return table
    }()

    /// The names of all operations, sorted.
    public static var names: [String] { byName.keys.sorted() }

    static func operation(named name: String) -> (any VectorOperation.Type)? { byName[name] }
}
