public import ArcaCore

extension AES {
    /// Format-preserving encryption, for example of card or telephone numbers in fields with a fixed format.
    ///
    /// The ciphertext has the same length and alphabet as the plaintext. FF1 does not authenticate, and it is
    /// deterministic: equal numbers with equal tweaks give equal ciphertexts. Use a separate tweak for each field or
    /// record, because a small domain can be enumerated.
    ///
    /// Source: SP 800-38G, algorithms 7 and 8, with the minimum domain size of its revision 1.
    public enum FF1 {
        /// The maximum number of numerals in a message.
        public static let maximumNumeralCount = 1 << 14

        /// Encrypts numerals.
        ///
        /// - Parameters:
        ///   - numerals: 2 to ``maximumNumeralCount`` numerals, each less than the radix, with at least a million
        ///     possible messages.
        ///   - radix: The radix, 2 to 65,536.
        ///   - key: The secret key, 16, 24 or 32 bytes.
        ///   - tweak: A public tweak of up to 64 KiB, such as a record's identifier.
        ///   - allowingSmallDomain: Whether to allow a domain of only 100 messages, as SP 800-38G did before revision
        ///     1; such messages can be guessed by trial.
        /// - Returns: The same number of numerals.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidInputLength`, or `.invalidParameter` for a
        ///   wrong radix, a numeral that is not less than it, or a tweak that is too long.
        @inlinable
        public static func encrypt(
            _ numerals: [UInt16], radix: Int, using key: SymmetricKey, tweak: borrowing some Bytes = [] as [UInt8],
            allowingSmallDomain: Bool = false
        ) throws(CryptoError) -> [UInt16] {
            try tweak.withBytes { tweak throws(CryptoError) in
                try crypt(
                    numerals, radix, key: key, tweak: tweak, allowsSmallDomain: allowingSmallDomain, encrypts: true)
            }
        }

        /// Decrypts numerals with the parameters used for encryption.
        ///
        /// - Returns: The same number of numerals; a wrong key or tweak gives wrong numerals, not an error.
        /// - Throws: The errors of ``encrypt(_:radix:using:tweak:allowingSmallDomain:)``.
        @inlinable
        public static func decrypt(
            _ numerals: [UInt16], radix: Int, using key: SymmetricKey, tweak: borrowing some Bytes = [] as [UInt8],
            allowingSmallDomain: Bool = false
        ) throws(CryptoError) -> [UInt16] {
            try tweak.withBytes { tweak throws(CryptoError) in
                try crypt(
                    numerals, radix, key: key, tweak: tweak, allowsSmallDomain: allowingSmallDomain, encrypts: false)
            }
        }

        /// Encrypts text.
        ///
        /// - Parameters:
        ///   - text: Characters of the alphabet, with at least a million possible messages, such as six decimal digits.
        ///   - alphabet: The allowed characters.
        ///   - key: The secret key, 16, 24 or 32 bytes.
        ///   - tweak: A public tweak of up to 64 KiB, such as a record's identifier.
        ///   - allowingSmallDomain: Whether to allow a domain of only 100 messages.
        /// - Returns: The same number of characters of the alphabet.
        /// - Throws: The errors of ``encrypt(_:radix:using:tweak:allowingSmallDomain:)``, and code `.invalidFormat` for
        ///   a character that is not in the alphabet.
        public static func encrypt(
            _ text: String, alphabet: NumeralAlphabet = .decimal, using key: SymmetricKey,
            tweak: borrowing some Bytes = [] as [UInt8], allowingSmallDomain: Bool = false
        ) throws(CryptoError) -> String {
            alphabet.text(
                of: try encrypt(
                    alphabet.numerals(of: text), radix: alphabet.radix, using: key, tweak: tweak,
                    allowingSmallDomain: allowingSmallDomain))
        }

        /// Decrypts text with the parameters used for encryption.
        ///
        /// - Returns: The same number of characters of the alphabet; a wrong key or tweak gives wrong text, not an
        ///   error.
        /// - Throws: The errors of ``encrypt(_:alphabet:using:tweak:allowingSmallDomain:)``.
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
            _ numerals: [UInt16], _ radix: Int, key: SymmetricKey, tweak: Span<UInt8>, allowsSmallDomain: Bool,
            encrypts: Bool
        ) throws(CryptoError) -> [UInt16] {
            try crypt(
                numerals, radix, key: key, tweak: tweak, minimumDomain: allowsSmallDomain ? 100 : 1_000_000,
                encrypts: encrypts)
        }

        /// The algorithm for any domain, for test vectors that have smaller ones.
        package static func crypt(
            _ numerals: [UInt16], _ radix: Int, key: SymmetricKey, tweak: Span<UInt8>, minimumDomain: Int,
            encrypts: Bool
        ) throws(CryptoError) -> [UInt16] {
            guard AES.keyByteCounts.contains(key.byteCount) else {
                throw CryptoError(.invalidKeyLength, "AES-FF1 takes a key of 16, 24 or 32 bytes, not \(key.byteCount)")
            }
            let cbc = try AES.cipher(.cbc, keyByteCount: key.byteCount)
            try check(numerals, radix, tweakByteCount: tweak.count, minimumDomain: minimumDomain)
            return try NumeralFeistel(key, cbc, radix, numerals.count, tweak).run(numerals, encrypts: encrypts)
        }

        private static func check(
            _ numerals: [UInt16], _ radix: Int, tweakByteCount: Int, minimumDomain: Int
        ) throws(CryptoError) {
            guard 2...(1 << 16) ~= radix else {
                throw CryptoError(.invalidParameter, "AES-FF1 takes a radix of 2 to 65536, not \(radix)")
            }
            guard tweakByteCount <= 1 << 16 else {
                throw CryptoError(
                    .invalidParameter, "AES-FF1 takes a tweak of 65536 bytes at most here, not \(tweakByteCount)")
            }
            // The minimum length with a large enough domain, such as 6 digits for a million messages.
            var (least, domain) = (1, radix)
            while least < 2 || domain < minimumDomain { (least, domain) = (least + 1, domain * radix) }
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
