package import ArcaCore

/// A test vector file in the layout of NIST's Cryptographic Algorithm Validation Program (`.rsp`, and many `.txt`).
///
/// Each line is a comment (`#`), a bracketed section, `name = value`, `FAIL`, or empty. Any other line is an error, so
/// nothing in a file is ignored. A case begins at `COUNT`. In files without it, a case begins at the most frequent
/// name, the first one in case of a tie (`Len` for hashes, `SHAAlg` for RSA). Sections and lines before a case apply to
/// all following cases until they are repeated, for example a key that several cases share.
package struct CAVPFile: Sendable {
    /// The comments at the beginning of the file: generator and algorithm.
    package let header: [String]
    package let cases: [CAVPCase]

    /// Reads a whole file, with lines that end in LF or CRLF.
    ///
    /// - Throws: ``CodecError`` with the position of the first malformed line.
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

    /// The name of the field that starts a case, or nil if the file has no fields.
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

private struct Assembler {
    let firstName: String?
    var header: [String] = []
    var cases: [CAVPCase] = []
    private var open: CAVPCase?
    private var modes: [String] = []
    private var parameters: [CAVPField] = []
    private var sharedNames: Set<String> = []
    private var comments: [String] = []
    private var nameCounts: [String: Int] = [:]
    private var isInHeader = true
    private var isAfterBlank = false
    /// Whether a case followed the last mode, so the next mode replaces it.
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
            // A repeated name becomes a separate field, such as `Counter 2`, which only families that expect it read.
            let count = nameCounts[field.name, default: 0]
            nameCounts[field.name] = count + 1
            open?.fields.append(count == 0 ? field : field.renamed("\(field.name) \(count + 1)"))
        }
    }

    /// Adds a field to all following cases; the number is limited, because each case gets a copy.
    private mutating func share(_ field: CAVPField) throws(CodecError) {
        if !sharedNames.insert(field.name).inserted { parameters.removeAll { $0.name == field.name } }
        parameters.append(field)
        guard parameters.count <= CaseLimits.fieldCount else {
            throw CodecError(.limitExceeded, at: field.position, "more than \(CaseLimits.fieldCount) shared fields")
        }
    }
}

package struct CAVPCase: Sendable {
    package let number: Int
    package let line: Int
    /// The modes in brackets: `ENCRYPT`.
    package let modes: [String]
    /// The shared fields, from brackets and lines before the first case.
    package let parameters: [CAVPField]
    package internal(set) var fields: [CAVPField] = []
    /// The lines without a value: `FAIL`.
    package internal(set) var marks: [String] = []
    /// The comments before and inside the case, without `#`.
    package internal(set) var comments: [String]

    /// The field with a name; case fields take precedence over shared fields.
    package func field(_ name: String) -> CAVPField? {
        fields.first { $0.name == name } ?? parameters.last { $0.name == name }
    }

    package subscript(name: String) -> String? { field(name)?.value }
}

package struct CAVPField: Sendable, Hashable {
    package let name: String
    package let value: String
    package let position: TextPosition

    func renamed(_ name: String) -> CAVPField { CAVPField(name: name, value: value, position: position) }
}
