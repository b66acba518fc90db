/// A JSON writer for whole values or streaming output; equal values give identical bytes.
///
/// Strings are escaped as RFC 8259 requires, and so are the control characters U+007F to U+009F, which terminals
/// interpret; everything else is written as UTF-8. A call that is invalid at the current position throws ``CodecError``
/// with code `.invalidOption` and writes nothing.
///
///     var writer = JSONWriter(.compact)
///     try writer.beginObject()
///     try writer.name("totals")
///     try writer.write(["passed": 3])
///     try writer.endObject()
///     writer.bytes  // {"totals":{"passed":3}}
///
/// For output of any length call ``drain(into:)`` regularly; memory then stays constant.
public struct JSONWriter: Sendable {
    /// The layout of the output.
    public enum Layout: Sendable {
        /// No whitespace.
        case compact
        /// One line per member and element, indented by two spaces per level.
        case pretty
        /// Compact, with a line end after each top-level value: newline-delimited JSON.
        case lines
    }

    private struct Level {
        let isObject: Bool
        var isEmpty = true
        var awaitsValue = false
    }

    private let layout: Layout
    private var levels: [Level] = []
    private var hasValue = false

    /// The output not yet drained.
    public var bytes: [UInt8] { text.bytes }
    /// The size of ``bytes``.
    public var byteCount: Int { text.bytes.count }
    private var text = WipingBytes()

    /// Creates an empty writer.
    public init(_ layout: Layout = .compact) { self.layout = layout }

    /// Writes a complete value: the document, the next element of an array, or the value for the preceding name.
    public mutating func write(_ value: JSONValue) throws(CodecError) {
        try beginValue()
        append(value, depth: levels.count)
        endValue()
    }

    /// Opens an object; its members follow, each as ``name(_:)`` and a value.
    public mutating func beginObject() throws(CodecError) { try begin(Level(isObject: true), "{") }

    /// Opens an array; its elements follow.
    public mutating func beginArray() throws(CodecError) { try begin(Level(isObject: false), "[") }

    /// Closes the innermost object.
    public mutating func endObject() throws(CodecError) { try end(isObject: true, "}") }

    /// Closes the innermost array.
    public mutating func endArray() throws(CodecError) { try end(isObject: false, "]") }

    /// Writes a member name; its value must follow.
    ///
    /// - Parameter name: A name the object does not have yet; this is not checked.
    /// - Throws: ``CodecError`` with code `.invalidOption` if no name is allowed here.
    public mutating func name(_ name: String) throws(CodecError) {
        guard let level = levels.last, level.isObject, !level.awaitsValue else {
            throw CodecError(.invalidOption, "a name has no place here: it begins a member of an object")
        }
        separate()
        append(name)
        appendColon()
        levels[levels.count - 1].awaitsValue = true
    }

    /// Writes a secret string; no copy is left in memory once it is drained.
    ///
    /// - Parameter characters: Valid UTF-8; this is not checked.
    /// - Throws: ``CodecError`` with code `.invalidOption` if no value is allowed here.
    public mutating func write(secret characters: borrowing some Bytes) throws(CodecError) {
        try beginValue()
        characters.withBytes { append(quoted: $0) }
        endValue()
    }

    /// Writes all pending output to `writer` and wipes it.
    ///
    /// - Parameter writer: Receives the bytes in one call.
    /// - Throws: If writing fails.
    public mutating func drain<Writer: ByteWriter & ~Copyable>(into writer: inout Writer) throws(Writer.Failure) {
        // Wipes the output even if writing fails.
        defer { text.wipe() }
        try writer.write(text.bytes)
    }

    // MARK: Structure

    private mutating func begin(_ level: Level, _ bracket: Unicode.Scalar) throws(CodecError) {
        try beginValue()
        levels.append(level)
        text.append(UInt8(ascii: bracket))
    }

