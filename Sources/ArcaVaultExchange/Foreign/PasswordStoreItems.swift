internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaVault

extension ImportedItems {
    /// A decrypted entry of a password store.
    public struct StoreEntry: Sendable {
        /// The path in the store, without `.gpg` or `.age`: `Work/example.com/alice`.
        public let path: String
        /// The decrypted content; secret; nil if it cannot be decrypted.
        public let content: SecretBytes?
        /// The reason why it cannot be decrypted, or empty.
        public let reason: String

        /// Creates an entry.
        public init(path: String, content: SecretBytes?, reason: String = "") {
            (self.path, self.content, self.reason) = (path, content, reason)
        }
    }

    /// Reads the entries of a password store, as `pass`, `pass-otp` and gopass write them.
    ///
    /// The first line is the password. `otpauth://` lines and `totp:` are one-time passwords; `login:`, `user:` and
    /// `username:` name the account; `url:` and its synonyms are addresses. Other `key: value` lines become protected
    /// fields, and other lines the protected field `notes`. The last two parts of the path are service and account, or
    /// with an account in the entry, or a server as the last part, the last part is the service; the parts before are
    /// the group. An entry that is not text, or longer than 1 MiB, becomes a file.
    ///
    /// - Parameter entries: The entries; one without content is noted as skipped.
    /// - Throws: ``VaultError`` with code `.malformed` if the items exceed the total size limit.
    ///
    /// Source: `man pass`, `pass-otp`'s README, and the conventions of browserpass and gopass.
    public init(passwordStore entries: [StoreEntry]) throws(VaultError) {
        do {
            var gatherer = ItemGatherer()
            var unreadable = 0
            for entry in entries {
                guard let content = entry.content else {
                    unreadable += 1
                    let reason = entry.reason.isEmpty ? "" : ": \(entry.reason)"
                    gatherer.note(
                        .skipped, 0, "'\(entry.path.shortened)' cannot be decrypted\(reason)", isOfItem: false)
                    continue
                }
                try gatherer.add(PasswordStoreItem.read(entry.path, content))
            }
            self = try gatherer.finish()
            unreadableCount = unreadable
        } catch {
            throw VaultError(wrapping: error)
        }
    }
}

/// Reads one entry of a password store.
enum PasswordStoreItem {
    private static let accounts: Set = ["login", "user", "username"]
    private static let addresses: Set = ["url", "uri", "link", "site", "website", "web"]
    private static let seeds: Set = ["totp", "otp", "otpauth", "hotp"]
    /// The maximum length of a key; longer text before a colon is a sentence.
    private static let longestKey = 64

    static func read(_ path: String, _ content: SecretBytes) -> ForeignItem {
        var item = ForeignItem(line: 0)
        let parts = path.split(separator: "/").map(String.init)
        guard content.isText, content.count <= ItemSecret.largestByteCount else {
            item.itemClass = .file
            item.service = parts.last ?? path
            item.group = parts.dropLast().joined(separator: "/")
            item.attachments = [.init(name: parts.last ?? "file", mediaType: "", content: content)]
            return item
        }
        var notes = WipingBytes()
        defer { notes.wipe() }
        content.withBytes { bytes in
            var start = 0
            while start < bytes.count {
                let end = (start..<bytes.count).first { bytes[$0] == .newline } ?? bytes.count
                let isFirst = start == 0
                let lineEnd = end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
                let line = bytes.extracting(start..<lineEnd)
                start = end + 1
                if begins(line, "otpauth://"), item.oneTimePassword == nil {
                    item.oneTimePassword = SecretBytes(copying: line)
                } else if isFirst {
                    item.password = SecretBytes(copying: line)
                } else if !takeField(line, &item) {
                    notes.append(contentsOf: line)
                    notes.append(.newline)
                }
            }
        }
        item.notes = trimmed(notes.bytes)
        setName(parts, &item)
        return item
    }

    /// Takes `key: value`; false for another line.
    private static func takeField(_ line: Span<UInt8>, _ item: inout ForeignItem) -> Bool {
        guard let colon = (0..<min(line.count, longestKey)).first(where: { line[$0] == .colon }), colon > 0,
            // An address is not a field.
            colon + 1 == line.count || line[colon + 1] != .slash,
            let key = String(validating: Array(bytes: line.extracting(..<colon)), as: UTF8.self)
        else { return false }
        var start = colon + 1
        while start < line.count, line[start] == .space || line[start] == UInt8(ascii: "\t") { start += 1 }
        guard start < line.count else { return false }
        let value = SecretBytes(copying: line.extracting(start...))
        let name = key.filter { !$0.isWhitespace }.lowercased()
        if accounts.contains(name), item.account.isEmpty {
            item.account = text(value)
        } else if addresses.contains(name) {
            item.urls.append(text(value))
        } else if seeds.contains(name), item.oneTimePassword == nil {
            item.oneTimePassword = value
        } else {
            item.protected.append(.init(key, value))
        }
        return true
    }

    private static func setName(_ parts: [String], _ item: inout ForeignItem) {
        let last = parts.last ?? ""
        let parent = parts.dropLast().last
        let isServer = last.utf8.contains(.period) && !last.utf8.contains(.at) && ForeignURL(last) != nil
        if let parent, item.account == last || item.account.isEmpty && !isServer {
            item.service = parent
            item.account = last
            item.group = parts.dropLast(2).joined(separator: "/")
        } else {
            item.service = last
            item.group = parts.dropLast().joined(separator: "/")
        }
        // The address names the item, as for other sources; the path's name becomes its label.
        if let url = item.urls.first, ForeignURL(url) != nil {
            item.title = item.service
            item.service = ""
        }
    }

    private static func trimmed(_ bytes: [UInt8]) -> SecretBytes {
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
        return SecretBytes(copying: bytes[..<end])
    }

    private static func begins(_ line: Span<UInt8>, _ prefix: String) -> Bool {
        line.count >= prefix.utf8.count && prefix.utf8.enumerated().allSatisfy { line[$0.offset] == $0.element }
    }

    private static func text(_ value: SecretBytes) -> String { String(decoding: Array(bytes: value), as: UTF8.self) }
}
