internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaCrypto
internal import ArcaVault

extension KeePassItems {
    mutating func entry(
        _ bytes: Span<UInt8>, _ notes: inout Notes, isHistory: Bool = false
    ) throws -> ForeignItem {
        try count(\.entries)
        var item = ForeignItem(line: line(bytes))
        var fields: [Field] = []
        var names = UniqueNames()
        var skipped: [String] = []
        try children(bytes) { this, name, tag in
            switch name {
            case "UUID":
                let identifier = try? Base64.standard.decode(try this.text(bytes))
                item.identifier = Base16.standard.encode(identifier ?? []).uppercased()
            case "String": fields.append(try this.field(bytes))
            case "Times": try this.times(bytes, &item, &notes)
            case "Binary":
                if let one = try this.attachment(bytes, item.line, names: &names, notes: &notes) {
                    item.attachments.append(one)
                }
            case "Tags":
                let text = try this.text(bytes)
                try this.count(\.parts, text.utf8.count { $0 == .semicolon || $0 == .comma })
                let tags = text.split { $0 == ";" || $0 == "," }.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
                if !tags.isEmpty { item.fields.append(.init("tags", tags.joined(separator: ", "))) }
            case "OverrideURL":
                let text = try this.text(bytes)
                if !text.isEmpty { item.fields.append(.init("override url", text)) }
            case "AutoType":
                if try this.hasSequences(bytes) { skipped.append("the auto-type settings") }
            case "CustomData":
                skipped.append("the data of plugins and other programs")
                return false
            case "History":
                guard !isHistory else { throw VaultError(.malformed, at: this.offset, "a history inside a history") }
                try this.children(bytes) { this, name, tag in
                    guard name == "Entry" else { return false }
                    item.history.append(try this.entry(bytes, &notes, isHistory: true))
                    return true
                }
            default: return false
            }
            return true
        }
        let password = Result { try KeePassOneTimePassword.take(from: &fields) }
        try take(&fields, into: &item)
        switch password {
        case .success(let source): item.oneTimePassword = source
        case .failure(let error):
            let text = "the one-time password of '\(item.shownTitle)' is kept in its fields: "
            notes.append((.warning, item.line, text + VaultError(wrapping: error).reason))
        }
        for part in skipped where !isHistory {
            notes.append((.skipped, item.line, "\(part) of '\(item.shownTitle)' are not imported"))
        }
        // The vault's history has no attachments in imported versions.
        for index in item.history.indices { item.history[index].attachments = [] }
        item.secretChanged = Self.lastChange(of: item)
        return item
    }

    /// The time of the last password change, as far as the history shows.
    private static func lastChange(of item: ForeignItem) -> Vault.Timestamp? {
        var time = item.history.isEmpty ? nil : item.modified
        for version in item.history.reversed() {
            guard version.password == item.password else { break }
            time = version.modified
        }
        return time
    }

    /// Whether the auto-type settings of an entry differ from the default.
    private mutating func hasSequences(_ bytes: Span<UInt8>) throws -> Bool {
        var found = false
        try children(bytes) { this, name, tag in
            if name == "DefaultSequence" || name == "Association" { found = true }
            return false
        }
        return found
    }

    private mutating func field(_ bytes: Span<UInt8>) throws -> Field {
        try count(\.parts)
        var name = ""
        var value = SecretBytes(copying: [UInt8]())
        var isProtected = false
        try children(bytes) { this, element, tag in
            if element == "Key", !tag.isEmpty { name = try this.text(bytes) }
            guard element == "Value" else { return element == "Key" }
            // KeePass writes the first attribute, other programs and databases the second.
            isProtected = tag.attributes.contains { attribute in
                (attribute.name == "ProtectInMemory" || attribute.name == "Protected")
                    && attribute.value.lowercased() == "true"
            }
            if !tag.isEmpty { value = try this.value(bytes, tag.attributes) }
            return true
        }
        return Field(name: name, value: value, isProtected: isProtected)
    }

