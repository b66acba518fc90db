internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// The values of some columns of a CSV text, or of some members of JSON lines, and where they stand in it.
struct StoredTable {
    /// One value.
    struct Value {
        /// What it says.
        enum Content {
            /// The bytes of a string, without quotes and escapes.
            case text([UInt8])
            /// An empty field, `null`, or a member that is not there.
            case nothing
            /// What keeps it from being read.
            case unreadable(String)
        }

        /// The line that its record begins in, from 1.
        let line: Int
        /// The column or member.
        let field: String
        /// Where its characters stand, without quotes.
        let range: Range<Int>
        let content: Content
    }

    /// The kinds of text.
    enum Kind: String {
        case csv
        case jsonLines = "json-lines"
    }

    let kind: Kind
    /// The values in the order of the text.
    let values: [Value]

    /// Reads a text; its first character tells which kind it is.
    init(_ bytes: [UInt8], fields: [String]) throws {
        let isMarked = bytes.starts(with: Self.byteOrderMark)
        switch bytes.dropFirst(isMarked ? 3 : 0).first(where: { !Self.whitespace.contains($0) }) {
        case UInt8(ascii: "{"):
            kind = .jsonLines
            values = Self.jsonLines(bytes, from: isMarked ? 3 : 0, fields)
        case UInt8(ascii: "["):
            throw CodecError(
                .invalidSyntax, "an array of JSON is not supported, only JSON lines",
                hint: "run: jq -c '.[]' FILE > FILE.jsonl")
        case nil:
            throw CodecError(.invalidSyntax, "there is no record", hint: "give CSV with a header line, or JSON lines")
        default:
            kind = .csv
            values = try Self.csv(bytes, fields)
        }
    }

    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
    private static let whitespace: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]

    // MARK: CSV

    private static func csv(_ bytes: [UInt8], _ fields: [String]) throws -> [Value] {
        let span = bytes.span
        var reader = try CSVReader(span)
        guard let header = try reader.next(span) else { return [] }
        let names = header.fields.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        let columns = try fields.map { field in
            guard let index = names.firstIndex(of: field) else {
                let names = names.map { String(printable: $0.utf8) }.joined(separator: ", ")
                throw UsageError(.invalidValue, "there is no column '\(field)'", hint: "the columns are \(names)")
            }
            return (index, field)
        }.sorted { $0.0 < $1.0 }
        var values: [Value] = []
        while let record = try reader.next(span) {
            for (index, field) in columns {
                guard record.fields.indices.contains(index) else {
                    let reason = "the row has \(Count.text(record.fields.count, "field")), not \(names.count)"
                    values.append(
                        Value(line: record.line, field: field, range: 0..<0, content: .unreadable(reason)))
                    continue
                }
                let range = record.fields[index].range
                values.append(
                    Value(
                        line: record.line, field: field, range: range,
                        content: range.isEmpty ? .nothing : .text(Array(bytes[range]))))
            }
        }
        return values
    }

    // MARK: JSON lines

    private static func jsonLines(_ bytes: [UInt8], from first: Int, _ fields: [String]) -> [Value] {
        var values: [Value] = []
        var (start, number) = (first, 1)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
            let line = bytes[start..<end]
            if !line.allSatisfy(whitespace.contains) { values += members(line, number, fields) }
            (start, number) = (end + 1, number + 1)
        }
        return values
    }

    /// The members of the object in a line, in their order.
    private static func members(_ line: ArraySlice<UInt8>, _ number: Int, _ fields: [String]) -> [Value] {
        func unreadable(_ reason: String) -> [Value] {
            fields.map { Value(line: number, field: $0, range: 0..<0, content: .unreadable(reason)) }
        }
        let value: JSONValue
        do {
            value = try JSONReader.read(line)
        } catch {
            return unreadable("not JSON: \(error.reason)")
        }
        guard let object = value.object else { return unreadable("not a JSON object") }
        // What is well-formed can be walked through without checks.
        let places = JSONMemberPlaces(line).places
        return fields.map { field in
            switch (object[field], places[field]) {
            case (.string(let text)?, let range?):
                Value(
                    line: number, field: field, range: range.lowerBound + 1..<range.upperBound - 1,
                    content: text.isEmpty ? .nothing : .text(Array(text.utf8)))
            case (nil, _), (.null?, _): Value(line: number, field: field, range: 0..<0, content: .nothing)
            default: Value(line: number, field: field, range: 0..<0, content: .unreadable("not a JSON string"))
            }
        }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

/// Where the values of an object's members stand in its well-formed text.
private struct JSONMemberPlaces {
    /// The places by name, quotes included.
    private(set) var places: [String: Range<Int>] = [:]
    private let text: ArraySlice<UInt8>
    private var offset: Int

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        offset = text.startIndex
        skip { $0 != UInt8(ascii: "{") }
        offset += 1
        while true {
            skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "}") }
            guard offset < text.endIndex, text[offset] == UInt8(ascii: "\"") else { return }
            let name = value()
            skip { $0 != UInt8(ascii: ":") }
            offset += 1
            skip { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
            let place = value()
            if let name = (try? JSONReader.read(text[name]))?.string { places[name] = place }
        }
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while offset < text.endIndex, isSkipped(text[offset]) { offset += 1 }
    }

    /// Passes over a value, and tells where it stands.
    private mutating func value() -> Range<Int> {
        let start = offset
        var depth = 0
        var isInString = false
        while offset < text.endIndex {
            let byte = text[offset]
            if isInString {
                if byte == UInt8(ascii: "\\") { offset += 1 }
                if byte == UInt8(ascii: "\"") {
                    isInString = false
                    if depth == 0 {
                        offset += 1
                        return start..<offset
                    }
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    // The end of the object around a number or a word.
                    if depth == 0 { return start..<offset }
                    depth -= 1
                    if depth == 0 {
                        offset += 1
                        return start..<offset
                    }
                case UInt8(ascii: ","), 0x20, 0x09, 0x0d:
                    if depth == 0 { return start..<offset }
                default: break
                }
            }
            offset += 1
        }
        return start..<offset
    }
}
