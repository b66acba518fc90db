internal import ArcaCrypto
internal import ArcaVault

/// An item of another program, before it becomes a draft.
struct ForeignItem {
    let line: Int
    /// The identifier that other items refer to, in hexadecimal capitals; may be empty.
    var identifier = ""
    var title = ""
    /// The service, if the source separates it from the title.
    var service = ""
    var account = ""
    var urls: [String] = []
    var password = SecretBytes(copying: [UInt8]())
    var notes = SecretBytes(copying: [UInt8]())
    /// The source of a one-time password: a URI or a key in Base32.
    var oneTimePassword: SecretBytes?
    var group = ""
    var kind = ""
    /// The class, if the source gives one that does not follow from the address.
    var itemClass: VaultItem.Class?
    var created: Vault.Timestamp?
    var modified: Vault.Timestamp?
    var secretChanged: Vault.Timestamp?
    var expires: Vault.Timestamp?
    var fields: [VaultItem.Field] = []
    var protected: [ItemSecret.Field] = []
    var attachments: [ImportedItems.Item.Attachment] = []
    var attachmentNames = UniqueNames()
    /// Older versions, oldest first.
    var history: [ForeignItem] = []

    init(line: Int) { self.line = line }

    /// The size of the item with its history and attachments, plus a fixed amount per part; counts no further than
    /// `limit`, because each of many versions may repeat many fields.
    func byteCount(upTo limit: Int) -> Int {
        let texts = [title, service, account, group, kind] + urls + fields.flatMap { [$0.name, $0.value] }
        let secrets =
            [password, notes] + [oneTimePassword].compactMap(\.self) + protected.map(\.value)
            + attachments.map(\.content)
        let names = protected.map(\.name) + attachments.map(\.name)
        var total =
            (texts + names).reduce(0) { $0 + $1.utf8.count + 64 } + secrets.reduce(0) { $0 + $1.count + 64 }
        for version in history where total <= limit { total += version.byteCount(upTo: limit) }
        return total
    }
}

/// Times in other programs' formats, limited to the years 0 to 9999; others are errors.
enum ForeignTime {
    private static let milliseconds: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// The note on an invalid time; it does not quote the text, which may come from a wrong column.
    static let wrong = "a time is not as in 2026-11-21T22:00:50Z, and is left out"

    static func iso(_ text: String) -> Vault.Timestamp? {
        guard let time = try? Vault.Timestamp(text: text), milliseconds.contains(time.milliseconds) else { return nil }
        return time
    }

    static func number(_ text: String) -> Vault.Timestamp? {
        guard let number = Int64(text), milliseconds.contains(number) else { return nil }
        // As milliseconds this is March 1973, before any password manager; as seconds the year 5138.
        guard number < 100_000_000_000 else { return Vault.Timestamp(milliseconds: number) }
        let time = Vault.Timestamp(seconds: number)
        return milliseconds.contains(time.milliseconds) ? time : nil
    }
}
