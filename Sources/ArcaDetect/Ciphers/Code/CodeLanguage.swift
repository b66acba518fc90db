internal import ArcaCodecs
internal import ArcaCrypto

/// Imports and helper functions of a program in one language, collected while its expressions are written.
struct CodeFile {
    private(set) var imports: Set<String> = []
    private(set) var helpers: [String] = []

    mutating func require(_ imports: String...) { self.imports.formUnion(imports) }

    /// Adds a helper function once.
    mutating func add(_ helper: String) { if !helpers.contains(helper) { helpers.append(helper) } }
}

/// A function in one language, before its name and parameters are written around it.
struct CodeFunction {
    let isEncrypting: Bool
    let parameters: [String]
    /// Whether the data is a text instead of bytes.
    let isText: Bool
    let lines: [String]
    let result: String
}

/// A printer of programs in one language.
protocol CodeLanguage {
    static var commentMark: String { get }
    /// The advice on how to encrypt well, with the names of this language.
    static var advice: String { get }
    static func variable(_ name: String) -> String
    static func quoted(_ text: String) -> String
    static func expression(
        _ call: CodeCall, _ arguments: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String
    static func assignment(_ name: String, _ value: String, isText: Bool) -> String
    /// The lines that fail unless two codes are equal.
    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String]
    static func function(_ function: CodeFunction) -> String
    /// Expressions that carry out a scheme in one call of the library; nil without such a call.
    static func shortcut(for scheme: CipherScheme) throws(CryptoError) -> (encrypted: String, decrypted: String)?
    /// The whole text: header in comments, imports, helpers and functions.
    static func text(header: String, _ file: CodeFile, functions: [String]) -> String
}

extension CodeLanguage {
    static var commentMark: String { "//" }
    static func variable(_ name: String) -> String { name }
    static func shortcut(for scheme: CipherScheme) throws(CryptoError) -> (encrypted: String, decrypted: String)? {
        nil
    }
    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// A text of several lines, the empty sections left out, with an empty line between.
    static func sections(_ sections: [String]) -> String {
        sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    static func unsupported(_ what: String, _ hint: String) -> CryptoError {
        CryptoError(.unsupported, what, hint: hint)
    }

    /// The name of a hash function from a language's table.
    static func name(
        of function: AnyHashFunction, _ names: [String: String], _ library: String
    ) throws(CryptoError) -> String {
        guard let name = names[function.shortName] else {
            throw unsupported("\(library) does not have \(function.name)", "choose another language")
        }
        return name
    }

    static func indented(_ lines: [String], by indent: String = "    ") -> String {
        lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
    }

    /// The text of a scheme's program.
    static func text(of scheme: CipherScheme, header: String) throws(CryptoError) -> String {
        let program = try CodeBuilder.program(for: scheme)
        let shortcut = try shortcut(for: scheme)
        var file = CodeFile()
        let functions = [
            try function(program, isEncrypting: true, shortcut?.encrypted, &file),
            try function(program, isEncrypting: false, shortcut?.decrypted, &file),
        ]
        return text(header: header, file, functions: functions)
    }

    private static func function(
        _ program: CodeProgram, isEncrypting: Bool, _ shortcut: String?, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        var lines: [String] = []
        let statements = isEncrypting ? program.encryption : program.decryption
        for statement in shortcut == nil ? statements : [] {
            switch statement {
            case .assign(let name, let value, let isText):
                lines.append(assignment(variable(name), bare(try text(of: value, &file)), isText: isText))
            case .verify(let code, let expected):
                lines += verification(variable(code), variable(expected), &file)
            }
        }
        var result = shortcut ?? ""
        if shortcut == nil {
            result = bare(try text(of: isEncrypting ? program.encrypted : program.decrypted, &file))
        }
        return function(
            CodeFunction(
                isEncrypting: isEncrypting,
                parameters: ([isEncrypting ? "plaintext" : "data"] + program.parameters).map(variable),
                isText: program.isText, lines: lines, result: result))
    }

    private static func text(of value: CodeValue, _ file: inout CodeFile) throws(CryptoError) -> String {
        switch value {
        case .variable(let name): return variable(name)
        case .bytes(let bytes):
            if bytes.allSatisfy({ $0 == 0 }) { return try expression(.zeros(bytes.count), [], &file) }
            let isPlain = bytes.allSatisfy { 0x20..<0x7f ~= $0 && !#"$\"'`"#.utf8.contains($0) }
            return isPlain
                ? try expression(.utf8, [quoted(String(decoding: bytes, as: UTF8.self))], &file)
                : try expression(.fromHex, [quoted(Base16.standard.encode(bytes))], &file)
        case .call(let call, let values):
            var arguments: [String] = []
            for value in values { arguments.append(try text(of: value, &file)) }
            if case .concatenated = call, arguments.count == 1 { return arguments[0] }
            return try expression(call, arguments, &file)
        }
    }

    /// An expression without parentheses around the whole.
    static func bare(_ text: String) -> String {
        guard text.hasPrefix("("), text.hasSuffix(")") else { return text }
        var depth = 0
        for index in text.indices {
            depth += text[index] == "(" ? 1 : text[index] == ")" ? -1 : 0
            if depth == 0, index < text.index(before: text.endIndex) { return text }
        }
        return String(text.dropFirst().dropLast())
    }
}
