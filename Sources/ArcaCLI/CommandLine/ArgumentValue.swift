internal import ArcaCore
internal import ArcaSystem
internal import CArcaArguments

/// One word of the command line, as the bytes the system passed: file names need not be text.
struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word's bytes, without the final zero.
    let bytes: [UInt8]

    /// Takes the bytes as they are.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Takes the text's UTF-8 bytes.
    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    /// Takes a literal, for tests and tables.
    init(stringLiteral text: String) { bytes = Array(text.utf8) }

    /// The word as text, nil when it is not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The word for a message, safe to print.
    var shown: String { String(printable: bytes) }

    /// The program's name and the words after it.
    ///
    /// `CommandLine.arguments` replaces bytes that are not UTF-8, so that a file would not be found.
    static func ofProcess() -> [Argument] {
        var count: Int32 = 0
        let given = arca_arguments(&count)
        let words = given ?? CommandLine.unsafeArgv
        return (0..<Int(given == nil ? CommandLine.argc : count)).compactMap { index in
            words[index].map { Argument(BytePath(cString: $0).bytes) }
        }
    }
}

/// What the shell may offer while a value is being typed.
enum Completion: Sendable {
    /// Nothing: a number, a free text.
    case none
    /// File names.
    case files
    /// Names of folders.
    case folders
    /// A fixed set of words.
    case choices([String])
    /// Words that the help need not list, because it has them elsewhere.
    case words([String])
    /// Words that a value starts with, followed by something free: `file:` by files, `env:` by names of variables.
    case prefixes([String])
    /// Words that depend on the operands before: those, with spaces between them, and the words.
    case after([(operands: String, words: [String])])
    /// The lines that the program prints when it is run with these words, and with this option as the line has it.
    ///
    /// The program must ask nothing, and be fast.
    case output(of: String, passing: String)

    /// The words that are whole values.
    var choices: [String] {
        switch self {
        case .choices(let words), .words(let words): words
        case .none, .files, .folders, .prefixes, .after, .output: []
        }
    }

    /// The words for each row of operands before.
    var tables: [(operands: String, words: [String])] {
        if case .after(let tables) = self { tables } else { [] }
    }

    /// Whether anything can be offered.
    var isOffered: Bool {
        if case .none = self { false } else { true }
    }
}

/// A type that an option or operand can have.
///
/// An enum of `String` that is `CaseIterable` gets everything by naming the protocol; a type of file names needs
/// `init(argument:)` over the bytes and `completion`.
protocol ArgumentValue {
    /// Reads the word; the parser adds the option's name and the position to what this throws.
    init(argument: Argument) throws(UsageError)

    /// What the shell may offer; choices are listed in the help as well.
    static var completion: Completion { get }

    /// The value as a user would type it, shown as a default in the help; nil shows none.
    var argumentText: String? { get }
}

extension ArgumentValue {
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

    /// Reads a decimal number that must lie in the range.
    init(argument: Argument, in range: ClosedRange<Self>) throws(UsageError) {
        let digits = argument.bytes.first == UInt8(ascii: "-") ? argument.bytes.dropFirst() : argument.bytes[...]
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
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

    /// `1 to 64`, `1 or more`.
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
