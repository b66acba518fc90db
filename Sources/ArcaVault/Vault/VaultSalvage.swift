public import ArcaCore

/// The readable part of damaged contents: items with a readable secret, and their readable older versions and
/// attachments.
///
/// Every secret and attachment is decrypted once for the check, and again when it is read.
///
/// ```swift
/// let missing = try vault.withSnapshot { snapshot in
///     let salvage = try VaultSalvage(snapshot)
///     try VaultArchive.write(salvage, sealing: Age(passphrase: passphrase), into: &file)
///     return salvage.findings
/// }
/// ```
public struct VaultSalvage<Contents: VaultContents>: VaultContents {
    /// The salvage itself, because it never changes.
    public typealias Snapshot = Self

    /// The vault's identifier, 16 bytes.
    public var identifier: [UInt8] { contents.identifier }
    /// The missing parts, and the items not proven current; empty if everything is readable.
    public let findings: [VaultFinding]
    private let contents: Contents
    private let items: [VaultItem]
    /// The histories of items that lack some versions.
    private let histories: [VaultItem.Name: [VaultItem]]

    /// Checks all contents.
    ///
    /// - Parameters:
    ///   - contents: A snapshot of the vault. If it was opened with `salvages`, unproven items are included.
    ///   - query: The items to include.
    /// - Throws: Any error of `contents` except damage.
    public init(_ contents: Contents, matching query: VaultQuery = .all) throws {
        let listing = try contents.listing(matching: query)
        var findings = listing.findings
        var items: [VaultItem] = []
        var histories: [VaultItem.Name: [VaultItem]] = [:]
        for item in listing.items {
            func opens(_ code: VaultFinding.Code, _ what: String, _ body: () throws -> Void) throws -> Bool {
                do {
                    try body()
                    return true
                } catch  where VaultError(wrapping: error).kind == .tampered {
                    findings.append(VaultFinding(code, item.name, what))
                    return false
                }
            }
            guard try opens(.recordDamaged, "the secret does not open", { _ = try contents.secret(of: item.name) })
            else { continue }
            var versions: [VaultItem] = []
            if item.historyCount > 0 {
                _ = try opens(.historyMissing, "the older versions are not those that the item had") {
                    versions = try contents.history(of: item.name)
                }
                versions = try versions.filter { version in
                    try opens(.historyMissing, "the older version \(version.version) does not open") {
                        _ = try contents.secret(of: item.name, version: version.version)
                    }
                }
            }
            let attachments = try item.attachments.filter { attachment in
                try opens(.attachmentDamaged, "the attachment \(attachment.name) is not as it was written") {
                    _ = try contents.extract(attachment.name, of: item.name, to: CountingWriter())
                }
            }
            if versions.count < item.historyCount { histories[item.name] = versions }
            items.append(item.with(attachments, historyCount: versions.count))
        }
        for item in items where !item.isProven {
            findings.append(VaultFinding(.recordReplayed, item.name, "this may be an older version, put back"))
        }
        (self.contents, self.items, self.findings, self.histories) = (contents, items, findings, histories)
    }

    /// Lists the readable items, without their unreadable parts.
    public func items(matching query: VaultQuery) -> [VaultItem] { items.filter(query.matches) }

    /// Decrypts an item's secret.
    ///
    /// - Throws: Any error of the contents.
    public func secret(of name: VaultItem.Name) throws -> ItemSecret { try contents.secret(of: name) }

    /// Lists the readable older versions of an item.
    ///
    /// - Returns: The versions, newest first.
    /// - Throws: Any error of the contents.
    public func history(of name: VaultItem.Name) throws -> [VaultItem] {
        try histories[name] ?? contents.history(of: name)
    }

    /// Decrypts the secret of an older version.
    ///
    /// - Throws: Any error of the contents.
    public func secret(of name: VaultItem.Name, version: UInt64) throws -> ItemSecret {
        try contents.secret(of: name, version: version)
    }

    /// Extracts an attachment's content.
    ///
    /// - Throws: Any error of the contents.
    public func extract<Output: ByteWriter & ~Copyable>(
        _ attachment: String, of name: VaultItem.Name, to output: consuming Output
    ) throws -> Output {
        try contents.extract(attachment, of: name, to: output)
    }
}

extension VaultItem {
    func with(_ attachments: [Attachment], historyCount: Int) -> VaultItem {
        VaultItem(
            identifier: identifier, version: version, name: name, attributes: attributes, created: created,
            modified: modified, secretChanged: secretChanged, protectedFields: protectedFields,
            oneTimePassword: oneTimePassword, attachments: attachments, historyCount: historyCount, removed: removed,
            isProven: isProven)
    }
}
