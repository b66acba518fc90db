internal import ArcaCodecs
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
    public init(_ paths: [BytePath]) {
        var found: [(path: BytePath, input: VectorInput)] = []
        var documents: Set<BytePath> = []
        for root in paths {
            for item in FolderWalker(root, links: .followed) {
                switch item {
                case .failure(let error):
                    found.append((root, VectorInput(name: "\(root)", failing: VectorError(.unreadable, error.reason))))
                case .success(let entry) where entry.info.kind == .folder: continue
                case .success(let entry):
                    found.append((entry.path, VectorInput(path: entry.path, byteCount: entry.info.byteCount)))
                    if entry.depth > 0 { documents.formUnion(Self.documents(told: entry.path)) }
                }
            }
        }
        inputs = found.filter { !documents.contains($0.path) }.map(\.input)
        self.documents = found.filter { documents.contains($0.path) }.map(\.input.name)
    }

    /// The documents that a file tells of: itself by its name, and those that a `SOURCE.md` lists in a line that begins
    /// with `Not vectors:`, between backticks.
    private static func documents(told path: BytePath) -> [BytePath] {
        if path.name.bytes.starts(with: "generate".utf8), path.name.fileExtension == "py" { return [path] }
        if "\(path.name)".lowercased().hasPrefix("readme") || path.name.fileExtension == "log" { return [path] }
        guard path.name == "SOURCE.md" else { return [] }
        var reader = try? FileReader(path)
        let text = String(decoding: (try? reader?.readAll(limit: largestDocument)) ?? [], as: UTF8.self)
        let listed = text.split(separator: "\n").filter { $0.hasPrefix("Not vectors:") }.flatMap { line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
                .map { path.parent.appending(BytePath(String($0.element))) }
        }
        return [path] + listed
    }

    private static let largestDocument = 1 << 20
}
