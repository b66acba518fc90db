public import ArcaCrypto

/// An item as another program had it, with what came along.
public struct ImportedItem: Sendable {
    /// A file that was attached to the item.
    public struct Attachment: Sendable, Equatable {
        /// Its name, unique in the item; never to be used as a path by itself.
        public let name: String
        /// Its media type; empty when unknown.
        public let mediaType: String
        /// Its content.
        public let content: SecretBytes
    }

    /// The item.
    public internal(set) var draft: ItemDraft
    /// Older versions of it, the oldest first; they have its name.
    public internal(set) var history: [ItemDraft]
    /// Its attachments.
    public internal(set) var attachments: [Attachment]
    /// The line of the source that it starts in, from 1; 0 where the source has no lines that people look at.
    public let line: Int
}
