/// An unparsed field in the header of a message or part.
public struct HeaderField: Sendable, Hashable {
    /// The name in its original case.
    public let name: String
    /// The bytes from the colon to the end of the field, folds included.
    public let rawValue: [UInt8]
    /// The position of ``rawValue`` in the message.
    public let position: TextPosition

    /// Creates a field.
    public init(name: String, rawValue: [UInt8], position: TextPosition = TextPosition(offset: 0, line: 1, column: 1)) {
        self.name = name
        self.rawValue = rawValue
        self.position = position
    }

    /// Returns the value as text: unfolded, with encoded words decoded and whitespace trimmed.
    ///
    /// - Parameters:
    ///   - context: `.text` for unstructured fields such as Subject, `.phrase` for structured ones such as From.
    ///   - strictness: Whether to reject or repair violations of RFC 2047.
    ///   - charsets: The charset decoder.
    /// - Returns: The text.
    /// - Throws: The errors of ``EncodedWord``, with the position in the message.
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

/// The fields of a header, in order.
public struct HeaderFields: Sendable, Hashable {
    /// All fields, in order.
    public private(set) var all: [HeaderField] = []

    /// Creates an empty header.
    public init() {}

    /// The first field with a name.
    ///
    /// - Parameter name: The field name, in any case.
    public subscript(name: String) -> HeaderField? {
        let key = name.lowercased()
        return all.first { $0.name.lowercased() == key }
    }

    /// Returns all fields with a name, in any case, in order.
    public func fields(named name: String) -> [HeaderField] {
        let key = name.lowercased()
        return all.filter { $0.name.lowercased() == key }
    }

    mutating func append(_ field: HeaderField) { all.append(field) }
}

extension CodecError {
    func moved(to start: TextPosition) -> CodecError {
        let place = position.map { position in
            TextPosition(
                offset: start.offset + position.offset, line: start.line + position.line - 1,
                column: position.line == 1 ? start.column + position.column - 1 : position.column)
        }
        return CodecError(code, at: place ?? start, reason, hint: hint)
    }
}
