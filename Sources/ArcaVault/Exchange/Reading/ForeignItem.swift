internal import ArcaCrypto

/// An item in another program's words, from which a draft is made.
struct ForeignItem {
    let line: Int
    var title = ""
    /// The service, where the source tells it from the title.
    var service = ""
    var account = ""
    var urls: [String] = []
    var password = SecretBytes(copying: [UInt8]())
    var notes = ""
    /// The text that a one-time password comes from: a URI, or a key in Base32.
    var oneTimePassword: SecretBytes?
    var group = ""
    var kind = ""
    /// The class, where the source says one that does not follow from the address.
    var itemClass: VaultItem.Class?
    var created: Timestamp?
    var modified: Timestamp?
    var secretChanged: Timestamp?
    var expires: Timestamp?
    var fields: [VaultItem.Field] = []
    var protected: [ItemSecret.Field] = []
    var attachments: [ImportedItem.Attachment] = []
    /// Older versions, the oldest first.
    var history: [ForeignItem] = []

    init(line: Int) { self.line = line }
}
