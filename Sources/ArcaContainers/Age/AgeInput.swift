internal import ArcaCore

/// Reads an age file: removes the armor, then yields header lines and payload.
struct AgeInput<Base: ByteReader & ~Copyable>: ~Copyable, ByteReader {
    private var base: Base
    private var armor: AgeArmorDecoder?
    private var ahead: [UInt8] = []
    private var offset = 0
    private var isAtEnd = false
    /// A pending error, thrown once the buffered bytes are consumed.
    private var failure: ContainerError?

    private static var pieceByteCount: Int { 64 * 1024 }

    init(_ base: consuming Base) throws {
        self.base = base
        let piece = try nextPiece()
        switch piece.first {
        case nil: throw ContainerError(.malformed, at: 0, "not an age file: it is empty")
        case .some where TextMark(piece.span) != nil, .some(0x2d), .some(0x20), .some(0x09...0x0d):
            armor = AgeArmorDecoder()
            decode(piece)
        default: ahead = piece
        }
    }

    var isArmored: Bool { armor != nil }

    mutating func read(into output: inout OutputSpan<UInt8>) throws {
        if offset == ahead.count {
            if armor == nil { return try base.read(into: &output) }
            try fill()
        }
        let count = min(output.freeCapacity, ahead.count - offset)
        output.append(contentsOf: ahead.span.extracting(offset..<offset + count))
        offset += count
    }

    /// The next line without its LF, at most `limit` bytes; nil if the input ends first.
    mutating func nextLine(limit: Int) throws -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            let rest = ahead[offset...]
            if let end = rest.firstIndex(of: .newline) {
                line += rest[..<end]
                offset = end + 1
                return line
            }
            line += rest
            offset = ahead.count
            guard line.count <= limit else {
                throw ContainerError(
                    .malformed,
                    "the header is longer than \(Age.Header.largestByteCount >> 20) MiB, or this is not an age file")
            }
            try fill()
            if offset == ahead.count { return nil }
        }
    }

    mutating func next(_ byteCount: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < byteCount {
            if offset == ahead.count { try fill() }
            if offset == ahead.count { break }
            let count = min(byteCount - bytes.count, ahead.count - offset)
            bytes += ahead[offset..<offset + count]
            offset += count
        }
        return bytes
    }

    private mutating func fill() throws {
        ahead.removeAll(keepingCapacity: true)
        offset = 0
        while ahead.isEmpty, !isAtEnd {
            if let failure { throw failure }
            let piece = try nextPiece()
            isAtEnd = piece.isEmpty
            if armor != nil { decode(piece) } else { ahead = piece }
        }
        if ahead.isEmpty, let failure { throw failure }
    }

    /// An empty piece is the end.
    private mutating func decode(_ piece: [UInt8]) {
        do {
            if piece.isEmpty {
                try armor?.finish(into: &ahead)
            } else {
                try armor?.update(piece.span, into: &ahead)
            }
        } catch { failure = error }
    }

    private mutating func nextPiece() throws -> [UInt8] {
        // Allocates each time: headers fit in one piece, and decoding armor is slower than allocating.
        try [UInt8](capacity: Self.pieceByteCount) { output throws(Base.Failure) in try base.read(into: &output) }
    }
}
