package import ArcaCodecs

/// A test vector file in the layout of NIST's Cryptographic Algorithm Validation Program (`.rsp`, and many `.txt`).
///
/// Lines are comments (`#`), brackets, `name = value`, `FAIL`, or empty; all else is an error with its line, so nothing
/// of a file is dropped. A case starts at `COUNT`; in files without one, at the name that occurs most often, the first of
/// equals (`Len` of the hashes, `SHAAlg` of RSA). Brackets and the lines that stand before a case hold for all cases
/// until they are given again, as a key does that several cases share.
package struct CAVPFile: Sendable {
    /// The comments before the first other line: what tool made the file, for which algorithm.
    package let header: [String]
    /// The cases, in the order of the file.
    package let cases: [CAVPCase]

    /// Reads a file.
    ///
    /// - Parameter bytes: The whole file; lines end in LF or CR LF.
    /// - Throws: ``CodecError`` with the place of the first line that is malformed.
    package init(_ bytes: borrowing some Bytes) throws(CodecError) {
        let (lines, byteCount) = try bytes.withBytes { (span) throws(CodecError) in
            (try CAVPLine.lines(of: span), span.count)
        }
        var assembler = Assembler(firstName: Self.firstName(of: lines), fileByteCount: byteCount)
        for line in lines { try assembler.take(line) }
        assembler.closeCase()
        header = assembler.header
        cases = assembler.cases
    }

    /// The name of the field that starts a case; nil when the file has no field.
    private static func firstName(of lines: [CAVPLine]) -> String? {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for case .field(let field) in lines {
            if ["COUNT", "Count", "count"].contains(field.name) { return field.name }
            if counts.updateValue(counts[field.name, default: 0] + 1, forKey: field.name) == nil {
                order.append(field.name)
            }
        }
        let most = counts.values.max()
        return order.first { counts[$0] == most }
    }
}

/// Puts lines together to cases.
private struct Assembler {
    let firstName: String?
    var header: [String] = []
    var cases: [CAVPCase] = []
    private var open: CAVPCase?
    private var modes: [String] = []
    private var parameters: [CAVPField] = []
    private var sharedNames: Set<String> = []
    private var comments: [String] = []
    /// How often each name stands in the open case.
    private var nameCounts: [String: Int] = [:]
    private var isInHeader = true
    private var isAfterBlank = false
    /// Whether a case came since the last word in brackets: then the next such word replaces it.
    private var modesAreUsed = false

    private var shared: SharedFieldBudget

    init(firstName: String?, fileByteCount: Int) {
        self.firstName = firstName
        shared = SharedFieldBudget(fileByteCount: fileByteCount)
    }

    mutating func take(_ line: CAVPLine) throws(CodecError) {
        switch line {
        case .blank:
            isAfterBlank = true
        case .comment(let text):
            if isInHeader {
                header.append(text)
            } else if open != nil, !isAfterBlank {
                open?.comments.append(text)
            } else {
                comments.append(text)
            }
        case .section(let parts):
            isInHeader = false
            closeCase()
            for part in parts { try enter(part) }
        case .mark(let word, let position):
            guard open != nil else {
                throw CodecError(.invalidSyntax, at: position, "\(word) outside of a case")
            }
            open?.marks.append(word)
            isAfterBlank = false
        case .field(let field):
            isInHeader = false
            try take(field)
            isAfterBlank = false
        }
    }

    mutating func closeCase() {
        guard let finished = open else { return }
        cases.append(finished)
        open = nil
    }

    private mutating func enter(_ part: CAVPLine.SectionPart) throws(CodecError) {
        switch part {
        case .parameter(let field):
            try share(field)
        case .mode(let word):
            if modesAreUsed { modes = [] }
            modesAreUsed = false
            modes.append(word)
            guard modes.count <= CaseLimits.fieldCount else {
                throw CodecError(.limitExceeded, "more than \(CaseLimits.fieldCount) words in brackets")
            }
        }
    }

    private mutating func take(_ field: CAVPField) throws(CodecError) {
        if field.name == firstName {
            closeCase()
            do throws(VectorError) {
                try shared.take(
                    byteCount: parameters.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
                        + modes.reduce(0) { $0 + $1.utf8.count }, fieldCount: parameters.count + modes.count)
            } catch {
                throw CodecError(.limitExceeded, at: field.position, error.reason)
            }
            open = CAVPCase(
                number: cases.count + 1, line: field.position.line, modes: modes, parameters: parameters,
                comments: comments)
            comments = []
            modesAreUsed = true
            nameCounts = [field.name: 1]
            open?.fields.append(field)
        } else if open == nil || (isAfterBlank && sharedNames.contains(field.name)) {
            closeCase()
            try share(field)
        } else {
            // A name that stands again is another field, which only a family that expects it reads: `Counter 2`.
            let count = nameCounts[field.name, default: 0]
            nameCounts[field.name] = count + 1
            open?.fields.append(count == 0 ? field : field.renamed("\(field.name) \(count + 1)"))
        }
    }

    /// Keeps a field for all cases that follow; their number is limited, because every case gets all of them.
    private mutating func share(_ field: CAVPField) throws(CodecError) {
        if !sharedNames.insert(field.name).inserted { parameters.removeAll { $0.name == field.name } }
        parameters.append(field)
        guard parameters.count <= CaseLimits.fieldCount else {
            throw CodecError(.limitExceeded, at: field.position, "more than \(CaseLimits.fieldCount) shared fields")
        }
    }
}

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
