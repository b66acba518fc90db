public import ArcaCodecs
internal import ArcaCompression

/// A file as the formats see it: its name, its bytes without compression, and the files in its folder.
public struct VectorSource: Sendable {
    /// The maximum length of a file, in bytes without compression.
    public static let maximumByteCount = 256 << 20
    /// The maximum ratio of compression beyond 16 MiB: published vectors, digits for the most part, reach some 25.
    private static let maximumRatio = 40

    /// What reports call it.
    public let name: String
    /// The content, decompressed if it was compressed by gzip.
    public let bytes: [UInt8]
    /// The content as JSON, read once for all formats; nil when it does not begin like a JSON array or object.
    public let json: Result<JSONValue, CodecError>?
    private let sibling: @Sendable (String) -> [UInt8]?

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - name: What reports call it.
    ///   - bytes: The content, possibly compressed by gzip.
    ///   - sibling: Gives the content of a file in the same folder by its name, or nil.
    /// - Throws: ``VectorError`` with code `.unreadable` when the content cannot be decompressed or is too long.
    public init(
        name: String, bytes: [UInt8], sibling: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) throws(VectorError) {
        self.name = name
        self.sibling = sibling
        self.bytes = try Self.decompressed(bytes)
        let first = self.bytes.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            let bytes = self.bytes
            json = Result { () throws(CodecError) in
                // Web Platform Tests hold halves of surrogate pairs in their texts.
                try JSONReader.read(bytes, options: .init(replacesLoneSurrogates: true))
            }
        } else {
            json = nil
        }
    }

    /// The content as JSON when it is an object.
    public var object: JSONObject? {
        guard case .success(let value) = json else { return nil }
        return value.object
    }

    /// The content as JSON when it is an array.
    public var array: [JSONValue]? {
        guard case .success(let value) = json else { return nil }
        return value.array
    }

    /// The name without folders and `.gz`.
    public var baseName: String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        return last.hasSuffix(".gz") ? String(last.dropLast(3)) : last
    }

    /// The first lines of text, for formats that are recognized by their prefix.
    ///
    /// - Parameter byteCount: How much is read.
    /// - Returns: The lines, without line ends; the last one may be cut. None when the content is not UTF-8 so far.
    public func lines(within byteCount: Int = 4096) -> [Substring] {
        var end = min(byteCount, bytes.count)
        // A character may be cut in two; at most three of its bytes are there.
        while end > 0, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
        guard let text = String(validating: bytes[..<end], as: UTF8.self) else { return [] }
        return text.textLines
    }

    /// The content of a file in the same folder, decompressed if it is compressed; also found with `.gz` behind its name.
    ///
    /// - Parameter name: Its name, without folders.
    /// - Returns: The content, or nil when there is no such file.
    /// - Throws: ``VectorError`` with code `.unreadable` when it cannot be decompressed.
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
