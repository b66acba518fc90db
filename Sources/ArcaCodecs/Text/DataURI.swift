/// A `data:` URI: data embedded in a URI, with its media type (RFC 2397).
///
/// ```swift
/// let uri = try DataURI("data:text/plain;charset=utf-8;base64,aGk=")
/// uri.bytes                                                 // [104, 105]
/// DataURI(bytes: [104, 105], mediaType: .plainText).text()  // data:,hi
/// ```
public struct DataURI: Sendable, Hashable {
    /// The rules for parsing.
    public enum Rules: Sendable, Hashable {
        /// RFC 2397 and RFC 3986, strict: all characters escaped that must be, strict Base64, a valid media type.
        case rfc2397
        /// The rules of browsers (WHATWG Fetch, section 6): surrounding whitespace and line ends are dropped, unescaped
        /// characters and unpadded Base64 are accepted, and an invalid media type is replaced with the default.
        case whatwg
    }

    /// The media type; `text/plain;charset=US-ASCII` by default.
    public var mediaType: MediaType
    /// The decoded data.
    public var bytes: [UInt8]
    /// The text after `#`, still percent-encoded; not part of the data.
    public var fragment: String?

    /// Creates a URI from its parts.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - mediaType: The media type of the bytes.
    ///   - fragment: The text after `#`, already percent-encoded.
    public init(bytes: [UInt8], mediaType: MediaType, fragment: String? = nil) {
        self.bytes = bytes
        self.mediaType = mediaType
        self.fragment = fragment
    }

    /// Parses a URI.
    ///
    /// - Throws: ``CodecError`` `.invalidSyntax` if the text is not a `data:` URI or its media type is invalid,
    ///   `.truncated` if the comma is missing, and the errors of percent-decoding and Base64, with their position in
    ///   the text.
    public init(_ text: String, rules: Rules = .rfc2397) throws(CodecError) {
        switch rules {
        case .rfc2397: self = try DataURIReader.strict(Array(text.utf8))
        case .whatwg: self = try DataURIReader.browser(Array(text.utf8))
        }
    }

    /// Returns the URI as text.
    ///
    /// - Parameter usesBase64: Whether to use Base64 or percent-encoding; nil for the shorter form.
    /// - Returns: Text that decodes to the same bytes with either rules. With ``Rules/rfc2397`` it parses to an equal
    ///   URI if the fragment is properly escaped. Browser rules may change the media type: they convert it to lower
    ///   case and replace it with the default if a parameter is invalid.
    public func text(usesBase64: Bool? = nil) -> String {
        let escaped = PercentEncoding.path.encode(bytes)
        let encoded = Base64.standard.encode(bytes)
        let isBase64 = usesBase64 ?? (encoded.utf8.count + 7 < escaped.utf8.count)
        var type = PercentEncoding.path.encode(mediaType.description.utf8)
        if mediaType == .plainText { type = "" }
        return "data:\(type)\(isBase64 ? ";base64" : ""),\(isBase64 ? encoded : escaped)"
            + (fragment.map { "#" + $0 } ?? "")
    }
}

enum DataURIReader {
    // MARK: RFC 2397

    static func strict(_ text: [UInt8]) throws(CodecError) -> DataURI {
        guard text.starts(with: "data:".utf8) || lowercased(text.prefix(5)).elementsEqual("data:".utf8) else {
            throw error(.invalidSyntax, at: 0, in: text, "no data: URI", hint: "it starts with data:")
        }
        let hash = text.firstIndex(of: .numberSign)
        let end = hash ?? text.count
        guard let comma = text[5..<end].firstIndex(of: .comma) else {
            throw error(.truncated, at: end, in: text, "the comma before the data is missing")
        }
        var type = text[5..<comma]
        let isBase64 = lowercased(type.suffix(7)).elementsEqual(";base64".utf8)
        if isBase64 { type.removeLast(7) }
        let mediaType = try self.mediaType(type, text)
        var bytes = try percentDecoded(comma + 1..<end, text)
        if isBase64 {
            do throws(CodecError) {
                bytes = try Base64.standard.decode(bytes)
            } catch {
                let offset = source(of: error.position?.offset ?? 0, from: comma + 1, text)
                throw self.error(error.code, at: offset, in: text, error.reason, hint: error.hint)
            }
        }
        if let hash { _ = try percentDecoded(hash + 1..<text.count, text) }
        let fragment = hash.map { String(decoding: text[($0 + 1)...], as: UTF8.self) }
        return DataURI(bytes: bytes, mediaType: mediaType, fragment: fragment)
    }

