import ArcaCore
import Testing

/// Runs an operation that must fail, and returns its error, or nil if it did not fail.
func failure<Value>(_ operation: () throws(CodecError) -> Value) -> CodecError? {
    do throws(CodecError) {
        _ = try operation()
        return nil
    } catch { return error }
}

/// Pseudorandom bytes, the same in every run (xorshift64).
func noise(_ count: Int, seed: UInt64 = 88_172_645_463_325_252) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state >> 24)
    }
}

/// Decodes a text in the given pieces, and returns the output and the error.
func decodeInPieces(
    _ decoder: consuming some ByteTransform, _ text: [UInt8], cuts: [Int]
) -> (bytes: [UInt8], error: CodecError?) {
    var decoder = decoder
    var bytes: [UInt8] = []
    var start = 0
    for end in cuts + [text.count] {
        let piece = text[start..<end]
        let capacity = decoder.maximumOutputCount(for: piece.count)
        var error: CodecError?
        bytes += [UInt8](capacity: capacity) { output in
            do throws(CodecError) { try decoder.update(piece, into: &output) } catch let caught { error = caught }
        }
        if let error { return (bytes, error) }
        start = end
    }
    var error: CodecError?
    bytes += [UInt8](capacity: decoder.maximumOutputCount(for: 0)) { output in
        do throws(CodecError) { try decoder.finish(into: &output) } catch let caught { error = caught }
    }
    return (bytes, error)
}

/// Encodes bytes in the given pieces, and returns the output.
func encodeInPieces(_ encoder: consuming some InfallibleByteTransform, _ bytes: [UInt8], cuts: [Int]) -> [UInt8] {
    var encoder = encoder
    var text: [UInt8] = []
    var start = 0
    for end in cuts + [bytes.count] {
        let piece = bytes[start..<end]
        text += [UInt8](capacity: encoder.maximumOutputCount(for: piece.count)) { output in
            encoder.update(piece, into: &output)
        }
        start = end
    }
    return text + [UInt8](capacity: encoder.maximumOutputCount(for: 0)) { output in encoder.finish(into: &output) }
}
