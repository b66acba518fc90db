internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

extension Age {
    /// A section of the header: the file key, wrapped for one recipient.
    ///
    /// Source: age-encryption.org/v1, "Recipient stanza".
    public struct Stanza: Sendable, Hashable {
        /// The recipient type, the first argument: `X25519`.
        public let type: String
        /// The stanza's arguments, each printable ASCII without spaces.
        public let arguments: [String]
        /// The wrapped key and any other data of the recipient type.
        public let body: [UInt8]

        /// Creates a stanza, for custom recipient types.
        ///
        /// - Parameters:
        ///   - type: The recipient type; custom types are named like `example.com/kind`.
        ///   - arguments: The arguments, each printable ASCII without spaces.
        ///   - body: The body, any bytes.
        /// - Throws: ``ContainerError`` `.invalidOption` for a type or argument that is empty or contains other
        ///   characters.
        public init(type: String, arguments: [String] = [], body: [UInt8]) throws(ContainerError) {
            for argument in [type] + arguments {
                guard !argument.isEmpty, argument.utf8.allSatisfy({ Self.isArgumentByte($0) }) else {
                    throw ContainerError(
                        .invalidOption, "an argument of a stanza is printable ASCII without spaces, at least one byte")
                }
            }
            self.init(trusted: type, arguments, body)
        }

        init(trusted type: String, _ arguments: [String], _ body: [UInt8]) {
            self.type = type
            self.arguments = arguments
            self.body = body
        }

        /// VCHAR of RFC 5234.
        static func isArgumentByte(_ byte: UInt8) -> Bool { byte.isVisible }

        /// The line length in a body; the last line is shorter, possibly empty.
        static let lineByteCount = 64

        func append(to text: inout [UInt8]) {
            text += "-> ".utf8
            text += ([type] + arguments).joined(separator: " ").utf8
            text.append(.newline)
            var rest = Age.base64.encodeToBytes(body)[...]
            while rest.count >= Self.lineByteCount {
                text += rest.prefix(Self.lineByteCount)
                text.append(.newline)
                rest = rest.dropFirst(Self.lineByteCount)
            }
            text += rest
            text.append(.newline)
        }
    }

    /// Base64 as in headers: canonical, without padding.
    static let base64 = Base64(padding: .absent)
}

extension Age {
    /// A recipient of a file: wraps the file key so only the matching identity can unwrap it.
    ///
    /// Custom types can conform. Their stanza type is named like `example.com/kind`.
    public protocol Recipient: Sendable {
        /// Wraps a file key.
        ///
        /// - Parameter fileKey: 16 secret bytes, new for each file.
        /// - Returns: At least one stanza for the header.
        /// - Throws: ``ContainerError`` or ``CryptoError``.
        func wrap(_ fileKey: SymmetricKey) throws -> [Stanza]

        /// Wraps a file key, and returns the labels that apply to the result.
        ///
        /// Implement it if the labels are known only then, as for plugins; by default it returns ``labels``.
        ///
        /// - Parameter fileKey: 16 secret bytes, new for each file.
        /// - Returns: At least one stanza for the header, and the labels.
        /// - Throws: ``ContainerError`` or ``CryptoError``.
        func wrapWithLabels(_ fileKey: SymmetricKey) throws -> (stanzas: [Stanza], labels: Set<String>)

        /// The labels that all recipients of a file must share. Encrypting fails otherwise.
        ///
        /// Empty by default. Post-quantum recipients use `postquantum`: combined with another kind, they would protect
        /// nothing.
        var labels: Set<String> { get }
    }
}

extension Age.Recipient {
    /// No labels.
    public var labels: Set<String> { [] }

    /// Wraps a file key with ``Age/Recipient/wrap(_:)``.
    public func wrapWithLabels(_ fileKey: SymmetricKey) throws -> (stanzas: [Age.Stanza], labels: Set<String>) {
        (try wrap(fileKey), labels)
    }
}

extension Age {
    /// An identity that can open files: unwraps the file key from a header.
    public protocol Identity: Sendable {
        /// Finds a matching stanza and unwraps the file key.
        ///
        /// - Parameter stanzas: All stanzas of the header, not authenticated.
        /// - Returns: The file key, or nil if no stanza matches this identity.
        /// - Throws: ``ContainerError`` for a malformed stanza of the identity's type.
        func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey?
    }
}
