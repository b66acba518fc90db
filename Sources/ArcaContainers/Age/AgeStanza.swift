internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

extension Age {
    /// One section of a header: the file key, wrapped for one recipient.
    ///
    /// Source: age-encryption.org/v1, "Recipient stanza".
    public struct Stanza: Sendable, Hashable {
        /// What kind of recipient it is for, its first argument: `X25519`.
        public let type: String
        /// What follows the type on its first line, each of printable ASCII without spaces.
        public let arguments: [String]
        /// The wrapped key and whatever else the kind keeps here, any bytes.
        public let body: [UInt8]

        /// Makes a stanza, for recipients of one's own.
        ///
        /// - Parameters:
        ///   - type: The kind of recipient; own kinds are called `example.com/kind`.
        ///   - arguments: Any number, of printable ASCII without spaces.
        ///   - body: Any bytes.
        /// - Throws: ``ContainerError`` with code `.invalidOption` for a type or argument that is empty or holds other
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

        /// Whether a byte may stand in an argument: VCHAR of RFC 5234.
        static func isArgumentByte(_ byte: UInt8) -> Bool { (0x21...0x7e).contains(byte) }

        /// Columns of a body's line; the last line has fewer, maybe none.
        static let lineByteCount = 64

        /// Appends the stanza's lines to a header.
        func append(to text: inout [UInt8]) {
            text += "-> ".utf8
            text += ([type] + arguments).joined(separator: " ").utf8
            text.append(0x0a)
            var rest = Age.base64.encodeToBytes(body)[...]
            while rest.count >= Self.lineByteCount {
                text += rest.prefix(Self.lineByteCount)
                text.append(0x0a)
                rest = rest.dropFirst(Self.lineByteCount)
            }
            text += rest
            text.append(0x0a)
        }
    }

    /// Base64 as in headers: canonical, without padding.
    static let base64 = Base64(padding: .absent)
}

extension Age {
    /// Whom a file is encrypted to: wraps the file key so that only the matching identity unwraps it.
    ///
    /// Own kinds may conform; their stanzas' type is named `example.com/kind`.
    public protocol Recipient: Sendable {
        /// Wraps a file key.
        ///
        /// - Parameter fileKey: 16 secret bytes, new for each file.
        /// - Returns: One or more stanzas for the header.
        /// - Throws: ``ContainerError`` or ``CryptoError``.
        func wrap(_ fileKey: SymmetricKey) throws -> [Stanza]

        /// What all recipients of one file must have in common, or encrypting to them is refused.
        ///
        /// None by default. Recipients that withstand quantum computers have `postquantum`: beside one that does not, they
        /// would protect nothing.
        var labels: Set<String> { get }
    }
}

extension Age.Recipient {
    /// None.
    public var labels: Set<String> { [] }
}

extension Age {
    /// Who can open a file: unwraps the file key from a header.
    public protocol Identity: Sendable {
        /// Finds a stanza that is for this identity and unwraps it.
        ///
        /// - Parameter stanzas: All stanzas of the header, which nothing has authenticated yet.
        /// - Returns: The file key, or nil when no stanza is for this identity.
        /// - Throws: ``ContainerError`` for a stanza of the identity's kind that is malformed.
        func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey?
    }
}
