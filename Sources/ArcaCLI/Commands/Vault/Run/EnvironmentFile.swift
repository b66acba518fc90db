internal import ArcaCore
internal import ArcaVault
internal import ArcaVaultExchange

/// Parses an environment file of `NAME=VALUE` lines (dotenv).
///
/// Empty lines and lines that start with `#` are ignored, as is `export ` before a name. A value may be in single or
/// double quotes and is used literally: variables and escapes are not expanded.
enum EnvironmentFile {
    static func read(_ bytes: [UInt8], name file: String) throws(UsageError) -> [EnvironmentAssignment] {
        var assignments: [EnvironmentAssignment] = []
        for (index, line) in bytes.split(separator: .newline, omittingEmptySubsequences: false).enumerated() {
            guard let text = String(validating: line, as: UTF8.self) else {
                throw UsageError(.invalidValue, "line \(index + 1) of \(file) is not UTF-8 text")
            }
            var rest = text[...].trimmed
            guard !rest.isEmpty, rest.first != "#" else { continue }
            if rest.hasPrefix("export ") { rest = rest.dropFirst("export ".count).trimmed }
            guard let sign = rest.firstIndex(of: "="), sign > rest.startIndex else {
                // The line is not shown: it may contain a secret.
                throw UsageError(
                    .invalidValue, "line \(index + 1) of \(file) is not NAME=VALUE",
                    hint: "write NAME=arca://service/account")
            }
            var value = rest[rest.index(after: sign)...].trimmed
            if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
                value = value.dropFirst().dropLast()
            }
            assignments.append(EnvironmentAssignment(name: String(rest[..<sign].trimmed), value: String(value)))
        }
        return assignments
    }
}

struct EnvironmentAssignment: ArgumentValue, Hashable {
    let name: String
    let value: String

    init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    init(argument: Argument) throws(UsageError) {
        guard let text = argument.text, let sign = text.firstIndex(of: "="), sign > text.startIndex,
            VaultReference.isReference(String(text[text.index(after: sign)...]))
        else {
            // The argument is not shown: it may be the secret itself.
            throw UsageError(
                .invalidValue, "expected NAME=arca://…", hint: "write --env DB_PASSWORD=arca://db/admin/password")
        }
        name = String(text[..<sign])
        value = String(text[text.index(after: sign)...])
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" || character == "\r" }
        var text = self[...]
        while let first = text.first, isSpace(first) { text = text.dropFirst() }
        while let last = text.last, isSpace(last) { text = text.dropLast() }
        return text
    }
}
