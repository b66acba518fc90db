internal import ArcaCrypto

extension ItemDraft {
    /// A draft of what an item is now, to be changed.
    init(_ item: VaultItem, _ secret: ItemSecret) { self.init(item.name, item.attributes, secret: secret) }

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
