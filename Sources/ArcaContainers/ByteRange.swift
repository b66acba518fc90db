public import ArcaCodecs

/// A part of a plaintext, as HTTP's `Range` names one: `A-B`, `A-`, `-N`.
///
/// Source: RFC 9110, section 14.1.2.
public struct ByteRange: Sendable, Hashable {
    private enum Kind: Hashable {
        case span(first: Int, last: Int?)
        case end(byteCount: Int)
    }
    private let kind: Kind

    /// The bytes from one offset to another, both included; nil goes to the end.
    ///
    /// - Parameters:
    ///   - first: Offset of the first byte, 0 or more.
    ///   - last: Offset of the last byte, not below `first`.
    /// - Returns: The range.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for an offset below 0 or an end before the beginning.
    public static func span(from first: Int, through last: Int? = nil) throws(ContainerError) -> ByteRange {
        guard first >= 0, last ?? first >= first else {
            throw ContainerError(
                .invalidOption, "a range of bytes begins at 0 or later and does not end before it begins")
        }
        return ByteRange(kind: .span(first: first, last: last))
    }

    /// The last bytes.
    ///
    /// - Parameter byteCount: How many, 0 or more.
    /// - Returns: The range.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for a negative count.
    public static func last(_ byteCount: Int) throws(ContainerError) -> ByteRange {
        guard byteCount >= 0 else { throw ContainerError(.invalidOption, "a range of bytes cannot be negative") }
        return ByteRange(kind: .end(byteCount: byteCount))
    }

    /// Reads `A-B`, `A-` and `-N`.
    ///
    /// - Parameter text: Decimal offsets of the first and the last byte from 0, or a count from the end.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for anything else.
    public init(_ text: String) throws(ContainerError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let numbers = parts.map { part in
            part.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(Substring(part))) : nil
        }
        switch (parts.count, numbers.first ?? nil, numbers.last ?? nil) {
        case (2, let first?, let last?): self = try .span(from: first, through: last)
        case (2, let first?, nil) where parts[1].isEmpty: self = try .span(from: first)
        case (2, nil, let last?) where parts[0].isEmpty: self = try .last(last)
        default: throw ContainerError(.invalidOption, "'\(text)' is not a range of bytes such as 0-499, 500- or -20")
        }
    }

    private init(kind: Kind) { self.kind = kind }

    /// The offsets in a plaintext of a known length; what lies behind its end is left out.
    ///
    /// - Parameter byteCount: The plaintext's length; a negative one counts as 0.
    /// - Returns: The offsets, possibly none.
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

    /// The offset of the first byte, where it is known without the plaintext's length.
    public var first: Int? {
        guard case .span(let first, _) = kind else { return nil }
        return first
    }
}

/// A writer that passes on a part of what it gets: how a part is decrypted where nothing can be skipped.
public struct RangeWriter<Base: ByteWriter & ~Copyable>: ~Copyable, ByteWriter {
    /// What writing throws.
    public typealias Failure = Base.Failure

    private var base: Base
    private let offsets: Range<Int>
    private var offset = 0
    /// Bytes that were passed on.
    public private(set) var passedByteCount = 0

    /// Takes a writer over.
    ///
    /// - Parameters:
    ///   - base: Gets the part.
    ///   - offsets: Where the part lies in what is written.
    public init(_ base: consuming Base, _ offsets: Range<Int>) {
        self.base = base
        self.offsets = offsets
    }

    /// Passes on what lies in the part.
    public mutating func write(_ bytes: borrowing some Bytes) throws(Base.Failure) {
        try bytes.withBytes { (span) throws(Base.Failure) in
            let piece = offsets.clamped(to: offset..<offset + span.count)
            if !piece.isEmpty { try base.write(span.extracting(piece.lowerBound - offset..<piece.upperBound - offset)) }
            passedByteCount += piece.count
            offset += span.count
        }
    }

    /// Gives the writer back.
    public consuming func takeBase() -> Base { base }
}
