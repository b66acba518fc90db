internal import ArcaCore
internal import ArcaCrypto

/// The files in the ZIP archive of an export; each is read once, because many items may have the same one.
struct ExportFiles {
    private let archive: ZIPArchive?
    private var contents: [String: SecretBytes] = [:]

    /// The names, without order; none for an export that is not an archive.
    var names: [String] { archive.map { Array($0.entries.keys) } ?? [] }

    init(_ archive: ZIPArchive? = nil) { self.archive = archive }

    /// The content of a file, or nil if the export lacks it.
    mutating func content(_ name: String, in bytes: Span<UInt8>) throws -> SecretBytes? {
        if let known = contents[name] { return known }
        contents[name] = try archive?.content(name, in: bytes)
        return contents[name]
    }

    /// Attaches a file to an item, or notes that the export lacks it.
    mutating func attach(
        _ name: String, as shown: String, to item: inout ForeignItem, in bytes: Span<UInt8>,
        _ gatherer: inout ItemGatherer
    ) throws {
        guard let content = try content(name, in: bytes) else {
            return gatherer.note(
                .warning, 0, "the file '\(shown.shortened)' of '\(item.title.shortened)' is not in the export")
        }
        item.attach(shown, content)
    }
}

extension ForeignItem {
    /// Adds an attachment under a name that the item does not have yet.
    mutating func attach(_ name: String, _ content: SecretBytes) {
        attachments.append(.init(name: attachmentNames.unique(name), mediaType: "", content: content))
    }
}
