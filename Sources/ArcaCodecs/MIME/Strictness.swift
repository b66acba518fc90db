/// How a reader of messages and headers treats what breaks the standards.
public enum Strictness: Sendable, Hashable {
    /// Whatever the standards forbid is an error with its place.
    case strict
    /// What is often seen in the wild and has one plain meaning is read; nothing is guessed silently beyond that.
    case lenient
}
