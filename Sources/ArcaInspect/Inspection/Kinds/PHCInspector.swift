internal import ArcaCodecs
internal import ArcaCore

/// Password hashes: PHC strings, crypt(3), phpass of WordPress, Django, Werkzeug, LDAP; lines of `/etc/shadow` and
/// htpasswd files.
///
/// Source: PHC string format; crypt(5) of libxcrypt; RFC 2307; shadow(5); Django's documentation, "Password management".
enum PHCInspector: InspectingKind {
    static let identifier = "phc"

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.isWhole, data.bytes.count < 1 << 16, let all = data.text else { return nil }
        let lines = all.split(whereSeparator: \.isNewline)
        if lines.count == 1, let found = single(String(lines[0])) { return found }
        return accounts(lines)
    }

    /// One hash, without its account.
    private static func single(_ text: String) -> Inspection? {
        guard text.utf8.count < 2000, !text.utf8.contains(.space) else { return nil }
        return text.utf8.first == .dollarSign ? crypt(text) : ldap(text) ?? framework(text)
    }

    /// Lines `name:hash`, with more columns in `/etc/shadow`.
    private static func accounts(_ lines: [Substring]) -> Inspection? {
        var found: [Inspection] = []
        for line in lines {
            let columns = line.split(separator: ":", omittingEmptySubsequences: false)
            guard columns.count >= 2, !columns[0].isEmpty, !columns[0].contains(" ") else { return nil }
            // Werkzeug's hashes have colons, but are not in such files.
            let field = columns[1].drop { $0 == "!" }
            guard var hash = single(String(field)) else {
                // An account without a password: x, *, ! or nothing.
                guard columns.count > 6, field.utf8.count <= 1 else { return nil }
                continue
            }
            hash.add("account", String(columns[0]))
            if field.startIndex > columns[1].startIndex { hash.note("the account is locked (!)") }
            found.append(hash)
        }
        guard found.count > 1 else { return found.first }
        var inspection = Inspection(identifier, "password hashes of \(found.count) accounts")
        for hash in found.prefix(20) { inspection.add(hash) }
        if found.count > 20 { inspection.note("the first 20 accounts are shown") }
        return inspection
    }

    private static let known: Set<String> = [
        "argon2id", "argon2i", "argon2d", "scrypt", "arca-pattern", "pbkdf2-sha256", "pbkdf2-sha512", "pbkdf2",
        "pbkdf2-sha1", "2a", "2b", "2x", "2y", "1", "apr1", "5", "6", "y", "gy", "7", "P", "H", "S", "wp",
    ]

    private static func crypt(_ all: String) -> Inspection? {
        let parts = all.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map(String.init)
        guard parts.count >= 2, let name = parts.first, let last = parts.last, !last.isEmpty else { return nil }
        if name == "wp", parts.count > 2, var hash = crypt("$" + parts.dropFirst().joined(separator: "$")) {
            hash.note("of WordPress 6.8 or newer: the hash of an HMAC of the password")
            return hash
        }
        guard known.contains(name) || isPHC(name, parts) else { return nil }
        let isPattern = name == "arca-pattern"
        var inspection = Inspection(identifier, isPattern ? "hash of an unlock pattern, by Arca" : "password hash")
        inspection.add("function", name)
        let values = numbers(parts)
        switch name {
        case "argon2id", "argon2i", "argon2d":
            guard let memory = values["m"], let passes = values["t"] else { return inspection }
            inspection.add(.argon2(name, memoryKiB: memory, passes: passes, lanes: values["p"] ?? 1))
        case "scrypt", "arca-pattern":
            if isPattern {
                for name in ["grid", "rules"] {
                    let parameter = parts.lazy.flatMap { $0.split(separator: ",") }.first { $0.hasPrefix(name + "=") }
                    if let parameter { inspection.add(name, String(parameter.dropFirst(name.count + 1))) }
                }
                if !all.contains("keyid=") {
                    inspection.note("without a pepper: the few hundred thousand patterns can be tried one by one")
                }
            }
            guard let logN = values["ln"], let r = values["r"] else { return inspection }
            inspection.add(.scrypt(logN: logN, r: r, p: values["p"] ?? 1))
        case "pbkdf2-sha256", "pbkdf2-sha512", "pbkdf2", "pbkdf2-sha1":
            let hash = name.hasSuffix("sha512") ? "SHA-512" : name.hasSuffix("sha256") ? "SHA-256" : "SHA-1"
            guard let count = values["i"] ?? parts.dropFirst().first.flatMap({ Int(digits: $0) }) else {
                return inspection
            }
            inspection.add(.pbkdf2(hash, iterations: count))
        case "2a", "2b", "2x", "2y":
            if let rounds = Int(digits: parts[1]) { inspection.add(.bcrypt(logRounds: rounds)) }
        case "1", "apr1": inspection.add(.hash("MD5-crypt", rounds: 1000))
        case "5", "6":
            let rounds = values["rounds"] ?? 5000
            inspection.add(.hash(name == "5" ? "SHA-256-crypt" : "SHA-512-crypt", rounds: rounds))
        case "P", "H", "S":
            guard let rounds = phpassRounds(parts[1]) else { return nil }
            inspection.add(.hash(name == "S" ? "phpass with SHA-512" : "phpass with MD5", rounds: rounds))
            inspection.note(name == "S" ? "as Drupal 7 writes it" : "as WordPress before 6.8 and phpBB write it")
        case "y", "gy", "7": inspection.add(.other(name == "7" ? "scrypt" : "yescrypt", parts[1], .fair))
        default: break
        }
        return inspection
    }

    /// Whether a hash of an unknown function has the form: parameters, and a salt or hash of some length.
    private static func isPHC(_ name: String, _ parts: [String]) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 32, parts.count > 2, let last = parts.last else { return false }
        return name.utf8.allSatisfy { $0.isDigit || $0.isLowercase || $0 == .hyphen }
            && last.utf8.count >= 16 && last.utf8.allSatisfy { $0.isAlphanumeric || "+/.=_-".utf8.contains($0) }
    }

    /// The number that phpass writes as the logarithm in one character; nil for a malformed text.
    private static func phpassRounds(_ text: String) -> Int? {
        let letters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        guard text.utf8.count >= 31, let first = text.utf8.first, let log = letters.firstIndex(of: first), log < 32,
            text.utf8.allSatisfy(letters.contains)
        else { return nil }
        return 1 << log
    }

    /// `{SSHA}…` and its relatives.
    private static func ldap(_ text: String) -> Inspection? {
        guard text.utf8.first == .leftBrace, let end = text.firstIndex(of: "}") else { return nil }
        let name = text[..<end].dropFirst().uppercased()
        let body = String(text[text.index(after: end)...])
        if body.utf8.first == .dollarSign { return crypt(body) }
        var inspection = Inspection(identifier, "password hash")
        inspection.add("function", "{\(name)}")
        let functions = [
            "MD5": ("MD5", 16), "SHA": ("SHA-1", 20), "SHA256": ("SHA-256", 32), "SHA384": ("SHA-384", 48),
            "SHA512": ("SHA-512", 64),
        ]
        let isSalted = ["SMD5", "SSHA", "SSHA256", "SSHA384", "SSHA512"].contains(name)
        if let (function, count) = functions[isSalted ? String(name.dropFirst()) : name] {
            guard let bytes = try? Base64.standard.decode(body.utf8),
                isSalted ? bytes.count > count : bytes.count == count
            else { return nil }
            inspection.add(.hash(function))
            if !isSalted { inspection.note("without a salt: equal passwords have equal hashes") }
            return inspection
        }
        guard name.hasPrefix("PBKDF2"), body.utf8.count >= 16 else { return nil }
        let hash = name.hasSuffix("512") ? "SHA-512" : name.hasSuffix("256") ? "SHA-256" : "SHA-1"
        if let count = body.split(separator: "$").first.flatMap({ Int(digits: $0) }) {
            inspection.add(.pbkdf2(hash, iterations: count))
        }
        return inspection
    }

    /// Hashes of Django, `pbkdf2_sha256$600000$SALT$HASH`, and Werkzeug, `scrypt:32768:8:1$SALT$HASH`.
    private static func framework(_ text: String) -> Inspection? {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 2, let last = parts.last, last.utf8.count >= 16 else { return nil }
        let names = parts[0].split(separator: ":").map(String.init)
        let numbers = parts.map { Int(digits: $0) ?? 0 }
        var inspection = Inspection(identifier, "password hash")
        inspection.add("function", names.first ?? "")
        func scrypt(_ n: Int, _ r: Int, _ p: Int) -> Inspection? {
            guard n > 1, n & (n - 1) == 0, r > 0, p > 0 else { return nil }
            inspection.add(.scrypt(logN: n.trailingZeroBitCount, r: r, p: p))
            return inspection
        }
        switch (names.first, parts.count) {
        case ("pbkdf2_sha256", 4), ("pbkdf2_sha1", 4):
            guard numbers[1] > 0 else { return nil }
            inspection.add(.pbkdf2(parts[0].hasSuffix("256") ? "SHA-256" : "SHA-1", iterations: numbers[1]))
        case ("argon2", 5...), ("bcrypt", 4...), ("bcrypt_sha256", 4...):
            let inner = parts.dropFirst().joined(separator: "$")
            return crypt(inner.hasPrefix("$") ? inner : "$" + inner)
        case ("scrypt", 6): return scrypt(numbers[1], numbers[3], numbers[4])
        case ("md5", 3), ("sha1", 3): inspection.add(.hash(parts[0] == "md5" ? "MD5" : "SHA-1"))
        case ("pbkdf2", 3) where names.count == 3:
            guard let count = Int(digits: names[2]) else { return nil }
            inspection.add(.pbkdf2(names[1].uppercased(), iterations: count))
        case ("scrypt", 3) where names.count == 4:
            let values = names.map { Int(digits: $0) ?? 0 }
            return scrypt(values[1], values[2], values[3])
        default: return nil
        }
        return inspection
    }

    private static func numbers(_ parts: [String]) -> [String: Int] {
        var values: [String: Int] = [:]
        for pair in parts.flatMap({ $0.split(separator: ",") }) {
            let sides = pair.split(separator: "=", maxSplits: 1)
            if sides.count == 2, let value = Int(digits: sides[1]) { values[String(sides[0])] = value }
        }
        return values
    }
}
