internal import ArcaCore
internal import ArcaVault
internal import ArcaVaultExchange

/// Reads an environment file of `NAME=VALUE` lines (dotenv), by the rules that 1Password's `op run` and Docker Compose
/// share; refuses values that those two read differently.
///
/// Documentation/VAULT-EXCHANGE.md has the rules next to theirs.
struct EnvironmentFile {
    private let text: [Unicode.Scalar]
    private let file: String
    private var place = 0
    private var line = 1

    static func read(_ content: [UInt8], name file: String) throws(UsageError) -> [EnvironmentAssignment] {
        let bytes = content.unmarkedText
        for (index, line) in bytes.split(separator: .newline, omittingEmptySubsequences: false).enumerated()
        where String(validating: line, as: UTF8.self) == nil {
            throw UsageError(.invalidValue, "line \(index + 1) of \(file) is not UTF-8 text")
        }
        var reader = EnvironmentFile(bytes, file)
        var assignments: [EnvironmentAssignment] = []
        while let assignment = try reader.next() { assignments.append(assignment) }
        return assignments
    }

    private init(_ bytes: [UInt8], _ file: String) {
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        // A line feed ends a line; a carriage return before it is dropped.
        text = scalars.indices.filter { scalars[$0] != "\r" || $0 + 1 < scalars.count && scalars[$0 + 1] != "\n" }
            .map { scalars[$0] }
        self.file = file
    }

    private var character: Unicode.Scalar? { place < text.count ? text[place] : nil }

    private var isAtBlank: Bool { character == " " || character == "\t" }

    private mutating func skipBlanks() { while isAtBlank { place += 1 } }

    private mutating func skipLine() { while let character, character != "\n" { place += 1 } }

    /// An error that shows nothing of the line, which may contain a secret.
    private func error(_ reason: String, hint: String = "put the value in single quotes") -> UsageError {
        UsageError(.invalidValue, "line \(line) of \(file) \(reason)", hint: hint)
    }

    private mutating func next() throws(UsageError) -> EnvironmentAssignment? {
        while true {
            skipBlanks()
            guard let character else { return nil }
            if character == "#" { skipLine() }
            guard self.character == "\n" else { break }
            place += 1
            line += 1
        }
        guard character != nil else { return nil }
        let name = try name()
        skipBlanks()
        let value: String
        switch character {
        case "\""?, "'"?: value = try quoted()
        case "#"?: throw error("has '#' first in the value, which begins a comment for some programs")
        default: value = try plain()
        }
        return EnvironmentAssignment(name: name, value: value)
    }

    private mutating func name() throws(UsageError) -> String {
        let start = place
        while let character, character != "=", character != "\n" { place += 1 }
        var words = text[start..<place].split { $0 == " " || $0 == "\t" }
        if words.count > 1, words[0].elementsEqual("export".unicodeScalars) { words.removeFirst() }
        guard character == "=", words.count == 1, words[0].allSatisfy({ $0.isNameCharacter }) else {
            throw error("is not NAME=VALUE", hint: "write NAME=arca://service/account")
        }
        place += 1
        return String(String.UnicodeScalarView(words[0]))
    }

    /// A value without quotes; a number sign after a space begins a comment.
    ///
    /// Compose takes a number sign after a tab literally.
    private mutating func plain() throws(UsageError) -> String {
        let start = place
        while let character, character != "\n", character != "#" || text[place - 1] != " " {
            try refuseVariable()
            guard character != "#" || text[place - 1] != "\t" else {
                throw error("has '#' after a tab, which begins a comment for some programs")
            }
            guard character != "\\" else {
                throw error("has a backslash outside of quotes, which some programs remove")
            }
            guard character != "\r" else { throw error("has a carriage return in it") }
            place += 1
        }
        var value = text[start..<place]
        while let last = value.last, last == " " || last == "\t" { value.removeLast() }
        skipLine()
        return String(String.UnicodeScalarView(value))
    }

    /// A value in quotes, which may span lines.
    private mutating func quoted() throws(UsageError) -> String {
        let (opening, quote) = (line, text[place])
        var value = String.UnicodeScalarView()
        place += 1
        while let character, character != quote {
            if character == "\n" { line += 1 }
            if quote == "\"" { try refuseVariable() }
            place += 1
            if character == "\\", quote == "\"" {
                guard let plain = Self.escapes[self.character ?? " "] else {
                    throw error(
                        "has a backslash before another character than \" \\ $ n r t in double quotes")
                }
                place += 1
                value.append(plain)
            } else if character == "\\", self.character == quote {
                throw error(
                    "has a backslash before a single quote, which only some programs take for an escape",
                    hint: "put the value in double quotes")
            } else {
                value.append(character)
            }
        }
        guard character == quote else {
            throw UsageError(.invalidValue, "line \(opening) of \(file) opens a quote that is never closed")
        }
        place += 1
        let end = place
        skipBlanks()
        if character == "#", place > end { skipLine() }
        guard character == nil || character == "\n" else {
            throw error("goes on after the closing quote", hint: "write \\\" for a quote within double quotes")
        }
        return String(value)
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "\\": "\\", "$": "$", "n": "\n", "r": "\r", "t": "\t",
    ]

    private func refuseVariable() throws(UsageError) {
        guard character == "$", place + 1 < text.count else { return }
        let next = text[place + 1]
        guard "{($".unicodeScalars.contains(next) || next.properties.isAlphabetic || next == "_" else { return }
        throw error(
            "has a variable in it ('$'), and variables are not replaced",
            hint: "put the value in single quotes, or write \\$ within double quotes")
    }
}

extension Unicode.Scalar {
    fileprivate var isNameCharacter: Bool {
        properties.isAlphabetic || "0"..."9" ~= self || self == "_" || self == "." || self == "-"
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
