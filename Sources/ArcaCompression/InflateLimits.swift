/// How large compressed data may become: a small file can inflate to a thousand times its size.
public struct InflateLimits: Sendable, Hashable {
    /// Most bytes that may come out; nil for no limit.
    public var maximumByteCount: Int?
    /// Most bytes that may come out for one byte that went in; nil for no limit.
    ///
    /// Deflate itself ends at 1,032. The ratio counts only after ``ratioFreeByteCount`` bytes.
    public var maximumRatio: Int?
    /// Bytes that may come out before the ratio counts, so that small and very regular data passes.
    public var ratioFreeByteCount: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maximumByteCount: Most bytes that may come out; nil for no limit.
    ///   - maximumRatio: Most bytes out for one byte in; nil for no limit.
    ///   - ratioFreeByteCount: Bytes that may come out before the ratio counts.
    public init(maximumByteCount: Int?, maximumRatio: Int?, ratioFreeByteCount: Int = 16 << 20) {
        self.maximumByteCount = maximumByteCount
        self.maximumRatio = maximumRatio
        self.ratioFreeByteCount = ratioFreeByteCount
    }

    /// For data of unknown origin: 1 GiB, and 250 to 1 beyond the first 16 MiB.
    public static let standard = InflateLimits(maximumByteCount: 1 << 30, maximumRatio: 250)

    /// For data that is trusted, or for output that takes no room: no limit.
    public static let unlimited = InflateLimits(maximumByteCount: nil, maximumRatio: nil)
}
