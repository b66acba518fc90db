public import ArcaCodecs

/// The first bytes of a file, which its format is told by.
public struct FileBeginning: Sendable {
    /// The bytes.
    public let bytes: [UInt8]
    /// Whether the file ends with them.
    public let isWhole: Bool

    /// Makes a beginning.
    ///
    /// - Parameters:
    ///   - bytes: The file's first bytes.
    ///   - isWhole: Whether the file ends with them.
    public init(_ bytes: borrowing some Bytes, isWhole: Bool) {
        self.bytes = [UInt8](bytes: bytes)
        self.isWhole = isWhole
    }

    /// Tells whether the file begins with some bytes.
    ///
    /// - Parameter magic: The bytes to look for.
    /// - Returns: Whether they are its first ones.
    public func starts(with magic: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// What the bytes stand for when they are Base64 with or without white space; nil when they are not.
    ///
    /// Of a file that goes on, the last group is left out, because it may have been cut.
    public var decodedBase64: FileBeginning? {
        var text = bytes.filter { !FileBeginning.whitespace.contains($0) }
        if !isWhole { text.removeLast(text.count % 4) }
        guard text.count >= 4, let decoded = try? Base64.standard.decode(text) else { return nil }
        return FileBeginning(decoded, isWhole: isWhole)
    }

    private static let whitespace: Set<UInt8> = [0x09, 0x0a, 0x0d, 0x20]
}
