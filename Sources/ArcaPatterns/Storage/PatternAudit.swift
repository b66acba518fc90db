internal import ArcaCore
public import ArcaCrypto

/// Finds the pattern behind an unsalted digest, as Android before 6 and many apps have stored it.
///
/// All 389,112 patterns of a 3×3 grid are tried in a fraction of a second: that is why such files must be replaced.
public enum PatternAudit {
    /// What was hashed.
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        /// A byte a dot from 0, as in Android's `gesture.key`.
        case bytes
        /// Digits from 0.
        case zeroDigits = "zero-digits"
        /// Digits from 1.
        case digits
    }

    /// A pattern that was found.
    public struct Finding: Sendable {
        /// The pattern.
        public let pattern: Pattern
        /// The digest's function.
        public let function: HashFunction
        /// What was hashed.
        public let encoding: Encoding
        /// How many patterns had been tried.
        public let triedCount: Int
    }

    /// Tries all patterns.
    ///
    /// - Parameters:
    ///   - digest: 16 bytes of MD5, 20 of SHA-1 or 32 of SHA-256.
    ///   - grid: At most 9 dots.
    ///   - rules: The rules that the pattern follows.
    ///   - encodings: What may have been hashed; tried one after the other.
    /// - Returns: The first pattern that fits; nil when none does: salted, or no pattern's.
    /// - Throws: ``PatternError`` with code `.tooLarge` for larger grids, `.invalidFormat` for a digest of another length;
    ///   ``CryptoError`` when the function is not available.
    public static func find(
        _ digest: [UInt8], grid: Pattern.Grid = .standard, rules: PatternRules = .android,
        encodings: [Encoding] = Encoding.allCases
    ) throws -> Finding? {
        let function: HashFunction
        switch digest.count {
        case 16: function = .md5
        case 20: function = .sha1
        case 32: function = .sha256
        default:
            throw PatternError(
                .invalidFormat, "a digest of \(digest.count) bytes is neither MD5 (16) nor SHA-1 (20) nor SHA-256 (32)")
        }
        var tried = 0
        for encoding in encodings {
            var found: [Int]?
            var failure: CryptoError?
            let offset: UInt8 = encoding == .bytes ? 0 : encoding == .zeroDigits ? 0x30 : 0x31
            try PatternSpace(grid: grid, rules: rules).forEach { cells in
                tried += 1
                do throws(CryptoError) {
                    let isEqual = try matches(cells, offset, digest, function)
                    if isEqual { found = (0..<cells.count).map { Int(cells[$0]) } }
                    return !isEqual
                } catch {
                    failure = error
                    return false
                }
            }
            if let failure { throw failure }
            if let found {
                return Finding(
                    pattern: Pattern(unchecked: found, grid, rules), function: function, encoding: encoding,
                    triedCount: tried)
            }
        }
        return nil
    }

    private static func matches(
        _ cells: Span<UInt8>, _ offset: UInt8, _ digest: [UInt8], _ function: HashFunction
    ) throws(CryptoError) -> Bool {
        guard offset > 0 else { return try function.hash(cells) == digest }
        var text = Array(bytes: cells)
        for index in text.indices { text[index] += offset }
        return try function.hash(text) == digest
    }
}
