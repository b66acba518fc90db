public import ArcaCore
internal import ArcaCrypto

extension Age: RandomAccessFormat {
    /// Decrypts a range and reads only the header, the last chunk and the chunks in the range.
    ///
    /// The last chunk proves where the payload ends.
    ///
    /// Armored files are read from the beginning.
    ///
    /// - Parameters:
    ///   - part: The range of the plaintext.
    ///   - input: The source of the file.
    ///   - byteCount: The length of the file.
    ///   - output: The destination of the range. Each chunk is verified before it is written.
    /// - Throws: As ``open(_:into:)`` does.
    public func open<Input: RandomAccessReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ part: ByteRange, of input: borrowing Input, byteCount: Int, into output: inout Output
    ) throws {
        try withUnsafePointer(to: input) { pointer in
            var file = try Opener(PlacedReader(pointer))
            try file.unlock(with: identities)
            let reader = PlacedReader(pointer)
            guard !file.isArmored else { return try Self.openArmored(part, &file, again: reader, into: &output) }
            let (payload, start) = try file.readNonce()
            try payload.open(part, of: reader, from: start, to: byteCount, into: &output)
        }
    }

    private static func openArmored<Input: RandomAccessReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ part: ByteRange, _ file: inout Opener<PlacedReader<Input>>, again input: PlacedReader<Input>,
        into output: inout Output
    ) throws {
        // The first pass verifies the whole file and finds its length; a damaged file produces no output.
        var counter = CountingWriter()
        try file.open(into: &counter)
        var again = try Opener(input)
        try again.unlock(with: [UnwrappedKey(fileKey: file.fileKey)])
        try withUnsafeMutablePointer(to: &output) { output in
            var writer = RangeWriter(LentWriter(output), part.offsets(in: counter.byteCount))
            try again.open(into: &writer)
        }
    }
}

private struct UnwrappedKey: Age.Identity {
    let fileKey: SymmetricKey?

    func unwrap(_ stanzas: [Age.Stanza]) -> SymmetricKey? { fileKey }
}

extension AgePayload {
    fileprivate func open<Input: RandomAccessReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ part: ByteRange, of input: PlacedReader<Input>, from start: Int, to end: Int, into output: inout Output
    ) throws {
        guard let counts = Self.counts(sealed: end - start) else {
            throw ContainerError(.truncated, at: end, "the file ends within its payload")
        }
        var input = input
        let last = counts.chunks - 1
        // Always first: the last chunk proves that the file is complete, and hence the plaintext length.
        let ending = try chunk(last, isLast: true, of: &input, from: start, to: end)
        let offsets = part.offsets(in: counts.byteCount)
        guard !offsets.isEmpty else { return }
        for index in offsets.lowerBound / Self.chunkByteCount...(offsets.upperBound - 1) / Self.chunkByteCount {
            let bytes = index == last ? ending : try chunk(index, isLast: false, of: &input, from: start, to: end)
            let first = index * Self.chunkByteCount
            let wanted = offsets.clamped(to: first..<first + bytes.count)
            try output.write(bytes[wanted.lowerBound - first..<wanted.upperBound - first])
        }
    }

    private func chunk<Input: RandomAccessReader & ~Copyable>(
        _ index: Int, isLast: Bool, of input: inout PlacedReader<Input>, from start: Int, to end: Int
    ) throws -> [UInt8] {
        let place = start + index * Self.sealedByteCount
        let byteCount = min(Self.sealedByteCount, end - place)
        input.offset = place
        let sealed = try [UInt8](capacity: byteCount) { output in try input.read(into: &output) }
        return try [UInt8](capacity: Self.chunkByteCount) { output in
            try open(sealed.span, index: index, isLast: isLast, place: place, into: &output)
        }
    }
}

/// Reads from an offset in a borrowed reader; its owner keeps it alive.
private struct PlacedReader<Base: RandomAccessReader & ~Copyable>: ByteReader {
    private let base: UnsafePointer<Base>
    var offset = 0

    init(_ base: UnsafePointer<Base>) { self.base = base }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        let before = output.count
        try base.pointee.read(into: &output, at: offset)
        offset += output.count - before
    }
}
