internal import ArcaCodecs

/// The grammar that compact tokens share: parts in Base64 for URLs with dots between them.
///
/// Source: RFC 7515, sections 2 and 7.1; RFC 7516, section 7.1.
enum CompactText {
    /// The parts between the dots; nil when there are more than `most`.
    static func parts(_ text: borrowing some Bytes, most: Int = 5) -> [[UInt8]]? {
        text.withBytes { text in
            var parts: [[UInt8]] = []
            var start = 0
            for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: ".") {
                guard parts.count < most else { return nil }
                parts.append([UInt8](bytes: text.extracting(start..<index)))
                start = index + 1
            }
            return parts
        }
    }

    /// Decodes Base64 for URLs; padding, blanks, the other alphabet and unused bits that are set are all malformed, so
    /// that a token has one form only.
    ///
    /// `start` is the place of the text in the token.
    static func decode(
        _ text: borrowing some Bytes, _ name: String, start: Int = 0
    ) throws(JOSEError) -> [UInt8] {
        do throws(CodecError) {
            return try Base64.urlUnpadded.decode(text)
        } catch {
            throw JOSEError(
                .malformed, at: error.offset.map { start + $0 },
                "the \(name) is not Base64 for URLs without padding: \(error.code)")
        }
    }

    static func encode(_ bytes: borrowing some Bytes) -> [UInt8] { Base64.urlUnpadded.encodeToBytes(bytes) }

    /// Parts with dots between them.
    static func joined(_ parts: [[UInt8]]) -> String {
        String(decoding: Array(parts.joined(separator: [UInt8(ascii: ".")])), as: UTF8.self)
    }

    /// Reads a JSON object; ten levels suffice for keys inside a header.
    static func object(
        _ bytes: borrowing some Bytes, _ name: String, maximumDepth: Int = 10
    ) throws(JOSEError) -> JSONObject {
        let value: JSONValue
        do throws(CodecError) {
            // JSONReader rejects what others take: a member twice (also by an escape), a byte order mark, text behind
            // the value, what is not UTF-8.
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
