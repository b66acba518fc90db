public import ArcaCore
internal import ArcaCompression

/// A vector file: its name, its decompressed content, and access to other files in its folder.
public struct VectorSource: Sendable {
    /// Maximum size of a file after decompression, in bytes.
    public static let maximumByteCount = 256 << 20
    /// Maximum compression ratio above 16 MiB; published vectors, which are mostly digits, reach about 25.
    private static let maximumRatio = 40

    /// The name in reports.
    public let name: String
    /// The content, decompressed if it was compressed with gzip.
    public let bytes: [UInt8]
    /// The content as JSON, parsed once for all formats; nil if it does not begin like a JSON array or object.
    public let json: Result<JSONValue, CodecError>?
    private let sibling: @Sendable (String) -> [UInt8]?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: The name in reports.
    ///   - bytes: The content, possibly compressed with gzip.
    ///   - sibling: Returns the content of a file in the same folder by name, or nil.
    /// - Throws: ``VectorError`` with code `.unreadable` if the content cannot be decompressed or is too large.
    public init(
        name: String, bytes: [UInt8], sibling: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) throws(VectorError) {
        self.name = name
        self.sibling = sibling
        self.bytes = try Self.decompressed(bytes)
        let first = self.bytes.first { ![.space, .tab, .newline, .carriageReturn].contains($0) }
        if first == .leftBrace || first == .leftBracket {
            let bytes = self.bytes
            json = Result { () throws(CodecError) in
                // Web Platform Tests contain lone surrogates.
                try JSONReader.read(bytes, options: .init(replacesLoneSurrogates: true))
            }
        } else {
            json = nil
        }
    }

    /// The content as a JSON object, or nil.
    public var object: JSONObject? {
        guard case .success(let value) = json else { return nil }
        return value.object
    }

    /// The content as a JSON array, or nil.
    public var array: [JSONValue]? {
        guard case .success(let value) = json else { return nil }
        return value.array
    }

    /// The names in the file: members of the JSON object or of the first object in an array, or the words before `=`
    /// and `:` at the beginning of lines.
    var names: Set<String> {
        if json != nil { return Set((object ?? array?.first?.object)?.names ?? []) }
        return Set(
            lines(within: 1 << 14).compactMap { line in
                guard let sign = line.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return nil }
                let name = line[..<sign].split(separator: " ").joined(separator: " ")
                return name.hasPrefix("HMAC-") ? "HMAC" : name
            })
    }

    /// The file name without folders and `.gz`.
    public var baseName: String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        return last.hasSuffix(".gz") ? String(last.dropLast(3)) : last
    }

    /// The first lines of the text, for format detection.
    ///
    /// - Parameter byteCount: Number of bytes to read.
    /// - Returns: The lines without line endings; the last one may be incomplete. Empty if the content is not UTF-8.
    public func lines(within byteCount: Int = 4096) -> [Substring] {
        var end = min(byteCount, bytes.count)
        // Drops an incomplete character at the end.
        while end > 0, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
        guard let text = String(validating: bytes[..<end], as: UTF8.self) else { return [] }
        return text.textLines
    }

    /// Reads a file in the same folder, decompressing it if needed; also tries the name with `.gz`.
    ///
    /// - Parameter name: The file name, without folders.
    /// - Returns: The content, or nil if the file does not exist.
    /// - Throws: ``VectorError`` with code `.unreadable` if it cannot be decompressed.
    public func beside(_ name: String) throws(VectorError) -> [UInt8]? {
        guard let bytes = sibling(name) ?? sibling(name + ".gz") else { return nil }
        return try Self.decompressed(bytes)
    }

    private static func decompressed(_ bytes: [UInt8]) throws(VectorError) -> [UInt8] {
        guard bytes.starts(with: [0x1f, 0x8b]) else { return bytes }
        do {
            return try Inflater.inflate(
                bytes, format: .gzip,
                limits: InflateLimits(maximumByteCount: maximumByteCount, maximumRatio: maximumRatio))
        } catch {
            throw VectorError(.unreadable, "cannot be decompressed: \(error)")
        }
    }
}
