public import ArcaCore

/// A text notation for patterns.
public enum PatternNotation: String, Sendable, Hashable, CaseIterable {
    /// Digits from 1, as stored by recent Android versions: `12369`; at most 9 dots.
    case digits
    /// Digits from 0: `01258`; at most 10 dots.
    case zeroDigits = "zero-digits"
    /// Numbers from 0, separated by dots: `0.1.2.5.8`.
    case dotted
    /// Numbers from 1 in brackets, as in HUIPatternLockView: `[1][2][3][6][9]`.
    case bracketed
    /// Rows and columns from 0: `(0,0)(0,1)(0,2)(1,2)(2,2)`.
    case coordinates

    /// Formats a pattern.
    ///
    /// - Returns: The text, as secret as the pattern.
    /// - Throws: ``PatternError`` with code `.invalidNotation` if the grid has more dots than digits.
    public func text(of pattern: Pattern) throws(PatternError) -> String {
        let dots = pattern.dots
        let most = self == .digits ? 9 : self == .zeroDigits ? 10 : 36
        guard pattern.grid.dotCount <= most else {
            throw PatternError(.invalidNotation, "a \(pattern.grid) grid has more dots than digits: take dotted")
        }
        return switch self {
        case .digits: dots.map { String($0 + 1) }.joined()
        case .zeroDigits: dots.map { String($0) }.joined()
        case .dotted: dots.map { String($0) }.joined(separator: ".")
        case .bracketed: dots.map { "[\($0 + 1)]" }.joined()
        case .coordinates: dots.map { "(\(pattern.grid.row(of: $0)),\(pattern.grid.column(of: $0)))" }.joined()
        }
    }

    /// Parses the dots of a pattern.
    ///
    /// - Parameters:
    ///   - text: The whole text; secret.
    ///   - grid: The grid, needed for coordinates.
    /// - Returns: Dot numbers from 0, not yet checked by ``Pattern``.
    /// - Throws: ``PatternError`` with code `.invalidNotation` and the byte offset.
    public func dots(in text: [UInt8], grid: Pattern.Grid) throws(PatternError) -> [Int] {
        var reader = NotationReader(text)
        var dots: [Int] = []
        while !reader.isAtEnd {
            switch self {
            case .digits: dots.append(try reader.digit() - 1)
            case .zeroDigits: dots.append(try reader.digit())
            case .dotted:
                if !dots.isEmpty { try reader.expect(".") }
                dots.append(try reader.number())
            case .bracketed:
                try reader.expect("[")
                dots.append(try reader.number() - 1)
                try reader.expect("]")
            case .coordinates:
                try reader.expect("(")
                let row = try reader.number()
                try reader.expect(",")
                let column = try reader.number()
                try reader.expect(")")
                // A column outside the row would be a dot of the next row.
                dots.append(column < grid.columns ? row * grid.columns + column : .max)
            }
        }
        return dots
    }

    /// Guesses the notation of a text; digits count from 1 unless one of them is 0.
    public init(guessing text: [UInt8]) {
        switch text.first {
        case .leftBracket: self = .bracketed
        case .leftParenthesis: self = .coordinates
        default:
            self = text.contains(.period) ? .dotted : text.contains(UInt8(ascii: "0")) ? .zeroDigits : .digits
        }
    }
}

extension Pattern {
    /// Parses a pattern.
    ///
    /// - Parameters:
    ///   - text: The whole text; secret.
    ///   - notation: The notation, or nil to guess it.
    ///   - grid: The grid.
    ///   - rules: The rules.
    /// - Throws: ``PatternError`` with code `.invalidNotation`, `.outsideGrid`, `.repeatedDot` or `.tooShort`.
    public init(
        text: [UInt8], notation: PatternNotation? = nil, grid: Pattern.Grid = .standard, rules: PatternRules = .android
    ) throws(PatternError) {
        let notation = notation ?? PatternNotation(guessing: text)
        try self.init(dots: try notation.dots(in: text, grid: grid), grid: grid, rules: rules)
    }
}

/// Parses numbers and punctuation; errors never contain the text, because it is secret.
private struct NotationReader {
    private let text: [UInt8]
    private var offset = 0

    init(_ text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { offset == text.count }

    mutating func digit() throws(PatternError) -> Int {
        guard offset < text.count, text[offset].isDigit else {
            throw PatternError(.invalidNotation, at: offset, "expected a digit at offset \(offset)")
        }
        offset += 1
        return Int(text[offset - 1] - 0x30)
    }

    mutating func number() throws(PatternError) -> Int {
        var number = try digit()
        if offset < text.count, text[offset].isDigit { number = 10 * number + (try digit()) }
        return number
    }

    mutating func expect(_ character: Character) throws(PatternError) {
        guard offset < text.count, text[offset] == character.asciiValue else {
            throw PatternError(.invalidNotation, at: offset, "expected '\(character)' at offset \(offset)")
        }
        offset += 1
    }
}
