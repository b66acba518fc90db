internal import ArcaCodecs
internal import ArcaImages

/// Images: kind, size, colour, metadata and what is wrong with them, as `ImageInfo` tells it; of other kinds the name.
enum ImageInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard let info = try? ImageInfo(of: data.bytes) else { return other(data) }
        var inspection = Inspection(info.kind.name, name(info.kind))
        if let width = info.width, let height = info.height {
            inspection.add("width", width)
            inspection.add("height", height)
        }
        if info.colour.model != .unknown { inspection.add("colour", info.colour.description) }
        // The end of a long file is not there: what is missing, or only found there, says nothing.
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

    /// Kinds that `ImageInfo` does not read.
    private static func other(_ data: InspectedData) -> Inspection? {
        guard let kind = ForeignKinds().recognise(data.bytes), ["psd", "jpeg2000"].contains(kind.identifier) else {
            return nil
        }
        return Inspection(kind.identifier, kind.name)
    }
}
