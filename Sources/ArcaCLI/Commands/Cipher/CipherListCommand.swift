internal import ArcaCore
internal import ArcaCrypto

struct CipherListCommand: Command {
    static let name = "list"
    static let summary = "list the ciphers, with the lengths of key and IV"
    static let examples = [
        Example("arca cipher list", "one line per cipher"),
        Example("arca cipher list --json", "the same, for programs"),
    ]

    static var parameters: [Parameter<Self>] { Parameter.json }

    consuming func run(in context: CommandContext) throws {
        if context.wantsJSON {
            let rows = Cipher.all.map { JSONValue.object(Self.object($0)) }
            let others = CipherName.formatPreserving.map { name, keyByteCount in
                var object = JSONObject()
                object["name"] = .string(name)
                object["keyByteCount"] = .integer(keyByteCount)
                return JSONValue.object(object)
            }
            return try JSONReport.print([("ciphers", .array(rows)), ("formatPreserving", .array(others))])
        }
        var text = Self.line("NAME", "KEY", iv: "IV", property: "")
        for cipher in Cipher.all {
            text += Self.line(
                cipher.shortName, "\(cipher.keyByteCount)", iv: Self.lengths(cipher),
                property: Self.property(cipher) ?? "")
        }
        for (name, keyByteCount) in CipherName.formatPreserving {
            text += Self.line(name, "\(keyByteCount)", iv: "-", property: "keeps the format of text")
        }
        try Messages.print(text)
    }

    private static func line(_ name: String, _ key: String, iv: String, property: String) -> String {
        func filled(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - TextLayout.width(text)))
        }
        var line = filled(name, 20) + filled(key, 5) + filled(iv, 6) + property
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    private static func lengths(_ cipher: Cipher) -> String {
        let range = cipher.ivByteCounts
        if range.upperBound == 0 { return "-" }
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        return range.upperBound > 1000 ? "\(range.lowerBound)…" : "\(range.lowerBound)–\(range.upperBound)"
    }

    private static func property(_ cipher: Cipher) -> String? {
        cipher.isAuthenticated
            ? "authenticated" : cipher.isKeyWrap ? "wraps keys, checked" : cipher.isInsecure ? "insecure" : nil
    }

    private static func object(_ cipher: Cipher) -> JSONObject {
        var object = JSONObject()
        object["name"] = .string(cipher.shortName)
        object["keyByteCount"] = .integer(cipher.keyByteCount)
        object["ivByteCount"] = .integer(cipher.ivByteCount)
        object["minimumIVByteCount"] = .integer(cipher.ivByteCounts.lowerBound)
        object["tagByteCount"] = .integer(cipher.tagByteCount)
        object["authenticated"] = .bool(cipher.isAuthenticated)
        object["insecure"] = .bool(cipher.isInsecure)
        object["paddings"] = .array(cipher.paddings.map { .string($0.rawValue) })
        return object
    }
}
