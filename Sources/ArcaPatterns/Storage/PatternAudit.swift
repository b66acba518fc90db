internal import ArcaCore
public import ArcaCrypto

/// Finds the pattern of an unsalted digest, as stored by Android before version 6 and by many apps.
///
/// All 389,112 patterns of a 3×3 grid take a fraction of a second, which is why such digests must be replaced.
public enum PatternAudit {
    /// The hash input.
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        /// One byte per dot, from 0, as in Android's `gesture.key`.
        case bytes
        /// Digits from 0.
        case zeroDigits = "zero-digits"
        /// Digits from 1.
        case digits
    }

    /// The result of a successful search.
    public struct Finding: Sendable {
        /// The pattern.
        public let pattern: Pattern
        /// The hash function of the digest.
        public let function: AnyHashFunction
        /// The encoding that was hashed.
        public let encoding: Encoding
        /// Number of patterns tried.
        public let triedCount: Int
    }

    /// Tries all patterns.
    ///
    /// - Parameters:
    ///   - digest: 16 bytes for MD5, 20 for SHA-1 or 32 for SHA-256.
    ///   - grid: A grid of at most 9 dots.
    ///   - rules: The rules of the pattern.
    ///   - encodings: The encodings to try, in order.
    /// - Returns: The first match, or nil if the digest is salted or not of a pattern.
    /// - Throws: ``PatternError`` with code `.tooLarge` for a larger grid, `.invalidFormat` for a digest of another
    ///   length; ``CryptoError`` if the hash function is not available.
    public static func find(
        _ digest: [UInt8], grid: Pattern.Grid = .standard, rules: PatternRules = .android,
        encodings: [Encoding] = Encoding.allCases
    ) throws -> Finding? {
        let function: AnyHashFunction
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
                    let isEqual = try matches(cells, offset, digest: digest, function: function)
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
        _ cells: Span<UInt8>, _ offset: UInt8, digest: [UInt8], function: AnyHashFunction
    ) throws(CryptoError) -> Bool {
        guard offset > 0 else { return try function.hash(cells) == digest }
        var text = Array(bytes: cells)
        for index in text.indices { text[index] += offset }
        return try function.hash(text) == digest
    }
}
