extension Int {
    /// This byte count clamped to 0…2^48, the maximum of addressable memory, so arithmetic on an untrusted count cannot
    /// overflow.
    package var addressable: Int { Swift.min(Swift.max(self, 0), 1 << 48) }
}
