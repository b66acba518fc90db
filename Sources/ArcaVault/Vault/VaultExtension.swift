internal import ArcaCore
package import ArcaCrypto

/// The rules of a module that extends vaults with a state (field 21) and tables of its own, for example to share them.
///
/// Only that module knows what its state means. A program that opens such a vault without the rules can read it and
/// keeps the state as it is, but changes no items and not the vault key. Vaults without an extension are not affected.
public struct VaultExtension: Sendable {
    /// The author of a change.
    package enum Author {
        /// A caller of the library, for whom the rules are made.
        case user
        /// A rotation, which re-encrypts items but does not change them.
        case rotation
        /// The module, which follows its own rules.
        case module(VaultExtension)

        var isUser: Bool { if case .user = self { true } else { false } }
        var isModule: Bool { if case .module = self { true } else { false } }
    }

    /// Throws unless a state is valid; called whenever a vault is read.
    let check: @Sendable (_ state: SecretBytes) throws -> Void
    /// The error for a user's change of items, or nil if the state allows it.
    let refusal: @Sendable (_ state: SecretBytes) throws -> VaultError?
    /// Seals the parts of a state that are sealed under the vault key under a new one; called by a rotation.
    let move: @Sendable (_ state: SecretBytes, _ from: VaultKey, _ to: VaultKey) throws -> SecretBytes

    package init(
        check: @escaping @Sendable (_ state: SecretBytes) throws -> Void,
        refusal: @escaping @Sendable (_ state: SecretBytes) throws -> VaultError?,
        move: @escaping @Sendable (_ state: SecretBytes, _ from: VaultKey, _ to: VaultKey) throws -> SecretBytes
    ) {
        (self.check, self.refusal, self.move) = (check, refusal, move)
    }

    /// The error for a change that needs the rules of a vault that was opened without them.
    static let missing = VaultError(
        .unsupported,
        "the vault has format \(Schema.extendedVersion), and this program only reads it: it was opened without ArcaTeam",
        hint: "set OpenOptions.extension to the module's rules, or use the command 'arca'")
}
