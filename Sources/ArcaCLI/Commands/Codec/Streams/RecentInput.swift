internal import ArcaCore

/// The last bytes that a step has consumed, for excerpts in error messages.
struct RecentInput {
    private static let kept = 512
    private var bytes: [UInt8] = []
    private var offset = 0

    mutating func append(_ next: Span<UInt8>) {
        offset += bytes.count + next.count
        if next.count >= Self.kept {
            bytes.removeAll(keepingCapacity: true)
            bytes.append(contentsOf: next.extracting((next.count - Self.kept)...))
        } else {
            bytes.removeFirst(max(0, bytes.count + next.count - Self.kept))
            bytes.append(contentsOf: next)
        }
        offset -= bytes.count
    }

    /// The line around a stream offset, with `next` following the bytes kept; nil if it is too far back.
    func excerpt(at place: Int, _ next: Span<UInt8>) -> InputExcerpt? {
        let all = offset..<offset + bytes.count + next.count
        guard all.contains(place) || place == all.upperBound else { return nil }
        let range = max(all.lowerBound, place - Self.kept)..<min(all.upperBound, place + Self.kept)
        let window = range.map { index in
            index - offset < bytes.count ? bytes[index - offset] : next[index - offset - bytes.count]
        }
        return InputExcerpt(window, place: place - range.lowerBound, isStart: range.lowerBound == 0)
    }
}
