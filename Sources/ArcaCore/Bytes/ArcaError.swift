/// The category of an error, shared by all modules.
///
/// Programs can branch on it, and the command derives its exit status from it.
public enum ErrorKind: String, Sendable, Hashable, CaseIterable {
    /// A key, passphrase or identity that does not match the data, or is missing.
    case wrongKey
    /// Data that was modified or damaged after it was written.
    case tampered
    /// Data that ends too early.
    case truncated
    /// Data that violates the grammar of its format.
    case malformed
    /// A feature that Arca or an underlying library does not have, requested by the data or the call.
    case unsupported
    /// Work that exceeds a limit on time, memory or output.
    case tooCostly
    /// An invalid argument or sequence of calls, regardless of the data.
    case wrongUse
    /// A named object that does not exist.
    case notFound
    /// A name that already exists.
    case exists
    /// Something that must be unlocked first and cannot prompt, or that waits after too many failed attempts.
    case locked
    /// Valid data that is not accepted now, such as an expired token.
    case refused
    /// A resource in use by another process.
    case busy
    /// A failed read, write or start in the operating system.
    case inputOutput
    /// Output whose reader has closed.
    case brokenPipe
    /// A failure in an underlying library not caused by the input, such as lack of memory.
    case internalFailure
}

/// The location of an error in the input.
public enum ErrorPlace: Sendable, Hashable {
    /// A byte offset in the data, from 0.
    case offset(Int)
    /// Offset, line and column in a text.
    case text(TextPosition)
    /// The index of an element, such as a dot of a pattern, from 0; or of a command-line argument, from 1.
    case index(Int)
    /// The name of a field, or a description of a line in a file.
    case name(String)
}

/// An Arca error, with its category, location, reason and hint.
public protocol ArcaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The module's error codes.
    associatedtype Code: ErrorCode
    /// The error code.
    var code: Code { get }
    /// The position of the error, or nil if it has none.
    var place: ErrorPlace? { get }
    /// The reason, in lower case, without a full stop.
    var reason: String { get }
    /// A suggestion, as an imperative or a short fact, if known.
    var hint: String? { get }
}

extension ArcaError {
    /// The category of the error, shared by all modules.
    public var kind: ErrorKind { code.kind }

    /// The stable name of the module's error code.
    public var codeName: String { code.rawValue }

    /// The reason, with a position in a text or a nonzero offset if there is one.
    public var message: String {
        switch place {
        case .offset(let offset) where offset > 0: "\(reason) at offset \(offset)"
        case .text(let position):
            "\(reason) at offset \(position.offset) (line \(position.line), column \(position.column))"
        case .offset, .index, .name, nil: reason
        }
    }

    /// The message and the hint on one line.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }
}

/// The error codes of one module: an enumeration with stable names as raw values.
public protocol ErrorCode: Sendable, Hashable, RawRepresentable<String>, CustomStringConvertible {
    /// The category of the error code.
    var kind: ErrorKind { get }
    /// Creates the code for an error of this category from an underlying module.
    init(kind: ErrorKind)
}

extension ErrorCode {
    /// The name of the code.
    public var description: String { rawValue }
}

extension String {
    /// A name of Swift as words, for messages: `invalid character` for `invalidCharacter`.
    package var spelledOut: String {
        reduce(into: "") { words, letter in words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)" }
    }
}

/// The error type of all modules: a module-specific code, a location, a reason and a hint.
///
/// Two errors are equal if their codes and locations are equal; the wording is ignored.
public struct CodedError<Code: ErrorCode>: ArcaError {
    /// The error code.
    public let code: Code
    /// The position of the error, or nil if it has none.
    public var place: ErrorPlace?
    /// The reason, in lower case, without a full stop.
    public var reason: String
    /// A suggestion, as an imperative or a short fact, if known.
    public var hint: String?

    /// Creates an error.
    public init(_ code: Code, at place: ErrorPlace? = nil, _ reason: String, hint: String? = nil) {
        self.code = code
        self.place = place
        self.reason = reason
        self.hint = hint
    }

    /// Creates an error with a byte offset, or with no location if `offset` is nil.
    public init(_ code: Code, at offset: Int?, _ reason: String, hint: String? = nil) {
        self.init(code, at: offset.map(ErrorPlace.offset), reason, hint: hint)
    }

    /// Creates an error with a position in a text, or with no location if `position` is nil.
    public init(_ code: Code, at position: TextPosition?, _ reason: String, hint: String? = nil) {
        self.init(code, at: position.map(ErrorPlace.text), reason, hint: hint)
    }

    /// An error to compare with or to catch, without a reason: `catch VaultError.code(.notFound)`.
    public static func code(_ code: Code, at place: ErrorPlace? = nil) -> Self { Self(code, at: place, "") }

    /// An error with a byte offset, to compare with or to catch.
    public static func code(_ code: Code, at offset: Int?) -> Self { Self(code, at: offset, "") }

    /// An error with a position in a text, to compare with or to catch.
    public static func code(_ code: Code, at position: TextPosition?) -> Self { Self(code, at: position, "") }

    /// The byte offset or index of the location, if it has one.
    public var offset: Int? {
        switch place {
        case .offset(let offset), .index(let offset): offset
        case .text(let position): position.offset
        case .name, nil: nil
        }
    }

    /// The offset, line and column, if the location is in a text.
    public var position: TextPosition? {
        guard case .text(let position) = place else { return nil }
        return position
    }

    /// Whether code and location are equal; the wording is ignored.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code && left.place == right.place }

    /// Hashes code and location.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(place)
    }
}

extension CodedError {
    private init(converting error: some ArcaError) {
        let code = Code(rawValue: error.codeName) ?? Code(kind: error.kind)
        self.init(code, at: error.place, error.reason, hint: error.hint)
    }

    private func matches(_ error: Self) -> Bool { error.code == code && (place == nil || error.place == place) }
}

#if hasFeature(Embedded)
// Embedded Swift has no `any Error`: the error's type is known.
extension CodedError {
    /// Creates an error of this module from one of an underlying module: with the code of the same name, or else of
    /// the same category.
    public init(wrapping error: some ArcaError) { self.init(converting: error) }

    /// Runs `body` and converts its error to an error of this module.
    @inlinable
    public static func wrap<Result: ~Copyable, Failure: ArcaError>(
        _ body: () throws(Failure) -> Result
    ) throws(Self) -> Result {
        do { return try body() } catch { throw Self(wrapping: error) }
    }

    /// Matches a thrown error: the codes are equal, and the locations if the pattern has one.
    public static func ~= (pattern: Self, error: Self) -> Bool { pattern.matches(error) }
}
#else
extension CodedError {
    /// Creates an error of this module from one of an underlying module: with the code of the same name, or else of
    /// the same category.
    public init(wrapping error: any Error) {
        if let error = error as? Self {
            self = error
        } else if let error = error as? any ArcaError {
            self.init(converting: error)
        } else {
            self.init(Code(kind: .internalFailure), "unexpected failure")
        }
    }

    /// Runs `body` and converts any error to an error of this module.
    @inlinable
    public static func wrap<Result: ~Copyable>(_ body: () throws -> Result) throws(Self) -> Result {
        do { return try body() } catch { throw Self(wrapping: error) }
    }

    /// Matches a thrown error, in `catch` and `case`: the codes are equal, and the locations if the pattern has one.
    public static func ~= (pattern: Self, error: any Error) -> Bool {
        guard let error = error as? Self else { return false }
        return pattern.matches(error)
    }
}
#endif
