internal import ArcaCore

/// An option or operand of a command, mapped by a key path to a property.
///
/// Parsing, help, completions and man pages are all generated from one list of these. Every run builds the list, but
/// key paths, by far its largest cost, are passed as closures and created only for the options given.
struct Parameter<Root> {
    var info: ParameterInfo
    /// Stores a value; the argument is nil for flags.
    let apply: (inout Root, Argument?, CommandContext) throws(UsageError) -> Void
    var defaultText: (Root) -> String?

    private init(
        _ info: ParameterInfo, defaultText: @escaping (Root) -> String? = { _ in nil },
        apply: @escaping (inout Root, Argument?, CommandContext) throws(UsageError) -> Void
    ) {
        self.info = info
        self.defaultText = defaultText
        self.apply = apply
    }

    /// Hides it from help and completions; it stays valid.
    func hidden() -> Self {
        var copy = self
        copy.info.isHidden = true
        return copy
    }

    func required() -> Self {
        var copy = self
        copy.info.isRequired = true
        copy.defaultText = { _ in nil }
        return copy
    }

    /// Sets the default shown in the help, if it is not the property's initial value.
    func defaulting(to text: String) -> Self {
        var copy = self
        copy.defaultText = { _ in text }
        return copy
    }

    /// Makes the operand optional if one of these options is given; it then takes no argument.
    func replaced(by options: String...) -> Self {
        var copy = self
        copy.info.replacements = options
        return copy
    }

    /// Marks the value as a comma-separated list, completed item by item.
    func completingList() -> Self {
        var copy = self
        copy.info.isList = true
        return copy
    }

    func completing(_ completion: Completion) -> Self {
        var copy = self
        copy.info.ownCompletion = completion
        return copy
    }
}

// MARK: Flags

extension Parameter {
    static func flag(
        _ names: String..., set path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>, help: String
    ) -> Self {
        Self(ParameterInfo(kind: .flag, names: names, valueName: "", help: help)) { root, _, _ in
            root[keyPath: path()] = true
        }
    }

    /// A flag that ``CommandContext`` reads before parsing.
    static func flag(_ names: String..., help: String) -> Self {
        Self(ParameterInfo(kind: .flag, names: names, valueName: "", help: help)) { _, _, _ in }
    }

    /// A flag that sets the property to false: `--no-padding`.
    static func flag(
        _ names: String..., clear path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>, help: String
    ) -> Self {
        Self(ParameterInfo(kind: .flag, names: names, valueName: "", help: help)) { root, _, _ in
            root[keyPath: path()] = false
        }
    }

    /// A flag that sets the property to this value: `--base64` for `.base64`.
    static func flag<Value>(
        _ names: String..., set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>, to value: Value,
        help: String
    ) -> Self {
        Self(ParameterInfo(kind: .flag, names: names, valueName: "", help: help)) { root, _, _ in
            root[keyPath: path()] = value
        }
    }

    /// A flag with an optional value after `=`: `--clip`, `--clip=10s`.
    static func flag<Value: ArgumentValue>(
        _ name: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>, optionalValue: String,
        set valuePath: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>, help: String
    ) -> Self {
        Self(ParameterInfo(kind: .flag, names: [name], valueName: optionalValue, help: help)) {
            (root, argument, context) throws(UsageError) in
            root[keyPath: path()] = true
            if let argument { root[keyPath: valuePath()] = try Value(argument: argument, context: context) }
        }
    }
}

// MARK: Options with a value

extension Parameter {
    static func option<Value: ArgumentValue>(
        _ names: String..., value: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>,
        help: String
    ) -> Self {
        Self(
            single(.option, names, value: value, help: help, type: Value.self),
            defaultText: { $0[keyPath: path()].argumentText }
        ) {
            (root, argument, context) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, context: context) }
        }
    }

    /// An option with a value and no default.
    static func option<Value: ArgumentValue>(
        _ names: String..., value: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>,
        help: String
    ) -> Self {
        Self(single(.option, names, value: value, help: help, type: Value.self)) {
            (root, argument, context) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, context: context) }
        }
    }

    /// A number in a range; the default is the property's initial value.
    static func option<Value: ArgumentValue & FixedWidthInteger>(
        _ names: String..., value: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>,
        in range: ClosedRange<Value>,
        help: String
    ) -> Self {
        var info = single(.option, names, value: value, help: help, type: Value.self)
        info.range = Value.words(for: range)
        return Self(info, defaultText: { $0[keyPath: path()].argumentText }) { (root, argument, _) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, in: range) }
        }
    }

    static func option<Value: ArgumentValue & FixedWidthInteger>(
        _ names: String..., value: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>,
        in range: ClosedRange<Value>,
        help: String
    ) -> Self {
        var info = single(.option, names, value: value, help: help, type: Value.self)
        info.range = Value.words(for: range)
        return Self(info) { (root, argument, _) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, in: range) }
        }
    }

    /// An option that may be repeated; each occurrence appends a value.
    static func repeated<Value: ArgumentValue>(
        _ names: String..., value: String, append path: @autoclosure @escaping () -> WritableKeyPath<Root, [Value]>,
        help: String
    ) -> Self {
        var info = single(.option, names, value: value, help: help, type: Value.self)
        info.isRepeated = true
        return Self(info, defaultText: { text(of: $0[keyPath: path()]) }) {
            (root, argument, context) throws(UsageError) in
            if let argument { root[keyPath: path()].append(try Value(argument: argument, context: context)) }
        }
    }

    /// A comma-separated list; it may be repeated, and the property must start empty.
    static func list<Value: ArgumentValue>(
        _ names: String..., value: String, append path: @autoclosure @escaping () -> WritableKeyPath<Root, [Value]>,
        help: String
    ) -> Self {
        var info = single(.option, names, value: value, help: help, type: Value.self)
        (info.isRepeated, info.isList) = (true, true)
        return Self(info, defaultText: { text(of: $0[keyPath: path()]) }) {
            (root, argument, context) throws(UsageError) in
            guard let argument else { return }
            root[keyPath: path()] += try elements(of: argument, context: context)
        }
    }

    private static func single(
        _ kind: ParameterInfo.Kind, _ names: [String], value: String, help: String,
        type: any ArgumentValue.Type
    ) -> ParameterInfo {
        ParameterInfo(kind: kind, names: names, valueName: value, help: help, valueType: type)
    }

    private static func elements<Value: ArgumentValue>(
        of argument: Argument, context: CommandContext
    ) throws(UsageError) -> [Value] {
        var values: [Value] = []
        for part in argument.bytes.split(separator: .comma, omittingEmptySubsequences: false) {
            guard !part.isEmpty else {
                throw UsageError(
                    .invalidValue, "'\(argument.shown)' has an empty element",
                    hint: "separate the values by single commas")
            }
            values.append(try Value(argument: Argument(Array(part)), context: context))
        }
        return values
    }

    private static func text(of values: [some ArgumentValue]) -> String? {
        values.isEmpty ? nil : values.compactMap(\.argumentText).joined(separator: ",")
    }
}

