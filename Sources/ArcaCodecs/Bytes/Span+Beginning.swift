/// Looks at the beginning of bytes without a copy of them: they may be a key.
extension Span where Element == UInt8 {
    /// Whether others stand at an offset of these bytes.
    package func begins(with bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
        guard count - offset >= bytes.count else { return false }
        return bytes.enumerated().allSatisfy { self[offset + $0] == $1 }
    }

    /// How many characters of white space of ASCII they begin with.
    package var leadingSpaceCount: Int {
        indices.first { !((0x09...0x0d).contains(self[$0]) || self[$0] == 0x20) } ?? count
    }
}
