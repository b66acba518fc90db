internal import ArcaCore
internal import ArcaSystem

/// Parses the arguments of one command by the GNU conventions.
///
/// Accepts `-rz`, `-o FILE`, `-oFILE`, `-o=FILE`, `--output FILE` and `--output=FILE`, with options and operands in any
/// order. `--` ends the options, and `-` is an operand. A negative number is a value, or an operand if no option is a
/// digit. A value that looks like one of the command's own options must be attached (`--key=-r`), so a forgotten value
/// is noticed.
struct Parser {
    /// Stores the value of the parameter at an index; the argument is nil for flags.
    typealias Store = (Int, Argument?) throws(UsageError) -> Void

    private let infos: [ParameterInfo]
    private let path: String
    private var given: GivenOptions
    private var operandCount = 0
    /// The operands that take arguments, without those replaced by an option.
    private var operands: [Int] = []

    init(_ infos: [ParameterInfo], path: String, defaultText: @escaping (Int) -> String?) {
        self.infos = infos
        self.path = path
        given = GivenOptions(infos, defaultText: defaultText)
    }

    mutating func parse(_ words: ArraySlice<Argument>, store: Store) throws(UsageError) -> GivenOptions {
        let options = words.prefix { $0 != "--" }.map(\.shown)
        operands = infos.indices.filter { index in
            infos[index].kind == .operand
                && !infos[index].replacements.contains { name in
                    options.contains { $0 == name || $0.hasPrefix(name + "=") }
                }
        }
        var words = words
        var optionsEnded = false
        while let word = words.first {
            let position = words.startIndex + 1
            words = words.dropFirst()
            if optionsEnded || !isOption(word) {
                try operand(word, position, store)
            } else if word == "--" {
                optionsEnded = true
            } else if word.bytes[1] == .hyphen {
                try long(word, position, rest: &words, store: store)
            } else {
                try short(word, position, rest: &words, store: store)
            }
        }
        try checkRequired()
        try given.check()
        return given
    }

    // MARK: Options

    private mutating func long(
        _ word: Argument, _ position: Int, rest: inout ArraySlice<Argument>, store: Store
    ) throws(UsageError) {
        let end = word.bytes.firstIndex(of: .equals) ?? word.bytes.endIndex
        let name = Argument(Array(word.bytes[..<end])).shown
        guard let index = find(name) else { throw unknown(name, position) }
        let attached = end < word.bytes.endIndex ? Argument(Array(word.bytes[(end + 1)...])) : nil
        if infos[index].takesValue {
            try option(index, name, attached: attached, position: position, rest: &rest, store: store)
        } else if attached == nil || infos[index].hasOptionalValue {
            try self.store(index, name, argument: attached, position: position, store: store)
        } else {
            throw UsageError(.surplusValue, at: position, "\(name) takes no value", hint: "write \(name) alone")
        }
    }

    private mutating func short(
        _ word: Argument, _ position: Int, rest: inout ArraySlice<Argument>, store: Store
    ) throws(UsageError) {
        var letters = word.bytes.dropFirst()
        while let letter = letters.popFirst() {
            let name = letter < 0x80 ? "-" + String(UnicodeScalar(letter)) : word.shown
            guard let index = find(name) else {
                throw unknown(
                    name == word.shown ? name : "\(name) in \(word.shown)", position, also: "-" + word.shown)
            }
            guard infos[index].takesValue else {
                try self.store(index, name, argument: nil, position: position, store: store)
                continue
            }
            if letters.count > 1 && letters.first == .equals { letters = letters.dropFirst() }
            let attached = letters.isEmpty ? nil : Argument(Array(letters))
            return try option(index, name, attached: attached, position: position, rest: &rest, store: store)
        }
    }

    private mutating func option(
        _ index: Int, _ name: String, attached: Argument?, position: Int, rest: inout ArraySlice<Argument>,
        store: Store
    ) throws(UsageError) {
        guard infos[index].isRepeated || !given.contains(index) else {
            throw UsageError(
                .repeatedOption, at: position, "\(name) is given twice", hint: "give it once, it holds a single value")
        }
        if let attached { return try self.store(index, name, argument: attached, position: position, store: store) }
        guard let next = rest.first, next != "--", !isDeclared(next) else {
            let value = infos[index].valueName
            var error = UsageError(.missingValue, at: position, "\(name) needs a value", hint: "write \(name) \(value)")
            if let next = rest.first {
                let joint = name.hasPrefix("--") ? "=" : ""
                error.reason += ", but an option follows: \(next.shown)"
                error.hint = "write \(name) \(value), or \(name)\(joint)\(next.shown) if that is the value"
            }
            throw error
        }
        let place = rest.startIndex + 1
        rest = rest.dropFirst()
        try self.store(index, name, argument: next, position: place, store: store)
    }

