internal import ArcaCore
internal import ArcaContainers
internal import ArcaSystem

/// Lists the entries of an archive, one per line, or collects them for JSON.
struct ArchiveListing<Output: ByteWriter & ~Copyable>: ~Copyable, TarHandler {
    private var output: Output
    private let isAligned: Bool
    private let isJSON: Bool
    private(set) var objects: [JSONValue] = []

    private static var maximumObjectCount: Int { 1_000_000 }

    /// Writes lines to `output`: aligned columns, or tab-separated.
    init(_ output: consuming Output, isAligned: Bool, isJSON: Bool) {
        self.output = output
        self.isAligned = isAligned
        self.isJSON = isJSON
    }

    mutating func begin(_ entry: TarEntry) throws {
        guard !isJSON else {
            guard objects.count < Self.maximumObjectCount else {
                throw ContainerError(
                    .unsupported, "the archive has more than \(Self.maximumObjectCount) entries",
                    hint: "list it without --json")
            }
            return objects.append(Self.object(entry))
        }
        let size = "\(entry.byteCount)"
        let time = Self.hasDate(entry) ? DateText.text(entry.modified) : "-"
        let padding = isAligned ? String(repeating: " ", count: max(0, 12 - size.count)) : ""
        let gap = isAligned ? "  " : "\t"
        try output.write("\(padding)\(size)\(gap)\(time)\(gap)\(Self.name(entry))\n".utf8)
    }

    mutating func take(_ content: Span<UInt8>) {}

    mutating func end() {}

    consuming func takeOutput() -> Output { output }

    /// The path with a mark of its kind: a slash after a folder, the target after a link.
    private static func name(_ entry: TarEntry) -> String {
        switch entry.kind {
        case .file, .special, .unknown: "\(entry.path)"
        case .folder: entry.path.bytes.last == .slash ? "\(entry.path)" : "\(entry.path)/"
        case .link(let target): "\(entry.path) -> \(target)"
        case .hardLink(let target): "\(entry.path) = \(target)"
        }
    }

    private static func object(_ entry: TarEntry) -> JSONValue {
        let (kind, target): (String, BytePath?) =
            switch entry.kind {
            case .file: ("file", nil)
            case .folder: ("folder", nil)
            case .link(let target): ("link", target)
            case .hardLink(let target): ("hardLink", target)
            case .special, .unknown: ("other", nil)
            }
        return [
            "path": .string(entry.path.description), "kind": .string(kind),
            "target": target.map { .string($0.description) } ?? .null, "byteCount": .integer(entry.byteCount),
            "modified": hasDate(entry) ? .string(DateText.rfc3339(entry.modified)) : .null,
            "mode": .string(String(entry.mode, radix: 8)),
        ]
    }

    /// Whether the time is within the years 1 to 9999; archives may contain any value.
    private static func hasDate(_ entry: TarEntry) -> Bool {
        (-62_135_596_800...253_402_300_799).contains(entry.modified)
    }
}

struct MemberWriter<Output: ByteWriter & ~Copyable>: ~Copyable, TarHandler {
    private var output: Output
    private let name: [ArraySlice<UInt8>]
    private var isTaking = false
    private(set) var isFound = false

    init(_ name: BytePath, into output: consuming Output) {
        self.output = output
        self.name = Self.parts(name)
    }

    mutating func begin(_ entry: TarEntry) throws {
        guard Self.parts(entry.path) == name else { return }
        guard !isFound else {
            throw ContainerError(.malformed, "the archive has two entries named \(entry.path)")
        }
        switch entry.kind {
        case .file: (isTaking, isFound) = (true, true)
        case .link(let target), .hardLink(let target):
            throw UsageError(
                .conflict, "\(entry.path) is a link to \(target)", hint: "give the name of the file in the archive")
        case .folder: throw UsageError(.conflict, "\(entry.path) is a folder", hint: "give --extract DIR to unpack all")
        case .special, .unknown: throw UsageError(.conflict, "\(entry.path) is not a file")
        }
    }

    mutating func take(_ content: Span<UInt8>) throws {
        if isTaking { try output.write(content) }
    }

    mutating func end() { isTaking = false }

    consuming func takeOutput() -> Output { output }

    private static func parts(_ path: BytePath) -> [ArraySlice<UInt8>] {
        path.components.filter { !$0.elementsEqual(".".utf8) }
    }
}
