internal import ArcaCore

/// What an option needs of the rest of the command line, or cannot stand together with.
///
/// A name is an option (`--json`), an operand (`FILE`), or an option with one of its values (`--format=short`), for which its
/// default counts as well. While an option that has no default is not given, rules about its value wait for
/// ``GivenOptions/check(_:is:)``: the value may be detected.
enum OptionRule {
    /// None of these may be given as well.
    case excludes([String])
    /// One of these must be given as well.
    case requires([String])
    /// Exactly one of these must be given; the option itself is among them.
    case exactlyOne([String])

    /// All names in it.
    var names: [String] {
        switch self {
        case .excludes(let names), .requires(let names), .exactlyOne(let names): names
        }
    }

    /// Whether it makes the option one of several that the command line must choose from.
    var isChoice: Bool {
        if case .exactlyOne = self { true } else { false }
    }

    /// Whether it keeps a parameter from being given at all.
    func excludes(_ info: ParameterInfo) -> Bool {
        switch self {
        case .excludes(let names), .exactlyOne(let names):
            names.contains(info.label) || info.names.contains(where: names.contains)
        case .requires: false
        }
    }

    /// What the help says of it; nil where usage line and error say enough.
    var note: String? {
        switch self {
        case .excludes(let names): "not with \(Self.phrase(names))"
        case .requires(let names): "requires \(Self.phrase(names))"
        case .exactlyOne: nil
        }
    }

    /// The names as messages have them: `--list, --json or FILE`, `--format age or openssl`.
    static func phrase(_ names: [String]) -> String {
        var words: [String] = []
        var last: Substring = ""
        for name in names {
            let parts = name.split(separator: "=", maxSplits: 1)
            words.append(parts.count == 2 && parts[0] == last ? String(parts[1]) : shown(name))
            last = parts.count == 2 ? parts[0] : ""
        }
        guard let final = words.popLast() else { return "" }
        return words.isEmpty ? final : "\(words.joined(separator: ", ")) or \(final)"
    }

    /// A name as a user types it: `--format short`.
    static func shown(_ name: String) -> String {
        let parts = name.split(separator: "=", maxSplits: 1)
        return parts.count == 2 ? "\(parts[0]) \(parts[1])" : name
    }
}

extension Parameter {
    /// Refuses it together with any of these: see ``OptionRule`` for how they are named.
    func excludes(_ names: String...) -> Self { adding(.excludes(names)) }

    /// Refuses it together with any of these.
    func excludes(_ names: [String]) -> Self { adding(.excludes(names)) }

    /// Refuses it unless one of these is given; several calls add up.
    func requires(_ names: String...) -> Self { adding(.requires(names)) }

    /// Refuses it unless one of these is given.
    func requires(_ names: [String]) -> Self { adding(.requires(names)) }

    /// Parameters of which at most one can be given.
    static func atMostOne(@ParameterBuilder<Root> _ parameters: () -> [Self]) -> [Self] {
        let all = parameters()
        return all.indices.map { index in
            let others = all.indices.filter { $0 != index }.map { all[$0].info.label }
            return all[index].adding(.excludes(others))
        }
    }

    /// Parameters of which exactly one must be given.
    static func exactlyOne(@ParameterBuilder<Root> _ parameters: () -> [Self]) -> [Self] {
        let all = parameters()
        let labels = all.map(\.info.label)
        return all.map { $0.adding(.exactlyOne(labels)) }
    }

    fileprivate func adding(_ rule: OptionRule) -> Self {
        var copy = self
        copy.info.rules.append(rule)
        return copy
    }
}

extension Array {
    /// Refuses each of a group's options together with any of these.
    func excludes<Root>(_ names: String...) -> Self where Element == Parameter<Root> {
        map { $0.adding(.excludes(names)) }
    }

    /// Refuses each of a group's options unless one of these is given.
    func requires<Root>(_ names: String...) -> Self where Element == Parameter<Root> {
        map { $0.adding(.requires(names)) }
    }
}

/// What a command line has given, in its order; the rules between options are checked against it.
struct GivenOptions {
    /// One word, or a word and its value, that was given.
    private struct Entry {
        let index: Int
        let position: Int
        let value: Argument?
    }