    // MARK: Operands

    private mutating func operand(_ word: Argument, _ position: Int, _ store: Store) throws(UsageError) {
        guard let last = operands.last, operandCount < operands.count || infos[last].isRepeated else {
            let count =
                operands.isEmpty ? "no arguments" : operands.count == 1 ? "one argument" : "\(operands.count) arguments"
            if let secret = infos.first(where: { $0.names.first == "--pattern-from" }), operands.isEmpty {
                throw UsageError(
                    .surplusArgument, at: position, "\(path) takes no pattern as an argument",
                    hint: "it is now in the shell's history: use the prompt, or \(secret.label) stdin in a pipe")
            }
            let flag = find("-p").flatMap { given.contains($0) && !infos[$0].takesValue ? infos[$0] : nil }
            throw UsageError(
                .surplusArgument, at: position, "unexpected argument '\(word.shown)'",
                hint: flag != nil
                    ? "-p takes no value: the passphrase is asked for; a passphrase typed here is now in the shell's history"
                    : "\(path) takes \(count); usage: \(UsageLine.text(path, infos))")
        }
        let index = operandCount < operands.count ? operands[operandCount] : last
        operandCount += 1
        try self.store(index, infos[index].valueName, argument: word, position: position, store: store)
    }

    private func checkRequired() throws(UsageError) {
        let missing = infos.indices.filter { index in
            infos[index].isRequired && !given.contains(index)
                && (infos[index].kind != .operand || operands.contains(index))
        }
        guard !missing.isEmpty else { return }
        let names = missing.map { infos[$0].usageName }
        throw UsageError(
            .missingArgument, "missing \(names.joined(separator: " and "))",
            hint: "usage: \(UsageLine.text(path, infos))")
    }

    // MARK: Helpers

    private mutating func store(
        _ index: Int, _ name: String, argument: Argument?, position: Int, store: Store
    ) throws(UsageError) {
        given.add(index, at: position, argument)
        do {
            try store(index, argument)
        } catch {
            var placed = error
            placed.position = position
            placed.reason = "\(name): \(error.reason)"
            throw placed
        }
    }

    private func find(_ name: String) -> Int? { infos.firstIndex { $0.names.contains(name) } }

    private func isOption(_ word: Argument) -> Bool {
        guard word.bytes.count > 1, word.bytes[0] == .hyphen else { return false }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let isNumber = word.bytes.dropFirst().allSatisfy { digits.contains($0) || $0 == .period }
        guard isNumber && word.bytes.contains(where: digits.contains) else { return true }
        return find("-" + String(UnicodeScalar(word.bytes[1]))) != nil
    }

    /// Whether an argument is one of the command's options, with or without a value after `=`.
    private func isDeclared(_ word: Argument) -> Bool {
        guard isOption(word) else { return false }
        let end = word.bytes.firstIndex(of: .equals) ?? word.bytes.endIndex
        return find(Argument(Array(word.bytes[..<end])).shown) != nil
    }

    private func unknown(_ name: String, _ position: Int, also long: String? = nil) -> UsageError {
        let names = infos.filter { !$0.isHidden }.flatMap(\.names).filter { $0.hasPrefix("--") } + ["--help"]
        var near: [String] = []
        if let long {
            near = long.utf8.count > 4 ? Suggestions.nearest(to: long, among: names) : []
        } else {
            near = Suggestions.nearest(to: name, among: names)
        }
        var hint = near.isEmpty ? "'\(path) --help=all' lists the options" : Suggestions.question(near)
        if let long, near.isEmpty, (try? FileInfo(BytePath(Array(long.utf8.dropFirst())))) != nil {
            hint = "write ./\(long.dropFirst()) for the file of that name"
        } else if let command = infos.first(where: { $0.kind == .operand && $0.valueName == "COMMAND" }),
            operandCount > 0
        {
            hint = "write -- before \(command.valueName), so that its options are its own"
        }
        // The user wrote an operand's word, such as 'list', as an option.
        let word = String(name.drop { $0 == "-" })
        if operands.contains(where: { infos[$0].completion.choices.contains(word) }) {
            hint = "write '\(path) \(word)'"
        }
        return UsageError(.unknownOption, at: position, "unknown option \(name)", hint: hint)
    }
}
