extension HeaderParameters {
    /// The maximum line length, without the line ending (RFC 5322, section 2.1.1).
    private static let maximumLineLength = 78

    /// Writes the parameters that follow a field's value: `; name=value`, folded.
    ///
    /// Printable ASCII is written as is, quoted if necessary. Any other value becomes percent-encoded UTF-8
    /// (`name*=utf-8''…`). A value too long for a line is split into continuations (`name*0`, `name*1`), never within a
    /// character. Control characters are percent-encoded, so a value cannot inject a field. Source: RFC 2045 section
    /// 5.1, RFC 2231.
    ///
    /// - Parameters:
    ///   - column: The number of preceding bytes on the line: the field's name, colon, space and value.
    ///   - lineEnding: The line ending; CRLF for mail transport.
    /// - Returns: ASCII text with lines of at most 78 characters, unless a name is very long.
    /// - Throws: `.invalidCharacter` for a name that is empty or has invalid characters, with the position in the name;
    ///   `.invalidOption` for an invalid language tag.
    public func encoded(
        afterColumn column: Int = 0, lineEnding: LineWrapping.Ending = .crlf
    ) throws(CodecError) -> String {
        var text = ""
        var column = column
        func append(_ item: String) {
            text += ";"
            column += 1
            if column + 1 + item.utf8.count > Self.maximumLineLength - 1 {
                text += lineEnding == .crlf ? "\r\n" : "\n"
                column = 0
            }
            text += " " + item
            column += 1 + item.utf8.count
        }
        for parameter in all {
            try Self.check(parameter)
            for item in Self.items(parameter) { append(item) }
        }
        return text
    }

    private static func check(_ parameter: Parameter) throws(CodecError) {
        let name = Array(parameter.name.utf8)
        if let bad = name.firstIndex(where: { !HeaderBytes.isAttributeCharacter($0) }) ?? (name.isEmpty ? 0 : nil) {
            throw CodecError(
                .invalidCharacter, at: TextPosition(offset: bad, in: name),
                "parameter name is empty or holds another character than letters, digits and !#$&+-.^_`{|}~")
        }
        if let language = parameter.language?.utf8 {
            let isTag = language.allSatisfy { $0.isAlphanumeric || $0 == .hyphen }
            guard isTag, (1...20).contains(language.count) else {
                throw CodecError(.invalidOption, "language of a parameter is not 1 to 20 letters, digits and hyphens")
            }
        }
    }

    private static func items(_ parameter: Parameter) -> [String] {
        // Space on a line without the leading space and the semicolon.
        let room = maximumLineLength - 2
        let isASCII = parameter.value.utf8.allSatisfy { $0.isPrintable }
        if isASCII, parameter.language == nil {
            let whole = "\(parameter.name)=\(quoted(parameter.value))"
            if whole.utf8.count <= room { return [whole] }
            return pieces(parameter.value, room - parameter.name.utf8.count - 8, escapedCount).enumerated()
                .map { "\(parameter.name)*\($0.offset)=\"\(escaped($0.element))\"" }
        }
        let prefix = "utf-8'\(parameter.language ?? "")'"
        let whole = "\(parameter.name)*=\(prefix)\(percentEncoded(parameter.value))"
        if whole.utf8.count <= room { return [whole] }
        let space = room - parameter.name.utf8.count - 7 - prefix.utf8.count
        return pieces(parameter.value, space, percentCount).enumerated().map { index, piece in
            "\(parameter.name)*\(index)*=\(index == 0 ? prefix : "")\(percentEncoded(piece))"
        }
    }

    /// Splits text between scalars into pieces of at most `room` bytes as measured by `count`, with at least one scalar
    /// each.
    private static func pieces(
        _ text: String, _ room: Int, _ count: (Unicode.Scalar) -> Int
    ) -> [String] {
        var pieces: [String] = []
        var current = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            let width = count(scalar)
            if size + width > room, !current.isEmpty {
                pieces.append(String(current))
                current = String.UnicodeScalarView()
                size = 0
            }
            current.append(scalar)
            size += width
        }
        pieces.append(String(current))
        return pieces
    }

    private static func quoted(_ value: String) -> String {
        // Also quoted if a reader could mistake an apostrophe or percent sign for RFC 2231 syntax.
        let isPlain = !value.isEmpty && value.utf8.allSatisfy(HeaderBytes.isAttributeCharacter)
        return isPlain ? value : "\"\(escaped(value))\""
    }

    private static func escapedCount(_ scalar: Unicode.Scalar) -> Int { scalar == "\"" || scalar == "\\" ? 2 : 1 }

    private static func escaped(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            if escapedCount(scalar) == 2 { text.append("\\") }
            text.append(scalar)
        }
        return String(text)
    }

    private static func percentCount(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.isASCII else { return 3 * UTF8.width(scalar) }
        return HeaderBytes.isAttributeCharacter(UInt8(truncatingIfNeeded: scalar.value)) ? 1 : 3
    }

    private static func percentEncoded(_ value: String) -> String {
        var text: [UInt8] = []
        for byte in value.utf8 {
            if HeaderBytes.isAttributeCharacter(byte) {
                text.append(byte)
            } else {
                text.append(.percent)
                HeaderBytes.appendHex(byte, to: &text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
