internal import ArcaCore

/// NIST's CAVP response files, and other files with the same layout.
///
/// The subject of a file is detected from its comments, or else from its name and folder. Cases of a Monte Carlo chain
/// also get fields from adjacent cases, so the links of the chain are checked.
///
/// Source: the validation system documents of NIST's Cryptographic Algorithm Validation Program.
package enum CAVPFormat: VectorFormat {
    package static let name = "cavp"

    package static func claims(_ source: VectorSource) -> Bool {
        // A file may begin with a bracket without being JSON.
        if case .success = source.json { return false }
        var names: Set<String> = []
        for line in source.lines(within: 1 << 15) {
            guard let sign = line.firstIndex(of: "=") else { continue }
            names.insert(line[..<sign].withoutSpace)
        }
        return !names.isDisjoint(with: ["COUNT", "Count", "count", "SHAAlg", "xp1"])
            || names.isSuperset(of: ["Len", "Msg"]) || names.isSuperset(of: ["Msg", "Qx", "Qy", "R", "S"])
    }

    package static var marks: [FormatMarks] {
        [
            FormatMarks("Count", usual: ["Key", "IV", "PT", "CT", "AAD", "Tag"]),
            FormatMarks("Len", "Msg", usual: ["MD"]),
            FormatMarks("Msg", "Qx", "Qy", "R", "S"),
        ]
    }

    /// Reads all cases, with sections as shared fields and the mode in the field `mode`.
    package static func read(_ source: VectorSource) throws -> VectorFile {
        let (chain, steps) = IntermediateValues.split(source.bytes)
        let cases = try cases(chain, source.name)
        guard !steps.isEmpty else { return VectorFile(cases: cases) }
        return VectorFile(cases: cases + (try self.cases(steps, source.name)))
    }

    private static func cases(_ bytes: [UInt8], _ path: String) throws -> [VectorCase] {
        let file: CAVPFile
        do {
            file = try CAVPFile(bytes)
        } catch {
            let place = error.position.map { "line \($0.line)" }
            throw VectorError(.malformed, at: place, "\(place.map { $0 + ": " } ?? "")\(error.reason)")
        }
        let kind = CAVPSubject.kind(of: file, named: path)
        // The salt length is given only in a comment.
        let salt = file.header.lazy.compactMap { comment in
            TextScanner.first("Salt len: ", in: comment) { $0.takeSome(while: \.isDigit).flatMap { Int($0) } }
        }.first
        let commented = salt.map { [VectorField("Salt len", .text(String($0)), isShared: true)] } ?? []
        let links = kind.type == CAVPSubject.chain ? ChainLinks.fields(of: file) : []
        let problem =
            family(of: kind) == nil
            ? VectorError(
                .malformed,
                "the file does not say what it tests: begin it with a comment of NIST's tool, such as "
                    + "# GCM Encrypt or # \"SHA-256 ShortMsg\"") : nil
        return file.cases.enumerated().map { index, vector in
            let own = vector.fields.filter { !isLabel($0) }.map { field($0) }
            let shared =
                commented + vector.modes.map { VectorField("mode", .text($0), isShared: true) }
                + vector.parameters.map { field($0, isShared: true) }
            return VectorCase(
                id: "line \(vector.line)", comment: vector.comments.joined(separator: " "), kind: kind,
                labels: vector.fields.filter(isLabel).map { field($0) },
                fields: shared + own + vector.marks.map { VectorField($0, .text("")) }
                    + (links.isEmpty ? [] : links[index]), problem: problem)
        }
    }

    package static func family(of kind: VectorKind) -> (any VectorFamily)? {
        let name = kind.algorithm
        return switch kind.type {
        case CAVPSubject.block: CAVPBlockCipher(name: name)
        case CAVPSubject.chain: CAVPChain(algorithm: name)
        case CAVPSubject.aead: CAVPAEAD(name: name)
        case CAVPSubject.xts: CAVPXTS()
        case CAVPSubject.keyWrap: CAVPKeyWrap(name: name)
        case CAVPSubject.digest: CAVPDigest(name: name)
        case CAVPSubject.mac: CAVPMAC(name: name)
        case CAVPSubject.derivation: CAVPDerivation(name)
        case CAVPSubject.signing: CAVPRSA(name: name, isVerifying: false)
        case CAVPSubject.verifying: CAVPRSA(name: name, isVerifying: true)
        case CAVPSubject.rsaExample: CAVPRSAExample(name: name)
        case CAVPSubject.eddsa: CAVPEdwards(name: name)
        case CAVPSubject.xdh: CAVPAgreement(name: name)
        case CAVPSubject.kem: CAVPMLKEM()
        case CAVPSubject.mldsa: CAVPMLDSA()
        case CAVPSubject.ecdsa: CAVPECDSA()
        case CAVPSubject.ecdh: CAVPECDH()
        case CAVPSubject.absent: AbsentFamily(name)
        default: nil
        }
    }

    private static func isLabel(_ field: CAVPField) -> Bool { ["COUNT", "Count", "count"].contains(field.name) }

    private static func field(_ field: CAVPField, isShared: Bool = false) -> VectorField {
        VectorField(field.name, .text(field.value), isShared: isShared)
    }
}

/// The files for NIST's Monte Carlo tests that show intermediate digests between the lines of each chain.
private enum IntermediateValues {
    /// Separates chain lines from intermediate lines (`i`, `M`, `MDi`), leaving empty lines so line numbers stay valid.
    static func split(_ bytes: [UInt8]) -> (chain: [UInt8], steps: [UInt8]) {
        var parts: ([UInt8], [UInt8]) = ([], [])
        var hasSteps = false
        for line in bytes.split(separator: .newline, omittingEmptySubsequences: false) {
            let isStep =
                line.first == .tab
                && ["i", "M", "MDi"].contains(
                    String(decoding: line.prefix { $0 != .equals }.filter { !$0.isWhitespace }, as: UTF8.self))
            hasSteps = hasSteps || isStep
            // Comments identify the subject, so both parts need them.
            let isComment = line.first == .numberSign
            parts.0 += (isStep ? [] : Array(line)) + [UInt8.newline]
            parts.1 += (isStep || isComment ? Array(line) : []) + [UInt8.newline]
        }
        return hasSteps ? parts : (bytes, [])
    }
}

/// Fields that the cases of a Monte Carlo chain take from adjacent cases.
private enum ChainLinks {
    /// The fields for each case: the input of the next case with the same mode, and the output of the previous one.
    static func fields(of file: CAVPFile) -> [[VectorField]] {
        file.cases.indices.map { index in
            var fields: [VectorField] = []
            if index > 0, file.cases[index - 1].modes == file.cases[index].modes {
                for name in ["MD", "Output"] {
                    if let value = file.cases[index - 1][name] {
                        fields.append(VectorField("\(name) before", .text(value)))
                    }
                }
            }
            if index + 1 < file.cases.count, file.cases[index + 1].modes == file.cases[index].modes {
                for field in file.cases[index + 1].fields where isStart(field.name) {
                    fields.append(VectorField("next \(field.name)", .text(field.value)))
                }
            }
            return fields
        }
    }

    private static func isStart(_ name: String) -> Bool {
        ["KEY", "KEYs", "KEY1", "KEY2", "KEY3", "IV", "PLAINTEXT", "CIPHERTEXT"].contains(name)
    }
}
