package import ArcaCodecs

/// A test vector file in the layout of NIST's Cryptographic Algorithm Validation Program (`.rsp`, and many `.txt`).
///
/// Lines are comments (`#`), brackets, `name = value`, `FAIL`, or empty; all else is an error with its line, so nothing
/// of a file is dropped. A case starts at `COUNT`; in files without one, at the name that occurs most often, the first of
/// equals (`Len` of the hashes, `SHAAlg` of RSA). Brackets and the lines that stand before a case hold for all cases
/// until they are given anew, as a key does that several cases share.
package struct CAVPFile: Sendable {
    /// The comments before the first other line: what tool made the file, for which algorithm.
    package let header: [String]
    /// The cases, in the order of the file.
    package let cases: [CAVPCase]

    /// Reads a file.
    ///
    /// - Parameter bytes: The whole file; lines end in LF or CR LF.
    /// - Throws: ``CodecError`` with the place of the first line that does not fit.
    package init(_ bytes: borrowing some Bytes) throws(CodecError) {
        let lines = try bytes.withBytes { (span) throws(CodecError) in try CAVPLine.lines(of: span) }
        var assembler = Assembler(firstName: Self.firstName(of: lines))
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
    private var isInHeader = true
    private var isAfterBlank = false
    /// Whether a case came since the last word in brackets: then the next such word replaces it.
    private var modesAreUsed = false

    init(firstName: String?) { self.firstName = firstName }

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
            for part in parts { enter(part) }
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

    private mutating func enter(_ part: CAVPLine.SectionPart) {
        switch part {
        case .parameter(let field):
            share(field)
        case .mode(let word):
            if modesAreUsed { modes = [] }
            modesAreUsed = false
            modes.append(word)
        }
    }

    private mutating func take(_ field: CAVPField) throws(CodecError) {
        if field.name == firstName {
            closeCase()
            open = CAVPCase(
                number: cases.count + 1, line: field.position.line, modes: modes, parameters: parameters,
                comments: comments)
            comments = []
            modesAreUsed = true
            open?.fields.append(field)
        } else if open == nil || (isAfterBlank && sharedNames.contains(field.name)) {
            closeCase()
            share(field)
        } else {
            // A name that stands again is another field, which only a family that expects it reads: `Counter 2`.
            let count = open?.fields.count { $0.isNamed(field.name) } ?? 0
            open?.fields.append(count == 0 ? field : field.renamed("\(field.name) \(count + 1)"))
        }
    }

    private mutating func share(_ field: CAVPField) {
        sharedNames.insert(field.name)
        parameters.removeAll { $0.name == field.name }
        parameters.append(field)
    }
}