    /// Moves the fields one by one, so large values are not there twice.
    private func take(_ fields: inout [Field], into item: inout ForeignItem) throws {
        // The entry's own URL comes first, regardless of its position.
        var ownURLs: [String] = []
        fields.reverse()
        while let field = fields.popLast() {
            if field.name == "Password" {
                item.password = field.value
                continue
            }
            let isStandard = ["Title", "UserName", "URL", "Notes"].contains(field.name)
            guard !field.value.isEmpty || !isStandard else { continue }
            if field.name == "Notes" {
                item.notes = field.value
                continue
            }
            guard !field.isProtected || isStandard else {
                item.protected.append(.init(field.name, field.value))
                continue
            }
            guard let text = String(validating: Array(bytes: field.value), as: UTF8.self) else {
                throw VaultError(.malformed, at: offset, "a field of the entry in line \(item.line) is not UTF-8")
            }
            switch field.name {
            case "Title": item.title = text
            case "UserName": item.account = text
            case "URL": ownURLs.append(text)
            case let name where name.hasPrefix("KP2A_URL"): item.urls.append(text)
            default: item.fields.append(.init(field.name, text))
            }
        }
        item.urls = ownURLs.reversed() + item.urls
    }

    private mutating func times(
        _ bytes: Span<UInt8>, _ item: inout ForeignItem, _ notes: inout Notes
    ) throws {
        var expires = false
        var expiry: Vault.Timestamp?
        try children(bytes) { this, name, tag in
            switch name {
            case "CreationTime": item.created = Self.time(try this.text(bytes), item.line, &notes)
            case "LastModificationTime": item.modified = Self.time(try this.text(bytes), item.line, &notes)
            case "ExpiryTime": expiry = Self.time(try this.text(bytes), item.line, &notes)
            case "Expires": expires = try this.text(bytes).lowercased() == "true"
            default: return false
            }
            return true
        }
        item.expires = expires ? expiry : nil
    }

    /// ISO 8601, or Base64 of the seconds since the year 1 as in version 4 databases.
    private static func time(_ text: String, _ line: Int, _ notes: inout Notes) -> Vault.Timestamp? {
        if let time = ForeignTime.iso(text) { return time }
        if let bytes = try? Base64.standard.decode(text), bytes.count == 8 {
            let seconds = bytes.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            if (0...315_537_897_599).contains(seconds) { return Vault.Timestamp(seconds: seconds - 62_135_596_800) }
        }
        notes.append((.warning, line, ForeignTime.wrong))
        return nil
    }

    // MARK: Attachments

    private mutating func attachment(
        _ bytes: Span<UInt8>, _ line: Int, names: inout UniqueNames, notes: inout Notes
    ) throws -> ImportedItems.Item.Attachment? {
        try count(\.parts)
        var name = ""
        var content: SecretBytes?
        try children(bytes) { this, element, tag in
            if element == "Key", !tag.isEmpty { name = try this.text(bytes) }
            guard element == "Value" else { return element == "Key" }
            if let reference = tag.attributes.first(where: { $0.name == "Ref" })?.value {
                content = try this.content(reference)
                return false
            }
            content = tag.isEmpty ? SecretBytes(copying: [UInt8]()) : try this.binary(bytes, tag)
            return true
        }
        guard let content else {
            notes.append((.warning, line, "the attachment '\(name.shortened)' is missing in the file"))
            return nil
        }
        return ImportedItems.Item.Attachment(
            name: names.unique(name.isEmpty ? "attachment" : name), mediaType: "", content: content)
    }

    /// Base64, optionally of gzip or encrypted.
    mutating func binary(_ bytes: Span<UInt8>, _ tag: Tag) throws -> SecretBytes {
        guard !tag.isEmpty else { return SecretBytes(copying: [UInt8]()) }
        let place = offset
        let text = try value(bytes, tag.attributes, limit: Self.largestAttachmentByteCount)
        let isCompressed = tag.attributes.contains { $0.name == "Compressed" && $0.value.lowercased() == "true" }
        let left = Self.largestAttachmentByteCount - attachmentByteCount
        do {
            let codec = Base64.standard.allowing(.whitespace)
            // An encrypted value is Base64 itself.
            var content =
                isEncrypted(tag.attributes)
                ? text
                : try SecretBytes(byteCount: codec.maximumDecodedCount(for: text.count)) { output in
                    try text.withBytes { try codec.decode($0, into: &output) }
                }
            if isCompressed {
                let limits = InflateLimits(
                    maximumByteCount: left, maximumRatio: InflateLimits.standard.maximumRatio)
                // The decompressed bytes pass through ordinary memory, like the rest of the file except secret values.
                var plain = try Inflater.inflate(content, format: .gzip, limits: limits)
                content = SecretBytes(copying: plain)
                for index in plain.indices { plain[index] = 0 }
            }
            attachmentByteCount += content.count
            return content
        } catch {
            throw VaultError(.malformed, at: place, "an attachment is neither Base64 nor gzip in it, or too large")
        }
    }
}
