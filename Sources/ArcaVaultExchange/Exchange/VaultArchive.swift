public import ArcaCore
public import ArcaContainers
internal import ArcaSystem
public import ArcaVault

/// An age file of items with their secrets, histories and attachments, which can be restored completely.
///
/// ```swift
/// try VaultArchive.write(vault, sealing: Age(passphrase: passphrase), into: &file)
/// ```
///
/// Contains a tar archive: `vault.json` with the counts, `items/…` in JSON and `attachments/…`. Everything is streamed
/// and nothing is written unencrypted. `age` and `tar` can extract it.
/// Documentation/VAULT-EXCHANGE.md describes it.
public enum VaultArchive {
    /// The summary of an archive.
    public struct Summary: Sendable, Hashable {
        /// The time of the export.
        public let exported: Vault.Timestamp
        /// The number of items.
        public let itemCount: Int
        /// The number of attachments.
        public let attachmentCount: Int
    }

    /// The description of an attachment in an archive.
    public struct Attachment: Sendable, Hashable {
        /// The item it belongs to.
        public let item: VaultItem.Name
        /// The attachment's name; never use it as a path.
        public let name: String
        /// The media type; empty if unknown.
        public let mediaType: String
        /// The length in bytes.
        public let byteCount: Int
    }

    /// Writes an archive; memory holds one item and its history at a time.
    ///
    /// - Parameters:
    ///   - contents: The source of the items, in one consistent state.
    ///   - query: The items to write.
    ///   - format: Recipients or a passphrase.
    ///   - time: The time of the export.
    ///   - output: Receives the file.
    /// - Returns: The summary.
    /// - Throws: `ContainerError` without a recipient; errors of `contents` and `output`; ``VaultError`` with code
    ///   `.tampered` if an attachment's length differs from its item's.
    @discardableResult
    public static func write<Contents: VaultContents, Output: ByteWriter & ~Copyable>(
        _ contents: Contents, matching query: VaultQuery = .all, sealing format: Age, at time: Vault.Timestamp = .now(),
        into output: inout Output
    ) throws -> Summary {
        try withUnsafeMutablePointer(to: &output) { output in
            try contents.withSnapshot { contents in
                let items = try contents.items(matching: query)
                let head = ArchiveLayout.Head(
                    vault: contents.identifier, exported: time, itemCount: items.count,
                    attachmentCount: items.reduce(0) { $0 + $1.attachments.count })
                try ByteHandover.run { writer in
                    try ArchiveWriting.write(contents, items, head, to: &writer)
                } reading: { reader in
                    try format.seal(&reader, into: &output.pointee)
                }
                return Summary(exported: time, itemCount: head.itemCount, attachmentCount: head.attachmentCount)
            }
        }
    }

    /// Reads an archive to its end, strictly.
    ///
    /// Each part is authenticated before it is passed on, but only the end proves that nothing is missing. Callers that
    /// must not accept a part read the archive twice and ignore the first result.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - format: Identities or a passphrase.
    ///   - take: Receives each attachment and a reader for its content after all items; it may leave content unread.
    /// - Returns: The items without attachment contents, and the summary.
    /// - Throws: `ContainerError` as for any age file; ``VaultError`` with code `.malformed` if it is not an archive of
    ///   items, or `.unsupported` for a newer version; errors of `take`.
    public static func read<Input: ByteReader & ~Copyable>(
        _ input: inout Input, opening format: Age,
        attachments take: (Attachment, inout ArchiveContent) throws -> Void = { _, _ in }
    ) throws -> (items: ImportedItems, summary: Summary) {
        try withUnsafeMutablePointer(to: &input) { input in
            try ByteHandover.run { writer in
                try format.open(&input.pointee, into: &writer)
            } reading: { reader in
                var reading = ArchiveReading(reader)
                return try reading.read(take)
            }
        }
    }
}
