internal import ArcaCodecs
public import ArcaCore

/// Tells the format of an encrypted file by its first bytes, also behind layers of Base64.
public enum FormatDetector {
    /// What was told.
    public struct Detection: Sendable {
        /// The format.
        public let format: any ContainerFormat.Type
        /// Layers of Base64 that must be taken off before the format reads it; the armor that a format has itself is
        /// not among them.
        public let base64LayerCount: Int
    }

    /// All formats that Arca opens, those with the longest signatures first.
    public static let formats: [any ContainerFormat.Type] = [
        Age.self, OpenSSLEnc.self, RNCryptor3.self, AESCryptObjC.self, ChunkedEncryption.self,
    ]

    /// How many first bytes ``detect(_:)`` needs to see the most: through all layers, or all of a short text.
    public static let byteCount = 64 << 10

    /// Layers that are looked through.
    static let maximumLayerCount = 4

    /// Tells the format of a file.
    ///
    /// Formats with a magic number are looked for in all layers before those that are detected by their shape alone.
    ///
    /// - Parameter beginning: The file's first ``byteCount`` bytes, or all of a shorter one.
    /// - Returns: The format; nil for an unrecognized format.
    public static func detect(_ beginning: FileBeginning) -> Detection? {
        var layers = [beginning]
        while layers.count <= maximumLayerCount, let inner = layers.last?.decodedBase64 { layers.append(inner) }
        for hasMagic in [true, false] {
            for (count, layer) in layers.enumerated() {
                let format = formats.first { $0.hasMagic == hasMagic && $0.recognizes(layer) }
                if let format { return Detection(format: format, base64LayerCount: count) }
            }
        }
        return nil
    }
}

/// The first bytes of a file, from which its format is detected.
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
