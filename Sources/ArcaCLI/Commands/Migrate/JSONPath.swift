internal import ArcaCore

/// The path of a JSON member in `--field`.
///
/// `/user/token` is a pointer (RFC 6901). `user.token` is the member of that name or, if there is none, the member
/// `token` of `user`. Array elements are named by their index, from 0.
struct JSONPath {
    private let text: String
    /// The steps of a pointer; nil for a name.
    private let pointer: [String]?

    init(_ text: String) throws(UsageError) {
        self.text = text
        guard text.hasPrefix("/") else {
            pointer = nil
            return
        }
        var steps: [String] = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            var step = ""
            var isEscaped = false
            for character in part {
                if isEscaped {
                    guard character == "0" || character == "1" else { throw Self.unknownEscape(text) }
                    step.append(character == "0" ? "~" : "/")
                } else if character != "~" {
                    step.append(character)
                }
                isEscaped = !isEscaped && character == "~"
            }
            guard !isEscaped else { throw Self.unknownEscape(text) }
            steps.append(step)
        }
        pointer = steps
    }

    private static func unknownEscape(_ text: String) -> UsageError {
        UsageError(
            .invalidValue, "invalid escape in the JSON pointer '\(text)'",
            hint: "in a pointer ~ is written ~0, and / in a name ~1")
    }

    func steps(in object: JSONObject) -> [String] {
        if let pointer { return pointer }
        return object[text] != nil ? [text] : text.split(separator: ".").map(String.init)
    }

    static func value(_ root: JSONValue, _ steps: [String]) -> JSONValue? {
        var value = root
        for step in steps {
            if let array = value.array {
                // An index as in RFC 6901: digits without leading zeros.
                guard let index = Int(step), String(index) == step, array.indices.contains(index) else { return nil }
                value = array[index]
            } else {
                guard let member = value.object?[step] else { return nil }
                value = member
            }
        }
        return value
    }
}

/// Locates values in well-formed JSON text.
struct JSONPlaces {
    private let text: ArraySlice<UInt8>
    private var offset: Int

    private init(_ text: ArraySlice<UInt8>) {
        self.text = text
        offset = text.startIndex
    }

    /// The range of the value at a path, quotes included; nil if it is missing.
    static func range(of path: [String], in text: ArraySlice<UInt8>) -> Range<Int>? {
        var place = text.startIndex..<text.endIndex
        for step in path {
            var places = JSONPlaces(text[place])
            guard let next = places.find(step) else { return nil }
            place = next
        }
        return path.isEmpty ? nil : place
    }

    private mutating func find(_ step: String) -> Range<Int>? {
        skip { Self.isBetween($0) }
        guard offset < text.endIndex, [.leftBrace, .leftBracket].contains(text[offset]) else { return nil }
        let isObject = text[offset] == .leftBrace
        let end = isObject ? UInt8.rightBrace : .rightBracket
        offset += 1
        var index = 0
        while true {
            skip { Self.isBetween($0) }
            guard offset < text.endIndex, text[offset] != end else { return nil }
            var name: String? = String(index)
            if isObject {
                let written = value()
                name = (try? JSONReader.read(text[written]))?.string
                skip { Self.isBetween($0) || $0 == .colon }
            }
            let place = value()
            if name == step { return place }
            index += 1
        }
    }

    private static func isBetween(_ byte: UInt8) -> Bool {
        [.space, .tab, .carriageReturn, .newline, .comma].contains(byte)
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while offset < text.endIndex, isSkipped(text[offset]) { offset += 1 }
    }

    private mutating func value() -> Range<Int> {
        let start = offset
        var depth = 0
        var isInString = false
        while offset < text.endIndex {
            let byte = text[offset]
            if isInString {
                if byte == .backslash { offset += 1 }
                if byte == .quotationMark {
                    isInString = false
                    if depth == 0 {
                        offset += 1
                        return start..<offset
                    }
                }
            } else {
                switch byte {
                case .quotationMark: isInString = true
                case .leftBrace, .leftBracket: depth += 1
                case .rightBrace, .rightBracket:
                    // The end of the object around a number or a literal.
                    if depth == 0 { return start..<offset }
                    depth -= 1
                    if depth == 0 {
                        offset += 1
                        return start..<offset
                    }
                case .comma, .space, .tab, .carriageReturn:
                    if depth == 0 { return start..<offset }
                default: break
                }
            }
            offset += 1
        }
        return start..<offset
    }
}
