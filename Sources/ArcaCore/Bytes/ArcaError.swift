/// What kind of failure an error is, the same in all modules: what a program decides by, and what the exit status of the
/// command comes from.
public enum ErrorKind: String, Sendable, Hashable, CaseIterable {
    /// A key, passphrase or identity does not open the data, or is missing.
    case wrongKey
    /// The data was changed or damaged after it was written.
    case tampered
    /// The data ends too early.
    case truncated
    /// The data does not follow the grammar of its format.
    case malformed
    /// The data or the call asks for something that Arca or a library below it does not have.
    case unsupported
    /// More time, memory or output than a stated limit allows.
    case tooCostly
    /// An argument or a sequence of calls that is wrong whatever the data is.
    case wrongUse
    /// Something that was named does not exist.
    case notFound
    /// Something of that name exists already.
    case exists
    /// Something has to be unlocked first, and there is no way to ask.
    case locked
    /// Refused for now: too many wrong attempts.
    case refused
    /// Another process holds what is needed.
    case busy
    /// The operating system could not read, write or start something.
    case inputOutput
    /// Nobody reads the output any more.
    case brokenPipe
    /// A library below failed in a way that no input explains, such as lack of memory.
    case internalFailure
}

/// Where in an input an error was found.
public enum ErrorPlace: Sendable, Hashable {
    /// A byte offset in the data, from 0.
    case offset(Int)
    /// Offset, line and column in a text.
    case text(TextPosition)
    /// The number of an element, such as a dot of a pattern, from 0; or of a command-line argument, from 1.
    case index(Int)
    /// The name of a field, or a line of a file in words.
    case name(String)
}

/// An error of Arca: its kind, the place where it was found, what is wrong, and what would be right.
public protocol ArcaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The codes of the module.
    associatedtype Code: ErrorCode
    /// Which failure it is.
    var code: Code { get }
    /// Where it was found; nil if it has no place.
    var place: ErrorPlace? { get }
    /// What is wrong, in lower case, without a full stop.
    var reason: String { get }
    /// What would be right, as an imperative or a short fact, if that is known.
    var hint: String? { get }
}

extension ArcaError {
    /// The kind of failure, the same in all modules.
    public var kind: ErrorKind { code.kind }

    /// The name of the module's own code, which is stable.
    public var codeName: String { code.rawValue }

    /// The reason, with the place if it is a position in a text, or an offset other than 0, which would say no more.
    public var message: String {
        switch place {
        case .offset(let offset) where offset > 0: "\(reason) at offset \(offset)"
        case .text(let position):
            "\(reason) at offset \(position.offset) (line \(position.line), column \(position.column))"
        case .offset, .index, .name, nil: reason
        }
    }

    /// Message and hint in one line.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }
}

/// The codes of one module's errors: an enumeration whose raw values are stable names.
public protocol ErrorCode: Sendable, Hashable, RawRepresentable<String>, CustomStringConvertible {
    /// The kind of failure that the code belongs to.
    var kind: ErrorKind { get }
    /// The code that stands for a failure of this kind in a module below.
    init(kind: ErrorKind)
}

extension ErrorCode {
    /// The code's name.
    public var description: String { rawValue }
}

/// The shape of the errors of all modules: a code of the module's own, a place, a reason and a hint.
///
/// Two errors are equal if their codes and places agree; the wording does not count.
public struct CodedError<Code: ErrorCode>: ArcaError {
    /// Which failure it is.
    public let code: Code
    /// Where it was found; nil if it has no place.
    public var place: ErrorPlace?
    /// What is wrong, in lower case, without a full stop.
    public var reason: String
    /// What would be right, if that is known.
    public var hint: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: Which failure it is.
    ///   - place: Where it was found.
    ///   - reason: What is wrong, lower case, no full stop.
    ///   - hint: What would be right.
    public init(_ code: Code, at place: ErrorPlace? = nil, _ reason: String, hint: String? = nil) {
        self.code = code
        self.place = place
        self.reason = reason
        self.hint = hint
    }

    /// Makes an error with a byte offset.
    ///
    /// - Parameters:
    ///   - code: Which failure it is.
    ///   - offset: Byte offset in the data, if it has a place there.
    ///   - reason: What is wrong, lower case, no full stop.
    ///   - hint: What would be right.
    public init(_ code: Code, at offset: Int?, _ reason: String, hint: String? = nil) {
        self.init(code, at: offset.map(ErrorPlace.offset), reason, hint: hint)
    }

    /// Makes an error with a position in a text.
    ///
    /// - Parameters:
    ///   - code: Which failure it is.
    ///   - position: Offset, line and column, if it has a place in the text.
    ///   - reason: What is wrong, lower case, no full stop.
    ///   - hint: What would be right.
    public init(_ code: Code, at position: TextPosition?, _ reason: String, hint: String? = nil) {
        self.init(code, at: position.map(ErrorPlace.text), reason, hint: hint)
    }

    /// Makes an error of this module from one of a module below: with the code of the same name, or of the same kind.
    public init(wrapping error: any Error) {
        if let error = error as? Self {
            self = error
        } else if let error = error as? any ArcaError {
            let code = Code(rawValue: error.codeName) ?? Code(kind: error.kind)
            self.init(code, at: error.place, error.reason, hint: error.hint)
        } else {
            self.init(Code(kind: .internalFailure), "unexpected failure: \(error)")
        }
    }

    /// Runs a body and converts whatever it throws to an error of this module.
    @inlinable
    public static func wrap<Result: ~Copyable>(_ body: () throws -> Result) throws(Self) -> Result {
        do { return try body() } catch { throw Self(wrapping: error) }
    }

    /// Byte offset or number of the place, if it has one.
    public var offset: Int? {
        switch place {
        case .offset(let offset), .index(let offset): offset
        case .text(let position): position.offset
        case .name, nil: nil
        }
    }

    /// Offset, line and column, if the place is one in a text.
    public var position: TextPosition? {
        guard case .text(let position) = place else { return nil }
        return position
    }

    /// Whether code and place agree; the wording does not count.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code && left.place == right.place }

    /// Hashes code and place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(place)
    }
}
