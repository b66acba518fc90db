internal import ArcaCore
public import ArcaSystem

/// A file of test vectors that is to be read, or the reason why it cannot be.
public struct VectorInput: Sendable {
    /// What reports call it.
    public let name: String
    /// About how many bytes it has without compression, for sharing out memory.
    let expectedByteCount: Int
    private let load: @Sendable () throws -> VectorSource

    /// Reads the file.
    func source() throws -> VectorSource { try load() }

    /// Makes an input of a file's content.
    ///
    /// - Parameters:
    ///   - name: What reports call it.
    ///   - bytes: The content, possibly compressed by gzip.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        expectedByteCount = bytes.count
        load = { try VectorSource(name: name, bytes: bytes) }
    }

    /// Makes an input of standard input, which is read when its turn comes.
    ///
    /// - Returns: An input named `standard input`.
    public static func standardInput() -> VectorInput {
        VectorInput(name: "standard input", expectedByteCount: 0) {
            var reader = try FileReader.standardInput()
            let bytes = try reader.readAll(limit: VectorSource.maximumByteCount)
            return try VectorSource(name: "standard input", bytes: bytes)
        }
    }

    /// Makes an input of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - byteCount: Its length, as far as known.
    init(path: BytePath, byteCount: Int) {
        let isCompressed = path.fileExtension == "gz"
        // Vector files are hexadecimal digits for the most part, which gzip halves at least.
        self.init(name: "\(path)", expectedByteCount: isCompressed ? byteCount * 4 : byteCount) {
            try VectorSource(name: "\(path)", bytes: try Self.bytes(of: path)) { name in
                try? Self.bytes(of: path.parent.appending(BytePath(name)))
            }
        }
    }

    /// Makes an input of something that cannot be read.
    init(name: String, failing error: VectorError) {
        self.init(name: name, expectedByteCount: 0) { throw error }
    }

    private init(
        name: String, expectedByteCount: Int, load: @escaping @Sendable () throws -> VectorSource
    ) {
        self.name = name
        self.expectedByteCount = expectedByteCount
        self.load = load
    }

    private static func bytes(of path: BytePath) throws -> [UInt8] {
        var reader = try FileReader(path)
        return try reader.readAll(limit: VectorSource.maximumByteCount)
    }
}

/// The files below the paths that a user names, in order of name; nothing of a folder is left out but what says how it
/// came about.
public struct VectorTree: Sendable {
    /// The files to read.
    public let inputs: [VectorInput]
    /// The files that are not vectors, according to their names: `SOURCE.md`, `readme.txt`, `generate….py`.
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
        let text = String(decoding: (try? reader?.readAll(limit: maximumDocumentByteCount)) ?? [], as: UTF8.self)
        let listed = text.split(separator: "\n").filter { $0.hasPrefix("Not vectors:") }.flatMap { line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
                .map { path.parent.appending(BytePath(String($0.element))) }
        }
        return [path] + listed
    }

    private static let maximumDocumentByteCount = 1 << 20
}
