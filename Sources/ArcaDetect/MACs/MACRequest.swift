internal import ArcaCodecs
internal import ArcaCore

/// A message taken apart: the parts of a request that signatures are made from.
struct MACRequest {
    /// A parameter, decoded and as it was written.
    struct Parameter: Hashable {
        var name: [UInt8]
        var value: [UInt8]
        var rawName: [UInt8]
        var rawValue: [UInt8]

        init(_ name: [UInt8], _ value: [UInt8]) {
            (self.name, self.value, rawName, rawValue) = (name, value, name, value)
        }

        /// Reads `name=value` of a query or form.
        init(encoded pair: ArraySlice<UInt8>) {
            let place = pair.firstIndex(of: .equals) ?? pair.endIndex
            (rawName, rawValue) = (Array(pair[..<place]), Array(pair[place...].dropFirst()))
            (name, value) = (Self.decoded(rawName), Self.decoded(rawValue))
        }

        private static func decoded(_ text: [UInt8]) -> [UInt8] {
            guard text.contains(where: { $0 == .percent || $0 == .plus }) else { return text }
            return (try? PercentEncoding.form.allowing(.mixedAlphabets).decode(text)) ?? text
        }

        var lowerName: String { String(decoding: name, as: UTF8.self).lowercased() }
    }

    private(set) var kind = "text"
    private(set) var method: [UInt8]?
    private(set) var scheme = Array("https".utf8)
    private(set) var host: [UInt8] = []
    /// Path and query as they were sent.
    private(set) var target: [UInt8]?
    /// With names in lower case.
    private(set) var headers: [(name: String, value: [UInt8])] = []
    /// The body of an HTTP request, or the whole message.
    private(set) var body: [UInt8]
    private(set) var query: [Parameter] = []
    /// The parameters of a form, the members of a JSON object, or lines.
    private(set) var form: [Parameter] = []
    private(set) var json: JSONValue?
    private(set) var notes: [String] = []
    private let limits: MACFinder.Limits
    private var parameterLimit: Int { limits.parameterCount }

    init(_ message: [UInt8], _ fields: [MACFinder.Field], _ limits: MACFinder.Limits) {
        self.limits = limits
        body = message
        var isURL = false
        if let head = Self.requestHead(message) {
            kind = "an HTTP request"
            method = head.method
            setURL(head.target)
            headers = head.headers
            if let name = headers.first(where: { $0.name == "host" })?.value { host = name }
            body = Array(message[head.end...])
        } else if Self.isURL(message) {
            kind = "a URL"
            isURL = true
            method = Array("GET".utf8)
            setURL(Self.trimmed(message))
        }
        for field in fields {
            switch field.name.lowercased() {
            case "method": method = field.value
            case "url", "path": setURL(field.value)
            case let name: headers.append((name, field.value))
            }
        }
        if isURL { body = [] } else { readBody() }
        if header("host") == nil, !host.isEmpty { headers.append(("host", host)) }
        if query.count + form.count > parameterLimit {
            (query, form) = ([], [])
            notes.append("there are more than \(parameterLimit) parameters: they were not sorted")
        }
    }

    /// Adds the parameters of an OAuth header, except its realm and signature.
    mutating func addOAuthParameters() {
        for (name, value) in headers where name.hasPrefix("oauth_") { form.append(Parameter(Array(name.utf8), value)) }
    }

    mutating func add(_ pairs: [(name: String, value: [UInt8])]) { headers += pairs }

    /// The path without the query.
    var path: [UInt8]? { target.map { Array($0.prefix { $0 != .questionMark }) } }
    var rawQuery: [UInt8]? { target.map { Array($0.drop { $0 != .questionMark }.dropFirst()) } }
    /// Scheme, host and path.
    var baseURL: [UInt8]? { path.map { scheme.map(\.lowercased) + Array("://".utf8) + host.map(\.lowercased) + $0 } }
    var url: [UInt8]? { target.map { scheme + Array("://".utf8) + host + $0 } }

    func header(_ name: String) -> [UInt8]? { headers.first { $0.name == name }?.value }

    /// The parameters that a signature may be made from: those of the body, of the query, and both.
    var parameterSets: [(name: String, parameters: [Parameter])] {
        var sets: [(String, [Parameter])] = []
        if !form.isEmpty { sets.append((query.isEmpty ? "" : "of the body", form)) }
        if !query.isEmpty { sets.append((form.isEmpty ? "" : "of the query", query)) }
        if !form.isEmpty, !query.isEmpty { sets.append(("of query and body", query + form)) }
        return sets
    }

    // MARK: Reading

    private mutating func setURL(_ text: [UInt8]) {
        var rest = text[...]
        if let end = Self.schemeEnd(text) {
            scheme = Array(text[..<(end - 3)])
            rest = text[end...]
            host = Array(rest.prefix { $0 != .slash && $0 != .questionMark })
            rest = rest.dropFirst(host.count)
        }
        if rest.first != .slash { rest = [.slash] + rest }
        let path = Array(rest.prefix { $0 != .numberSign })
        target = path
        query = pairs(path.drop { $0 != .questionMark }.dropFirst())
    }

