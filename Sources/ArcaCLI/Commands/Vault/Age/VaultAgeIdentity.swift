internal import ArcaContainers
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault
internal import ArcaVaultExchange

/// The data of an identity `AGE-PLUGIN-ARCA-1…`: a reference to a field of a vault's item; contains no secret.
///
/// Source: Documentation/FORMATS.md.
struct VaultAgeIdentity: Hashable {
    static let pluginName = "arca"
    /// The service of the items that the default identity tries; that identity has no data.
    static let defaultService = "age"

    let vault: [UInt8]
    let item: [UInt8]
    let field: VaultItem.FieldName

    private static let version: UInt8 = 1
    private static let identifierByteCount = 16

    init(vault: [UInt8], item: [UInt8], field: VaultItem.FieldName) {
        (self.vault, self.item, self.field) = (vault, item, field)
    }

    /// Decodes the data; nil for the default identity.
    static func parse(_ text: String) throws -> VaultAgeIdentity? {
        let identity = try Age.PluginIdentity(text.utf8, plugins: Age.Plugins())
        guard identity.pluginName == pluginName else {
            throw ContainerError(.unsupported, "this is an identity of the plugin '\(identity.pluginName)'")
        }
        let data = [UInt8](bytes: try identity.data)
        guard !data.isEmpty else { return nil }
        let headByteCount = 1 + 2 * identifierByteCount
        guard data[0] == version else {
            throw ContainerError(.unsupported, "the identity was made by a newer version of arca")
        }
        guard data.count >= headByteCount, let name = String(validating: data[headByteCount...], as: UTF8.self) else {
            throw ContainerError(.malformed, "the identity does not name a vault and an item")
        }
        return VaultAgeIdentity(
            vault: Array(data[1...identifierByteCount]), item: Array(data[(1 + identifierByteCount)..<headByteCount]),
            field: name.isEmpty ? .password : VaultItem.FieldName(name))
    }

    /// The identity as text, `AGE-PLUGIN-ARCA-1…`.
    var text: String {
        get throws(ContainerError) {
            let name = field == .password ? [] : Array(field.text.utf8)
            let data = SecretBytes(copying: [Self.version] + vault + item + name)
            return String(try Age.PluginIdentity(pluginName: Self.pluginName, data: data, plugins: Age.Plugins()).text)
        }
    }
}

extension Vault {
    /// The age keys in a field: lines of identities, or a private key for SSH or in PEM.
    func ageKeys(of field: VaultItem.FieldName, in item: VaultItem) throws -> Age.IdentityFile {
        let name = item.name.text
        guard case .secret(let secret) = try value(of: field, in: item) else {
            throw ContainerError(.unsupported, "the field '\(field.text)' of '\(name)' is not secret, so it has no key")
        }
        do {
            return try Age.IdentityFile(secret) {
                throw ContainerError(.unsupported, "the key is encrypted; store it without a separate passphrase")
            }
        } catch let error as ContainerError {
            throw ContainerError(error.code, "'\(name)': \(error.reason)")
        }
    }
}