    private mutating func end(isObject: Bool, _ bracket: Unicode.Scalar) throws(CodecError) {
        guard let level = levels.last, level.isObject == isObject, !level.awaitsValue else {
            throw CodecError(
                .invalidOption,
                "no \(isObject ? "object" : "array") can end here: none is open, or a name lacks its value")
        }
        levels.removeLast()
        if !level.isEmpty { newLine(depth: levels.count) }
        text.append(UInt8(ascii: bracket))
        endValue()
    }

    private mutating func beginValue() throws(CodecError) {
        guard let level = levels.last else {
            guard layout == .lines || !hasValue else {
                throw CodecError(.invalidOption, "a document holds one value, and this is the second")
            }
            hasValue = true
            return
        }
        if level.isObject {
            guard level.awaitsValue else {
                throw CodecError(.invalidOption, "a value in an object needs a name")
            }
            levels[levels.count - 1].awaitsValue = false
        } else {
            separate()
        }
    }

    private mutating func endValue() {
        if levels.isEmpty, layout == .lines { text.append(.newline) }
    }

    private mutating func separate() {
        if !levels[levels.count - 1].isEmpty { text.append(.comma) }
        levels[levels.count - 1].isEmpty = false
        newLine(depth: levels.count)
    }

    private mutating func newLine(depth: Int) {
        guard layout == .pretty else { return }
        text.append(.newline)
        for _ in 0..<depth * 2 { text.append(.space) }
    }

    private mutating func appendColon() {
        text.append(.colon)
        if layout == .pretty { text.append(.space) }
    }

    // MARK: Values

    static func bytes(of value: JSONValue, _ layout: Layout) -> [UInt8] {
        var writer = JSONWriter(layout)
        writer.append(value, depth: 0)
        writer.endValue()
        return writer.bytes
    }

    private mutating func append(_ value: JSONValue, depth: Int) {
        switch value {
        case .null: text.append("null")
        case .bool(let value): text.append(value ? "true" : "false")
        case .number(let number): text.append(number.description)
        case .string(let string): append(string)
        case .array(let elements):
            text.append(.leftBracket)
            for index in elements.indices {
                if index > 0 { text.append(.comma) }
                newLine(depth: depth + 1)
                append(elements[index], depth: depth + 1)
            }
            if !elements.isEmpty { newLine(depth: depth) }
            text.append(.rightBracket)
        case .object(let object):
            text.append(.leftBrace)
            for (index, member) in object.members.enumerated() {
                if index > 0 { text.append(.comma) }
                newLine(depth: depth + 1)
                append(member.name)
                appendColon()
                append(member.value, depth: depth + 1)
            }
            if object.count > 0 { newLine(depth: depth) }
            text.append(.rightBrace)
        }
    }

    private mutating func append(_ string: String) { append(quoted: string.utf8.span) }

    private mutating func append(quoted units: Span<UInt8>) {
        text.append(.quotationMark)
        var start = 0
        var index = 0
        while index < units.count {
            let unit = units[index]
            if unit >= 0x20, unit < 0x7f, unit != .quotationMark, unit != .backslash {
                index += 1
                continue
            }
            // U+0080 to U+009F are C2 80 to C2 9F.
            let isControlPair = unit == 0xc2 && index + 1 < units.count && units[index + 1] < 0xa0
            guard unit < 0x80 || isControlPair else {
                index += 1
                continue
            }
            text.append(contentsOf: units.extracting(start..<index))
            if isControlPair { index += 1 }
            text.append(Self.escape(of: units[index]))
            index += 1
            start = index
        }
        text.append(contentsOf: units.extracting(start...))
        text.append(.quotationMark)
    }

    static func escape(of unit: UInt8) -> String {
        switch unit {
        case .quotationMark: return #"\""#
        case .backslash: return #"\\"#
        case 0x08: return #"\b"#
        case .tab: return #"\t"#
        case .newline: return #"\n"#
        case 0x0c: return #"\f"#
        case .carriageReturn: return #"\r"#
        default: return #"\u00"# + (unit < 0x10 ? "0" : "") + String(unit, radix: 16)
        }
    }
}
