struct JSONParser {
    private let options: JSONReader.Options
    private let maximumDepth: Int
    var offset = 0
    /// Whether a line end terminates the value.
    private var endsAtLine = false
    var scratch: [UInt8] = []

    init(_ bytes: Span<UInt8>, _ options: JSONReader.Options) throws(CodecError) {
        self.options = options
        maximumDepth = min(max(options.maximumDepth, 1), JSONReader.Options.largestDepth)
        guard bytes.count <= options.maximumByteCount else {
            throw CodecError(
                .limitExceeded, at: TextPosition(offset: options.maximumByteCount, in: bytes),
                "more than \(options.maximumByteCount) bytes of JSON")
        }
    }

    mutating func document(_ bytes: Span<UInt8>) throws(CodecError) -> JSONValue {
        try refuseByteOrderMark(bytes)
        skipSpace(bytes)
        let value = try self.value(bytes, depth: 0)
        skipSpace(bytes)
        if offset < bytes.count { throw error(.trailingData, bytes, "extra data after the end of the value") }
        return value
    }

    mutating func lines(_ bytes: Span<UInt8>) throws(CodecError) -> [JSONValue] {
        try refuseByteOrderMark(bytes)
        var values: [JSONValue] = []
        while true {
            endsAtLine = false
            skipSpace(bytes)
            if offset == bytes.count { return values }
            endsAtLine = true
            values.append(try value(bytes, depth: 0))
            skipSpace(bytes)
            if offset < bytes.count, bytes[offset] != .newline {
                throw error(.trailingData, bytes, "something after the end of the line's value")
            }
        }
    }

    private mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(CodecError) -> JSONValue {
        guard offset < bytes.count else { throw error(.truncated, bytes, "the text ends where a value should be") }
        switch bytes[offset] {
        case .leftBrace: return try object(bytes, depth: depth + 1)
        case .leftBracket: return try array(bytes, depth: depth + 1)
        case .quotationMark: return .string(try string(bytes))
        case .hyphen, UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number(bytes))
        case UInt8(ascii: "t") where literal("true", bytes): return .bool(true)
        case UInt8(ascii: "f") where literal("false", bytes): return .bool(false)
        case UInt8(ascii: "n") where literal("null", bytes): return .null
        default: throw unexpected(bytes, "a value")
        }
    }

    private mutating func array(_ bytes: Span<UInt8>, depth: Int) throws(CodecError) -> JSONValue {
        try enter(bytes, depth)
        if take(.rightBracket, bytes) { return .array([]) }
        var elements: [JSONValue] = []
        while true {
            elements.append(try value(bytes, depth: depth))
            skipSpace(bytes)
            if take(.rightBracket, bytes) { return .array(elements) }
            try separator(bytes, "]")
        }
    }

    private mutating func object(_ bytes: Span<UInt8>, depth: Int) throws(CodecError) -> JSONValue {
        try enter(bytes, depth)
        var object = JSONObject()
        if take(.rightBrace, bytes) { return .object(object) }
        while true {
            guard offset < bytes.count else { throw error(.truncated, bytes, "the text ends inside an object") }
            guard bytes[offset] == .quotationMark else { throw unexpected(bytes, "a name in quotes") }
            let start = offset
            let name = try string(bytes)
            skipSpace(bytes)
            guard take(.colon, bytes) else { throw unexpected(bytes, "a colon after the name") }
            skipSpace(bytes)
            let value = try self.value(bytes, depth: depth)
            guard object.append(name, value) else {
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: start, in: bytes),
                    "the name \(JSONValue.string(name)) repeats in its object")
            }
            skipSpace(bytes)
            if take(.rightBrace, bytes) { return .object(object) }
            try separator(bytes, "}")
        }
    }

    private mutating func enter(_ bytes: Span<UInt8>, _ depth: Int) throws(CodecError) {
        guard depth <= maximumDepth else {
            throw error(.limitExceeded, bytes, "more than \(maximumDepth) arrays and objects inside one another")
        }
        offset += 1
        skipSpace(bytes)
    }

    private mutating func separator(_ bytes: Span<UInt8>, _ close: Unicode.Scalar) throws(CodecError) {
        guard take(.comma, bytes) else { throw unexpected(bytes, "a comma or \(close)") }
        let comma = offset - 1
        skipSpace(bytes)
        if offset < bytes.count, bytes[offset] == UInt8(ascii: close) {
            throw CodecError(
                .invalidSyntax, at: TextPosition(offset: comma, in: bytes), "a comma before \(close)",
                hint: "remove the comma")
        }
    }

    private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private mutating func literal(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        for index in 0..<count where bytes[offset + index] != word.utf8Start[index] { return false }
        offset += count
        return true
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while offset < bytes.count {
            switch bytes[offset] {
            case .space, .tab, .carriageReturn: offset += 1
            case .newline where !endsAtLine: offset += 1
            default: return
            }
        }
    }

    private func refuseByteOrderMark(_ bytes: Span<UInt8>) throws(CodecError) {
        if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf {
            throw error(.invalidCharacter, bytes, "a byte order mark before the value", hint: "remove it")
        }
        if bytes.count >= 2, (bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff) {
            throw error(.invalidUTF8, bytes, "UTF-16 text", hint: "JSON is exchanged as UTF-8")
        }
    }

    var replacesLoneSurrogates: Bool { options.replacesLoneSurrogates }
}

