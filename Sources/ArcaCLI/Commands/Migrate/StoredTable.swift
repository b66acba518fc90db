internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

/// The values of some CSV columns or JSON members, with their ranges in the text.
struct StoredTable {
    struct Value {
        enum Content {
            /// The bytes of a string, without quotes and escapes.
            case text([UInt8])
            /// An empty field, `null`, or a missing member.
            case nothing
            case unreadable(String)
        }

        /// The first line of its record, from 1.
        let line: Int
        let field: String
        /// The range of its characters, without quotes.
        let range: Range<Int>
        let content: Content
    }

    enum Kind: String {
        case csv
        case jsonLines = "json-lines"
    }

    let kind: Kind
    let values: [Value]

    /// Detects the kind from the first character, and a nil `delimiter` from the CSV header.
    init(_ bytes: [UInt8], fields: [String], delimiter: FieldDelimiter? = nil) throws {
        let isMarked = bytes.starts(with: Self.byteOrderMark)
        switch bytes.dropFirst(isMarked ? 3 : 0).first(where: { !Self.whitespace.contains($0) }) {
        case .leftBrace:
            kind = .jsonLines
            guard delimiter == nil else {
                throw UsageError(.conflict, "JSON lines have no --delimiter", hint: "remove it")
            }
            values = try Self.jsonLines(bytes, from: isMarked ? 3 : 0, fields)
        case .leftBracket:
            throw CodecError(
                .invalidSyntax, "an array of JSON is not supported, only JSON lines",
                hint: "run: jq -c '.[]' FILE > FILE.jsonl")
        case nil:
            throw CodecError(.invalidSyntax, "there is no record", hint: "give CSV with a header line, or JSON lines")
        default:
            kind = .csv
            values = try Self.csv(bytes, fields, delimiter)
        }
    }

    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
    private static let whitespace: Set<UInt8> = [.space, .tab, .newline, .carriageReturn]

    // MARK: CSV

    private static func csv(_ bytes: [UInt8], _ fields: [String], _ given: FieldDelimiter?) throws -> [Value] {
        let span = bytes.span
        var reader = try CSVReader(span, delimiter: try given?.byte ?? delimiter(of: bytes, fields))
        let names = try names(&reader, span)
        let columns = try fields.map { field in
            guard let index = names.firstIndex(of: field) else {
                let names = names.map { String(printable: $0.utf8) }.joined(separator: ", ")
                throw UsageError(.invalidValue, "there is no column '\(field)'", hint: "the columns are \(names)")
            }
            return (index, field)
        }.sorted { $0.0 < $1.0 }
        for (first, second) in zip(columns, columns.dropFirst()) where first.0 == second.0 {
            throw UsageError(.conflict, "--field \(first.1) is given twice", hint: "give it once")
        }
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

    private static func names(_ reader: inout CSVReader, _ span: Span<UInt8>) throws -> [String] {
        try reader.next(span)?.fields.map { $0.text(span) ?? "" } ?? []
    }

    /// The delimiter that separates all fields: a comma, a semicolon or a tab.
    private static func delimiter(of bytes: [UInt8], _ fields: [String]) throws -> UInt8 {
        let fitting = FieldDelimiter.usual.compactMap { delimiter -> (byte: UInt8, count: Int)? in
            guard var reader = try? CSVReader(bytes.span, delimiter: delimiter.byte),
                let names = try? names(&reader, bytes.span), Set(names).isSuperset(of: fields)
            else { return nil }
            return (delimiter.byte, names.count)
        }
        // A header without any of them is a single column for each.
        let cutting = fitting.filter { $0.count > 1 }
        guard cutting.count <= 1 else {
            throw UsageError(
                .missingArgument, "the columns can be told apart in \(cutting.count) ways",
                hint: "give --delimiter , or ';' or tab")
        }
        return cutting.first?.byte ?? .comma
    }

    // MARK: JSON lines

    private static func jsonLines(_ bytes: [UInt8], from first: Int, _ fields: [String]) throws -> [Value] {
        let paths = try fields.map { (field: $0, path: try JSONPath($0)) }
        var values: [Value] = []
        var names: [String]?
        var missing = Set(fields)
        var (start, number) = (first, 1)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
            let line = bytes[start..<end]
            (start, number) = (end + 1, number + 1)
            if line.allSatisfy(whitespace.contains) { continue }
            func value(_ field: String, _ range: Range<Int>, _ content: Value.Content) -> Value {
                Value(line: number - 1, field: field, range: range, content: content)
            }
            let object: JSONObject
            do throws(CodecError) {
                guard let found = try JSONReader.read(line).object else {
                    values += fields.map { value($0, 0..<0, .unreadable("not a JSON object")) }
                    continue
                }
                object = found
            } catch {
                values += fields.map { value($0, 0..<0, .unreadable("not JSON: \(error.reason)")) }
                continue
            }
            names = names ?? object.names
            var found: [Value] = []
            for (field, path) in paths {
                let steps = path.steps(in: object)
                let member = JSONPath.value(.object(object), steps)
                if member != nil { missing.remove(field) }
                switch (member, JSONPlaces.range(of: steps, in: line)) {
                case (.string(let text)?, let range?):
                    let inner = range.lowerBound + 1..<range.upperBound - 1
                    found.append(value(field, inner, text.isEmpty ? .nothing : .text(Array(text.utf8))))
                case (nil, _), (.null?, _): found.append(value(field, 0..<0, .nothing))
                default: found.append(value(field, 0..<0, .unreadable("not a JSON string")))
                }
            }
            values += try inOrder(found)
        }
        if let names, let field = fields.first(where: missing.contains) {
            let list = names.map { String(printable: $0.utf8) }.joined(separator: ", ")
            throw UsageError(
                .invalidValue, "no line has the member '\(field)'",
                hint: "those of the first line are \(list); one of an inner object is written user.token or /user/token"
            )
        }
        return values
    }

    private static func inOrder(_ values: [Value]) throws(UsageError) -> [Value] {
        let sorted = values.sorted { $0.range.lowerBound < $1.range.lowerBound }
        for (first, second) in zip(sorted, sorted.dropFirst())
        where !first.range.isEmpty && first.range.overlaps(second.range) {
            throw UsageError(
                .conflict, "--field \(first.field) and --field \(second.field) are the same", hint: "give it once")
        }
        return sorted
    }
}

/// The field delimiter of a table: one character, or the word `tab`.
struct FieldDelimiter: ArgumentValue, Hashable {
    let byte: UInt8

    static let usual = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].map(FieldDelimiter.init(byte:))

    /// Delimiters that do not occur in Base64, so new values need no quotes.
    private static let possible = Array("\t,;:|!#$%&*@^_~.'".utf8)

    private init(byte: UInt8) { self.byte = byte }

    init(argument: Argument) throws(UsageError) {
        let bytes: [UInt8] = argument == "tab" || argument == "\\t" ? [0x09] : argument.bytes
        guard bytes.count == 1, Self.possible.contains(bytes[0]) else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' cannot stand between fields",
                hint: "give ',', ';', '|' or tab")
        }
        byte = bytes[0]
    }

    static var completion: Completion { .words([",", ";", "tab"]) }
}
