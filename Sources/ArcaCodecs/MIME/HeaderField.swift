public import ArcaCore

/// One field of a message's or part's header, as it stands there.
public struct HeaderField: Sendable, Hashable {
    /// The name as written.
    public let name: String
    /// The bytes behind the colon up to the field's end, folds included.
    public let rawValue: [UInt8]
    /// Where ``rawValue`` begins in the message.
    public let position: TextPosition

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - rawValue: The bytes behind the colon, folds included.
    ///   - position: Where they begin in the message.
    public init(name: String, rawValue: [UInt8], position: TextPosition = TextPosition(offset: 0, line: 1, column: 1)) {
        self.name = name
        self.rawValue = rawValue
        self.position = position
    }

    /// The value as text: unfolded, encoded words decoded, without white space at its ends.
    ///
    /// - Parameters:
    ///   - context: `.text` for unstructured fields such as Subject, `.phrase` for structured ones such as From.
    ///   - strictness: What to do with what RFC 2047 forbids.
    ///   - charsets: Who decodes the charsets.
    /// - Returns: The text.
    /// - Throws: What ``EncodedWord`` throws, with the place in the message.
    public func text(
        context: EncodedWord.Context = .text, strictness: Strictness = .strict,
        charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) -> String {
        let text: String
        do {
            text = try EncodedWord.decode(rawValue, context: context, strictness: strictness, charsets: charsets)
        } catch {
            throw error.moved(to: position)
        }
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var rest = text[...].drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(rest)
    }
}

/// The fields of a header in their order.
public struct HeaderFields: Sendable, Hashable {
    /// All fields.
    public private(set) var all: [HeaderField] = []

    /// Makes an empty header.
    public init() {}

    /// The first field of a name.
    ///
    /// - Parameter name: Any case.
    public subscript(name: String) -> HeaderField? {
        let key = name.lowercased()
        return all.first { $0.name.lowercased() == key }
    }

    /// All fields of a name, in order.
    ///
    /// - Parameter name: Any case.
    /// - Returns: The fields.
    public func fields(named name: String) -> [HeaderField] {
        let key = name.lowercased()
        return all.filter { $0.name.lowercased() == key }
    }

    mutating func append(_ field: HeaderField) { all.append(field) }
}

extension CodecError {
    /// The same error with its position counted from `start` on.
    func moved(to start: TextPosition) -> CodecError {
        let place = position.map { position in
            TextPosition(
                offset: start.offset + position.offset, line: start.line + position.line - 1,
                column: position.line == 1 ? start.column + position.column - 1 : position.column)
        }
        return CodecError(code, at: place ?? start, reason, hint: hint)
    }
}
