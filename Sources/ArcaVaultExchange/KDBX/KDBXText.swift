internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Writes the XML of a KeePass database, in memory that is wiped.
struct KDBXText {
    private var text = WipingBytes()
    private let stream: KDBXStream

    /// Starts the document; `stream` encrypts the protected values in their order.
    init(_ stream: KDBXStream) {
        self.stream = stream
        text.append("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n")
    }

    var byteCount: Int { text.bytes.count }

    /// Writes all pending text to `writer` and wipes it.
    mutating func drain(into writer: inout some ByteWriter) throws {
        defer { text.wipe() }
        try writer.write(text.bytes)
    }

    /// Writes an element with the elements that `body` writes.
    mutating func element(_ name: StaticString, _ body: (inout KDBXText) throws -> Void) rethrows {
        text.append("<\(name)>")
        try body(&self)
        text.append("</\(name)>")
    }

    /// Writes an element with a text; characters that XML cannot hold become U+FFFD.
    mutating func write(_ name: StaticString, _ content: String) {
        element(name) { $0.escape(SecretBytes(copying: content.utf8), replacing: true) }
    }

    /// Writes a field of an entry; it is encrypted if it is protected, or has characters that XML cannot hold.
    mutating func field(_ name: String, _ value: SecretBytes, isProtected: Bool = false) throws {
        try element("String") { this in
            this.write("Key", name)
            guard isProtected || value.withBytes({ Self.hasControls($0) }) else {
                this.element("Value") { $0.escape(value) }
                return
            }
            this.text.append("<Value Protected=\"True\">")
            let encrypted = ItemJSON.text(of: try this.stream.apply(value), in: Base64.standard)
            encrypted.withBytes { this.text.append(contentsOf: $0) }
            this.text.append("</Value>")
        }
    }

    /// Writes an attachment, by its number in the inner header.
    mutating func attachment(_ name: String, number: Int) {
        element("Binary") { this in
            this.write("Key", name)
            this.text.append("<Value Ref=\"\(number)\"/>")
        }
    }

    /// Whether UTF-8 has characters that XML cannot hold: controls, U+FFFE and U+FFFF.
    static func hasControls(_ bytes: Span<UInt8>) -> Bool {
        bytes.indices.contains { controlByteCount(bytes, $0) > 0 }
    }

    /// The length of the character at `index` if XML cannot hold it, or 0.
    private static func controlByteCount(_ bytes: Span<UInt8>, _ index: Int) -> Int {
        let byte = bytes[index]
        if byte < 0x20 { return [.tab, .newline, .carriageReturn].contains(byte) ? 0 : 1 }
        let isNoncharacter =
            byte == 0xef && index + 2 < bytes.count && bytes[index + 1] == 0xbf && bytes[index + 2] >= 0xbe
        return isNoncharacter ? 3 : 0
    }

    private mutating func escape(_ value: SecretBytes, replacing: Bool = false) {
        value.withBytes { bytes in
            var index = 0
            while index < bytes.count {
                let skipped = replacing ? Self.controlByteCount(bytes, index) : 0
                switch bytes[index] {
                case _ where skipped > 0: text.append("\u{FFFD}")
                case .ampersand: text.append("&amp;")
                case .lessThan: text.append("&lt;")
                case .greaterThan: text.append("&gt;")
                // Otherwise a reader takes it for a part of a line end.
                case .carriageReturn: text.append("&#xD;")
                case let byte: text.append(byte)
                }
                index += max(skipped, 1)
            }
        }
    }
}
