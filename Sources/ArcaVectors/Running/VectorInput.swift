internal import ArcaCore
public import ArcaSystem

/// A test vector file to read, or the reason that it cannot be read.
public struct VectorInput: Sendable {
    /// The name in reports.
    public let name: String
    /// The approximate size after decompression in bytes, for dividing memory.
    let expectedByteCount: Int
    private let load: @Sendable () throws -> VectorSource

    func source() throws -> VectorSource { try load() }

    /// Creates an input from the content of a file, possibly compressed with gzip.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        expectedByteCount = bytes.count
        load = { try VectorSource(name: name, bytes: bytes) }
    }

    /// Creates an input named `standard input`, which is read on demand.
    public static func standardInput() -> VectorInput {
        VectorInput(name: "standard input", expectedByteCount: 0) {
            var reader = try FileReader.standardInput()
            let bytes = try reader.readAll(limit: VectorSource.maximumByteCount)
            return try VectorSource(name: "standard input", bytes: bytes)
        }
    }

    init(path: BytePath, byteCount: Int) {
        let isCompressed = path.fileExtension == "gz"
        // Vector files are mostly hexadecimal digits, which gzip compresses to half or less.
        self.init(name: "\(path)", expectedByteCount: isCompressed ? byteCount * 4 : byteCount) {
            try VectorSource(name: "\(path)", bytes: try Self.bytes(of: path)) { name in
                try? Self.bytes(of: path.parent.appending(BytePath(name)))
            }
        }
    }

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

/// The vector files in given paths, sorted by name; only documentation and generators are excluded.
public struct VectorTree: Sendable {
    /// The files to read.
    public let inputs: [VectorInput]
    /// Files that are not vectors, judged by their names: `SOURCE.md`, `readme.txt`, `generate….py`, `desktop.ini`; and
    /// empty files without a file name extension.
    public let documents: [String]

    /// The approximate total size after decompression, in bytes.
    public var expectedByteCount: Int { inputs.reduce(0) { $0 + $1.expectedByteCount } }

    /// Creates a tree from inputs.
    public init(inputs: [VectorInput]) {
        self.inputs = inputs
        documents = []
    }

    /// Finds the files in the given folders, and includes every file given by name.
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
                    guard entry.depth > 0 else { continue }
                    let isLeftover = entry.info.byteCount == 0 && entry.path.name.fileExtension == nil
                    documents.formUnion(isLeftover ? [entry.path] : Self.documents(told: entry.path))
                }
            }
        }
        inputs = found.filter { !documents.contains($0.path) }.map(\.input)
        self.documents = found.filter { documents.contains($0.path) }.map(\.input.name)
    }

    /// The documents that a file identifies: itself by its name, or those that a `SOURCE.md` lists in backticks on a
    /// line that begins with `Not vectors:`.
    private static func documents(told path: BytePath) -> [BytePath] {
        if path.name.bytes.starts(with: "generate".utf8), path.name.fileExtension == "py" { return [path] }
        if "\(path.name)".lowercased().hasPrefix("readme") || path.name.fileExtension == "log" { return [path] }
        if ["desktop.ini", ".DS_Store", "Thumbs.db"].contains("\(path.name)") { return [path] }
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
