import ArcaCore

/// Password hashes: PHC strings, and the older crypt(3) formats.
///
/// Source: PHC string format; crypt(5) of libxcrypt.
enum PHCInspector: InspectingKind {
    static let identifier = "phc"

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.isWhole, data.bytes.count < 2000, data.bytes.first == .dollarSign, let all = data.text else {
            return nil
        }
        let text = all.last == "\n" ? all.dropLast() : all[...]
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map(String.init)
        guard parts.count >= 2, let name = parts.first, !name.isEmpty, name.utf8.count <= 32, !text.contains("\n"),
            name.utf8.allSatisfy({ $0.isDigit || $0.isLowercase || $0 == .hyphen })
        else { return nil }
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
        case "y", "gy", "7": inspection.add(.other(name == "7" ? "scrypt" : "yescrypt", parts[1], .fair))
        default: break
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
