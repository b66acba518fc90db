public import ArcaCodecs

/// Something that knows kinds of data by their bytes.
///
/// A module that has formats of its own offers one; ``ForeignKinds`` knows those of other programs.
public protocol Recogniser: Sendable {
    /// Tells what data is.
    ///
    /// - Parameter bytes: The data, from its first byte; how much of it is there is all the recogniser may look at.
    /// - Returns: The kind, or nil when it is none that this recogniser knows.
    func recognise(_ bytes: Span<UInt8>) -> Recognition?
}

extension Recogniser {
    /// Tells what data is.
    ///
    /// - Parameter bytes: The data, from its first byte.
    /// - Returns: The kind, or nil when it is none that this recogniser knows.
    public func recognise(_ bytes: borrowing some Bytes) -> Recognition? {
        bytes.withBytes { span in recognise(span) }
    }
}
