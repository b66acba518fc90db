/// How far a rotation is.
public struct RotationProgress: Sendable, Hashable {
    /// Items that are still sealed under the old key.
    public let remainingCount: Int
    /// Items in all.
    public let itemCount: Int
}
