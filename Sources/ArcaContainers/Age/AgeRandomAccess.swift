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
            guard !file.isArmored else {
                return try Self.openArmored(part, &file, again: PlacedReader(pointer), into: &output)
            }
            let (payload, start) = try file.readNonce()
            guard let chunkCount = AgePayload.counts(sealed: byteCount - start)?.chunks else {
                throw ContainerError(.truncated, at: byteCount, "the file ends within its payload")
            }
            let last = chunkCount - 1
            try part.write(chunksOf: AgePayload.chunkByteCount, last: last, into: &output) { index in
                let place = start + index * AgePayload.sealedByteCount
                let sealed = try [UInt8](capacity: min(AgePayload.sealedByteCount, byteCount - place)) {
                    try pointer.pointee.read(into: &$0, at: place)
                }
                return try [UInt8](capacity: AgePayload.chunkByteCount) {
                    try payload.open(sealed.span, index: index, isLast: index == last, place: place, into: &$0)
                }
            }
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
