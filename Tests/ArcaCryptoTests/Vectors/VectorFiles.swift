import ArcaCodecs
import ArcaCore
import ArcaCompression
import ArcaPlatform
import ArcaVectors
import Testing

/// The vector files under `Vectors/`, located relative to this source file.
enum VectorFiles {
    /// A row of the table in a folder's `SOURCE.md`.
    struct Entry: Sendable, CustomTestStringConvertible {
        /// The path under `Vectors/`, without `.gz`.
        let path: String
        /// The number of test cases, counted by another program.
        let caseCount: Int
        /// The SHA-256 of the published file.
        let digest: String

        /// The file name without folder and extension.
        var name: String {
            let file = path.split(separator: "/").last.map(String.init) ?? path
            return String(file.prefix { $0 != "." })
        }

        var testDescription: String { path }
    }

    private static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Vectors/"

    /// The entries of a folder under `Vectors/` that meet `isWanted`, from the table in its `SOURCE.md`.
    static func entries(in folder: String, where isWanted: (Entry) -> Bool = { _ in true }) -> [Entry] {
        let table = String(decoding: contents(root + folder + "/SOURCE.md") ?? [], as: UTF8.self)
        return table.split(separator: "\n").compactMap { row in
            let cells = row.split(separator: "|").map { $0.filter { $0 != " " } }
            guard row.hasPrefix("|"), cells.count == 3, let caseCount = Int(cells[1]) else { return nil }
            return Entry(path: folder + "/" + cells[0], caseCount: caseCount, digest: cells[2])
        }.filter(isWanted)
    }

    /// Reads a file, compressed or not, and checks its number of cases.
    static func read(_ entry: Entry) throws -> CAVPFile {
        let file = try CAVPFile(try bytes(of: entry.path))
        #expect(file.cases.count == entry.caseCount, "cases in \(entry.path)")
        return file
    }

    /// Runs all cases of a file; reports the line of each that throws or returns false, and continues.
    ///
    /// A case with a field that is not in `fields` also fails, because its runner would ignore that field.
    static func run(
        _ entry: Entry, fields: Set<String>, sourceLocation: SourceLocation = #_sourceLocation,
        _ run: (CAVPCase) throws -> Bool
    ) throws {
        var executed = 0
        for vector in try read(entry).cases {
            executed += 1
            let unknown = (vector.parameters + vector.fields).map(\.name).filter { !fields.contains($0) }
            if !unknown.isEmpty {
                Issue.record("\(entry.path):\(vector.line) has unknown \(unknown)", sourceLocation: sourceLocation)
            }
            do {
                guard try !run(vector) else { continue }
                Issue.record("\(entry.path):\(vector.line) came out wrong", sourceLocation: sourceLocation)
            } catch {
                Issue.record("\(entry.path):\(vector.line): \(error)", sourceLocation: sourceLocation)
            }
        }
        #expect(executed == entry.caseCount, "executed of \(entry.path)", sourceLocation: sourceLocation)
    }

    /// The paths of all vector files in a folder under `Vectors/`, without `.gz`, sorted.
    static func paths(in folder: String) -> [String] {
        guard let stream = opendir(root + folder) else { return [] }
        defer { closedir(stream) }
        var paths: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") || name == "SOURCE.md" { continue }
            let path = folder + "/" + name
            if entry.pointee.d_type == DT_DIR {
                paths += Self.paths(in: path)
            } else {
                paths.append(path.hasSuffix(".gz") ? String(path.dropLast(3)) : path)
            }
        }
        return paths.sorted()
    }

    /// The content of a file, decompressed if necessary.
    static func bytes(of path: String) throws -> [UInt8] {
        if let bytes = contents(root + path) { return bytes }
        let compressed = try #require(contents(root + path + ".gz"), "no file \(path)")
        return try Inflater.inflate(compressed)
    }

    private static func contents(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let count = ftell(file)
        rewind(file)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = fread(buffer.baseAddress, 1, count, file)
        }
    }
}

extension CAVPCase {
    func required(_ name: String) throws -> CAVPField { try #require(field(name), "line \(line) has no \(name)") }

    func bytes(_ name: String) throws -> [UInt8] {
        try Base16.standard.allowing(.letterCase).decode(required(name).value)
    }

    func integer(_ name: String) throws -> Int {
        let text = try required(name).value
        return try #require(Int(text))
    }
}