    /// The parameters of a query; empty, and noted, if there are too many.
    private func pairs(_ text: ArraySlice<UInt8>) -> [Parameter] {
        let pairs = text.split(separator: .ampersand, maxSplits: parameterLimit + 1)
        return pairs.map { Parameter(encoded: $0) }
    }

    private mutating func readBody() {
        let text = Self.trimmed(body)
        if text.first == .leftBrace, let value = try? JSONReader.read(text, options: .init(maximumDepth: 64)),
            let object = value.object
        {
            if kind == "text" { kind = "a JSON object" }
            if text.count <= limits.jsonByteCount {
                json = value
            } else {
                notes.append(
                    "the JSON object is longer than \(limits.jsonByteCount) bytes: it was only tried unchanged")
            }
            form = object.members.prefix(parameterLimit + 1).map { Parameter(Array($0.name.utf8), Self.text($0.value)) }
            return
        }
        let isQuery = text.contains(.equals) && !text.contains { $0 == .newline }
        if isQuery, text.contains(.ampersand) || text.allSatisfy(\.isVisible) {
            if kind == "text" { kind = "parameters" }
            form = pairs(text[...])
            return
        }
        let lines = text.split(separator: .newline, maxSplits: parameterLimit + 1)
            .map { Self.trimmed(Array($0)) }
        let parameters = lines.compactMap(Self.line)
        guard lines.count > 1, parameters.count == lines.count else { return }
        if kind == "text" { kind = "lines of parameters" }
        form = parameters
    }

    /// The text of a JSON value as a parameter: strings without quotes, others compact, null empty.
    private static func text(_ value: JSONValue) -> [UInt8] {
        if let string = value.string { return Array(string.utf8) }
        return value.isNull ? [] : Array(value.text().utf8)
    }

    /// Reads `name=value` or `name: value`.
    private static func line(_ text: [UInt8]) -> Parameter? {
        guard let place = text.firstIndex(where: { $0 == .equals || $0 == .colon }), place > 0 else { return nil }
        return Parameter(trimmed(Array(text[..<place])), trimmed(Array(text[(place + 1)...])))
    }

    static func trimmed(_ text: [UInt8]) -> [UInt8] {
        let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
        let end = text.lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? start
        return Array(text[start..<max(start, end)])
    }

    /// The end of `https://`.
    private static func schemeEnd(_ text: [UInt8]) -> Int? {
        let scheme = text.prefix { $0.isAlphanumeric }
        guard !scheme.isEmpty, text[scheme.count...].starts(with: "://".utf8) else { return nil }
        return scheme.count + 3
    }

    private static func isURL(_ text: [UInt8]) -> Bool {
        let text = trimmed(text)
        guard text.allSatisfy({ !$0.isWhitespace }) else { return false }
        return schemeEnd(text) != nil || text.first == .slash && text.contains(.questionMark)
    }

    private struct Head {
        let method: [UInt8]
        let target: [UInt8]
        var headers: [(name: String, value: [UInt8])] = []
        var end = 0
    }

    /// Reads `POST /path HTTP/1.1`, with or without the version, and headers up to an empty line.
    private static func requestHead(_ message: [UInt8]) -> Head? {
        var start = 0
        func nextLine() -> [UInt8]? {
            guard start < message.count else { return nil }
            let end = message[start...].firstIndex(of: .newline) ?? message.endIndex
            defer { start = min(end + 1, message.count) }
            var line = message[start..<end]
            if line.last == .carriageReturn { line.removeLast() }
            return Array(line)
        }
        let words = (nextLine() ?? []).split(separator: .space)
        guard words.count == 2 || words.count == 3, words[0].count <= 16, words[0].allSatisfy(\.isUppercase),
            words[1].first == .slash || schemeEnd(Array(words[1])) != nil,
            words.count == 2 || words[2].starts(with: "HTTP/".utf8)
        else { return nil }
        var head = Head(method: Array(words[0]), target: Array(words[1]))
        while head.headers.count < 256, let line = nextLine(), !line.isEmpty {
            guard let colon = line.firstIndex(of: .colon) else { return nil }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            head.headers.append((name, trimmed(Array(line[(colon + 1)...]))))
        }
        head.end = start
        return head
    }
}

// MARK: Values by their role

extension MACRequest {
    enum Role { case timestamp, nonce, identifier }

    /// The values that may be a timestamp, a nonce or an identifier, at most three.
    func values(_ role: Role) -> [[UInt8]] {
        var found: [[UInt8]] = []
        let named = headers + (query + form).map { ($0.lowerName, $0.value) }
        for (name, value) in named where found.count < 3 && Self.hasRole(name, value, role) && !found.contains(value) {
            found.append(value)
        }
        return found
    }

    private static func hasRole(_ name: String, _ value: [UInt8], _ role: Role) -> Bool {
        guard (1...128).contains(value.count) else { return false }
        switch role {
        case .timestamp:
            return name.hasSuffix("timestamp") || name.hasSuffix("date")
                || ["t", "ts", "time", "_t", "x-ts", "x-time"].contains(name)
        case .nonce:
            return name.contains("nonce") || name == "token" || name.hasSuffix("random") || name == "echostr"
        case .identifier: return name == "id" || name.hasSuffix("-id")
        }
    }
}
