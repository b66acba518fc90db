public import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
public import ArcaVault

/// Items as CSV with KeePassXC's columns, which many programs read.
///
/// The text contains unencrypted secrets. Fields that begin with `=`, `+`, `-` or `@` are written unchanged so they can
/// be read back. A spreadsheet would treat them as formulas, so do not open the file in one.
public enum ItemsCSV {
    private static let columns = [
        "Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon", "Last Modified", "Created",
    ]

    /// Writes the items that match a query.
    ///
    /// - Returns: A description per item of what the columns cannot hold: fields, attachments, older versions, or a
    ///   secret that is not UTF-8.
    /// - Throws: Errors of `contents` and `writer`.
    public static func write<Contents: VaultContents, Writer: ByteWriter & ~Copyable>(
        _ contents: Contents, matching query: VaultQuery = .all, to writer: inout Writer
    ) throws -> [String] {
        var csv = CSVWriter()
        var left: [String] = []
        for column in columns { csv.write(column.utf8) }
        csv.endRecord()
        try contents.withSnapshot { contents in
            for item in try contents.items(matching: query) {
                let secret = try contents.secret(of: item.name)
                // The first part of a group is the database, as in KeePassXC.
                csv.write((item.attributes.group.isEmpty ? "Root" : "Root/\(item.attributes.group)").utf8)
                csv.write((item.attributes.label.isEmpty ? item.name.service : item.attributes.label).utf8)
                csv.write(item.name.account.utf8)
                csv.write(secret.value)
                csv.write(url(item).utf8)
                if item.attributes.comment.isEmpty, let notes = secret.notes {
                    csv.write(notes)
                } else {
                    csv.write(item.attributes.comment.utf8)
                }
                csv.write(secret.oneTimePassword?.uri ?? SecretBytes(copying: [UInt8]()))
                csv.write("0".utf8)
                csv.write(item.modified.description.utf8)
                csv.write(item.created.description.utf8)
                csv.endRecord()
                try csv.drain(into: &writer)
                let what = losses(item, secret)
                if !what.isEmpty {
                    left.append("\(item.name.text): \(what.joined(separator: ", "))")
                }
            }
        }
        try csv.drain(into: &writer)
        return left
    }

    /// The `url` field, or an address built from the name.
    private static func url(_ item: VaultItem) -> String {
        if let field = item.attributes.fields.first(where: { $0.name == "url" }) { return field.value }
        return item.name.itemClass == .internetPassword ? item.name.address : ""
    }

    private static func losses(_ item: VaultItem, _ secret: ItemSecret) -> [String] {
        var losses = item.attributes.fields.filter { $0.name != "url" }.map { "field \($0.name)" }
        let hasNotes = item.attributes.comment.isEmpty && secret.notes != nil
        losses +=
            item.protectedFields.filter { !hasNotes || $0 != "notes" }.map { "field \($0)" }
            + item.attachments.map { "attachment \($0.name)" }
        let name = item.name
        if name.itemClass != .genericPassword, name.itemClass != .internetPassword { losses.append("class") }
        if name.itemClass == .genericPassword, !item.attributes.label.isEmpty { losses.append("service") }
        if !item.attributes.kind.isEmpty { losses.append("kind") }
        if item.attributes.expires != nil { losses.append("expiry") }
        if item.secretChanged != item.modified { losses.append("time of the password") }
        if item.historyCount > 0 {
            losses.append("\(item.historyCount) older version\(item.historyCount == 1 ? "" : "s")")
        }
        if !secret.value.isText { losses.append("a secret that is not text") }
        return losses
    }
}

extension ItemSecret {
    /// The notes of an item imported from another program, stored as a protected field.
    fileprivate var notes: SecretBytes? { fields.first { $0.name == "notes" }?.value }
}

/// Writes comma-separated values: every field in quotes, quotes doubled, lines ended by LF.
///
/// Values are written unchanged, so they read back exactly, even if a spreadsheet would treat them as formulas.
///
/// Source: RFC 4180, section 2.
struct CSVWriter {
    /// Bytes written since the last drain.
    var bytes: [UInt8] { text.bytes }
    private var text = WipingBytes()
    private var isAtStart = true

    mutating func write(_ value: borrowing some Bytes) {
        if !isAtStart { text.append(.comma) }
        isAtStart = false
        text.append(.quotationMark)
        value.withBytes { span in
            for index in span.indices {
                if span[index] == .quotationMark { text.append(span[index]) }
                text.append(span[index])
            }
        }
        text.append(.quotationMark)
    }

    mutating func endRecord() {
        text.append(.newline)
        isAtStart = true
    }

    /// Writes the text to a writer and wipes it.
    mutating func drain<Writer: ByteWriter & ~Copyable>(into writer: inout Writer) throws(Writer.Failure) {
        defer { text.wipe() }
        try writer.write(text.bytes)
    }
}
