internal import ArcaCore
internal import ArcaSystem
internal import CArcaArguments

/// A command-line argument as raw bytes; file names need not be UTF-8.
struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    init(stringLiteral text: String) { bytes = Array(text.utf8) }

    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// Printable text for messages, with control characters escaped.
    var shown: String { String(printable: bytes) }

    /// The program's name and its arguments.
    ///
    /// `CommandLine.arguments` replaces bytes that are not UTF-8, so such files would not be found.
    static func ofProcess() -> [Argument] {
        var count: Int32 = 0
        let given = arca_arguments(&count)
        let words = given ?? CommandLine.unsafeArgv
        return (0..<Int(given == nil ? CommandLine.argc : count)).compactMap { index in
            words[index].map { Argument(BytePath(cString: $0).bytes) }
        }
    }
}

enum Completion: Sendable {
    /// No completion: numbers and free text.
    case none
    case files
    case folders
    case choices([String])
    /// A fixed set of words that the help lists elsewhere.
    case words([String])
    /// Prefixes followed by free text: `file:` completes file names, `env:` names of variables.
    case prefixes([String])
    /// Words that depend on the preceding operands, which are joined by spaces.
    case after([(operands: String, words: [String])])
    /// The program's output lines when run with these arguments, and with the named option if given.
    ///
    /// The program must not prompt, and must be fast.
    case output(of: String, passing: String)

    var choices: [String] {
        switch self {
        case .choices(let words), .words(let words): words
        case .none, .files, .folders, .prefixes, .after, .output: []
        }
    }

    var tables: [(operands: String, words: [String])] {
        if case .after(let tables) = self { tables } else { [] }
    }

    var isOffered: Bool {
        if case .none = self { false } else { true }
    }
}

/// A type that an option or operand can have.
///
/// A `String` enum that is `CaseIterable` needs no further code. A type that takes file names implements
/// `init(argument:)` on the bytes, and `completion`.
protocol ArgumentValue {
    /// Parses the argument; the parser adds the option's name and the position to errors.
    init(argument: Argument) throws(UsageError)

    /// Parses the argument for a command, which may have to prepare for it: a variable with a secret is removed at once.
    init(argument: Argument, context: CommandContext) throws(UsageError)

    /// The shell completion; the help lists the choices too.
    static var completion: Completion { get }

    /// The value as a user would type it, shown as a default in the help; nil hides it.
    var argumentText: String? { get }
}

extension ArgumentValue {
    init(argument: Argument, context: CommandContext) throws(UsageError) { try self.init(argument: argument) }

    static var completion: Completion { .none }
    var argumentText: String? { nil }
}

extension ArgumentValue where Self: RawRepresentable, RawValue == String, Self: CaseIterable {
    init(argument: Argument) throws(UsageError) {
        guard let text = argument.text, let value = Self(rawValue: text) else {
            throw .unknownChoice(argument, of: Self.allCases.map(\.rawValue))
        }
        self = value
    }

    static var completion: Completion { .choices(allCases.map(\.rawValue)) }
    var argumentText: String? { rawValue }
}

extension Argument: ArgumentValue {
    init(argument: Argument) { self = argument }
}

extension String: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        guard let text = argument.text else {
            throw UsageError(.invalidValue, "'\(argument.shown)' is not UTF-8 text")
        }
        self = text
    }

    var argumentText: String? { isEmpty ? nil : self }
}

extension ArgumentValue where Self: FixedWidthInteger {
    init(argument: Argument) throws(UsageError) { try self.init(argument: argument, in: Self.min...Self.max) }

    init(argument: Argument, in range: ClosedRange<Self>) throws(UsageError) {
        let digits = argument.bytes.first == .hyphen ? argument.bytes.dropFirst() : argument.bytes[...]
        guard !digits.isEmpty, digits.allSatisfy({ $0.isDigit }),
            let text = argument.text
        else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not a whole number",
                hint: "give a whole number, \(Self.words(for: range))")
        }
        guard let value = Self(text), range.contains(value) else {
            throw UsageError(
                .outOfRange, "\(text) is out of range", hint: "give a whole number, \(Self.words(for: range))")
        }
        self = value
    }

    /// Describes a range: `1 to 64`, `1 or more`.
    static func words(for range: ClosedRange<Self>) -> String {
        range.upperBound == .max && range.lowerBound != .min
            ? "\(range.lowerBound.description) or more"
            : "\(range.lowerBound.description) to \(range.upperBound.description)"
    }

    var argumentText: String? { description }
}

extension Int: ArgumentValue {}
extension UInt64: ArgumentValue {}
extension UInt32: ArgumentValue {}
extension UInt8: ArgumentValue {}