// MARK: Numbers

extension JSONParser {
    private mutating func number(_ bytes: Span<UInt8>) throws(CodecError) -> JSONNumber {
        let start = offset
        let isNegative = take(.hyphen, bytes)
        var value = 0
        var isExact = true
        let integerStart = offset
        while offset < bytes.count, let digit = digit(bytes[offset]) {
            // Accumulated as a negative number, because Int.min has no positive counterpart.
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (difference, tooLow) = product.subtractingReportingOverflow(digit)
            if tooLarge || tooLow { isExact = false } else { value = difference }
            offset += 1
        }
        if offset == integerStart { throw unexpected(bytes, "a digit") }
        if bytes[integerStart] == UInt8(ascii: "0") {
            if offset > integerStart + 1 {
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: integerStart, in: bytes), "a number with a leading zero")
            }
            if isNegative { isExact = false }  // -0 keeps its sign
        }
        if take(.period, bytes) {
            isExact = false
            try digits(bytes, "a digit after the point")
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            isExact = false
            offset += 1
            if !take(.plus, bytes) { _ = take(.hyphen, bytes) }
            try digits(bytes, "a digit of the exponent")
        }
        if isExact, isNegative || value != Int.min { return JSONNumber(parsed: isNegative ? value : -value) }
        return JSONNumber(checked: text(bytes, start..<offset))
    }

    private mutating func digits(_ bytes: Span<UInt8>, _ wanted: StaticString) throws(CodecError) {
        let start = offset
        while offset < bytes.count, digit(bytes[offset]) != nil { offset += 1 }
        if offset == start { throw unexpected(bytes, wanted.description) }
    }

    private func digit(_ byte: UInt8) -> Int? {
        let digit = Int(byte) - 0x30
        return (0...9).contains(digit) ? digit : nil
    }
}

// MARK: Errors

extension JSONParser {
    func error(
        _ code: CodecError.Code, _ bytes: Span<UInt8>, _ reason: String, hint: String? = nil
    ) -> CodecError {
        CodecError(code, at: TextPosition(offset: offset, in: bytes), reason, hint: hint)
    }

    func unexpected(_ bytes: Span<UInt8>, _ wanted: String) -> CodecError {
        guard offset < bytes.count else { return error(.truncated, bytes, "the text ends where \(wanted) should be") }
        let byte = bytes[offset]
        if endsAtLine, byte == .newline {
            return error(.invalidSyntax, bytes, "the line ends where \(wanted) should be")
        }
        let hint: String? =
            switch byte {
            case .apostrophe: "strings are quoted with \""
            case .slash, .numberSign: "JSON has no comments"
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                "words are true, false and null; strings are quoted with \""
            case .plus: "a positive number has no sign"
            case .period: "a number starts with a digit"
            default: nil
            }
        let name = byte.isVisible ? "\(Unicode.Scalar(byte))" : "byte 0x\(String(byte, radix: 16))"
        return error(.invalidSyntax, bytes, "\(name) where \(wanted) should be", hint: hint)
    }
}