    private let infos: [ParameterInfo]
    private let defaultText: (Int) -> String?
    private var entries: [Entry] = []

    /// Starts with nothing given; defaults are asked for only where a rule needs one.
    init(_ infos: [ParameterInfo], defaultText: @escaping (Int) -> String?) {
        self.infos = infos
        self.defaultText = defaultText
    }

    /// Takes note of a parameter.
    mutating func add(_ index: Int, at position: Int, _ value: Argument?) {
        // Of operands, of which there may be thousands, the first says enough.
        if infos[index].kind == .operand, contains(index) { return }
        entries.append(Entry(index: index, position: position, value: value))
    }

    /// Whether the parameter at an index was given.
    func contains(_ index: Int) -> Bool { entries.contains { $0.index == index } }

    /// The first of these that was given, as the user would type it; nil when none was.
    func first(of names: [String]) -> String? {
        names.first { holds($0) == true }.map(OptionRule.shown)
    }

    /// Checks the rules between all that was given.
    func check() throws(UsageError) {
        for entry in entries {
            for rule in infos[entry.index].rules { try check(rule, entry) }
        }
        // No map or filter before something is wrong: this runs at every start.
        for info in infos {
            for case .exactlyOne(let names) in info.rules where !names.contains(where: { holds($0) == true }) {
                throw UsageError(
                    .missingArgument, "missing \(OptionRule.phrase(names))", hint: "give exactly one of these")
            }
        }
    }

    /// Checks the rules again once the value of an option that was not given has been detected.
    func check(_ name: String, is value: String) throws(UsageError) {
        guard let index = find(name[...]), !contains(index) else { return }
        var all = self
        all.add(index, at: 0, Argument(value))
        try all.check()
    }

    // MARK: Rules

    private func check(_ rule: OptionRule, _ entry: Entry) throws(UsageError) {
        let label = infos[entry.index].label
        switch rule {
        case .excludes(let names):
            for name in names where holds(name) == true { throw conflict(entry, name) }
        case .exactlyOne(let names):
            for name in names where find(name[...]) != entry.index && holds(name) == true {
                throw conflict(entry, name)
            }
        case .requires(let names):
            guard !names.contains(where: { holds($0) ?? true }) else { return }
            let names = names.filter { find(option(of: $0)) != nil }
            throw UsageError(
                .conflict, at: entry.position, "\(label) requires \(OptionRule.phrase(names))",
                hint: "give \(hint(names)), or remove \(label)")
        }
    }

    private func conflict(_ entry: Entry, _ name: String) -> UsageError {
        let other = find(option(of: name)).flatMap { index in entries.first { $0.index == index } }
        let position = max(entry.position, other?.position ?? 0)
        return UsageError(
            .conflict, at: position == 0 ? nil : position,
            "\(infos[entry.index].label) cannot be combined with \(OptionRule.shown(name))", hint: "remove one of them")
    }

    /// Whether a name was given, with that value if it has one; nil while that is not known.
    private func holds(_ name: String) -> Bool? {
        let option = option(of: name)
        guard let index = find(option) else { return false }
        guard option.endIndex < name.endIndex else { return contains(index) }
        let value = Argument(name[name.index(after: option.endIndex)...])
        if contains(index) { return entries.contains { $0.index == index && $0.value?.isSame(as: value) ?? false } }
        return defaultText(index).map { Argument($0).isSame(as: value) }
    }

    /// Names with what follows them: `--store FOLDER`, `--format age or openssl`.
    private func hint(_ names: [String]) -> String {
        OptionRule.phrase(
            names.map { name in
                guard let index = find(name[...]), infos[index].takesValue else { return name }
                return "\(name) \(infos[index].valueName)"
            })
    }

    private func option(of name: String) -> Substring { name.prefix { $0 != "=" } }

    private func find(_ name: Substring) -> Int? {
        infos.firstIndex { info in
            info.kind == .operand ? info.valueName == name : info.names.contains { $0 == name }
        }
    }
}

extension Argument {
    /// Whether it is the same but for the case of ASCII letters, in which values such as names of ciphers are read.
    fileprivate func isSame(as other: Argument) -> Bool {
        func folded(_ byte: UInt8) -> UInt8 {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        return bytes.elementsEqual(other.bytes) { folded($0) == folded($1) }
    }
}
