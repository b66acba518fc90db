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

    /// All formats that Arca opens, those that are told by the most first.
    public static let formats: [any ContainerFormat.Type] = [
        Age.self, OpenSSLEnc.self, RNCryptor3.self, AESCryptObjC.self, ChunkedEncryption.self,
    ]

    /// How many first bytes ``detect(_:)`` needs to see the most: through all layers, or all of a short text.
    public static let byteCount = 64 << 10

    /// Layers that are looked through.
    static let maximumLayerCount = 4

    /// Tells the format of a file.
    ///
    /// Formats with a magic number are looked for in all layers before those that are told by their shape alone.
    ///
    /// - Parameter beginning: The file's first ``byteCount`` bytes, or all of a shorter one.
    /// - Returns: The format; nil when it is none that can be told.
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
