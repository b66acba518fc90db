internal import ArcaCodecs

/// A content, and behind its end the zeros that hide how long it is.
struct PaddingReader<Base: ByteReader & ~Copyable>: ByteReader, ~Copyable {
    typealias Failure = Base.Failure

    private var base: Base
    /// How many bytes the content has, once its end was reached.
    private(set) var byteCount: UInt64 = 0
    /// How many zeros are still to come; nil before the content's end.
    private var zeroCount: UInt64?

    init(_ base: consuming Base) { self.base = base }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        if zeroCount == nil {
            let before = output.count
            try base.read(into: &output)
            byteCount += UInt64(output.count - before)
            guard output.count == before, output.freeCapacity > 0 else { return }
            zeroCount = AttachmentFormat.paddedByteCount(byteCount) - byteCount
        }
        guard let rest = zeroCount else { return }
        let count = min(output.freeCapacity, Int(clamping: rest))
        output.append(repeating: 0, count: count)
        zeroCount = rest - UInt64(count)
    }

    /// Gives the reader back.
    consuming func takeBase() -> Base { base }
}

/// Takes a padded content, passes on what is no padding, and makes sure that the rest is.
struct UnpaddingWriter<Base: ByteWriter & ~Copyable>: ByteWriter, ~Copyable {
    typealias Failure = any Error

    private var base: Base
    private var contentLeft: UInt64
    private var paddingLeft: UInt64

    init(_ base: consuming Base, byteCount: UInt64) {
        self.base = base
        contentLeft = byteCount
        paddingLeft = AttachmentFormat.paddedByteCount(byteCount) - byteCount
    }

    /// Whether everything has come.
    var isComplete: Bool { contentLeft == 0 && paddingLeft == 0 }

    mutating func write(_ bytes: borrowing some Bytes) throws {
        try bytes.withBytes { bytes throws in
            let count = min(bytes.count, Int(clamping: contentLeft))
            if count > 0 { try base.write(bytes.extracting(..<count)) }
            contentLeft -= UInt64(count)
            let padding = bytes.extracting(count...)
            guard UInt64(padding.count) <= paddingLeft else {
                throw VaultError(.tampered, "an attachment is longer than its item says")
            }
            for index in padding.indices where padding[index] != 0 {
                throw VaultError(.tampered, "an attachment's padding is not empty")
            }
            paddingLeft -= UInt64(padding.count)
        }
    }

    /// Gives the writer back.
    consuming func takeBase() -> Base { base }
}

/// Cuts a sealed stream into pieces and hands them on, so many at once as one transaction takes.
struct PieceWriter: ByteWriter {
    typealias Failure = VaultError

    /// Takes pieces that are full and not the stream's last ones; the number is that of the first.
    private let flush: (_ pieces: [[UInt8]], _ number: Int) throws(VaultError) -> Void
    /// Pieces that were not handed on.
    private(set) var pieces: [[UInt8]] = []
    /// The number of the first of them.
    private(set) var number = 0

    init(flush: @escaping (_ pieces: [[UInt8]], _ number: Int) throws(VaultError) -> Void) { self.flush = flush }

    mutating func write(_ bytes: borrowing some Bytes) throws(VaultError) {
        try bytes.withBytes { bytes throws(VaultError) in
            var rest = 0
            while rest < bytes.count {
                if pieces.last.map({ $0.count == AttachmentFormat.pieceByteCount }) ?? true {
                    if pieces.count == AttachmentFormat.piecesPerTransaction {
                        try flush(pieces, number)
                        number += pieces.count
                        pieces = []
                    }
                    pieces.append([])
                    pieces[pieces.count - 1].reserveCapacity(AttachmentFormat.pieceByteCount)
                }
                let last = pieces.count - 1
                let count = min(bytes.count - rest, AttachmentFormat.pieceByteCount - pieces[last].count)
                pieces[last].append(contentsOf: bytes.extracting(rest..<rest + count))
                rest += count
            }
        }
    }
}

/// The sealed stream of an attachment, read a piece at a time, each in a transaction of its own.
struct PieceReader: ByteReader {
    typealias Failure = VaultError

    private let next: (_ number: Int) throws(VaultError) -> [UInt8]?
    private var piece: [UInt8] = []
    private var offset = 0
    private var number = 0
    private var isAtEnd = false

    init(next: @escaping (_ number: Int) throws(VaultError) -> [UInt8]?) { self.next = next }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(VaultError) {
        if offset == piece.count, !isAtEnd {
            // All pieces but the last one are full: the stream has one form.
            let wasFull = number == 0 || piece.count == AttachmentFormat.pieceByteCount
            guard let found = try next(number) else { return isAtEnd = true }
            guard wasFull else { throw VaultError(.tampered, "an attachment has a piece too many") }
            (piece, offset, number) = (found, 0, number + 1)
        }
        let count = min(output.freeCapacity, piece.count - offset)
        output.append(contentsOf: piece.span.extracting(offset..<offset + count))
        offset += count
    }
}
