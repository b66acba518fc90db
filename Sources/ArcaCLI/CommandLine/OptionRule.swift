internal import ArcaCore

/// A dependency or conflict between an option and the rest of the command line.
///
/// A name is an option (`--json`), an operand (`FILE`), or an option with one of its values (`--format=short`); a
/// default value counts too. If an option without a default is not given, rules about its value are deferred to
/// ``GivenOptions/check(_:is:)``, because the value may be detected from the input.
enum OptionRule {
    case excludes([String])
    case requires([String])
    /// Exactly one of these must be given; the list includes the option itself.
    case exactlyOne([String])

    var names: [String] {
        switch self {
        case .excludes(let names), .requires(let names), .exactlyOne(let names): names
        }
    }

    var isChoice: Bool {
        if case .exactlyOne = self { true } else { false }
    }

    func excludes(_ info: ParameterInfo) -> Bool {
        switch self {
        case .excludes(let names), .exactlyOne(let names):
            names.contains(info.label) || info.names.contains(where: names.contains)
        case .requires: false
        }
    }

    /// The note in the help; nil if the usage line and the error suffice.
    var note: String? {
        switch self {
        case .excludes(let names): "not with \(Self.phrase(names))"
        case .requires(let names): "requires \(Self.phrase(names))"
        case .exactlyOne: nil
        }
    }

    /// Joins names for messages: `--list, --json or FILE`, `--format age or openssl`.
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

    /// Formats a name as a user types it: `--format short`.
    static func shown(_ name: String) -> String {
        let parts = name.split(separator: "=", maxSplits: 1)
        return parts.count == 2 ? "\(parts[0]) \(parts[1])" : name
    }
}

extension Parameter {
    /// Forbids combining it with any of these.
    func excludes(_ names: String...) -> Self { adding(.excludes(names)) }

    func excludes(_ names: [String]) -> Self { adding(.excludes(names)) }

    /// Requires one of these; several calls add up.
    func requires(_ names: String...) -> Self { adding(.requires(names)) }

    func requires(_ names: [String]) -> Self { adding(.requires(names)) }

    static func atMostOne(@ParameterBuilder<Root> _ parameters: () -> [Self]) -> [Self] {
        let all = parameters()
        return all.indices.map { index in
            let others = all.indices.filter { $0 != index }.map { all[$0].info.label }
            return all[index].adding(.excludes(others))
        }
    }

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
    func excludes<Root>(_ names: String...) -> Self where Element == Parameter<Root> {
        map { $0.adding(.excludes(names)) }
    }

    func requires<Root>(_ names: String...) -> Self where Element == Parameter<Root> {
        map { $0.adding(.requires(names)) }
    }

    /// Hides the options of a group that have one of these names.
    func hiding<Root>(_ names: String...) -> Self where Element == Parameter<Root> {
        map { $0.info.names.contains(where: names.contains) ? $0.hidden() : $0 }
    }
}

/// The parameters given on the command line, in order; checks the rules between options.
struct GivenOptions {
    private struct Entry {
        let index: Int
        let position: Int
        let value: Argument?
    }

    private let infos: [ParameterInfo]
    private let defaultText: (Int) -> String?
    private var entries: [Entry] = []

    /// Starts with nothing given; defaults are requested only if a rule needs one.
    init(_ infos: [ParameterInfo], defaultText: @escaping (Int) -> String?) {
        self.infos = infos
        self.defaultText = defaultText
    }

    mutating func add(_ index: Int, at position: Int, _ value: Argument?) {
        // There may be thousands of operands; the first one suffices.
        if infos[index].kind == .operand, contains(index) { return }
        entries.append(Entry(index: index, position: position, value: value))
    }

    func contains(_ index: Int) -> Bool { entries.contains { $0.index == index } }

    /// The first of these that was given, as the user would type it, or nil.
    func first(of names: [String]) -> String? {
        names.first { holds($0) == true }.map(OptionRule.shown)
    }

    func check() throws(UsageError) {
        for entry in entries {
            for rule in infos[entry.index].rules { try check(rule, entry) }
        }
        // Avoids map and filter on the success path: this runs at every start.
        for info in infos {
            for case .exactlyOne(let names) in info.rules where !names.contains(where: { holds($0) == true }) {
                throw UsageError(
                    .missingArgument, "missing \(OptionRule.phrase(names))", hint: "give exactly one of these")
            }
        }
    }

    /// Rechecks the rules once the value of an omitted option has been detected.
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

    /// Whether a parameter was given, with that value if the name has one; nil while undetected.
    private func holds(_ name: String) -> Bool? {
        let option = option(of: name)
        guard let index = find(option) else { return false }
        guard option.endIndex < name.endIndex else { return contains(index) }
        let value = Argument(name[name.index(after: option.endIndex)...])
        if contains(index) { return entries.contains { $0.index == index && $0.value?.isSame(as: value) ?? false } }
        return defaultText(index).map { Argument($0).isSame(as: value) }
    }

    /// Names with their values for hints: `--store FOLDER`, `--format age or openssl`.
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
    /// Compares ASCII letters without case, as values such as cipher names are parsed.
    fileprivate func isSame(as other: Argument) -> Bool {
        func folded(_ byte: UInt8) -> UInt8 {
            byte.lowercased
        }
        return bytes.elementsEqual(other.bytes) { folded($0) == folded($1) }
    }
}
