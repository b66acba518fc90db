internal import ArcaCodecs
internal import ArcaCore
internal import ArcaDetect
internal import ArcaImages
internal import ArcaVault

/// Images: kind, size, color, metadata and defects from `ImageInfo`; only the name of other kinds.
enum ImageInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard let info = try? ImageInfo(of: data.bytes) else { return other(data) }
        var inspection = Inspection(info.kind.name, name(info.kind))
        if let width = info.width, let height = info.height {
            inspection.add("width", width)
            inspection.add("height", height)
        }
        if info.color.model != .unknown { inspection.add("color", info.color.description) }
        // The rest depends on the end of the file, which a prefix does not have.
        guard data.isWhole else { return inspection }
        if info.frameCount != 1 { inspection.add("frames", info.frameCount) }
        if !info.metadata.isEmpty { inspection.add("metadata", info.metadata.map(\.description)) }
        for finding in info.findings { inspection.note(finding.description) }
        return inspection
    }

    private static func name(_ kind: ImageKind) -> String {
        switch kind {
        case .webp: "WebP image"
        case .heic: "HEIF image"
        case .ico: "Windows icon"
        default: "\(kind.name.uppercased()) image"
        }
    }

    private static func other(_ data: InspectedData) -> Inspection? {
        guard let kind = data.kind, ["psd", "jpeg2000"].contains(kind.identifier) else { return nil }
        return Inspection(kind)
    }
}

/// SQLite databases: page size, length, encoding and versions; the slots of an Arca vault.
///
/// Source: sqlite.org/fileformat.html, section 1.3.
enum SQLiteInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard let kind = data.kind, kind.identifier == "sqlite" else { return nil }
        var inspection = Inspection(kind)
        guard data.bytes.count >= 100 else {
            inspection.note("the header is cut")
            return inspection
        }
        func number(_ offset: Int, _ count: Int = 4) -> Int {
            data.bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
        if Vault.isVault(header: data.bytes) { return vault(data, version: number(60)) }
        let page = number(16, 2) == 1 ? 65536 : number(16, 2)
        inspection.add("page bytes", page)
        inspection.add("pages", number(28))
        inspection.add("journal", data.bytes[18] == 2 ? "write-ahead log" : "rollback")
        let encodings = [1: "UTF-8", 2: "UTF-16LE", 3: "UTF-16BE"]
        if let encoding = encodings[number(56)] { inspection.add("text", encoding) }
        if number(60) != 0 { inspection.add("user version", number(60)) }
        if number(68) != 0 { inspection.add("application", Base16.standard.encode(Array(data.bytes[68..<72]))) }
        let version = number(96)
        if version > 0 {
            inspection.add("written by", "SQLite \(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)")
        }
        if let count = data.byteCount, number(28) > 0, number(28) * page != count {
            inspection.note("the file's length is not that of its pages")
        }
        return inspection
    }

    /// An Arca vault; only the kinds of its slots are readable without a secret.
    private static func vault(_ data: InspectedData, version: Int) -> Inspection {
        var inspection = Inspection("arca-vault", "vault of Arca")
        inspection.add("format", version)
        inspection.add("cipher", "XAES-256-GCM")
        let slots = Vault.slotKinds(in: data.bytes)
        inspection.add("slots", slots.map(\.name))
        let open = slots.count(where: \.isOpenToQuantumComputers)
        inspection.add("post-quantum", slots.isEmpty ? "unknown" : open == 0 ? "yes" : "no")
        if open > 0 { inspection.note("a quantum computer could open \(open == 1 ? "one slot" : "\(open) slots")") }
        if !data.isWhole { inspection.note("only the first \(data.bytes.count) bytes were searched for slots") }
        return inspection
    }
}
