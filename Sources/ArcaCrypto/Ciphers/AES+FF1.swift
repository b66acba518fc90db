public import ArcaCore

extension AES {
    /// Format-preserving encryption, for card and telephone numbers in places that take nothing else.
    ///
    /// A number of so many digits becomes another of as many, a text another over the same alphabet.
    /// Authenticates nothing, and equal numbers under equal tweaks become equal numbers. Give each place that a number
    /// stands in a tweak of its own: with few possible numbers they can be listed.
    ///
    /// Source: SP 800-38G, algorithms 7 and 8, with the smallest domain of its revision 1.
    public enum FF1 {
        /// The most numerals that a message may have.
        public static let maximumNumeralCount = 1 << 14

        /// Encrypts numerals.
        ///
        /// - Parameters:
        ///   - numerals: Each less than the radix, 2 to ``maximumNumeralCount`` of them, and so many that there are a
        ///     million messages or more.
        ///   - radix: 2 to 65,536.
        ///   - key: Secret, 16, 24 or 32 bytes.
        ///   - tweak: Not secret, any length up to 64 KiB: what the number belongs to.
        ///   - allowingSmallDomain: Whether a hundred messages are enough, as in SP 800-38G before its revision; so few
        ///     are found by trying.
        /// - Returns: As many numerals.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidInputLength`, or `.invalidParameter` for the
        ///   radix, a numeral that it does not have, or a tweak too long.
        @inlinable
        public static func encrypt(
            _ numerals: [UInt16], radix: Int, using key: SymmetricKey, tweak: borrowing some Bytes = [] as [UInt8],
            allowingSmallDomain: Bool = false
        ) throws(CryptoError) -> [UInt16] {
            try tweak.withBytes { tweak throws(CryptoError) in
                try crypt(numerals, radix, key, tweak, allowingSmallDomain, encrypts: true)
            }
        }

        /// Decrypts numerals.
        ///
        /// - Parameters:
        ///   - numerals: What was encrypted.
        ///   - radix: The radix it was encrypted with.
        ///   - key: The key it was encrypted with.
        ///   - tweak: The tweak it was encrypted with.
        ///   - allowingSmallDomain: Whether a hundred messages are enough.
        /// - Returns: As many numerals; with a wrong key or tweak, wrong ones.
        /// - Throws: As ``encrypt(_:radix:using:tweak:allowingSmallDomain:)``.
        @inlinable
        public static func decrypt(
            _ numerals: [UInt16], radix: Int, using key: SymmetricKey, tweak: borrowing some Bytes = [] as [UInt8],
            allowingSmallDomain: Bool = false
        ) throws(CryptoError) -> [UInt16] {
            try tweak.withBytes { tweak throws(CryptoError) in
                try crypt(numerals, radix, key, tweak, allowingSmallDomain, encrypts: false)
            }
        }

        /// Encrypts a text.
        ///
        /// - Parameters:
        ///   - text: Characters of the alphabet, so many that there are a million messages or more: with digits, six.
        ///   - alphabet: The characters that there may be.
        ///   - key: Secret, 16, 24 or 32 bytes.
        ///   - tweak: Not secret, any length up to 64 KiB: what the text belongs to.
        ///   - allowingSmallDomain: Whether a hundred messages are enough.
        /// - Returns: As many characters of the alphabet.
        /// - Throws: As ``encrypt(_:radix:using:tweak:allowingSmallDomain:)``, and with code `.invalidFormat` for a
        ///   character that the alphabet does not have.
        public static func encrypt(
            _ text: String, alphabet: NumeralAlphabet = .decimal, using key: SymmetricKey,
            tweak: borrowing some Bytes = [] as [UInt8], allowingSmallDomain: Bool = false
        ) throws(CryptoError) -> String {
            alphabet.text(
                of: try encrypt(
                    alphabet.numerals(of: text), radix: alphabet.radix, using: key, tweak: tweak,
                    allowingSmallDomain: allowingSmallDomain))
        }

        /// Decrypts a text.
        ///
        /// - Parameters:
        ///   - text: What was encrypted.
        ///   - alphabet: The alphabet it was encrypted with.
        ///   - key: The key it was encrypted with.
        ///   - tweak: The tweak it was encrypted with.
        ///   - allowingSmallDomain: Whether a hundred messages are enough.
        /// - Returns: As many characters of the alphabet; with a wrong key or tweak, wrong ones.
        /// - Throws: As ``encrypt(_:alphabet:using:tweak:allowingSmallDomain:)``.
        public static func decrypt(
            _ text: String, alphabet: NumeralAlphabet = .decimal, using key: SymmetricKey,
            tweak: borrowing some Bytes = [] as [UInt8], allowingSmallDomain: Bool = false
        ) throws(CryptoError) -> String {
            alphabet.text(
                of: try decrypt(
                    alphabet.numerals(of: text), radix: alphabet.radix, using: key, tweak: tweak,
                    allowingSmallDomain: allowingSmallDomain))
        }

        @usableFromInline
        static func crypt(
            _ numerals: [UInt16], _ radix: Int, _ key: SymmetricKey, _ tweak: Span<UInt8>, _ allowsSmallDomain: Bool,
            encrypts: Bool
        ) throws(CryptoError) -> [UInt16] {
            guard AES.keyByteCounts.contains(key.byteCount) else {
                throw CryptoError(.invalidKeyLength, "AES-FF1 takes a key of 16, 24 or 32 bytes, not \(key.byteCount)")
            }
            let cbc = try AES.cipher(.cbc, keyByteCount: key.byteCount)
            try check(numerals, radix, tweak.count, allowsSmallDomain ? 100 : 1_000_000)
            return try NumeralFeistel(key, cbc, radix, numerals.count, tweak).run(numerals, encrypts: encrypts)
        }

        private static func check(
            _ numerals: [UInt16], _ radix: Int, _ tweakByteCount: Int, _ leastDomain: Int
        ) throws(CryptoError) {
            guard 2...(1 << 16) ~= radix else {
                throw CryptoError(.invalidParameter, "AES-FF1 takes a radix of 2 to 65536, not \(radix)")
            }
            guard tweakByteCount <= 1 << 16 else {
                throw CryptoError(
                    .invalidParameter, "AES-FF1 takes a tweak of 65536 bytes at most here, not \(tweakByteCount)")
            }
            // The smallest count whose messages are enough: 6 digits for a million.
            var (least, domain) = (1, radix)
            while least < 2 || domain < leastDomain { (least, domain) = (least + 1, domain * radix) }
            guard least...maximumNumeralCount ~= numerals.count else {
                throw CryptoError(
                    .invalidInputLength,
                    "AES-FF1 takes \(least) to \(maximumNumeralCount) numerals of radix \(radix), not \(numerals.count)"
                )
            }
            guard let numeral = numerals.first(where: { $0 >= radix }) else { return }
            throw CryptoError(.invalidParameter, "the numeral \(numeral) is not less than the radix \(radix)")
        }
    }
}
