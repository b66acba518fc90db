internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault

enum ItemEditing {
    /// The file name shown by the editor; item names may contain any character.
    private static let fileName: BytePath = "item.txt"

    /// Lets the user edit an item.
    ///
    /// - Returns: The updated item, or nil if nothing changed.
    /// - Throws: ``VaultError``: `.malformed` with an error that the user leaves uncorrected, `.busy` if the item
    ///   changed in the meantime; ``SystemError`` without an editor or an in-memory file system.
    static func edit(_ item: VaultItem, in vault: Vault, in context: CommandContext) throws -> VaultItem? {
        let secret = try vault.secret(of: item.name, version: item.version)
        let shown = ItemText(item: item, secret: secret)
        let original = shown.text()
        var text = original
        while true {
            text = try TextEditor.edit(text, name: fileName, in: context)
            if text == original { return nil }
            do {
                var draft = ItemDraft(item.name, item.attributes, secret: secret)
                let before = draft
                try shown.read(text, into: &draft)
                return draft == before ? nil : try store(draft, item, in: vault)
            } catch let error as VaultError where mayTryAgain(error) {
                try askToGoOn(error)
            }
        }
    }

    private static func mayTryAgain(_ error: VaultError) -> Bool {
        [.malformed, .duplicate, .invalidArgument].contains(error.code)
    }

    private static func store(_ draft: ItemDraft, _ item: VaultItem, in vault: Vault) throws -> VaultItem {
        func changedMeanwhile() -> VaultError {
            VaultError(
                .busy, "'\(item.name.shown)' was changed while it was edited; nothing was changed by this",
                hint: "run 'arca vault edit' again")
        }
        do {
            return try vault.update(item.name) { current in
                // Versions only grow, so an equal version is the one that was shown.
                guard try vault.item(item.name)?.version == item.version else { throw changedMeanwhile() }
                current.name = draft.name
                current.attributes = draft.attributes
                current.secret = draft.secret
            }
        } catch let error as VaultError where error.code == .notFound {
            throw changedMeanwhile()
        }
    }

    /// Reports the error, and returns if the user wants to correct it.
    private static func askToGoOn(_ error: VaultError) throws {
        let mends: Bool
        do {
            Messages.error(error.message)
            if let hint = error.hint { Messages.hint(hint) }
            mends = try Terminal.confirm("Edit it again?", isYesIfEmpty: true)
        } catch {
            mends = false
        }
        guard mends else {
            Messages.note("nothing was changed")
            throw ExitStatus(of: error)
        }
    }
}
