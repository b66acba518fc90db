internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
internal import ArcaSystem
internal import ArcaVault

/// An item as editable text: one `name: value` per line.
///
/// A multiline value is on the lines after its name, each indented by four spaces. Lines that start with `#` are
/// comments. Values that are not text or contain control characters are omitted, and stay unchanged.
struct ItemText {
    private static let indent = "    "

    let item: VaultItem
    let secret: ItemSecret

    // MARK: Writing

    func text() -> SecretBytes {
        var text = WipingBytes()
        text.append(
            """
            # \(item.name.shown), version \(item.version)
            #
            # Lines are 'name: value'; a value of several lines stands below its name, each line after four spaces.
            # 'field NAME: value' adds a field of your own, 'secret NAME: value' a secret one; without its line a field is
            # removed. 'otp' takes an otpauth:// address or a key in Base32, 'expires' a date, or 90d from now.
            # If nothing is changed, or the editor fails, the item stays as it is.


            """)
        for (key, value) in entries { Self.append(key, value, to: &text) }
        for attachment in item.attachments { text.append("# attachment: \(String(printable: attachment.name.utf8))\n") }
        defer { text.wipe() }
        return SecretBytes(copying: text.bytes)
    }

    private var entries: [(key: String, value: SecretBytes)] {
        func plain(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }
        let name = item.name
        let attributes = item.attributes
        var entries = [("service", plain(name.service)), ("account", plain(name.account))]
        if name.itemClass == .internetPassword {
            entries.append(("protocol", plain(name.scheme)))
            entries.append(("port", plain(name.port == 0 ? "" : String(name.port))))
            entries.append(("path", plain(name.path)))
        }
        entries.append(("password", secret.value))
        entries.append(("otp", secret.oneTimePassword?.uri ?? plain("")))
        entries.append(("label", plain(attributes.label)))
        entries.append(("kind", plain(attributes.kind)))
        entries.append(("group", plain(attributes.group)))
        entries.append(("expires", plain(attributes.expires?.description ?? "")))
        entries += attributes.fields.map { ("field \(Self.quoted($0.name))", plain($0.value)) }
        entries += secret.fields.map { ("secret \(Self.quoted($0.name))", $0.value) }
        entries.append(("comment", plain(attributes.comment)))
        return entries
    }

    private static func append(_ key: String, _ value: SecretBytes, to text: inout WipingBytes) {
        guard isEditable(value) else {
            return text.append("# \(key): \(ByteCount.text(value.count)) that are not text, and stay\n")
        }
        text.append("\(key):")
        value.withBytes { bytes in
            let hasLines = bytes.indices.contains { bytes[$0] == .newline }
            text.append(hasLines ? "\n\(indent)" : bytes.isEmpty ? "" : " ")
            for index in bytes.indices {
                text.append(bytes[index])
                if bytes[index] == .newline { text.append(indent) }
            }
        }
        text.append("\n")
    }

    /// Whether a value survives a round trip through the text.
    static func isEditable(_ value: borrowing some Bytes) -> Bool {
        value.withBytes { bytes in
            String(validating: Array(bytes: bytes), as: UTF8.self) != nil
                && bytes.indices.allSatisfy { index in
                    bytes[index] >= 0x20 && bytes[index] != 0x7f || bytes[index] == .newline || bytes[index] == .tab
                }
        }
    }

    /// A field name, as a JSON string if ambiguous.
    private static func quoted(_ name: String) -> String {
        let isPlain =
            isEditable(name.utf8) && name.first != " " && name.last != " "
            && !name.contains { [":", "\"", "\n", "\t"].contains($0) }
        return isPlain ? name : JSONValue.string(name).text()
    }

    // MARK: Reading

