/// The validity criteria for a label (UTS #46, section 4.1), with the settings of browsers (URL Standard, "domain to
/// ASCII").
enum IDNARules {
    private static let (nonJoiner, joiner): (UInt32, UInt32) = (0x200c, 0x200d)
    /// The combining class of signs that suppress a vowel.
    private static let virama: UInt8 = 9

    /// The error in a label of valid code points, worded to follow the label, or nil if it is valid.
    ///
    /// `isBidirectional` says whether any label of the domain name is written right to left.
    static func failure(_ label: [UInt32], isBidirectional: Bool) -> String? {
        guard let first = label.first else { return "is empty" }
        if let code = label.first(where: { $0 < 0x80 && !isAllowed($0) }), let scalar = Unicode.Scalar(code) {
            return "has '\(scalar)' in it"
        }
        switch Unicode.Scalar(first)?.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return "begins with a combining mark"
        default: break
        }
        for place in label.indices where label[place] == nonJoiner || label[place] == joiner {
            if !isJoined(label, place) { return "has a joiner out of its place" }
        }
        return isBidirectional && !isDirected(label) ? "mixes directions" : nil
    }

    /// Whether a character of ASCII may be in a host name (URL Standard, "forbidden domain code point").
    private static func isAllowed(_ code: UInt32) -> Bool {
        (0x21...0x7e).contains(code) && !"#%/:<>?@[\\]^|".unicodeScalars.contains { $0.value == code }
    }

    /// Whether a joiner has valid neighbors (RFC 5892, appendix A.1 and A.2).
    private static func isJoined(_ label: [UInt32], _ place: Int) -> Bool {
        if place > 0, IDNATables.rank(of: label[place - 1]) == virama { return true }
        guard label[place] == nonJoiner else { return false }
        func kind(_ codes: some Sequence<UInt32>) -> UInt8? {
            codes.lazy.map { IDNATables.joining(of: $0) }.first { $0 != UInt8(ascii: "T") } ?? nil
        }
        let (before, after) = (kind(label[..<place].reversed()), kind(label[(place + 1)...]))
        return (before == UInt8(ascii: "L") || before == UInt8(ascii: "D"))
            && (after == UInt8(ascii: "R") || after == UInt8(ascii: "D"))
    }

    /// Whether a label satisfies the Bidi rule (RFC 5893, section 2).
    static func isDirected(_ label: [UInt32]) -> Bool {
        let directions = label.map { IDNATables.direction(of: $0) }
        func are(_ allowed: String) -> Bool {
            let allowed = Array(allowed.utf8)
            return directions.allSatisfy(allowed.contains)
        }
        guard let first = directions.first, let last = directions.last(where: { $0 != UInt8(ascii: "M") }) else {
            return false
        }
        switch first {
        case UInt8(ascii: "R"), UInt8(ascii: "A"):
            let hasBoth = directions.contains(UInt8(ascii: "E")) && directions.contains(UInt8(ascii: "N"))
            return are("RANESCTOBM") && "RAEN".utf8.contains(last) && !hasBoth
        case UInt8(ascii: "L"): return are("LESCTOBM") && "LE".utf8.contains(last)
        default: return false
        }
    }
}
