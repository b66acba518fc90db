internal import ArcaCodecs
internal import ArcaCrypto

extension ItemDraft {
    /// A draft of what an item is now, to be changed.
    init(_ item: VaultItem, _ secret: ItemSecret) { self.init(item.name, item.attributes, secret: secret) }

    /// Throws unless the vault can take the draft, sealed and all: for those that take many or none.
    package func checkWhole() throws(VaultError) {
        try check()
        let item = VaultItem(
            identifier: [UInt8](repeating: 0, count: 16), version: 1, name: name, attributes: attributes,
            created: created ?? .now(), modified: modified ?? .now(), secretChanged: secretChanged ?? .now(),
            protectedFields: secret.fields.map(\.name), oneTimePassword: secret.oneTimePassword?.kind,
            attachments: [], historyCount: 0)
        try Self.check(
            name, attributes: ItemRecord(item, ItemRecord.History()).fields(), secret: SecretRecord(secret).fields())
    }

    /// Throws unless records can be read again.
    static func check(
        _ name: VaultItem.Name, attributes: borrowing TLVWriter, secret: borrowing TLVWriter
    ) throws(VaultError) {
        for (what, count, limit) in [
            ("attributes", attributes.byteCount, ItemRecord.largestByteCount),
            ("secrets and their names", secret.byteCount, SecretRecord.largestByteCount),
        ] where count > limit {
            throw VaultError(
                .invalidArgument, "the \(what) of \(name.text) have \(count) bytes, \(limit) are the most")
        }
    }

    /// Throws unless the vault can take the draft as it is.
    func check() throws(VaultError) {
        guard !name.service.isEmpty else { throw VaultError(.invalidArgument, "an item needs a service in its name") }
        guard name.isConsistent else {
            throw VaultError(.invalidArgument, "only internet passwords have protocol, port and path")
        }
        let names = attributes.fields.map(\.name) + secret.fields.map(\.name)
        guard names.areDistinct else {
            throw VaultError(.invalidArgument, "the custom fields of \(name.text) need names that all differ")
        }
        let byteCount =
            secret.value.count + secret.fields.reduce(0) { $0 + $1.value.count }
            + (secret.oneTimePassword?.key.count ?? 0)
        guard byteCount <= ItemSecret.largestByteCount else {
            throw VaultError(
                .invalidArgument,
                "the secret of \(name.text) has \(byteCount) bytes, \(ItemSecret.largestByteCount) are the most; "
                    + "attach it instead")
        }
    }
}
