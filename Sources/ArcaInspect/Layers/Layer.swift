/// A layer that was taken off: how, and what was under it.
public struct Layer: Sendable, Hashable {
    /// The step that took it off.
    public let codec: LayerCodec
    /// Bytes before the step.
    public let inputByteCount: Int
    /// Bytes after it.
    public let outputByteCount: Int
    /// What the bytes after it are.
    public let content: Recognition
}
