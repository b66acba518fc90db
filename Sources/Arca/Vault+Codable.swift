internal import ArcaCore
internal import ArcaCrypto
public import ArcaVault

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Values of your own in a vault, one line each: saved, read, updated, deleted by an identifier.
///
/// ```swift
/// try vault.save(settings, as: "settings")
/// let settings = try vault.read(Settings.self, as: "settings")
/// ```
///
/// Each is an item of its own, as JSON, under the service ``ArcaVault/Vault/codableService``. Encoding and decoding go
/// through ordinary memory.
extension Vault {
    /// The service of the items that hold such values; the identifier is their account.
    public static let codableService = "arca.codable"

    /// Saves a value, in place of one that was saved before.
    ///
    /// - Parameters:
    ///   - value: Any value that can be encoded.
    ///   - identifier: What it is found by; may be any text.
    /// - Throws: What encoding throws; `VaultError` as `set(_:)`.
    public func save(_ value: some Encodable, as identifier: String) throws {
        try self[Self.codableService].set(SecretBytes(copying: try JSONEncoder().encode(value)), for: identifier)
    }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - type: What it is.
    ///   - identifier: What it was saved as.
    /// - Returns: The value; nil if absent.
    /// - Throws: What decoding throws; `VaultError` as `item(_:)`.
    public func read<Value: Decodable>(_ type: Value.Type = Value.self, as identifier: String) throws -> Value? {
        guard let bytes = try self[Self.codableService].value(of: identifier) else { return nil }
        var data = bytes.withBytes { span in span.withUnsafeBytes { Data($0) } }
        defer { data.resetBytes(in: 0..<data.count) }
        return try JSONDecoder().decode(type, from: data)
    }

    /// Changes a value that was saved.
    ///
    /// - Parameters:
    ///   - type: What it is.
    ///   - identifier: What it was saved as.
    ///   - change: Changes it; runs again when somebody else changed it meanwhile.
    /// - Returns: The value as it is now.
    /// - Throws: `VaultError` with code `.notFound` when there is none, or as `set(_:)`; what decoding, encoding and
    ///   `change` throw.
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

    /// Deletes a value; one that is not there is no error.
    ///
    /// - Parameter identifier: What it was saved as.
    /// - Throws: `VaultError` as `remove(_:)`, but no `.notFound`.
    public func delete(_ identifier: String) throws { try self[Self.codableService].set(nil, for: identifier) }
}
