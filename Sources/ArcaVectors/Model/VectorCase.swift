public import ArcaCodecs

/// One case of a test-vector file, with every field that the file has for it.
public struct VectorCase: Sendable {
    /// What the file calls the case: `17`, or a place such as `line 40` where cases have no name.
    public let id: String
    /// What the file says the case is about; may be empty.
    public let comment: String
    /// What kind of case it is.
    public let kind: VectorKind
    /// What the format's reader has understood and used itself: identifiers, flags.
    public let labels: [VectorField]
    /// All else, group parameters among it: a family must read each of them, or the case fails.
    public let fields: [VectorField]
    /// What the reader found wrong with this case, such as an unknown flag; the case then fails.
    public let problem: VectorError?

    /// Makes a case.
    ///
    /// - Parameters:
    ///   - id: What the file calls the case.
    ///   - comment: What the file says the case is about.
    ///   - kind: What kind of case it is.
    ///   - labels: The fields that the reader has used itself.
    ///   - fields: All other fields.
    ///   - problem: What is wrong with the case.
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

/// What kind of case it is, by which a family is chosen: all that a file says about the algorithm.
public struct VectorKind: Sendable, Hashable, CustomStringConvertible {
    /// What the format calls the kind of test: `AeadTest`, `ENCRYPT`.
    public let type: String
    /// What the format calls the algorithm: `AES-GCM`; empty when it has no name for it.
    public let algorithm: String

    /// Makes a kind.
    ///
    /// - Parameters:
    ///   - type: What the format calls the kind of test.
    ///   - algorithm: What the format calls the algorithm.
    public init(_ type: String, _ algorithm: String = "") {
        self.type = type
        self.algorithm = algorithm
    }

    /// Type and algorithm, for messages.
    public var description: String { algorithm.isEmpty ? type : "\(type) \(algorithm)" }
}

/// One field of a test case, as the file has it.
public struct VectorField: Sendable, Equatable {
    /// What a field holds.
    public enum Content: Sendable, Equatable {
        /// Text, as line-based formats have it, and JSON strings.
        case text(String)
        /// Any other JSON value.
        case json(JSONValue)
        /// Bytes that stand in the file as they are.
        case bytes([UInt8])
    }

    /// The name as the file spells it.
    public let name: String
    /// What it holds.
    public let content: Content
    /// Whether it holds for other cases too: a parameter of the group.
    public let isShared: Bool

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - name: The name as the file spells it.
    ///   - content: What it holds.
    ///   - isShared: Whether it is a parameter of a whole group.
    public init(_ name: String, _ content: Content, isShared: Bool = false) {
        self.name = name
        self.content = content
        self.isShared = isShared
    }

    /// Makes a field of a JSON member; strings become text.
    ///
    /// - Parameters:
    ///   - name: The member's name.
    ///   - value: Its value.
    ///   - isShared: Whether it is a parameter of a whole group.
    public init(_ name: String, json value: JSONValue, isShared: Bool = false) {
        self.init(name, value.string.map(Content.text) ?? .json(value), isShared: isShared)
    }

    /// The length of name and content, in bytes.
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

    /// The content for people and for reports: text as it is, JSON compact, bytes in hexadecimal digits.
    public var text: String {
        switch content {
        case .text(let text): text
        case .json(let value): value.text()
        case .bytes(let bytes): Base16.encode(bytes)
        }
    }
}
