public import ArcaCore
public import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

/// Items with secrets, histories and attachments in an age file, from which all of it can be read again.
///
/// ```swift
/// try VaultArchive.write(vault, sealing: Age(passphrase: passphrase), into: &file)
/// ```
///
/// Inside is a tar archive: `vault.json` says how much there is, `items/…` are JSON, `attachments/…` the contents.
/// Everything is streamed; nothing is ever written unencrypted. `age` and `tar` alone can take an archive apart.
/// Documentation/VAULT-EXCHANGE.md describes it.
public enum VaultArchive {
    /// What an archive holds.
    public struct Summary: Sendable, Hashable {
        /// When it was written.
        public let exported: Vault.Timestamp
        /// How many items there are.
        public let itemCount: Int
        /// How many attachments there are.
        public let attachmentCount: Int
    }

    /// An attachment whose content is about to be read.
    public struct Attachment: Sendable, Hashable {
        /// The item that it belongs to.
        public let item: VaultItem.Name
        /// Its name; never to be used as a path by itself.
        public let name: String
        /// Its media type; empty when unknown.
        public let mediaType: String
        /// Its length in bytes.
        public let byteCount: Int
    }

    /// Writes an archive, in memory for one item and its history.
    ///
    /// - Parameters:
    ///   - contents: Where the items are; what is written is one state of them.
    ///   - query: Which items.
    ///   - format: Recipients or a passphrase.
    ///   - time: The time of the export.
    ///   - output: Receives the file.
    /// - Returns: What was written.
    /// - Throws: `ContainerError` without a recipient; what `contents` and `output` throw; ``VaultError`` with code
    ///   `.tampered` for an attachment that is longer or shorter than its item says.
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
    /// Every part is authenticated before it is handed out, but only the end tells that none is missing: who must not
    /// take a part for the whole reads the archive twice, the first time for nothing but the answer.
    ///
    /// - Parameters:
    ///   - input: Gives the file.
    ///   - format: Identities or a passphrase.
    ///   - take: Gets each attachment with a reader of its content, after all items were read; need not read it.
    /// - Returns: The items, without contents of attachments, and what there was.
    /// - Throws: `ContainerError` as for any age file; ``VaultError`` with code `.malformed` for what is not an archive of
    ///   items, `.unsupported` for a newer one; what `take` throws.
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
