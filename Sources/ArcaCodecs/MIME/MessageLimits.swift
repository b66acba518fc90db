/// What a reader of messages accepts at most; an attacker chooses all of it.
public struct MessageLimits: Sendable, Hashable {
    /// Parts within parts.
    public var depth: Int
    /// Parts of the whole message, containers counted.
    public var partCount: Int
    /// Bytes of one header, its empty line counted; they are kept in memory.
    public var headerByteCount: Int
    /// Fields of one header.
    public var fieldCount: Int
    /// Decoded bytes of one part.
    public var partByteCount: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - depth: Parts within parts.
    ///   - partCount: Parts of the whole message, containers counted.
    ///   - headerByteCount: Bytes of one header; they are kept in memory.
    ///   - fieldCount: Fields of one header.
    ///   - partByteCount: Decoded bytes of one part.
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

/// How a reader of messages and headers treats what breaks the standards.
public enum Strictness: Sendable, Hashable {
    /// Whatever the standards forbid is an error with its place.
    case strict
    /// What is often seen in the wild and has one plain meaning is read; nothing is guessed silently beyond that.
    case lenient
}
