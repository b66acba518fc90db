internal import ArcaCore
internal import ArcaVault

/// A pull parser for the subset of XML that password managers write.
///
/// Rejects document types, so only numeric references and XML's five entities exist, and nothing is ever fetched. Names
/// are compared literally; comments and processing instructions are skipped. Text stays a range of the bytes until it
/// is requested.
///
/// Source: XML 1.0 (fifth edition), W3C, 2008.
struct XMLReader {
    enum Event {
        /// A start tag; if `isEmpty`, no `end` follows.
        case start(String, attributes: [(name: String, value: String)], isEmpty: Bool)
        case end
        /// Text with references, as a range of the bytes.
        case text(Range<Int>)
        /// The content of a CDATA section, as a range of the bytes.
        case data(Range<Int>)
        case finished
    }

    static let largestDepth = 128

    private(set) var offset = 0
    private var open: [Range<Int>] = []
    private var hasRoot = false

    init(_ bytes: Span<UInt8>) throws {
        if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { offset = 3 }
        if bytes.count >= 2, bytes[0] >= 0xfe, bytes[1] >= 0xfe {
            throw VaultError(.unsupported, at: 0, "the document is UTF-16; save it as UTF-8")
        }
    }

    /// Reads the next event of the same document; throws `.malformed` with the offset, or `.unsupported` for a document
    /// type.
    mutating func next(_ bytes: Span<UInt8>) throws -> Event {
        while offset < bytes.count {
            guard bytes[offset] == .lessThan else {
                let start = offset
                while offset < bytes.count, bytes[offset] != .lessThan { offset += 1 }
                if !open.isEmpty { return .text(start..<offset) }
                for index in start..<offset where !Self.isSpace(bytes[index]) {
                    throw VaultError(.malformed, at: index, "text outside of the document's root element")
                }
                continue
            }
            if follows(bytes, "<!--") {
                try pass(bytes, "-->", after: 4, "a comment")
            } else if follows(bytes, "<?") {
                try pass(bytes, "?>", after: 2, "a processing instruction")
            } else if follows(bytes, "<![CDATA[") {
                guard !open.isEmpty else {
                    throw VaultError(.malformed, at: offset, "text outside of the root element")
                }
                let start = offset + 9
                try pass(bytes, "]]>", after: 9, "a CDATA section")
                return .data(start..<offset - 3)
            } else if follows(bytes, "<!") {
                throw VaultError(.unsupported, at: offset, "a document type is not read, nor are its entities")
            } else if follows(bytes, "</") {
                try close(bytes)
                return .end
            } else {
                return try element(bytes)
            }
        }
        guard hasRoot, open.isEmpty else {
            throw VaultError(.malformed, at: offset, hasRoot ? "the document ends too early" : "the document is empty")
        }
        return .finished
    }

    private mutating func element(_ bytes: Span<UInt8>) throws -> Event {
        guard !open.isEmpty || !hasRoot else {
            throw VaultError(.malformed, at: offset, "a second root element")
        }
        guard open.count < Self.largestDepth else {
            throw VaultError(.malformed, at: offset, "elements lie more than \(Self.largestDepth) deep")
        }
        hasRoot = true
        offset += 1
        let name = try name(bytes)
        var attributes: [(name: String, value: String)] = []
        while true {
            let before = offset
            skipSpace(bytes)
            if follows(bytes, "/>") {
                offset += 2
                return .start(Self.text(bytes, name), attributes: attributes, isEmpty: true)
            }
            if follows(bytes, ">") {
                offset += 1
                open.append(name)
                return .start(Self.text(bytes, name), attributes: attributes, isEmpty: false)
            }
            guard offset > before else { throw VaultError(.malformed, at: offset, "a space is wanted in a tag") }
            let place = offset
            let attribute = try attribute(bytes)
            guard !attributes.contains(where: { $0.name == attribute.name }), attributes.count < 64 else {
                throw VaultError(.malformed, at: place, "an attribute stands twice, or there are too many")
            }
            attributes.append(attribute)
        }
    }

    private mutating func attribute(_ bytes: Span<UInt8>) throws -> (name: String, value: String) {
        let name = try name(bytes)
        skipSpace(bytes)
        guard follows(bytes, "=") else { throw VaultError(.malformed, at: offset, "an equals sign is wanted") }
        offset += 1
        skipSpace(bytes)
        guard offset < bytes.count, bytes[offset] == .quotationMark || bytes[offset] == .apostrophe else {
            throw VaultError(.malformed, at: offset, "the value of an attribute stands in quotes")
        }
        let start = offset + 1
        guard let end = (start..<bytes.count).first(where: { bytes[$0] == bytes[offset] || bytes[$0] == .lessThan }),
            bytes[end] == bytes[offset]
        else { throw VaultError(.malformed, at: offset, "the value of an attribute does not end") }
        offset = end + 1
        let value = Array(bytes: try Self.value(of: [.text(start..<end)], in: bytes))
        guard let text = String(validating: value, as: UTF8.self) else {
            throw VaultError(.malformed, at: start, "the value of an attribute is not UTF-8")
        }
        return (Self.text(bytes, name), text)
    }

    private mutating func close(_ bytes: Span<UInt8>) throws {
        let place = offset
        offset += 2
        let name = Self.text(bytes, try name(bytes))
        skipSpace(bytes)
        guard follows(bytes, ">") else { throw VaultError(.malformed, at: offset, "a tag does not end") }
        offset += 1
        guard let opened = open.popLast(), Self.text(bytes, opened) == name else {
            throw VaultError(.malformed, at: place, "an element is closed that is not open")
        }
    }

    /// A name: letters, digits, name punctuation, and anything beyond ASCII.
    private mutating func name(_ bytes: Span<UInt8>) throws -> Range<Int> {
        let start = offset
        while offset < bytes.count {
            let byte = bytes[offset]
            let isLetter = byte.isLetter || byte >= 0x80 || byte == .underscore || byte == .colon
            let isInner = byte.isDigit || byte == .hyphen || byte == .period
            guard isLetter || isInner && offset > start else { break }
            offset += 1
        }
        guard offset > start, offset - start <= 256 else {
            throw VaultError(.malformed, at: start, "the name of an element or attribute is wanted")
        }
        return start..<offset
    }

    private mutating func pass(
        _ bytes: Span<UInt8>, _ end: String, after count: Int, _ what: StaticString
    ) throws {
        let start = offset
        offset += count
        while offset < bytes.count, !follows(bytes, end) { offset += 1 }
        guard offset < bytes.count else { throw VaultError(.malformed, at: start, "\(what) does not end") }
        offset += end.utf8.count
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
    }

    private func follows(_ bytes: Span<UInt8>, _ text: String) -> Bool {
        guard bytes.count - offset >= text.utf8.count else { return false }
        return text.utf8.enumerated().allSatisfy { bytes[offset + $0.offset] == $0.element }
    }

    static func isSpace(_ byte: UInt8) -> Bool { [.space, .tab, .newline, .carriageReturn].contains(byte) }

    private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: Array(bytes: bytes.extracting(range)), as: UTF8.self)
    }
}
