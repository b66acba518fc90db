internal import ArcaCodecs
package import ArcaCore

/// The mapping between a CyberChef operation and a step.
package struct CyberChefOperation {
    /// Converts an operation's arguments to a step's options, or returns nil if the step does not support them.
    package typealias Reading = @Sendable (CyberChefArguments) throws(CodecError) -> Codec.Options?
    /// Converts a step's options, except for leniency, to arguments, or returns nil if CyberChef does not support them.
    package typealias Writing = @Sendable (Codec.Options) -> [JSONValue]?

    package let name: String
    package let codec: Codec
    package let direction: Codec.Direction
    package let read: Reading
    package let write: Writing

    init(
        _ name: String, _ codec: Codec, _ direction: Codec.Direction = .decoding, write: @escaping Writing,
        read: @escaping Reading
    ) {
        self.name = name
        self.codec = codec
        self.direction = direction
        self.read = read
        self.write = write
    }

    /// An operation with fixed arguments.
    ///
    /// The first `needs` arguments must be present, because CyberChef has other defaults.
    init(
        _ name: String, _ codec: Codec, _ direction: Codec.Direction = .decoding, _ arguments: [JSONValue] = [],
        needs: Int = 0, isLenient: Bool = false
    ) {
        let given: Codec.Options = isLenient ? [.lenient: true] : [:]
        let write: Writing = { $0.given.isEmpty ? arguments : nil }
        self.init(name, codec, direction, write: write) { (list) throws(CodecError) in
            list.match(arguments, needs: needs) ? given : nil
        }
    }

    package static let names = Set(all.map { $0.name })
}

package struct CyberChefArguments {
    private let values: [JSONValue]

    package init(_ values: [JSONValue]) { self.values = values }

    /// An argument; nil (not JSON's null) if it is missing.
    private func value(_ index: Int) -> JSONValue? { index < values.count ? .some(values[index]) : .none }

    /// Whether the arguments are a prefix of these, with at least `needs` of them.
    func match(_ arguments: [JSONValue], needs: Int = 0) -> Bool {
        values.count >= needs && values.elementsEqual(arguments.prefix(values.count))
    }

    func text(_ index: Int, _ standard: String) throws(CodecError) -> String {
        guard let value = value(index) else { return standard }
        guard let text = value.string else { throw wrong(index, "a text") }
        return text
    }

    func number(_ index: Int, _ standard: Int) throws(CodecError) -> Int {
        guard let value = value(index) else { return standard }
        guard let number = value.int else { throw wrong(index, "a whole number") }
        return number
    }

    func flag(_ index: Int, _ standard: Bool) throws(CodecError) -> Bool {
        guard let value = value(index) else { return standard }
        guard let flag = value.bool else { throw wrong(index, "true or false") }
        return flag
    }

    /// A key and its encoding, such as `{'option':'Hex','string':'5a'}`.
    func key(_ index: Int) throws(CodecError) -> [UInt8] {
        guard let text = value(index)?["string"]?.string, let form = value(index)?["option"]?.string else {
            throw wrong(index, "an object with option and string")
        }
        switch form {
        case "Hex": return try Base16.standard.allowing(.lenient).decode(text.filter { !$0.isWhitespace })
        case "UTF8": return Array(text.utf8)
        case "Latin1":
            var bytes: [UInt8] = []
            for scalar in text.unicodeScalars {
                guard let byte = UInt8(exactly: scalar.value) else { throw wrong(index, "Latin-1") }
                bytes.append(byte)
            }
            return bytes
        case "Base64": return try Base64.standard.allowing(.lenient).decode(text)
        default: throw CodecError(.unsupported, "a key in the form \(form)", hint: "give it as Hex")
        }
    }

    private func wrong(_ index: Int, _ what: String) -> CodecError {
        CodecError(.invalidSyntax, "argument \(index + 1) is not \(what)")
    }

    /// Expands CyberChef's notation for symbol ranges: `A-Za-z0-9+/=`.
    func alphabet(_ index: Int, _ standard: String) throws(CodecError) -> String {
        let text = Array(try text(index, standard).unicodeScalars)
        var symbols = ""
        var place = 0
        while place < text.count {
            if place + 2 < text.count, text[place + 1] == "-", text[place] != "\\" {
                guard text[place].value <= text[place + 2].value, text[place + 2].value < 0x80 else {
                    throw wrong(index, "an alphabet")
                }
                for code in text[place].value...text[place + 2].value {
                    symbols.unicodeScalars.append(Unicode.Scalar(UInt8(code)))
                }
                place += 3
            } else if place + 1 < text.count, text[place] == "\\", text[place + 1] == "-" {
                symbols.append("-")
                place += 2
            } else {
                symbols.unicodeScalars.append(text[place])
                place += 1
            }
        }
        return symbols
    }
}