    /// Applies an edited text to a draft of the item, as it was shown.
    ///
    /// - Throws: ``VaultError`` with code `.malformed`, which names the line but never its contents.
    func read(_ text: SecretBytes, into draft: inout ItemDraft) throws(VaultError) {
        var lines = try ItemLines(text)
        func plain(_ key: String, _ current: String) throws(VaultError) -> String {
            guard Self.isEditable(current.utf8) else { return current }
            return lines.take(key)?.text ?? ""
        }
        var name = draft.name
        name.service = try plain("service", name.service)
        guard !name.service.isEmpty else {
            throw VaultError(.malformed, "the text has no line 'service: …' with a value")
        }
        name.account = try plain("account", name.account)
        if name.itemClass == .internetPassword {
            name.scheme = try plain("protocol", name.scheme)
            name.port = try Self.port(lines.take("port"))
            name.path = try plain("path", name.path)
        }
        draft.name = name
        if Self.isEditable(draft.secret.value) {
            guard let password = lines.take("password") else {
                throw VaultError(
                    .malformed, "the text has no line 'password:'", hint: "write it without a value for an empty one")
            }
            draft.secret.value = password.value
        }
        draft.secret.oneTimePassword = try Self.generator(lines.take("otp"), draft.secret.oneTimePassword)
        draft.attributes.label = try plain("label", draft.attributes.label)
        draft.attributes.kind = try plain("kind", draft.attributes.kind)
        draft.attributes.group = try plain("group", draft.attributes.group)
        draft.attributes.comment = try plain("comment", draft.attributes.comment)
        draft.attributes.expires = try Self.expiry(lines.take("expires"), draft.attributes.expires)
        try readFields(&lines, into: &draft)
        if let rest = lines.rest {
            throw ItemLines.failure(
                rest.number, "'\(String(printable: rest.key.utf8))' is not a field of this item",
                hint: "write 'field NAME: value' or 'secret NAME: value' for one of your own")
        }
    }

    private func readFields(_ lines: inout ItemLines, into draft: inout ItemDraft) throws(VaultError) {
        var names: Set<String> = []
        // Keep the values that the text could not show.
        let plain = draft.attributes.fields.filter { !Self.isEditable($0.value.utf8) }
        let secrets = draft.secret.fields.filter { !Self.isEditable($0.value) }
        draft.attributes.fields = []
        draft.secret.fields = []
        for (line, name, isSecret) in lines.takeFields() {
            guard !name.isEmpty else { throw ItemLines.failure(line.number, "a field has no name") }
            guard names.insert(name).inserted else {
                throw ItemLines.failure(line.number, "another field has the name '\(String(printable: name.utf8))'")
            }
            if isSecret {
                draft.secret.fields.append(ItemSecret.Field(name, line.value))
            } else {
                draft.attributes.fields.append(VaultItem.Field(name, line.text))
            }
        }
        draft.attributes.fields += plain.filter { !names.contains($0.name) }
        draft.secret.fields += secrets.filter { !names.contains($0.name) }
    }

    private static func port(_ line: ItemLines.Line?) throws(VaultError) -> UInt16 {
        guard let line, !line.value.isEmpty else { return 0 }
        guard let port = UInt16(line.text) else {
            throw ItemLines.failure(line.number, "the port is not a number from 0 to 65535")
        }
        return port
    }

    private static func generator(
        _ line: ItemLines.Line?, _ current: OTPGenerator?
    ) throws(VaultError) -> OTPGenerator? {
        guard let line, !line.value.isEmpty else { return nil }
        if let current, current.uri == line.value { return current }
        do {
            return try ItemChangeOptions.generator(line.value)
        } catch {
            throw ItemLines.failure(line.number, error.reason, hint: error.hint)
        }
    }

    private static func expiry(
        _ line: ItemLines.Line?, _ current: Vault.Timestamp?
    ) throws(VaultError) -> Vault.Timestamp? {
        guard let line, !line.value.isEmpty else { return nil }
        if let current, current.description == line.text { return current }
        do {
            return try Expiry(argument: Argument(line.text)).time()
        } catch {
            throw ItemLines.failure(line.number, error.reason, hint: error.hint)
        }
    }
}
