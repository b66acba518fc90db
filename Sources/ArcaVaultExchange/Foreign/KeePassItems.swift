internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Reads items from the XML of KeePass 2 and KeePassXC, exported or in a database.
///
/// Keeps groups, history, times, expiry, attachments, and plain and protected fields; resolves references to other
/// entries. Skips and counts the recycle bin, and reports auto-type settings and data of plugins. Ignores icons, colors
/// and database settings.
///
/// Source: "KeePass 2.x XML export", as KeePass 2.5x and KeePassXC 2.7 write it; Documentation/VAULT-EXCHANGE.md.
struct KeePassItems {
    struct Field {
        let name: String
        let value: SecretBytes
        let isProtected: Bool
    }

    typealias Attributes = [(name: String, value: String)]

    /// The attributes of an element, and whether it is empty.
    typealias Tag = (attributes: Attributes, isEmpty: Bool)

    typealias Notes = [(kind: ImportedItems.Note.Kind, line: Int, text: String)]

    private var xml: XMLReader?
    /// The database that contains the XML; nil for an export.
    private let database: KDBXDatabase?
    /// The entries, also those of the recycle bin, to which others may refer.
    private var entries: [ForeignItem] = []
    private var details: [(notes: Notes, isRecycled: Bool)] = []
    private var binaries: [String: SecretBytes] = [:]
    private var recycleBin = ""
    /// The numbers of parts that may follow.
    private var left: PartLimits
    /// The last counted offset and its line.
    private var counted = (offset: 0, line: 1)

    /// Maximum size in bytes of one attachment and of all together.
    static let largestAttachmentByteCount = ImportedItems.largestByteCount
    var attachmentByteCount = 0

    /// Starts reading a file of `byteCount` bytes.
    init(_ database: KDBXDatabase? = nil, byteCount: Int) {
        self.database = database
        left = PartLimits(byteCount: byteCount)
    }

    mutating func read(_ bytes: Span<UInt8>, into gatherer: inout ItemGatherer) throws {
        var reader = try XMLReader(bytes)
        guard case .start("KeePassFile", _, let isEmpty) = try reader.next(bytes), !isEmpty else {
            throw VaultError(.malformed, at: 0, "the document is not from KeePass: its root is not KeePassFile")
        }
        xml = reader
        try children(bytes) { this, name, tag in
            switch name {
            case "Meta": try this.meta(bytes)
            case "Root":
                try this.children(bytes) { this, name, tag in
                    guard name == "Group" else { return false }
                    try this.group(bytes, path: nil, isRecycled: false)
                    return true
                }
            default: return false
            }
            return true
        }
        guard case .finished = try advance(bytes) else {
            throw VaultError(.malformed, "something follows the document")
        }
        var references = KeePassReferences(entries)
        var recycledCount = 0
        for (item, (notes, isRecycled)) in zip(entries, details) {
            guard !isRecycled else {
                recycledCount += 1
                continue
            }
            var item = item
            let resolved = references.resolve(&item)
            for note in notes + resolved { gatherer.note(note.kind, note.line, note.text) }
            try gatherer.add(item)
        }
        if recycledCount > 0 {
            gatherer.note(
                .skipped, 0, "\(recycledCount) \(recycledCount == 1 ? "entry" : "entries") of the recycle bin",
                isOfItem: false)
        }
    }

    /// Calls `body` for every child of the current element; skips those it does not consume.
    mutating func children(
        _ bytes: Span<UInt8>, _ body: (inout KeePassItems, String, Tag) throws -> Bool
    ) throws {
        while true {
            switch try advance(bytes) {
            case .start(let name, let attributes, let isEmpty):
                // An empty element has only attributes, which matter for values only.
                guard !isEmpty || name == "Value" || name == "Key" else { continue }
                if try !body(&self, name, (attributes, isEmpty)), !isEmpty { try skip(bytes, attributes) }
            case .text(let range):
                for index in range where !XMLReader.isSpace(bytes[index]) {
                    throw VaultError(.malformed, at: index, "text where an element is wanted")
                }
            case .end: return
            case .data, .finished: throw VaultError(.malformed, at: xml?.offset, "an element is wanted")
            }
        }
    }

    /// Skips the rest of an element; its encrypted values take their part of the key stream.
    private mutating func skip(_ bytes: Span<UInt8>, _ attributes: Attributes) throws {
        guard database != nil else {
            try xml?.skipElement(bytes)
            return
        }
        guard !isEncrypted(attributes) else {
            _ = try value(bytes, attributes, limit: Self.largestAttachmentByteCount)
            return
        }
        while true {
            switch try advance(bytes) {
            case .start(_, let attributes, let isEmpty): if !isEmpty { try skip(bytes, attributes) }
            case .end: return
            case .text, .data: continue
            case .finished: throw VaultError(.malformed, at: offset, "the document ends too early")
            }
        }
    }

