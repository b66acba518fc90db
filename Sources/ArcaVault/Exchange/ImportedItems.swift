public import ArcaCodecs

/// What another program's file holds, as items with names that differ, and what is to be said about it.
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
    public internal(set) var items: [ImportedItem] = []
    /// What is to be said, in the order of the source.
    public internal(set) var notes: [ImportNote] = []

    /// Reads a file of another program, or one of Arca's own in plain text.
    ///
    /// - Parameters:
    ///   - bytes: The whole file; secret.
    ///   - format: What it is; nil to tell by its content.
    ///   - columns: For CSV, which columns are read as what; nil to tell by the names of the columns.
    /// - Throws: ``VaultError``: `.malformed` with the offset, in the reason also the line; `.unsupported` for what is
    ///   encrypted; `.invalidArgument` for columns that are not there or columns of a format that has none.
    public init(
        reading bytes: borrowing some Bytes, as format: ImportFormat? = nil, columns: CSVColumns? = nil
    ) throws(VaultError) {
        self = try bytes.withBytes { span throws(VaultError) in
            guard span.count <= Self.largestByteCount else {
                throw VaultError(.malformed, "a file of more than \(Self.largestByteCount >> 20) MiB is not imported")
            }
            var known = format
            if known == nil { known = columns == nil ? try ImportFormat(recognising: span) : .csv }
            guard let format = known else {
                throw VaultError(
                    .malformed, at: 0,
                    "the file is of no known kind; there are "
                        + ImportFormat.allCases.map(\.rawValue).joined(separator: ", "))
            }
            guard columns == nil || format == .csv else {
                throw VaultError(.invalidArgument, "columns are for csv; \(format.rawValue) has its own")
            }
            return try format.read(span, columns: columns)
        }
    }

    init() {}
}
