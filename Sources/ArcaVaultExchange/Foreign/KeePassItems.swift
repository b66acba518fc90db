internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Reads items from the XML of KeePass 2 and KeePassXC.
///
/// Keeps groups, history, times, expiry, attachments, and plain and protected fields. Skips and counts the recycle bin.
/// Ignores icons, colors, auto-type and database settings.
///
/// Source: "KeePass 2.x XML export", as KeePass 2.5x and KeePassXC 2.7 write it; Documentation/VAULT-EXCHANGE.md.
struct KeePassItems {
    struct Field {
        let name: String
        let value: SecretBytes
        let isProtected: Bool
    }

    /// The attributes of an element, and whether it is empty.
    typealias Tag = (attributes: [(name: String, value: String)], isEmpty: Bool)

    private var xml: XMLReader?
    var binaries: [String: SecretBytes] = [:]
    private var recycleBin = ""
    private var recycled = 0
    /// The last counted offset and its line.
    private var counted = (offset: 0, line: 1)

    /// Maximum size in bytes of one attachment and of all together.
    static let largestAttachmentByteCount = ImportedItems.largestByteCount
    var attachmentByteCount = 0

    init() {}

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
                    try this.group(bytes, path: nil, into: &gatherer)
                    return true
                }
            default: return false
            }
            return true
        }
        guard case .finished = try advance(bytes) else {
            throw VaultError(.malformed, "something follows the document")
        }
        if recycled > 0 {
            gatherer.note(.skipped, 0, "\(recycled) \(recycled == 1 ? "entry" : "entries") of the recycle bin")
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
                if try !body(&self, name, (attributes, isEmpty)), !isEmpty { try xml?.skipElement(bytes) }
            case .text(let range):
                for index in range where !XMLReader.isSpace(bytes[index]) {
                    throw VaultError(.malformed, at: index, "text where an element is wanted")
                }
            case .end: return
            case .data, .finished: throw VaultError(.malformed, at: xml?.offset, "an element is wanted")
            }
        }
    }

    private mutating func advance(_ bytes: Span<UInt8>) throws -> XMLReader.Event {
        try xml?.next(bytes) ?? .finished
    }

    mutating func text(_ bytes: Span<UInt8>) throws -> String { try xml?.text(bytes) ?? "" }

    /// The text of the current element in memory that gets wiped.
    mutating func value(
        _ bytes: Span<UInt8>, limit: Int = ItemSecret.largestByteCount
    ) throws -> SecretBytes { try xml?.value(bytes, limit: limit) ?? SecretBytes(copying: [UInt8]()) }

    var offset: Int { xml?.offset ?? 0 }

    mutating func line(_ bytes: Span<UInt8>) -> Int {
        for index in counted.offset..<offset where bytes[index] == .newline { counted.line += 1 }
        counted.offset = offset
        return counted.line
    }

    private mutating func meta(_ bytes: Span<UInt8>) throws {
        try children(bytes) { this, name, tag in
            switch name {
            case "RecycleBinUUID": this.recycleBin = try this.text(bytes)
            case "Binaries":
                try this.children(bytes) { this, name, tag in
                    guard name == "Binary", let id = tag.attributes.first(where: { $0.name == "ID" })?.value else {
                        return false
                    }
                    this.binaries[id] = try this.binary(bytes, tag)
                    return true
                }
            default: return false
            }
            return true
        }
    }

    /// Reads a group recursively; `path` is nil for the root, and its name is ignored.
    private mutating func group(
        _ bytes: Span<UInt8>, path: String?, into gatherer: inout ItemGatherer
    ) throws {
        var ownPath = path ?? ""
        var isRecycled = false
        try children(bytes) { this, name, tag in
            switch name {
            case "UUID":
                let identifier = try this.text(bytes)
                // Databases without a recycle bin use an identifier of zeros.
                isRecycled = identifier == this.recycleBin && identifier.contains { $0 != "A" && $0 != "=" }
            case "Name":
                let own = try this.text(bytes)
                if let path { ownPath = path.isEmpty ? own : "\(path)/\(own)" }
            case "Entry":
                var notes: [(Int, String)] = []
                var item = try this.entry(bytes, &notes)
                item.group = ownPath
                if isRecycled {
                    this.recycled += 1
                } else {
                    for (line, text) in notes { gatherer.note(.warning, line, text) }
                    try gatherer.add(item)
                }
            case "Group":
                if isRecycled {
                    var ignored = ItemGatherer()
                    try this.group(bytes, path: ownPath, into: &ignored)
                    this.recycled += ignored.count
                } else {
                    try this.group(bytes, path: ownPath, into: &gatherer)
                }
            default: return false
            }
            return true
        }
    }
}
