internal import ArcaCore

/// One option or operand of a command, tied by a key path to the property that it fills.
///
/// One list of these is the source of parsing, help, completions and man pages. Every command makes its list whenever it
/// runs, but key paths, which cost more than all else in it, only for what is given: they are passed as closures.
struct Parameter<Root> {
    /// What it is called and looks like.
    var info: ParameterInfo
    /// Stores a value; the first string is the name used, the argument is nil for flags.
    let apply: (inout Root, String, Argument?) throws(UsageError) -> Void
    /// The default as the help shows it.
    var defaultText: (Root) -> String?

    private init(
        _ info: ParameterInfo, defaultText: @escaping (Root) -> String? = { _ in nil },
        apply: @escaping (inout Root, String, Argument?) throws(UsageError) -> Void
    ) {
        self.info = info
        self.defaultText = defaultText
        self.apply = apply
    }

    /// Leaves it out of help and completions; it stays valid.
    func hidden() -> Self {
        var copy = self
        copy.info.isHidden = true
        return copy
    }

    /// Makes an option that must be given.
    func required() -> Self {
        var copy = self
        copy.info.isRequired = true
        copy.defaultText = { _ in nil }
        return copy
    }

    /// Says in the help what holds when it is not given, where that is not the property's first value.
    func defaulting(to text: String) -> Self {
        var copy = self
        copy.defaultText = { _ in text }
        return copy
    }

    /// Lets one of these options stand for this operand, which then takes no word.
    func replaced(by options: String...) -> Self {
        var copy = self
        copy.info.replacements = options
        return copy
    }

    /// Offers the words again after a comma: the value is a list of them.
    func completingList() -> Self {
        var copy = self
        copy.info.isList = true
        return copy
    }

    /// Offers something else in the shell than the value's type does.
    func completing(_ completion: Completion) -> Self {
        var copy = self
        copy.info.ownCompletion = completion
        return copy
    }
}

// MARK: Flags

extension Parameter {
    /// An option without a value that sets the property to true.
    static func flag(
        _ names: String..., set path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>, help: String
    ) -> Self {
        Self(ParameterInfo(kind: .flag, names: names, valueName: "", help: help)) { root, _, _ in
            root[keyPath: path()] = true
        }
    }

    /// An option without a value that sets the property to false: `--no-padding`.
    static func flag(
        _ names: String..., clear path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>, help: String
    ) -> Self {
        Self(ParameterInfo(kind: .flag, names: names, valueName: "", help: help)) { root, _, _ in
            root[keyPath: path()] = false
        }
    }

    /// An option without a value that gives the property this value: `--base64` for `.base64`.
    static func flag<Value>(
        _ names: String..., set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>, to value: Value,
        help: String
    ) -> Self {
        Self(ParameterInfo(kind: .flag, names: names, valueName: "", help: help)) { root, _, _ in
            root[keyPath: path()] = value
        }
    }

    /// An option that stands alone or has a value behind `=`: `--clip`, `--clip=10s`.
    static func flag<Value: ArgumentValue>(
        _ name: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>, optionalValue: String,
        set valuePath: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>, help: String
    ) -> Self {
        Self(ParameterInfo(kind: .flag, names: [name], valueName: optionalValue, help: help)) {
            (root, _, argument) throws(UsageError) in
            root[keyPath: path()] = true
            if let argument { root[keyPath: valuePath()] = try Value(argument: argument) }
        }
    }
}

// MARK: Options with a value

extension Parameter {
    /// An option with a value; what the property holds at first is the default.
    static func option<Value: ArgumentValue>(
        _ names: String..., value: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>,
        help: String
    ) -> Self {
        Self(single(.option, names, value, help, Value.self), defaultText: { $0[keyPath: path()].argumentText }) {
            (root, _, argument) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument) }
        }
    }

    /// An option with a value that may be absent.
    static func option<Value: ArgumentValue>(
        _ names: String..., value: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>,
        help: String
    ) -> Self {
        Self(single(.option, names, value, help, Value.self)) { (root, _, argument) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument) }
        }
    }

    /// An option with a number in a range; what the property holds at first is the default.
    static func option<Value: ArgumentValue & FixedWidthInteger>(
        _ names: String..., value: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>,
        in range: ClosedRange<Value>,
        help: String
    ) -> Self {
        var info = single(.option, names, value, help, Value.self)
        info.range = Value.words(for: range)
        return Self(info, defaultText: { $0[keyPath: path()].argumentText }) { (root, _, argument) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, in: range) }
        }
    }

    /// An option with a number in a range that may be absent.
    static func option<Value: ArgumentValue & FixedWidthInteger>(
        _ names: String..., value: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>,
        in range: ClosedRange<Value>,
        help: String
    ) -> Self {
        var info = single(.option, names, value, help, Value.self)
        info.range = Value.words(for: range)
        return Self(info) { (root, _, argument) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, in: range) }
        }
    }

    /// An option that may be given several times; each adds a value.
    static func repeated<Value: ArgumentValue>(
        _ names: String..., value: String, append path: @autoclosure @escaping () -> WritableKeyPath<Root, [Value]>,
        help: String
    ) -> Self {
        var info = single(.option, names, value, help, Value.self)
        info.isRepeated = true
        return Self(info, defaultText: { text(of: $0[keyPath: path()]) }) { (root, _, argument) throws(UsageError) in
            if let argument { root[keyPath: path()].append(try Value(argument: argument)) }
        }
    }

    /// An option whose value is a list with commas; it may be given several times.
    ///
    /// The property starts empty.
    static func list<Value: ArgumentValue>(
        _ names: String..., value: String, append path: @autoclosure @escaping () -> WritableKeyPath<Root, [Value]>,
        help: String
    ) -> Self {
        var info = single(.option, names, value, help, Value.self)
        (info.isRepeated, info.isList) = (true, true)
        return Self(info, defaultText: { text(of: $0[keyPath: path()]) }) { (root, _, argument) throws(UsageError) in
            guard let argument else { return }
            root[keyPath: path()] += try elements(of: argument)
        }
    }

    private static func single(
        _ kind: ParameterInfo.Kind, _ names: [String], _ value: String, _ help: String,
        _ type: any ArgumentValue.Type
    ) -> ParameterInfo {
        ParameterInfo(kind: kind, names: names, valueName: value, help: help, valueType: type)
    }

    private static func elements<Value: ArgumentValue>(of argument: Argument) throws(UsageError) -> [Value] {
        var values: [Value] = []
        for part in argument.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard !part.isEmpty else {
                throw UsageError(
                    .invalidValue, "'\(argument.shown)' has an empty element",
                    hint: "separate the values by single commas")
            }
            values.append(try Value(argument: Argument(Array(part))))
        }
        return values
    }

    private static func text(of values: [some ArgumentValue]) -> String? {
        values.isEmpty ? nil : values.compactMap(\.argumentText).joined(separator: ",")
    }
}

