package import ArcaCore

/// A decoder for a text that may have a byte order mark: it converts UTF-16 and removes the mark, or only notes it.
package final class MarkedTextStream: CodecStream {
    private let base: any CodecStream
    private var reader: MarkedTextReader?
    /// The first bytes, for ``mark``.
    private var beginning: [UInt8] = []

    /// Creates a stream before `base`; without `converts`, all bytes pass unchanged.
    package init(_ base: any CodecStream, converts: Bool) {
        self.base = base
        reader = converts ? MarkedTextReader() : nil
    }

    /// The mark at the beginning, or nil.
    package var mark: TextMark? {
        let bytes = beginning
        return TextMark(bytes.span)
    }

    package var heldInput: [UInt8]? { base.heldInput }
    package var notes: [String] { base.notes }

    package func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void)
        throws(StreamFailure)
    {
        if beginning.count < TextMark.prefixCount {
            beginning.append(contentsOf: bytes.extracting(..<min(bytes.count, TextMark.prefixCount - beginning.count)))
        }
        guard var reader, !reader.isPlain else { return try base.update(bytes, output) }
        let text = [UInt8](capacity: reader.maximumOutputCount(for: bytes.count)) { reader.update(bytes, into: &$0) }
        self.reader = reader
        try base.update(text.span, output)
    }

    package func finish(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        try finishText(output)
        try base.finish(output)
    }

    /// Ends an input that may be truncated; see ``CodecStream/finishCut(_:)``.
    func finishCutText(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) -> Bool {
        try finishText(output)
        return try base.finishCut(output)
    }

    private func finishText(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        guard var reader else { return }
        let text = [UInt8](capacity: reader.maximumOutputCount(for: 0)) { reader.finish(into: &$0) }
        if !text.isEmpty { try base.update(text.span, output) }
    }
}
