package import ArcaCodecs

/// One `name = value` of a test vector file.
package struct CAVPField: Sendable, Hashable {
    /// The name as the file spells it: case and inner spaces count.
    package let name: String
    /// The value without the space around it; empty when the file gives none.
    package let value: String
    /// Where the value stands.
    package let position: TextPosition

    /// Makes a field.
    package init(name: String, value: String, position: TextPosition) {
        self.name = name
        self.value = value
        self.position = position
    }

    /// The field under another name.
    func renamed(_ name: String) -> CAVPField { CAVPField(name: name, value: value, position: position) }

    /// Whether it has the name, alone or with a number for standing again: `Counter`, `Counter 2`.
    func isNamed(_ name: String) -> Bool {
        self.name == name || self.name.hasPrefix(name + " ") && Int(self.name.dropFirst(name.count + 1)) != nil
    }

    /// The value as bytes of hexadecimal digits, of upper or lower case.
    package var bytes: [UInt8] {
        get throws(CodecError) {
            do throws(CodecError) {
                return try Base16.standard.allowing(.letterCase).decode(value)
            } catch {
                throw self.error(error.code, error.reason, at: error.position?.offset ?? 0)
            }
        }
    }

    /// The value as a string of bits `0` and `1`, as the one-bit modes write their texts.
    package var bits: [Bool] {
        get throws(CodecError) {
            var result: [Bool] = []
            for (index, character) in value.utf8.enumerated() {
                guard character == 0x30 || character == 0x31 else {
                    throw error(.invalidCharacter, "not a binary digit", at: index)
                }
                result.append(character == 0x31)
            }
            return result
        }
    }

    /// The value as a whole number without a sign.
    package var integer: Int {
        get throws(CodecError) {
            guard let number = Int(value), number >= 0 else { throw error(.invalidSyntax, "not a whole number", at: 0) }
            return number
        }
    }

    /// An error at a character of the value.
    private func error(_ code: CodecError.Code, _ reason: String, at index: Int) -> CodecError {
        let position = TextPosition(
            offset: position.offset + index, line: position.line, column: position.column + index)
        return CodecError(code, at: position, "\(reason) in \(name)")
    }
}