// MARK: Operands

extension Parameter {
    /// An operand that must be there, by its place among the operands.
    static func operand<Value: ArgumentValue>(
        _ name: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>, help: String
    ) -> Self {
        var info = single(.operand, [], name, help, Value.self)
        info.isRequired = true
        return Self(info) { (root, _, argument) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument) }
        }
    }

    /// An operand that must be there, a number in a range.
    static func operand<Value: ArgumentValue & FixedWidthInteger>(
        _ name: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>,
        in range: ClosedRange<Value>, help: String
    ) -> Self {
        var info = single(.operand, [], name, help, Value.self)
        (info.isRequired, info.range) = (true, Value.words(for: range))
        return Self(info) { (root, _, argument) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, in: range) }
        }
    }

    /// An operand that may be absent.
    static func operand<Value: ArgumentValue>(
        _ name: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>, help: String
    ) -> Self {
        Self(single(.operand, [], name, help, Value.self)) { (root, _, argument) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument) }
        }
    }

    /// All operands that are left, possibly none unless `required()`; only the last operand can be of this kind.
    static func operands<Value: ArgumentValue>(
        _ name: String, append path: @autoclosure @escaping () -> WritableKeyPath<Root, [Value]>, help: String
    ) -> Self {
        var info = single(.operand, [], name, help, Value.self)
        info.isRepeated = true
        return Self(info) { (root, _, argument) throws(UsageError) in
            if let argument { root[keyPath: path()].append(try Value(argument: argument)) }
        }
    }
}

// MARK: Groups

/// Options that several commands share, kept in one property of each.
protocol OptionGroup {
    /// The title above the options in the help; empty puts them among the command's own.
    static var title: String { get }

    /// The options.
    @ParameterBuilder<Self> static var parameters: [Parameter<Self>] { get }
}

extension OptionGroup {
    static var title: String { "" }
}

extension Parameter {
    /// The options of a group, which fill the property that holds it.
    static func group<Group: OptionGroup>(_ path: @autoclosure @escaping () -> WritableKeyPath<Root, Group>) -> [Self] {
        let title = Group.title
        var parameters = parts(of: path(), Group.parameters)
        for index in parameters.indices where parameters[index].info.section.isEmpty {
            parameters[index].info.section = title
        }
        return parameters
    }

    /// The parameters of something that one property holds.
    static func parts<Part>(
        of path: @autoclosure @escaping () -> WritableKeyPath<Root, Part>, _ parameters: [Parameter<Part>]
    ) -> [Self] {
        parameters.map { inner in
            Self(inner.info, defaultText: { inner.defaultText($0[keyPath: path()]) }) {
                (root, name, argument) throws(UsageError) in
                try inner.apply(&root[keyPath: path()], name, argument)
            }
        }
    }

    /// Puts parameters under a title of their own in the help.
    static func section(_ title: String, @ParameterBuilder<Root> _ parameters: () -> [Self]) -> [Self] {
        parameters().map { parameter in
            var copy = parameter
            copy.info.section = title
            return copy
        }
    }
}

/// Collects the parameters that a `parameters` property lists.
@resultBuilder
enum ParameterBuilder<Root> {
    static func buildExpression(_ parameter: Parameter<Root>) -> [Parameter<Root>] { [parameter] }
    static func buildExpression(_ group: [Parameter<Root>]) -> [Parameter<Root>] { group }
    static func buildBlock(_ parts: [Parameter<Root>]...) -> [Parameter<Root>] {
        parts.reduce(into: []) { $0 += $1 }
    }
    static func buildArray(_ parts: [[Parameter<Root>]]) -> [Parameter<Root>] {
        parts.reduce(into: []) { $0 += $1 }
    }
}
