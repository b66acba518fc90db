public import ArcaCore

/// Why a test-vector file cannot be read, or a case of it not be understood.
public typealias VectorError = CodedError<VectorErrorCode>

/// The failures that ``VectorError`` tells apart, stable names that callers can match.
public enum VectorErrorCode: String, ErrorCode {
    /// A file that cannot be opened or decompressed.
    case unreadable
    /// A file that is malformed in its format.
    case malformed
    /// A file that no format claims.
    case unclaimed
    /// A number of cases other than the file declares.
    case miscounted
    /// Nothing to run.
    case empty
    /// A field that a case should have.
    case missingField
    /// A field that has another form than it should.
    case invalidField
    /// A field, a flag or a note that is unknown.
    case unknownField
    /// A case of which nothing was checked.
    case unchecked
    /// A case, or a file, that asks for more work or memory than the limits allow.
    case tooCostly
    /// Another program that does not follow the protocol.
    case otherProgram

    /// The kind of failure that the code belongs to.
    public var kind: ErrorKind {
        switch self {
        case .unreadable, .otherProgram: .inputOutput
        case .empty: .wrongUse
        case .tooCostly: .tooCostly
        default: .malformed
        }
    }

    /// The code for a failure of this kind in a module below.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .inputOutput, .brokenPipe, .notFound: .unreadable
            case .tooCostly: .tooCostly
            default: .malformed
            }
    }
}

extension VectorError {
    /// Makes an error of a field or line.
    ///
    /// - Parameters:
    ///   - code: Which failure it is.
    ///   - name: A field's name or a line.
    ///   - reason: What is wrong, lower case, no full stop.
    public init(_ code: Code, at name: String?, _ reason: String) {
        self.init(code, at: name.map(ErrorPlace.name), reason)
    }
}
