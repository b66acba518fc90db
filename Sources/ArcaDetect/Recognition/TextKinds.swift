internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaJOSE

/// Classifies text: its format by its shape, or its language by its letters.
package enum TextKinds {
    /// The kind of data that ``Plausibility`` has evaluated.
    package static func kind(of bytes: Span<UInt8>, _ plausibility: Plausibility) -> Recognition {
        if let format = plausibility.format { return format }
        if bytes.count == 0 { return .empty }
        guard plausibility.isText else { return .unrecognized }
        if let shape = shape(bytes) { return shape }
        let isUTF8 = plausibility.text.strayByteCount == 0
        let charset = isUTF8 ? "UTF-8 text" : "text in an eight-bit charset"
        let language = language(plausibility).map { ", " + $0 } ?? ""
        return Recognition("text", charset + language, isText: true)
    }

    /// The language or script, if it is clear.
    private static func language(_ plausibility: Plausibility) -> String? {
        let text = plausibility.text
        let counts = text.scriptCounts
        let (han, kana) = (counts[Script.han.rawValue], counts[Script.kana.rawValue])
        if kana > 0, kana * 10 > han { return Script.kana.name }
        let scripts = Script.allCases.filter { $0.name != nil }
        // A Chinese character counts as several letters.
        if let most = scripts.max(by: { counts[$0.rawValue] < counts[$1.rawValue] }), counts[most.rawValue] > 1,
            counts[most.rawValue] * (most == .han ? 3 : 1) > text.letterCount
        {
            return most.name
        }
        let (language, bitsPerLetter, lead) = text.language
        guard text.letterCount >= 12, bitsPerLetter < 3.6, lead > 4 else { return nil }
        return language == .pinyin
            ? "Chinese in pinyin" : language.rawValue.prefix(1).uppercased() + language.rawValue.dropFirst()
    }

    // MARK: Shapes

    private static func shape(_ bytes: Span<UInt8>) -> Recognition? {
        let head = [UInt8](bytes: bytes.extracting(0..<min(bytes.count, 512)))
        let lowered = String(decoding: head, as: UTF8.self).lowercased()
        let trimmed = lowered.drop(while: { $0.isWhitespace })
        if TextForm.isJSONDocument(bytes) {
            return Recognition("json", "JSON", isText: true, evidenceBits: 16)
        }
        for (prefix, recognition) in prefixes where trimmed.hasPrefix(prefix) { return recognition }
        // Identities follow comments; a post-quantum one has 2,000 characters.
        if trimmed.hasPrefix("#") {
            let beginning = [UInt8](bytes: bytes.extracting(0..<min(bytes.count, 8192)))
            let lines = String(decoding: beginning, as: UTF8.self).lowercased().split(whereSeparator: { $0.isNewline })
            let line = lines.first { !$0.hasPrefix("#") } ?? ""
            for (prefix, recognition) in prefixes where prefix.hasPrefix("age") && line.hasPrefix(prefix) {
                return recognition
            }
        }
        return token(bytes) ?? table(bytes)
    }

    private static func text(_ identifier: String, _ name: String, _ bits: Int = 32) -> Recognition {
        Recognition(identifier, name, isText: true, evidenceBits: bits)
    }

    private static let prefixes: [(String, Recognition)] = [
        ("<?xml", text("xml", "XML")), ("<!doctype html", text("html", "HTML")), ("<html", text("html", "HTML")),
        ("<svg", text("svg", "SVG image")), ("<!doctype", text("xml", "XML")),
        ("-----begin age encrypted file-----", text("age", "file encrypted by age, armored")),
        ("-----begin pgp", text("pgp", "OpenPGP data, armored")), ("-----begin ", text("pem", "PEM")),
        ("age-secret-key-1", text("age-identity", "age identity")),
        ("age-secret-key-pq-1", text("age-identity", "post-quantum age identity")),
        ("age-plugin-pq-1", text("age-identity", "post-quantum age identity")),
        ("age-plugin-", text("age-identity", "identity of an age plugin")),
        ("age1pq1", text("age-recipient", "post-quantum age recipient")),
        ("age1", text("age-recipient", "age recipient")),
        ("ssh-rsa ", text("ssh-public-key", "SSH public key")),
        ("ssh-ed25519 ", text("ssh-public-key", "SSH public key")),
        ("ecdsa-sha2-", text("ssh-public-key", "SSH public key")),
        ("$2a$", text("password-hash", "bcrypt password hash")),
        ("$2b$", text("password-hash", "bcrypt password hash")),
        ("$2y$", text("password-hash", "bcrypt password hash")),
        ("$1$", text("password-hash", "MD5-crypt password hash")),
        ("$5$", text("password-hash", "SHA-256-crypt password hash")),
        ("$6$", text("password-hash", "SHA-512-crypt password hash")),
        ("$argon2", text("password-hash", "Argon2 password hash")),
        ("$scrypt$", text("password-hash", "scrypt password hash")),
        ("$pbkdf2", text("password-hash", "PBKDF2 password hash")),
        ("#!", text("script", "script")), ("data:", text("data-uri", "data: URI")),
    ]

    private static func token(_ bytes: Span<UInt8>) -> Recognition? {
        var end = bytes.count
        while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
        guard end > 0, end <= 8192 else { return nil }
        let word = [UInt8](bytes: bytes.extracting(0..<end))
        guard !word.contains(where: { $0 <= 0x20 }) else { return nil }
        if TextForm.isURL(word.span) { return text("url", "URL") }
        if (try? UnverifiedToken(word))?.header.algorithm != nil { return text("jwt", "JSON Web Token") }
        let isHex = (try? Base16.standard.decode(word)) != nil
        if isHex, let digest = digests[word.count] { return text("digest", digest, 0) }
        if word.count == 36, isUUID(word) { return text("uuid", "UUID", 0) }
        if (26...112).contains(word.count), (try? Base58Check.standard.decode(word)) != nil {
            return text("base58check", "Base58Check text with its checksum, such as a Bitcoin address or key")
        }
        if word.count >= 14, let string = String(validating: word, as: UTF8.self),
            let bech32 = try? Bech32.decode(string, maximumCount: 4096), !bech32.values.isEmpty
        {
            return text("bech32", "Bech32 text with its checksum, prefix '\(bech32.prefix)'")
        }
        return nil
    }

    private static let digests = [
        32: "128 bits in hexadecimal, as an MD5 digest or a key has",
        40: "160 bits in hexadecimal, as a SHA-1 digest or a git commit has",
        56: "224 bits in hexadecimal, as a SHA-224 digest has",
        64: "256 bits in hexadecimal, as a SHA-256 digest or a key has",
        96: "384 bits in hexadecimal, as a SHA-384 digest has", 128: "512 bits in hexadecimal, as a SHA-512 digest has",
    ]

    private static func isUUID(_ word: [UInt8]) -> Bool {
        word.indices.allSatisfy { index in
            [8, 13, 18, 23].contains(index)
                ? word[index] == 0x2d : ByteSet.hexadecimal.contains(word[index])
        }
    }

    /// Recognizes rows with the same number of commas, semicolons or tabs.
    private static func table(_ bytes: Span<UInt8>) -> Recognition? {
        let head = [UInt8](bytes: bytes.extracting(0..<min(bytes.count, 8192)))
        var lines = head.split(separator: .newline)
        if bytes.count > head.count { _ = lines.popLast() }
        guard lines.count >= 3 else { return nil }
        for (separator, name) in [(UInt8(0x2c), "CSV"), (0x3b, "CSV with semicolons"), (0x09, "table with tabs")] {
            let counts = lines.map { line in line.count(where: { $0 == separator }) }
            if let first = counts.first, first > 0, counts.allSatisfy({ $0 == first }) {
                return text("csv", name, 8)
            }
        }
        return nil
    }
}
