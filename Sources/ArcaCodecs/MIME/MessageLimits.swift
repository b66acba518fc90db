/// Limits for reading messages, which are entirely under an attacker's control.
public struct MessageLimits: Sendable, Hashable {
    /// The maximum nesting depth of parts.
    public var depth: Int
    /// The maximum number of parts in the message, containers included.
    public var partCount: Int
    /// The maximum size of a header, with its empty line, in bytes; a header is kept in memory.
    public var headerByteCount: Int
    /// The maximum number of fields in a header.
    public var fieldCount: Int
    /// The maximum decoded size of a part, in bytes.
    public var partByteCount: Int

    /// Creates limits.
    public init(
        depth: Int = 32, partCount: Int = 10_000, headerByteCount: Int = 1 << 20, fieldCount: Int = 1000,
        partByteCount: Int = .max
    ) {
        self.depth = depth
        self.partCount = partCount
        self.headerByteCount = headerByteCount
        self.fieldCount = fieldCount
        self.partByteCount = partByteCount
    }
}

/// The handling of messages and headers that violate the standards.
public enum Strictness: Sendable, Hashable {
    /// Rejects every violation, with its position.
    case strict
    /// Accepts violations that are common in practice and unambiguous, and rejects all others.
    case lenient
}
