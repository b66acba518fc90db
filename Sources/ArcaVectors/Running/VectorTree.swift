public import ArcaSystem

/// The files below the paths that a user names, in order of name; nothing of a folder is left out but what says how it
/// came about.
public struct VectorTree: Sendable {
    /// The files to read.
    public let inputs: [VectorInput]
    /// The files that are no vectors by their name: `SOURCE.md`, `readme.txt`, and `generate….py` beside them.
    public let documents: [String]

    /// About how many bytes the files have without compression.
    public var expectedByteCount: Int { inputs.reduce(0) { $0 + $1.expectedByteCount } }

    /// Takes inputs as they are.
    ///
    /// - Parameter inputs: The files.
    public init(inputs: [VectorInput]) {
        self.inputs = inputs
        documents = []
    }

    /// Walks through files and folders.
    ///
    /// - Parameter paths: Files, which are taken whatever their name, and folders.
    public init(_ paths: [FilePath]) {
        var inputs: [VectorInput] = []
        var documents: [String] = []
        for path in paths {
            for found in FolderWalker(path, links: .followed) {
                switch found {
                case .failure(let error):
                    inputs.append(VectorInput(name: "\(path)", failing: VectorError(.unreadable, error.reason)))
                case .success(let entry) where entry.info.kind == .folder:
                    continue
                case .success(let entry) where entry.depth > 0 && Self.isDocument(entry.path.name):
                    documents.append("\(entry.path)")
                case .success(let entry):
                    inputs.append(VectorInput(path: entry.path, byteCount: entry.info.byteCount))
                }
            }
        }
        self.inputs = inputs
        self.documents = documents
    }

    private static func isDocument(_ name: FilePath) -> Bool {
        name == "SOURCE.md" || "\(name)".lowercased().hasPrefix("readme")
            || name.bytes.starts(with: "generate".utf8) && name.fileExtension == "py"
    }
}
