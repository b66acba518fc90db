public import ArcaCore
public import ArcaCrypto

/// What another program's file holds, as items with names that differ, and notes about how it was read.
///
/// ```swift
/// let found = try ImportedItems(reading: bytes)
/// for note in found.notes { print(note) }
/// try vault.add(found.items.map(\.draft))
/// ```
///
/// A login with a web address becomes an internet password: server, scheme, and the port where it is not the scheme's
/// own; the whole address stands in the field `url`. The path is part of the name only where two logins differ in nothing
/// else. Without an address the title becomes the service of a generic password. Of two different items with one name the
/// second is numbered, `alice (2)`; an item that stands twice is taken once. Both are reported.
///
/// Passwords and protected fields go from the bytes into memory that is wiped. Titles, addresses, notes and plain fields
/// are ordinary memory, as in ``VaultItem``; and of JSON the whole text is, for its reader makes strings of everything.
public struct ImportedItems: Sendable {
    /// Larger files are refused, in bytes.
    public static let largestByteCount = 256 << 20

    /// The items, in the order of the source.
    public internal(set) var items: [ImportedItems.Item] = []
    /// The identifier of the vault that the items are from, 16 bytes; empty for another program's file.
    public internal(set) var vault: [UInt8] = []
    /// Notes, in the order of the source.
    public internal(set) var notes: [ImportedItems.Note] = []

    /// Reads a file of another program, or one of Arca's own in plain text.
    ///
    /// - Parameters:
    ///   - bytes: The whole file; secret.
    ///   - format: What it is; nil to detect it from the content.
    ///   - columns: For CSV, which columns are read as what; nil to detect it from the names of the columns.
    /// - Throws: ``VaultError``: `.malformed` with the offset, in the reason also the line; `.unsupported` for what is
    ///   encrypted; `.invalidArgument` for columns that are not there or columns of a format that has none.
    public init(
        reading bytes: borrowing some Bytes, as format: ImportedItems.Format? = nil,
        columns: ImportedItems.Columns? = nil
    ) throws(VaultError) {
        do {
            self = try bytes.withBytes { span in try Self.read(span, format, columns) }
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    private static func read(_ span: Span<UInt8>, _ known: Format?, _ columns: Columns?) throws -> ImportedItems {
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
        return try format.read(span, columns: columns)
    }

    init() {}
}

extension ImportedItems {
    /// An item as another program had it, with what came along.
    public struct Item: Sendable {
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
        /// Which item of its vault it is, 16 bytes; empty for an item of another program.
        public internal(set) var identifier: [UInt8] = []
        /// The generation of its vault that wrote it; 0 for an item of another program.
        public internal(set) var version: UInt64 = 0
    }
}

extension ImportedItems {
    /// What happened on the way from another program's file into items, where that is not plain.
    ///
    /// No secret stands in it; names of items do.
    public struct Note: Sendable, Hashable {
        /// What it is about.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Something was read in another way than it was meant, or not at all.
            case warning
            /// An item that stands twice; the second was left out.
            case duplicate
            /// Another item than one before it, which would have had its name; it was given a number.
            case renamed
            /// Something that was left out because it is not wanted, such as what lies in a recycle bin.
            case skipped
        }

        /// What it is about.
        public let kind: Kind
        /// The line of the source, from 1; 0 where the source has no lines that people look at.
        public let line: Int
        /// What happened, in lower case, without a full stop.
        public let text: String
    }
}

extension ImportedItems.Note: CustomStringConvertible {
    /// The text, with the line in front where there is one.
    public var description: String { line > 0 ? "line \(line): \(text)" : text }
}
