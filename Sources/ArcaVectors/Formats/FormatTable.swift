public import ArcaCodecs

/// The formats that are read, in the order in which they are asked.
public struct FormatTable: Sendable {
    /// All formats that Arca reads.
    public static let standard = FormatTable([
        WycheproofFormat.self,
        // Before CAVP, whose `Count` some stanzas have too.
        FileTestFormat.self,
        CAVPFormat.self,
        PKCSTextFormat.self,
        OwnFormat.self,
        WebPlatformFormat.self,
        ChunkedFileFormat.self,
        AgeTestkitFormat.self,
        ACVPFormat.self,
        // Last: it takes prose.
        RFCTextFormat.self,
    ])

    /// The formats, in the order in which they are asked.
    public let formats: [any VectorFormat.Type]

    /// Makes a table.
    ///
    /// - Parameter formats: The formats, in the order in which they are asked.
    public init(_ formats: [any VectorFormat.Type]) { self.formats = formats }

    /// The format of a file.
    ///
    /// - Parameter source: The file.
    /// - Returns: The first format that claims it.
    /// - Throws: ``VectorError`` with code `.unclaimed` when none does, or `.malformed` for JSON that cannot be read.
    public func format(of source: VectorSource) throws(VectorError) -> any VectorFormat.Type {
        if let format = formats.first(where: { $0.claims(source) }) { return format }
        if case .failure(let error) = source.json {
            throw VectorError(.malformed, "no format claims the file, which is no JSON: \(error)")
        }
        throw VectorError(.unclaimed, "no format claims the file")
    }
}
