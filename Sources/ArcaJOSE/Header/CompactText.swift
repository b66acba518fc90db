internal import ArcaCodecs
internal import ArcaCore

/// The grammar of compact tokens: parts in URL-safe Base64, separated by dots.
///
/// Source: RFC 7515, sections 2 and 7.1; RFC 7516, section 7.1.
enum CompactText {
    /// Splits a text at dots; nil if it has more than `most` parts.
    static func parts(_ text: borrowing some Bytes, most: Int = 5) -> [[UInt8]]? {
        text.withBytes { text in
            var parts: [[UInt8]] = []
            var start = 0
            for index in 0...text.count where index == text.count || text[index] == .period {
                guard parts.count < most else { return nil }
                parts.append([UInt8](bytes: text.extracting(start..<index)))
                start = index + 1
            }
            return parts
        }
    }

    /// Decodes URL-safe Base64, strictly.
    ///
    /// Padding, whitespace, the other alphabet and nonzero unused bits are malformed, so a token has exactly one form.
    /// `start` is the offset of the text in the token, for errors.
    static func decode(
        _ text: borrowing some Bytes, _ name: String, start: Int = 0
    ) throws(JOSEError) -> [UInt8] {
        do throws(CodecError) {
            return try Base64.urlUnpadded.decode(text)
        } catch {
            throw JOSEError(
                .malformed, at: error.offset.map { start + $0 },
                "the \(name) is not Base64 for URLs without padding: \(error.code.words)",
                hint: text.withBytes { hint($0) })
        }
    }

    /// What to do about a common mistake in a token, or nil.
    private static func hint(_ text: Span<UInt8>) -> String? {
        func has(_ bytes: [UInt8]) -> Bool { text.indices.contains { bytes.contains(text[$0]) } }
        if text.begins(with: "Bearer ".utf8) || text.begins(with: "bearer ".utf8) { return "remove the word Bearer" }
        if has([.quotationMark, .apostrophe]) { return "remove the quotes" }
        if has([.newline, .carriageReturn, .space, .tab]) { return "join the lines, and remove spaces" }
        if has([.plus, .slash]) { return "write - for +, and _ for /" }
        return has([.equals]) ? "remove each =" : nil
    }

    static func encode(_ bytes: borrowing some Bytes) -> [UInt8] { Base64.urlUnpadded.encodeToBytes(bytes) }

    static func joined(_ parts: [[UInt8]]) -> String {
        String(decoding: Array(parts.joined(separator: [UInt8.period])), as: UTF8.self)
    }

    /// Parses a JSON object; a depth of ten is enough for keys in a header.
    static func object(
        _ bytes: borrowing some Bytes, _ name: String, maximumDepth: Int = 10
    ) throws(JOSEError) -> JSONObject {
        let value: JSONValue
        do throws(CodecError) {
            // JSONReader rejects input that other parsers accept: duplicate members (even if escaped), a byte order
            // mark, trailing data, invalid UTF-8.
            value = try JSONReader.read(
                bytes, options: JSONReader.Options(maximumDepth: maximumDepth, maximumByteCount: 256 << 10))
        } catch {
            throw JOSEError(.malformed, at: error.place, "the \(name) is not strict JSON: \(error.reason)")
        }
        guard let object = value.object else {
            throw JOSEError(.malformed, "the \(name) is \(value.kindName), not an object")
        }
        return object
    }
}
