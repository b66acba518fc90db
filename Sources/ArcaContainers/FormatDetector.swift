internal import ArcaCodecs
public import ArcaCore

/// Detects the format of an encrypted file from its first bytes, also inside layers of Base64.
public enum FormatDetector {
    /// A detected format.
    public struct Detection: Sendable {
        /// The format.
        public let format: any ContainerFormat.Type
        /// The number of Base64 layers to decode first; the format's own armor is not counted.
        public let base64LayerCount: Int
    }

    /// All formats that Arca opens, longest signature first.
    public static let formats: [any ContainerFormat.Type] = [
        Age.self, OpenSSLEnc.self, RNCryptor3.self, AESCryptObjC.self, ChunkedEncryption.self,
    ]

    /// The maximum number of bytes that ``detect(_:)`` needs, with all layers of Base64.
    public static let byteCount = 64 << 10

    static let maximumLayerCount = 4

    /// Detects the format of a file.
    ///
    /// Tries formats with a magic number on all layers before formats that are recognized by structure only.
    ///
    /// - Parameter beginning: The first ``byteCount`` bytes of the file, or the whole file if shorter.
    /// - Returns: The format, or nil if unrecognized.
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

/// The first bytes of a file, for format detection.
public struct FileBeginning: Sendable {
    /// The bytes.
    public let bytes: [UInt8]
    /// Whether the bytes are the whole file.
    public let isWhole: Bool

    /// Creates the beginning of a file.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of the file.
    ///   - isWhole: Whether they are the whole file.
    public init(_ bytes: borrowing some Bytes, isWhole: Bool) {
        self.bytes = [UInt8](bytes: bytes)
        self.isWhole = isWhole
    }

    /// Whether the file begins with the given bytes.
    ///
    /// - Parameter magic: The expected bytes.
    /// - Returns: Whether they match.
    public func starts(with magic: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// The decoded bytes if the file is Base64, with or without white space, or nil.
    ///
    /// Drops the last group unless the file is whole, because it may be incomplete.
    public var decodedBase64: FileBeginning? {
        var text = bytes.unmarkedText.filter { !FileBeginning.whitespace.contains($0) }
        if !isWhole { text.removeLast(text.count % 4) }
        // The magic number proves that other alphabets and missing padding are meant.
        let isProven = text.starts(with: OpenSSLEnc.armoredMagic)
        let base64 = Base64.standard.allowing(isProven ? [.mixedAlphabets, .missingPadding] : [])
        guard text.count >= 4, let decoded = try? base64.decode(text) else { return nil }
        return FileBeginning(decoded, isWhole: isWhole)
    }

    private static let whitespace: Set<UInt8> = [.tab, .newline, .carriageReturn, .space]
}
