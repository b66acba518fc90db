public import ArcaCore
public import ArcaCrypto
public import ArcaVault

/// The items of another program's file, with unique names, and notes about the import.
///
/// ```swift
/// let found = try ImportedItems(reading: bytes)
/// for note in found.notes { print(note) }
/// try vault.add(found.items.map(\.draft))
/// ```
///
/// A login with a web address becomes an internet password with server, scheme and any non-default port; the complete
/// address is kept in the field `url`. The path is part of the name only if two logins are otherwise equal. Without an
/// address, the title becomes the service of a generic password. A second, different item with the same name is
/// numbered, as in `alice (2)`; a duplicate is dropped. Both are reported.
///
/// Passwords and protected fields are stored in memory that gets wiped. Titles, addresses, notes and plain fields are
/// ordinary memory, as in ``VaultItem``, and so is all of a JSON text.
public struct ImportedItems: Sendable {
    /// Maximum file size in bytes.
    public static let largestByteCount = 256 << 20

    /// The items, in source order.
    public internal(set) var items: [ImportedItems.Item] = []
    /// The identifier of the source vault, 16 bytes; empty for another program's file.
    public internal(set) var vault: [UInt8] = []
    /// The notes, in source order.
    public internal(set) var notes: [ImportedItems.Note] = []
    /// The number of entries that could not be decrypted; each has a note.
    public internal(set) var unreadableCount = 0

    /// Reads a file of another program, or an unencrypted one of Arca's.
    ///
    /// - Parameters:
    ///   - bytes: The complete file in UTF-8 or UTF-16; secret.
    ///   - format: The format; nil to detect it from the content.
    ///   - columns: The meanings of CSV columns; nil to detect them from the column names.
    ///   - passphrase: The passphrase of an encrypted file; secret; ignored for other files.
    ///   - keyFile: The content of the key file of a KeePass database; secret; ignored for other files.
    ///   - limits: The accepted costs of deriving a key from the passphrase.
    /// - Throws: ``VaultError`` with code `.malformed`, with the offset and a reason that names the line;
    ///   `.locked` for a file that needs a passphrase or key file, `.wrongCredential` for a wrong one, `.costTooHigh`, or
    ///   `.tampered` for damaged ciphertext; `.unsupported` for other encryption; `.invalidArgument` for missing
    ///   columns or a format without columns.
    public init(
        reading bytes: borrowing some Bytes, as format: ImportedItems.Format? = nil,
        columns: ImportedItems.Columns? = nil, passphrase: SecretBytes? = nil, keyFile: SecretBytes? = nil,
        limits: CostLimits = .reading
    ) throws(VaultError) {
        do {
            let opening = Opening(passphrase: passphrase, keyFile: keyFile, limits: limits)
            self = try bytes.withText { span in try Self.read(span, format, columns, opening) }
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    private static func read(_ span: Span<UInt8>, _ known: Format?, _ columns: Columns?, _ opening: Opening) throws
        -> ImportedItems
    {
        guard span.count <= largestByteCount else {
            throw VaultError(.malformed, "a file of more than \(largestByteCount >> 20) MiB is not imported")
        }
        guard let format = try known ?? (columns == nil ? Format(recognizing: span) : .csv) else {
            throw VaultError(
                .malformed, at: 0,
                "the file is of no known kind; expected "
                    + Format.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard columns == nil || format == .csv else {
            throw VaultError(.invalidArgument, "columns are for csv; \(format.rawValue) has its own")
        }
        return try format.read(span, columns: columns, opening)
    }

    init() {}
}

extension ImportedItems {
    /// An item of another program with its history and attachments.
    public struct Item: Sendable {
        /// A file attached to the item.
        public struct Attachment: Sendable, Equatable {
            /// The name, unique in the item; never use it as a path.
            public let name: String
            /// The media type; empty if unknown.
            public let mediaType: String
            /// The content.
            public let content: SecretBytes
        }

        /// The item as a draft.
        public internal(set) var draft: ItemDraft
        /// Older versions, oldest first, under the same name.
        public internal(set) var history: [ItemDraft]
        /// The attachments.
        public internal(set) var attachments: [Attachment]
        /// The item's first line in the source, from 1; 0 for formats without meaningful lines.
        public let line: Int
        /// The item's identifier in its vault, 16 bytes; empty for another program's item.
        public internal(set) var identifier: [UInt8] = []
        /// The generation that wrote it in its vault; 0 for another program's item.
        public internal(set) var version: UInt64 = 0
    }
}

extension ImportedItems {
    /// A note about something that was not imported exactly.
    ///
    /// Contains names of items, but no secrets.
    public struct Note: Sendable, Hashable {
        /// The kind of a note.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Something was converted or ignored.
            case warning
            /// A duplicate item was dropped.
            case duplicate
            /// An item was numbered because another item has its name.
            case renamed
            /// Something was intentionally skipped, such as the recycle bin.
            case skipped
        }

        /// The kind.
        public let kind: Kind
        /// The line in the source, from 1; 0 for formats without meaningful lines.
        public let line: Int
        /// The message, in lower case without a full stop.
        public let text: String
        /// The name of the item that the note is about, in the form that it was imported; nil for the whole file.
        public internal(set) var item: VaultItem.Name?
    }
}

extension ImportedItems.Note: CustomStringConvertible {
    /// The text, preceded by the line if there is one.
    public var description: String { line > 0 ? "line \(line): \(text)" : text }
}
