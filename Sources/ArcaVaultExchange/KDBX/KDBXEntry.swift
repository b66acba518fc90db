internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
internal import ArcaVault

/// An item with its older versions as an entry of a KeePass database.
struct KDBXEntry {
    private let item: VaultItem
    private let secret: ItemSecret
    private let identifier: String
    /// Oldest first.
    private var history: [KDBXEntry] = []
    private var attachments: [(name: String, number: Int)] = []
    /// Parts that the format cannot hold.
    private(set) var losses: [String] = []

    init(_ item: VaultItem, _ contents: some VaultContents) throws {
        let bytes = item.identifier.isEmpty ? try SecureRandom.bytes(16) : item.identifier
        self.init(item, try contents.secret(of: item.name), Base64.standard.encode(bytes))
        losses = ItemJSON.losses(item, secret)
        guard item.historyCount > 0 else { return }
        var lost = 0
        for version in try contents.history(of: item.name).reversed() {
            let older = try contents.secret(of: item.name, version: version.version)
            history.append(KDBXEntry(version, older, identifier))
            if !older.value.isText || !older.fields.allSatisfy(\.value.isText) { lost += 1 }
        }
        switch lost {
        case 0: break
        case 1: losses.append("an older secret, which is not text")
        default: losses.append("\(lost) older secrets, which are not text")
        }
    }

    private init(_ item: VaultItem, _ secret: ItemSecret, _ identifier: String) {
        self.item = item
        self.secret = secret
        self.identifier = identifier
    }

    /// Adds an attachment, by its number in the file; nil if it was left out.
    mutating func attach(_ name: String, number: Int?) {
        if let number { attachments.append((name, number)) } else { losses.append("attachment \(name)") }
    }

    func write(to text: inout KDBXText) throws {
        try text.element("Entry") { text in
            text.write("UUID", identifier)
            let tags = item.attributes.fields.first { $0.name == "tags" }?.value ?? ""
            let list = tags.split(separator: ",").map { String($0.drop { $0 == " " }) }
            if !list.isEmpty { text.write("Tags", list.joined(separator: ";")) }
            if let url = item.attributes.fields.first(where: { $0.name == "override url" }) {
                text.write("OverrideURL", url.value)
            }
            times(&text)
            try fields(&text)
            for attachment in attachments { text.attachment(attachment.name, number: attachment.number) }
            if !history.isEmpty {
                try text.element("History") { text in
                    for version in history { try version.write(to: &text) }
                }
            }
        }
    }

    private func times(_ text: inout KDBXText) {
        text.element("Times") { text in
            text.write("CreationTime", Self.time(item.created))
            text.write("LastModificationTime", Self.time(item.modified))
            text.write("LastAccessTime", Self.time(item.modified))
            text.write("ExpiryTime", Self.time(item.attributes.expires ?? item.modified))
            text.write("Expires", item.attributes.expires == nil ? "False" : "True")
            text.write("UsageCount", "0")
            text.write("LocationChanged", Self.time(item.modified))
        }
    }

    /// Base64 of the seconds since the year 1.
    private static func time(_ time: Vault.Timestamp) -> String {
        let seconds = min(max(time.seconds, -62_135_596_800), 253_402_300_799) + 62_135_596_800
        return Base64.standard.encode(UInt64(seconds).littleEndianBytes)
    }

    private func fields(_ text: inout KDBXText) throws {
        let isLogin = item.name.itemClass == .genericPassword || item.name.itemClass == .internetPassword
        let attributes = item.attributes
        let addresses = attributes.fields.filter(\.isAddress).map(\.value)
        let urls = addresses.isEmpty && item.name.itemClass == .internetPassword ? [item.name.address] : addresses
        let notes = isLogin ? secret.fields.first { $0.name == "notes" }?.value : secret.value
        var names = UniqueNames(taken: ["Title", "UserName", "Password", "URL", "Notes"])

        func plain(_ name: String, _ value: String) throws {
            try text.field(name, SecretBytes(copying: value.utf8))
        }
        try plain("Title", attributes.label.isEmpty ? item.name.service : attributes.label)
        try plain("UserName", item.name.account)
        try protected("Password", isLogin ? secret.value : SecretBytes(copying: [UInt8]()), &text)
        try plain("URL", urls.first ?? "")
        if let notes {
            try protected("Notes", notes, &text)
        } else {
            try plain("Notes", attributes.comment)
        }
        for (index, url) in urls.dropFirst().enumerated() { try plain(names.unique("KP2A_URL_\(index + 1)"), url) }
        if let password = secret.oneTimePassword {
            for (name, value) in Self.fields(of: password) { try protected(names.unique(name), value, &text) }
        }
        if notes != nil, !attributes.comment.isEmpty { try plain(names.unique("comment"), attributes.comment) }
        for field in attributes.fields
        where !field.isAddress && field.name != "tags" && field.name != "override url" {
            try plain(names.unique(field.name), field.value)
        }
        for field in secret.fields where !isLogin || field.name != "notes" {
            try protected(names.unique(field.name), field.value, &text)
        }
    }

    private func protected(_ name: String, _ value: SecretBytes, _ text: inout KDBXText) throws {
        if value.isText { try text.field(name, value, isProtected: true) }
    }

    /// A URI, as KeePassXC reads it; for a counter, KeePass's own fields, because KeePassXC would show codes by time.
    private static func fields(of password: OTPGenerator) -> [(name: String, value: SecretBytes)] {
        guard password.kind == .counter else { return [("otp", password.uri)] }
        let values = [
            ("Counter", String(password.counter)), ("Length", String(password.digits)),
            ("Algorithm", "HMAC-SHA-\(ItemJSON.name(of: password.algorithm).dropFirst(3))"),
        ]
        return [("HmacOtp-Secret-Base32", ItemJSON.text(of: password.key, in: Base32.standard))]
            + values.map { ("HmacOtp-\($0)", SecretBytes(copying: $1.utf8)) }
    }
}