    /// Parses the media type; it defaults to US-ASCII text, and parameters alone imply `text/plain`.
    private static func mediaType(_ type: ArraySlice<UInt8>, _ text: [UInt8]) throws(CodecError) -> MediaType {
        if type.isEmpty { return .plainText }
        let decoded = try percentDecoded(type.startIndex..<type.endIndex, text)
        let isComplete = decoded.first != .semicolon
        do throws(CodecError) {
            return try MediaType(isComplete ? decoded : Array("text/plain".utf8) + decoded)
        } catch {
            let inside = max(0, (error.position?.offset ?? 0) - (isComplete ? 0 : 10))
            let offset = min(source(of: inside, from: type.startIndex, text), type.endIndex)
            throw self.error(error.code, at: offset, in: text, error.reason, hint: error.hint)
        }
    }

    private static func percentDecoded(_ range: Range<Int>, _ text: [UInt8]) throws(CodecError) -> [UInt8] {
        do throws(CodecError) {
            return try PercentEncoding.component.decode(text[range])
        } catch {
            let offset = range.lowerBound + (error.position?.offset ?? 0)
            throw self.error(error.code, at: offset, in: text, error.reason, hint: error.hint)
        }
    }

    /// The offset in the text of a percent-decoded byte.
    private static func source(of index: Int, from start: Int, _ text: [UInt8]) -> Int {
        var place = start
        for _ in 0..<index where place < text.count { place += text[place] == .percent ? 3 : 1 }
        return min(place, text.count)
    }

    private static func error(
        _ code: CodecError.Code, at offset: Int, in text: [UInt8], _ reason: String, hint: String? = nil
    ) -> CodecError {
        CodecError(code, at: TextPosition(offset: offset, in: text), reason, hint: hint)
    }

    // MARK: WHATWG

    /// Parses like a browser: the URL parser (WHATWG URL, section 4.4), then the data: URL processor (Fetch, section
    /// 6).
    static func browser(_ text: [UInt8]) throws(CodecError) -> DataURI {
        var input = text[...]
        while let last = input.last, last <= 0x20 { input.removeLast() }
        while let first = input.first, first <= 0x20 { input.removeFirst() }
        input.removeAll { $0 == .tab || $0 == .newline || $0 == .carriageReturn }
        guard lowercased(input.prefix(5)).elementsEqual("data:".utf8) else {
            throw error(.invalidSyntax, at: 0, in: text, "no data: URI", hint: "it starts with data:")
        }
        input.removeFirst(5)
        var fragment: String?
        if let hash = input.firstIndex(of: .numberSign) {
            fragment = String(decoding: input[(hash + 1)...], as: UTF8.self)
            input = input[..<hash]
        }
        guard let comma = input.firstIndex(of: .comma) else {
            throw error(.truncated, at: text.count, in: text, "the comma before the data is missing")
        }
        var type = trimmed(input[..<comma])
        var bytes = unescaped(input[(comma + 1)...])
        if lowercased(type.suffix(6)).elementsEqual("base64".utf8) {
            var rest = type.dropLast(6)
            while rest.last == .space { rest.removeLast() }
            if rest.last == .semicolon {
                type = rest.dropLast()
                do throws(CodecError) {
                    bytes = try forgivingBase64(bytes)
                } catch {
                    throw CodecError(error.code, "the data is not Base64: \(error.reason)")
                }
            }
        }
        let name = (type.first == .semicolon ? "text/plain" : "") + isomorphic(type)
        return DataURI(bytes: bytes, mediaType: MediaType(sniffing: name) ?? .plainText, fragment: fragment)
    }

    /// Non-ASCII bytes are escaped in a URL, so they are not characters of the media type.
    private static func isomorphic(_ bytes: ArraySlice<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if byte.isPrintable {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = [byte >> 4, byte & 15].map { UInt8.hexDigit($0, isUpper: true) }
                text += "%" + String(decoding: digits, as: UTF8.self)
            }
        }
        return text
    }

    /// Percent-decodes; a percent sign without two digits is kept (WHATWG URL, section 1.3).
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == .percent, index + 2 < bytes.endIndex, let high = bytes[index + 1].hexDigitValue,
                let low = bytes[index + 2].hexDigitValue
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// Decodes Base64 without requiring padding or zero bits (WHATWG Infra, section 7).
    private static func forgivingBase64(_ bytes: [UInt8]) throws(CodecError) -> [UInt8] {
        var text = bytes.filter { ![.tab, .newline, 0x0c, .carriageReturn, .space].contains($0) }
        if text.count % 4 == 0 {
            for _ in 0..<2 where text.last == .equals { text.removeLast() }
        }
        return try Base64(padding: .absent, options: .trailingBits).decode(text)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        let isSpace: (UInt8) -> Bool = { [.tab, .newline, 0x0c, .carriageReturn, .space].contains($0) }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        return bytes
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { $0.lowercased }
    }
}
