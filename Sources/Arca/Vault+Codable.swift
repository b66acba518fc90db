internal import ArcaCrypto
public import ArcaVault

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Codable values in a vault, one line each: saved, read, updated and deleted by identifier.
///
/// ```swift
/// try vault.save(settings, as: "settings")
/// let settings = try vault.read(Settings.self, as: "settings")
/// ```
///
/// Each value is a separate item, encoded as JSON, with the service ``ArcaVault/Vault/codableService``. Encoding and
/// decoding use ordinary memory, which is not protected.
extension Vault {
    /// The service of the items with Codable values; the account is the identifier.
    public static let codableService = "arca.codable"

    /// Saves a value, replacing any previous one.
    ///
    /// - Throws: An encoding error, or `VaultError` as `set(_:)`.
    public func save(_ value: some Encodable, as identifier: String) throws {
        try service(Self.codableService).set(SecretBytes(copying: try JSONEncoder().encode(value)), for: identifier)
    }

    /// Reads a value.
    ///
    /// - Returns: The value, or nil if it does not exist.
    /// - Throws: A decoding error, or `VaultError` as `item(_:)`.
    public func read<Value: Decodable>(_ type: Value.Type = Value.self, as identifier: String) throws -> Value? {
        guard let bytes = try service(Self.codableService).value(of: identifier) else { return nil }
        var data = bytes.withBytes { span in span.withUnsafeBytes { Data($0) } }
        defer { data.resetBytes(in: 0..<data.count) }
        return try JSONDecoder().decode(type, from: data)
    }

    /// Updates a saved value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - identifier: The identifier used to save it.
    ///   - change: Modifies the value; called again if it was changed concurrently.
    /// - Returns: The updated value.
    /// - Throws: `VaultError` with code `.notFound` if the value does not exist, or as `set(_:)`; an error of decoding,
    ///   encoding or `change`.
    @discardableResult
    public func update<Value: Codable>(
        _ type: Value.Type = Value.self, as identifier: String, _ change: (inout Value) throws -> Void
    ) throws -> Value {
        var result: Value?
        try update(VaultItem.Name(Self.codableService, identifier)) { draft in
            let data = draft.secret.value.withBytes { span in span.withUnsafeBytes { Data($0) } }
            var value = try JSONDecoder().decode(type, from: data)
            try change(&value)
            draft.secret.value = SecretBytes(copying: try JSONEncoder().encode(value))
            result = value
        }
        guard let result else { throw VaultError(.notFound, "the vault has no value \(identifier)") }
        return result
    }

    /// Deletes a value; does nothing if it does not exist.
    ///
    /// - Throws: `VaultError` as `remove(_:)`, except `.notFound`.
    public func delete(_ identifier: String) throws { try service(Self.codableService).set(nil, for: identifier) }
}
