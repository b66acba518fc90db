internal import ArcaCodecs
internal import ArcaCrypto

/// Reads items from the XML of KeePass 2 and KeePassXC.
///
/// Groups, history, times, expiry, attachments, and fields protected or not are kept; what lies in the recycle bin is
/// left out and counted. Icons, colors, settings of auto-type and of the database are not taken.
///
/// Source: "KeePass 2.x XML export", as KeePass 2.5x and KeePassXC 2.7 write it; Documentation/VAULT-EXCHANGE.md.
struct KeePassItems {
    /// A field of an entry.
    struct Field {
        let name: String
        let value: SecretBytes
        let isProtected: Bool
    }

    /// An element's attributes and whether it has no content.
    typealias Tag = (attributes: [(name: String, value: String)], isEmpty: Bool)

    private var xml: XMLReader?
    var binaries: [String: SecretBytes] = [:]
    private var recycleBin = ""
    private var recycled = 0
    /// The line of the last place that was asked for.
    private var counted = (offset: 0, line: 1)

    /// Larger attachments are refused, in bytes, all together too.
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
        if recycled > 0 { gatherer.note(.skipped, 0, "\(recycled) entries of the recycle bin") }
    }

    /// Calls `body` for every element inside the one that has just begun; those it does not take are passed over.
    mutating func children(
        _ bytes: Span<UInt8>, _ body: (inout KeePassItems, String, Tag) throws -> Bool
    ) throws {
        while true {
            switch try advance(bytes) {
            case .start(let name, let attributes, let isEmpty):
                // An element without content has nothing to say but by its attributes, which only values have.
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

    /// The text of the element that has just begun.
    mutating func text(_ bytes: Span<UInt8>) throws -> String { try xml?.text(bytes) ?? "" }

    /// The text of the element that has just begun, in memory that is wiped.
    mutating func value(
        _ bytes: Span<UInt8>, limit: Int = ItemSecret.largestByteCount
    ) throws -> SecretBytes { try xml?.value(bytes, limit: limit) ?? SecretBytes(copying: [UInt8]()) }

    /// Where the reader stands.
    var offset: Int { xml?.offset ?? 0 }

    /// The line of the place that was read last.
    mutating func line(_ bytes: Span<UInt8>) -> Int {
        for index in counted.offset..<offset where bytes[index] == 0x0a { counted.line += 1 }
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

    /// A group with all that is in it; `path` is nil for the root, whose name says nothing.
    private mutating func group(
        _ bytes: Span<UInt8>, path: String?, into gatherer: inout ItemGatherer
    ) throws {
        var ownPath = path ?? ""
        var isRecycled = false
        try children(bytes) { this, name, tag in
            switch name {
            case "UUID":
                let identifier = try this.text(bytes)
                // A database without a recycle bin names one of zeros.
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
