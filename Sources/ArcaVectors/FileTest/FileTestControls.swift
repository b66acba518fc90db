internal import ArcaCodecs

/// What `Ctrl = name:value` and `Ctrl.anything = name:value` say in a stanza.
struct FileTestControls {
    private var values: [String: [String]] = [:]

    /// Reads all controls of a stanza.
    init(_ fields: inout CaseFields) throws(VectorError) {
        for name in fields.unread where name == "Ctrl" || name.hasPrefix("Ctrl ") || name.hasPrefix("Ctrl.") {
            let text = try fields.text(name)
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw VectorError(.invalidField, at: name, "\(name) is \(text), which has no colon")
            }
            values[parts[0], default: []].append(parts[1])
        }
    }

    /// Takes the value of the first of these names that the stanza has; nil when it has none.
    mutating func take(_ names: String...) -> String? {
        for name in names {
            if let found = values.removeValue(forKey: name) { return found.last }
        }
        return nil
    }

    /// Takes bytes: text under `name`, hexadecimal digits under `hexname`; several are one after the other.
    mutating func takeBytes(_ name: String) throws(VectorError) -> [UInt8]? {
        let texts = values.removeValue(forKey: name)
        let digits = values.removeValue(forKey: "hex" + name)
        guard texts != nil || digits != nil else { return nil }
        var bytes = (texts ?? []).flatMap { Array($0.utf8) }
        for text in digits ?? [] {
            var field = CaseFields([VectorField(name, .text(text))])
            bytes += try field.bytes(name)
        }
        return bytes
    }

    /// Takes a whole number.
    mutating func takeInt(_ names: String...) throws(VectorError) -> Int? {
        for name in names {
            guard let text = take(name) else { continue }
            guard let value = Int(text) else { throw VectorError(.invalidField, at: name, "\(name) is no number") }
            return value
        }
        return nil
    }

    /// The names that nobody has taken, in order of the alphabet.
    var left: [String] { values.keys.sorted() }
}
