extension Int {
    /// This byte count within what memory can hold, 0 to 2^48, so arithmetic on a count from a file or a network cannot
    /// overflow.
    package var addressable: Int { Swift.min(Swift.max(self, 0), 1 << 48) }
}
