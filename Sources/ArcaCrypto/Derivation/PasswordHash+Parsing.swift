public import ArcaCore

extension PasswordHash {
    /// Parses a stored hash: scrypt, Argon2 or PBKDF2 as a PHC string, or passlib's PBKDF2.
    ///
    /// - Parameters:
    ///   - text: The whole text, without surrounding whitespace.
    ///   - limits: The cost limits for verification.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` and the offset of the error, `.unsupported` for another
    ///   function, `.costTooHigh` or `.invalidParameter` for a cost outside the limits.
    public init(_ text: String, limits: CostLimits = .reading) throws(CryptoError) {
        if let passlib = try PasswordHash(passlib: text, limits) {
            self = passlib
            return
        }
        // Checked first because other functions have other formats: bcrypt's is not a PHC string beyond its name.
        var parser = PHCParser(text)
        let identifier = try parser.identifier()
        let variant = Argon2KDF.Variant.allCases.first { $0.name == identifier }
        guard variant != nil || ["scrypt", "pbkdf2-sha256", "pbkdf2-sha512"].contains(identifier) else {
            throw CryptoError(
                .unsupported,
                "the password hash \(identifier) is not supported; scrypt, argon2id, argon2i, argon2d, pbkdf2-sha256 "
                    + "and pbkdf2-sha512 are")
        }
        let string = try PHCString(text)
        let scheme: Scheme
        if let variant {
            // The text has no version if it is the first one.
            guard let version = Argon2KDF.Version(rawValue: string.version ?? Argon2KDF.Version.v10.rawValue) else {
                throw CryptoError(
                    .unsupported, at: identifier.utf8.count + 4,
                    "version \(string.version ?? 0) of \(identifier) is not supported; 16 and 19 are")
            }
            let numbers = try string.numbers(["m", "t", "p"])
            scheme = .argon2(
                try Argon2KDF.Cost(memoryKiB: numbers[0], passes: numbers[1], lanes: numbers[2]), variant: variant,
                version: version)
        } else if identifier == "scrypt" {
            let numbers = try string.numbers(["ln", "r", "p"])
            scheme = .scrypt(try Scrypt.Cost(logN: numbers[0], r: numbers[1], p: numbers[2]))
        } else {
            // Some programs also write the length of the hash as l.
            let hasLength = string.parameters.count == 2
            let numbers = try string.numbers(hasLength ? ["i", "l"] : ["i"])
            if hasLength, numbers[1] != string.hash?.count {
                throw CryptoError(
                    .invalidFormat, at: string.parameters[1].offsets.value, "l is not the length of the hash")
            }
            scheme = try .pbkdf2(identifier == "pbkdf2-sha256" ? .sha256 : .sha512, iterations: numbers[0])
        }
        guard variant != nil || string.version == nil else {
            throw CryptoError(
                .invalidFormat, at: identifier.utf8.count + 2, "\(identifier) has no version")
        }
        try limits.check(scheme)
        guard let salt = string.salt, let hash = string.hash else {
            throw CryptoError(.invalidFormat, at: text.utf8.count, "salt or hash is missing")
        }
        try PasswordHash.check(salt, at: string.offsets.salt, hash, at: string.offsets.hash, scheme)
        self.init(scheme: scheme, salt: salt, hash: hash, text: text)
    }

    /// Parses passlib's PBKDF2, with an unnamed number as the second field; nil for any other text.
    private init?(passlib text: String, _ limits: CostLimits) throws(CryptoError) {
        let bytes = Array(text.utf8)
        let fields = bytes.split(separator: .dollarSign, omittingEmptySubsequences: false)
        guard fields.count == 5, fields[0].isEmpty, !fields[2].contains(.equals)
        else { return nil }
        let hash: AnyHashFunction
        switch String(decoding: fields[1], as: UTF8.self) {
        case "pbkdf2-sha256": hash = .sha256
        case "pbkdf2-sha512": hash = .sha512
        default: return nil
        }
        guard let iterations = PHCParser.decimal(String(decoding: fields[2], as: UTF8.self)) else {
            throw CryptoError(
                .invalidFormat, at: fields[2].startIndex,
                "the iterations should be a decimal number without leading zeros")
        }
        let scheme = try Scheme.pbkdf2(hash, iterations: iterations)
        try limits.check(scheme)
        let salt = try PasswordHash.adaptedBase64(fields[3], "salt")
        let digest = try PasswordHash.adaptedBase64(fields[4], "hash")
        try PasswordHash.check(salt, at: fields[3].startIndex, digest, at: fields[4].startIndex, scheme)
        self.init(scheme: scheme, salt: salt, hash: digest, text: text)
    }

    /// Decodes passlib's "adapted" Base64: unpadded, with `.` instead of `+`.
    private static func adaptedBase64(_ field: ArraySlice<UInt8>, _ name: String) throws(CryptoError) -> [UInt8] {
        if let plus = field.firstIndex(of: .plus) {
            throw CryptoError(.invalidFormat, at: plus, "in the \(name): this form has . in place of +")
        }
        var plain = field
        for index in field.indices where field[index] == .period { plain[index] = .plus }
        return try PHCParser.base64(plain, name)
    }

    private static func check(
        _ salt: [UInt8], at saltOffset: Int, _ hash: [UInt8], at hashOffset: Int, _ scheme: Scheme
    ) throws(CryptoError) {
        guard scheme.saltByteCounts.contains(salt.count) else {
            throw CryptoError(
                .invalidFormat, at: saltOffset,
                "a salt has \(scheme.saltByteCounts.lowerBound) to 48 bytes; found \(salt.count)")
        }
        let counts = scheme.hashByteCounts
        guard counts.contains(hash.count) else {
            let allowed = counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
            throw CryptoError(
                .invalidFormat, at: hashOffset,
                "a hash of \(scheme.identifier) has \(allowed) bytes; found \(hash.count)")
        }
    }
}

extension CostLimits {
    fileprivate func check(_ scheme: PasswordHash.Scheme) throws(CryptoError) {
        switch scheme.kind {
        case .scrypt(let cost): try check(cost)
        case .pbkdf2(_, let iterations): try check(pbkdf2Iterations: iterations)
        case .argon2(_, _, let cost): try check(argon2: cost)
        }
    }
}
