public import ArcaCore

/// A range of a plaintext in the syntax of HTTP's `Range` header: `A-B`, `A-`, `-N`.
///
/// Source: RFC 9110, section 14.1.2.
public struct ByteRange: Sendable, Hashable {
    private enum Kind: Hashable {
        case span(first: Int, last: Int?)
        case end(byteCount: Int)
    }
    private let kind: Kind

    /// The bytes from one offset through another; nil means the end.
    ///
    /// - Parameters:
    ///   - first: The offset of the first byte, at least 0.
    ///   - last: The offset of the last byte, not less than `first`.
    /// - Returns: The range.
    /// - Throws: ``ContainerError`` `.invalidOption` for a negative offset or a `last` less than `first`.
    public static func span(from first: Int, through last: Int? = nil) throws(ContainerError) -> ByteRange {
        guard first >= 0, last ?? first >= first else {
            throw ContainerError(
                .invalidOption, "a range of bytes begins at 0 or later and does not end before it begins")
        }
        return ByteRange(kind: .span(first: first, last: last))
    }

    /// The last `byteCount` bytes.
    ///
    /// - Parameter byteCount: The number of bytes, at least 0.
    /// - Returns: The range.
    /// - Throws: ``ContainerError`` `.invalidOption` for a negative count.
    public static func last(_ byteCount: Int) throws(ContainerError) -> ByteRange {
        guard byteCount >= 0 else { throw ContainerError(.invalidOption, "a range of bytes cannot be negative") }
        return ByteRange(kind: .end(byteCount: byteCount))
    }

    /// Parses `A-B`, `A-` or `-N`.
    ///
    /// - Parameter text: The decimal offsets of the first and last byte, counted from 0, or a byte count from the end.
    /// - Throws: ``ContainerError`` `.invalidOption` for any other text.
    public init(_ text: String) throws(ContainerError) {
        let parts = text.utf8.split(separator: .hyphen, omittingEmptySubsequences: false)
        let numbers = parts.map { part in
            part.allSatisfy { $0.isDigit } ? Int(String(Substring(part))) : nil
        }
        switch (parts.count, numbers.first ?? nil, numbers.last ?? nil) {
        case (2, let first?, let last?): self = try .span(from: first, through: last)
        case (2, let first?, nil) where parts[1].isEmpty: self = try .span(from: first)
        case (2, nil, let last?) where parts[0].isEmpty: self = try .last(last)
        default: throw ContainerError(.invalidOption, "'\(text)' is not a range of bytes such as 0-499, 500- or -20")
        }
    }

    private init(kind: Kind) { self.kind = kind }

    /// The offsets in a plaintext of the given length, clamped to its end.
    ///
    /// - Parameter byteCount: The plaintext's length; a negative length counts as 0.
    /// - Returns: The offsets; may be empty.
    public func offsets(in byteCount: Int) -> Range<Int> {
        let byteCount = max(byteCount, 0)
        switch kind {
        case .end(let wanted): return byteCount - min(wanted, byteCount)..<byteCount
        case .span(let first, let last):
            let start = min(first, byteCount)
            guard let last, last < byteCount else { return start..<byteCount }
            return start..<max(start, last + 1)
        }
    }

    /// Writes the range of a plaintext in chunks of `chunkByteCount` bytes, and opens only the chunks in it.
    ///
    /// The last chunk always comes first: it authenticates the length, which determines the end of the range.
    func write<Output: ByteWriter & ~Copyable>(
        chunksOf chunkByteCount: Int, last: Int, into output: inout Output, open: (Int) throws -> [UInt8]
    ) throws {
        let end = try open(last)
        let offsets = offsets(in: last * chunkByteCount + end.count)
        guard !offsets.isEmpty else { return }
        for index in offsets.lowerBound / chunkByteCount...(offsets.upperBound - 1) / chunkByteCount {
            let bytes = index == last ? end : try open(index)
            let start = index * chunkByteCount
            let wanted = offsets.clamped(to: start..<start + bytes.count)
            try output.write(bytes[wanted.lowerBound - start..<wanted.upperBound - start])
        }
    }

    /// The offset of the first byte, or nil if it depends on the length of the plaintext.
    public var first: Int? {
        guard case .span(let first, _) = kind else { return nil }
        return first
    }
}

/// Passes on only a range of the written bytes, for inputs that cannot seek.
public struct RangeWriter<Base: ByteWriter & ~Copyable>: ~Copyable, ByteWriter {
    /// Errors of the base writer.
    public typealias Failure = Base.Failure

    private var base: Base
    private let offsets: Range<Int>
    private var offset = 0
    /// The number of bytes passed on so far.
    public private(set) var passedByteCount = 0

    /// Wraps a writer.
    ///
    /// - Parameters:
    ///   - base: The destination of the range.
    ///   - offsets: The range, relative to the start of the written bytes.
    public init(_ base: consuming Base, _ offsets: Range<Int>) {
        self.base = base
        self.offsets = offsets
    }

    /// Passes on the bytes in the range.
    public mutating func write(_ bytes: borrowing some Bytes) throws(Base.Failure) {
        try bytes.withBytes { (span) throws(Base.Failure) in
            let piece = offsets.clamped(to: offset..<offset + span.count)
            if !piece.isEmpty { try base.write(span.extracting(piece.lowerBound - offset..<piece.upperBound - offset)) }
            passedByteCount += piece.count
            offset += span.count
        }
    }

    /// Returns the base writer.
    public consuming func takeBase() -> Base { base }
}
