internal import ArcaCodecs
public import ArcaCore

/// A case of a test vector file, with every field.
public struct VectorCase: Sendable {
    /// The ID in the file, such as `17`, or a location such as `line 40` if cases have no ID.
    public let id: String
    /// The description in the file; may be empty.
    public let comment: String
    /// The kind of case, which determines the family.
    public let kind: VectorKind
    /// Fields used by the format's reader: identifiers, flags.
    public let labels: [VectorField]
    /// All other fields, including group parameters.
    ///
    /// The family must read each of them; otherwise the case fails.
    public let fields: [VectorField]
    /// A problem with this case, such as an unknown flag, which makes the case fail.
    public let problem: VectorError?

    /// Creates a case.
    public init(
        id: String, comment: String = "", kind: VectorKind, labels: [VectorField] = [], fields: [VectorField],
        problem: VectorError? = nil
    ) {
        self.id = id
        self.comment = comment
        self.kind = kind
        self.labels = labels
        self.fields = fields
        self.problem = problem
    }
}

/// A kind of case, which determines its family: the test type and algorithm according to the file.
public struct VectorKind: Sendable, Hashable, CustomStringConvertible {
    /// The test type in the format's terms: `AeadTest`, `ENCRYPT`.
    public let type: String
    /// The algorithm in the format's terms: `AES-GCM`; may be empty.
    public let algorithm: String

    /// Creates a kind.
    public init(_ type: String, _ algorithm: String = "") {
        self.type = type
        self.algorithm = algorithm
    }

    /// Type and algorithm, for display.
    public var description: String { algorithm.isEmpty ? type : "\(type) \(algorithm)" }
}

/// A field of a test case.
public struct VectorField: Sendable, Equatable {
    /// The content of a field.
    public enum Content: Sendable, Equatable {
        /// Text of line-based formats, and JSON strings.
        case text(String)
        /// Any other JSON value.
        case json(JSONValue)
        /// Raw bytes of binary formats.
        case bytes([UInt8])
    }

    /// The name as spelled in the file.
    public let name: String
    /// The content of the field.
    public let content: Content
    /// Whether it is a shared parameter of a group.
    public let isShared: Bool

    /// Creates a field.
    public init(_ name: String, _ content: Content, isShared: Bool = false) {
        self.name = name
        self.content = content
        self.isShared = isShared
    }

    /// Creates a field from a JSON member; strings become text.
    public init(_ name: String, json value: JSONValue, isShared: Bool = false) {
        self.init(name, value.string.map(Content.text) ?? .json(value), isShared: isShared)
    }

    /// Length of name and content, in bytes.
    var byteCount: Int {
        name.utf8.count
            + {
                switch content {
                case .text(let text): text.utf8.count
                case .json(let value): value.text().utf8.count
                case .bytes(let bytes): bytes.count
                }
            }()
    }

    /// The content for display: text as is, compact JSON, or bytes in hexadecimal.
    public var text: String {
        switch content {
        case .text(let text): text
        case .json(let value): value.text()
        case .bytes(let bytes): Base16.standard.encode(bytes)
        }
    }
}