    private mutating func advance(_ bytes: Span<UInt8>) throws -> XMLReader.Event {
        try xml?.next(bytes) ?? .finished
    }

    mutating func text(_ bytes: Span<UInt8>) throws -> String { try xml?.text(bytes) ?? "" }

    /// Whether a value is encrypted inside a database; exports use the same attribute for plain values.
    func isEncrypted(_ attributes: Attributes) -> Bool {
        database != nil && attributes.contains { $0.name == "Protected" && $0.value.lowercased() == "true" }
    }

    /// The text of the current element in memory that gets wiped, decrypted if it is encrypted.
    mutating func value(
        _ bytes: Span<UInt8>, _ attributes: Attributes, limit: Int = ItemSecret.largestByteCount
    ) throws -> SecretBytes {
        guard let database, isEncrypted(attributes) else {
            return try xml?.value(bytes, limit: limit) ?? SecretBytes(copying: [UInt8]())
        }
        let place = offset
        let codec = Base64.standard.allowing(.whitespace)
        guard let text = try xml?.value(bytes, limit: codec.maximumEncodedCount(for: limit)),
            let encrypted = try? SecretBytes(
                byteCount: codec.maximumDecodedCount(for: text.count),
                initializingWith: { output in try text.withBytes { try codec.decode($0, into: &output) } })
        else { throw VaultError(.malformed, at: place, "an encrypted value is not Base64") }
        return try database.stream.apply(encrypted)
    }

    var offset: Int { xml?.offset ?? 0 }

    /// The line of the current element; 0 inside a database, because no editor shows it.
    mutating func line(_ bytes: Span<UInt8>) -> Int {
        guard database == nil else { return 0 }
        for index in counted.offset..<offset where bytes[index] == .newline { counted.line += 1 }
        counted.offset = offset
        return counted.line
    }

    /// Counts entries, or fields, attachments and tags.
    mutating func count(_ part: WritableKeyPath<PartLimits, Int>, _ number: Int = 1) throws {
        left[keyPath: part] -= number
        guard left[keyPath: part] >= 0 else {
            let name = part == \.entries ? "entries" : "fields, attachments and tags"
            throw VaultError(.malformed, at: offset, "there are more \(name) than a file of this size has")
        }
    }

    /// The content of an attachment by its reference; nil if it is missing.
    mutating func content(_ reference: String) throws -> SecretBytes? {
        if let content = binaries[reference] { return content }
        guard let database, let number = Int(reference), database.attachments.indices.contains(number) else {
            return nil
        }
        let content = database.content.withBytes {
            SecretBytes(copying: $0.extracting(database.attachments[number]))
        }
        binaries[reference] = content
        return content
    }

    private mutating func meta(_ bytes: Span<UInt8>) throws {
        var hash: String?
        try children(bytes) { this, name, tag in
            switch name {
            case "RecycleBinUUID": this.recycleBin = try this.text(bytes)
            case "HeaderHash": hash = try this.text(bytes)
            case "Binaries":
                try this.children(bytes) { this, name, tag in
                    guard name == "Binary", let id = tag.attributes.first(where: { $0.name == "ID" })?.value else {
                        return false
                    }
                    try this.count(\.parts)
                    this.binaries[id] = try this.binary(bytes, tag)
                    return true
                }
            default: return false
            }
            return true
        }
        guard let expected = database?.headerHash, let hash else { return }
        guard hash == Base64.standard.encode(expected) else {
            throw VaultError(.tampered, "the header of the database was changed or damaged")
        }
    }

    /// Reads a group recursively; `path` is nil for the root, and its name is ignored.
    private mutating func group(_ bytes: Span<UInt8>, path: String?, isRecycled: Bool) throws {
        var ownPath = path ?? ""
        var isRecycled = isRecycled
        try children(bytes) { this, name, tag in
            switch name {
            case "UUID":
                let identifier = try this.text(bytes)
                // Databases without a recycle bin use an identifier of zeros.
                if identifier == this.recycleBin, identifier.contains(where: { $0 != "A" && $0 != "=" }) {
                    isRecycled = true
                }
            case "Name":
                let own = try this.text(bytes)
                if let path { ownPath = try ItemGatherer.path(path.isEmpty ? own : "\(path)/\(own)") }
            case "Entry":
                var notes: Notes = []
                var item = try this.entry(bytes, &notes)
                item.group = ownPath
                this.entries.append(item)
                this.details.append((notes, isRecycled))
            case "Group": try this.group(bytes, path: ownPath, isRecycled: isRecycled)
            default: return false
            }
            return true
        }
    }
}
