public import ArcaCodecs

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

    /// The content for people and for reports: text as it is, JSON compact, bytes in hexadecimal digits.
    public var text: String {
        switch content {
        case .text(let text): text
        case .json(let value): value.text()
        case .bytes(let bytes): Base16.encode(bytes)
        }
    }
}