// MARK: Operands

extension Parameter {
    static func operand<Value: ArgumentValue>(
        _ name: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>, help: String
    ) -> Self {
        var info = single(.operand, [], value: name, help: help, type: Value.self)
        info.isRequired = true
        return Self(info) { (root, argument, context) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, context: context) }
        }
    }

    static func operand<Value: ArgumentValue & FixedWidthInteger>(
        _ name: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>,
        in range: ClosedRange<Value>, help: String
    ) -> Self {
        var info = single(.operand, [], value: name, help: help, type: Value.self)
        (info.isRequired, info.range) = (true, Value.words(for: range))
        return Self(info) { (root, argument, _) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, in: range) }
        }
    }

    static func operand<Value: ArgumentValue>(
        _ name: String, set path: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>, help: String
    ) -> Self {
        Self(single(.operand, [], value: name, help: help, type: Value.self)) {
            (root, argument, context) throws(UsageError) in
            if let argument { root[keyPath: path()] = try Value(argument: argument, context: context) }
        }
    }

    /// All remaining operands, possibly none unless `required()`; only the last operand can be of this kind.
    static func operands<Value: ArgumentValue>(
        _ name: String, append path: @autoclosure @escaping () -> WritableKeyPath<Root, [Value]>, help: String
    ) -> Self {
        var info = single(.operand, [], value: name, help: help, type: Value.self)
        info.isRepeated = true
        return Self(info) { (root, argument, context) throws(UsageError) in
            if let argument { root[keyPath: path()].append(try Value(argument: argument, context: context)) }
        }
    }
}

// MARK: Groups

/// Options shared by several commands, stored in one property of each.
protocol OptionGroup {
    /// The heading in the help; if empty, the options appear among the command's own.
    static var title: String { get }

    @ParameterBuilder<Self> static var parameters: [Parameter<Self>] { get }
}

extension OptionGroup {
    static var title: String { "" }
}

extension Parameter {
    static func group<Group: OptionGroup>(_ path: @autoclosure @escaping () -> WritableKeyPath<Root, Group>) -> [Self] {
        let title = Group.title
        var parameters = parts(of: path(), Group.parameters)
        for index in parameters.indices where parameters[index].info.section.isEmpty {
            parameters[index].info.section = title
        }
        return parameters
    }

    /// Maps parameters of a part to the property that holds it.
    static func parts<Part>(
        of path: @autoclosure @escaping () -> WritableKeyPath<Root, Part>, _ parameters: [Parameter<Part>]
    ) -> [Self] {
        parameters.map { inner in
            Self(inner.info, defaultText: { inner.defaultText($0[keyPath: path()]) }) {
                (root, argument, context) throws(UsageError) in
                try inner.apply(&root[keyPath: path()], argument, context)
            }
        }
    }

    /// Options that many commands share, stored in the context instead of a property of each.
    static func shared<Group: OptionGroup>(
        _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<CommandContext, Group>
    ) -> [Self] {
        section(Group.title) {
            Group.parameters.map { inner in
                Self(inner.info, defaultText: { _ in inner.defaultText(CommandContext()[keyPath: path()]) }) {
                    (_, argument, context) throws(UsageError) in
                    try inner.apply(&context[keyPath: path()], argument, context)
                }
            }
        }
    }

    static func section(_ title: String, @ParameterBuilder<Root> _ parameters: () -> [Self]) -> [Self] {
        parameters().map { parameter in
            var copy = parameter
            copy.info.section = title
            return copy
        }
    }
}

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
