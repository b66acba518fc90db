internal import ArcaCodecs
internal import ArcaSystem

/// A file of test vectors that is to be read, or the reason why it cannot be.
public struct VectorInput: Sendable {
    /// What reports call it.
    public let name: String
    /// About how many bytes it has without compression, for sharing out memory.
    let expectedByteCount: Int
    private let load: @Sendable () throws(VectorError) -> VectorSource

    /// Reads the file.
    func source() throws(VectorError) -> VectorSource { try load() }

    /// Makes an input of a file's content.
    ///
    /// - Parameters:
    ///   - name: What reports call it.
    ///   - bytes: The content, possibly compressed by gzip.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        expectedByteCount = bytes.count
        load = { () throws(VectorError) in try VectorSource(name: name, bytes: bytes) }
    }

    /// Makes an input of standard input, which is read when its turn comes.
    ///
    /// - Returns: An input named `standard input`.
    public static func standardInput() -> VectorInput {
        VectorInput(name: "standard input", expectedByteCount: 0) { () throws(VectorError) in
            do {
                var reader = try FileReader.standardInput()
                let bytes = try reader.readAll(limit: VectorSource.maximumByteCount)
                return try VectorSource(name: "standard input", bytes: bytes)
            } catch let error as SystemError {
                throw VectorError(.unreadable, error.reason)
            } catch let error as VectorError {
                throw error
            } catch {
                throw VectorError(.unreadable, "\(error)")
            }
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
            () throws(VectorError) in
            try VectorSource(name: "\(path)", bytes: try Self.bytes(of: path)) { name in
                try? Self.bytes(of: path.parent.appending(BytePath(name)))
            }
        }
    }

    /// Makes an input of something that cannot be read.
    init(name: String, failing error: VectorError) {
        self.init(name: name, expectedByteCount: 0) { () throws(VectorError) in throw error }
    }

    private init(
        name: String, expectedByteCount: Int, load: @escaping @Sendable () throws(VectorError) -> VectorSource
    ) {
        self.name = name
        self.expectedByteCount = expectedByteCount
        self.load = load
    }

    private static func bytes(of path: BytePath) throws(VectorError) -> [UInt8] {
        do {
            var reader = try FileReader(path)
            return try reader.readAll(limit: VectorSource.maximumByteCount)
        } catch { throw VectorError(.unreadable, error.reason) }
    }
}
