package import ArcaCodecs

/// One case of a test vector file, with everything that the file says about it.
package struct CAVPCase: Sendable {
    /// The case's place in the file, from 1.
    package let number: Int
    /// The line of its first field.
    package let line: Int
    /// The words in brackets that hold for it: `ENCRYPT`.
    package let modes: [String]
    /// The values that it shares with others: bracketed ones and lines before the first case.
    package let parameters: [CAVPField]
    /// Its own fields, in the order of the file.
    package internal(set) var fields: [CAVPField] = []
    /// Its lines without a value: `FAIL`.
    package internal(set) var marks: [String] = []
    /// The comments before and in it, without the number sign.
    package internal(set) var comments: [String]

    /// Makes a case without fields of its own yet.
    init(number: Int, line: Int, modes: [String], parameters: [CAVPField], comments: [String]) {
        self.number = number
        self.line = line
        self.modes = modes
        self.parameters = parameters
        self.comments = comments
    }

    /// A field of a name, its own before a shared one.
    package func field(_ name: String) -> CAVPField? {
        fields.first { $0.name == name } ?? parameters.last { $0.name == name }
    }

    /// The text of a field; nil when the case has none of that name.
    package subscript(name: String) -> String? { field(name)?.value }

    /// The bytes of a field that must be there.
    package func bytes(_ name: String) throws(CodecError) -> [UInt8] { try required(name).bytes }

    /// The bits of a field that must be there.
    package func bits(_ name: String) throws(CodecError) -> [Bool] { try required(name).bits }

    /// The number of a field that must be there.
    package func integer(_ name: String) throws(CodecError) -> Int { try required(name).integer }

    /// A field that must be there.
    package func required(_ name: String) throws(CodecError) -> CAVPField {
        guard let field = field(name) else {
            let position = fields.first?.position
            throw CodecError(.invalidSyntax, at: position, "the case of line \(line) has no \(name)")
        }
        return field
    }
}
