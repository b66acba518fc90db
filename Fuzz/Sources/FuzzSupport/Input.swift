public import ArcaCodecs
public import ArcaCore

/// The bytes of one run, and choices taken from its first ones.
public struct Input {
    private var rest: ArraySlice<UInt8>

    /// Copies what the fuzzer hands over.
    public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        rest = Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    /// Takes a byte off the front; 0 when there is none.
    public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Takes a byte off the front to choose one of `choices`.
    public mutating func choose<Choice>(_ choices: [Choice]) -> Choice { choices[Int(byte()) % choices.count] }

    /// Makes something else of `good`, or leaves it, as the bytes that are left say.
    ///
    /// They take its place where the first one is 0, with any length, or where there are enough of them; else two of them
    /// are a place, from which the others turn bits over.
    public mutating func changed(_ good: [UInt8]) -> [UInt8] {
        if byte() == 0 { return bytes }
        if rest.count >= good.count { return Array(rest.prefix(good.count)) }
        var place = Int(byte()) << 8 | Int(byte())
        var changed = good
        for byte in rest where !changed.isEmpty {
            changed[place % changed.count] ^= byte
            place += 1
        }
        return changed
    }

    /// The first bytes that are left, with zeros behind them up to `count`.
    public func filled(_ count: Int) -> [UInt8] {
        Array(rest.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - rest.count))
    }

    /// All bytes that are left.
    public var bytes: [UInt8] { Array(rest) }
}

/// Ends the run as a finding when a statement about the code does not hold.
public func check(_ condition: Bool, _ claim: @autoclosure () -> String) {
    if !condition { fatalError("does not hold: \(claim())") }
}

/// What holds for every codec with streams: decoding takes any bytes, both directions agree, split points never matter.
///
/// - Parameters:
///   - codec: The codec as configured for this run.
///   - input: The text to decode, and the bytes to encode.
///   - isCanonical: Whether each value has exactly one text that is decoded.
public func checkCodec(_ codec: some StreamingTextCodec, _ input: consuming Input, isCanonical: Bool) {
    let cut = Int(input.byte())
    let bytes = input.bytes
    let place = min(cut, bytes.count)
    let whole = outcome(codec.makeDecoder(), [bytes[...]])
    let split = outcome(codec.makeDecoder(), [bytes[..<place], bytes[place...]])
    check(whole.error == split.error && whole.bytes == split.bytes, "decoding split at \(place) differs")
    checkOneShot(codec, bytes, whole.error == nil ? whole.bytes : nil, isCanonical: isCanonical)
    let encoded = outcome(codec.makeEncoder(), [bytes[..<place], bytes[place...]])
    if encoded.error == nil {
        check((try? codec.encodeToBytes(bytes)) == encoded.bytes, "encoding split at \(place) differs")
    }
}

/// What holds for every codec: decoding takes any bytes, encode and decode undo each other.
///
/// - Parameters:
///   - codec: The codec as configured for this run.
///   - bytes: The text to decode, and the bytes to encode.
///   - isCanonical: Whether each value has exactly one text that is decoded.
public func checkCodec(_ codec: some TextCodec, _ bytes: [UInt8], isCanonical: Bool) {
    checkOneShot(codec, bytes, try? codec.decode(bytes), isCanonical: isCanonical)
}

private func checkOneShot(_ codec: some TextCodec, _ bytes: [UInt8], _ expected: [UInt8]?, isCanonical: Bool) {
    do throws(CodecError) {
        let decoded = try codec.decode(bytes)
        check(decoded == expected, "one-shot and stream decode alike")
        let again = try? codec.encodeToBytes(decoded)
        if isCanonical { check(again == bytes, "what is decoded encodes to the same text") }
        if let again { check((try? codec.decode(again)) == decoded, "decoded, encoded, decoded again") }
    } catch {
        check(expected == nil, "one-shot and stream refuse alike")
        check((error.position?.offset ?? 0) <= bytes.count, "an error lies inside the input")
    }
    if let text = try? codec.encodeToBytes(bytes) {
        check(text.count <= codec.maximumEncodedCount(for: bytes.count), "the bound of the encoded size")
        check((try? codec.decode(text)) == bytes, "encoded, then decoded")
    }
}

/// What a transform makes of pieces: the output, and the error that ended it.
private func outcome(
    _ transform: consuming some ByteTransform, _ pieces: [ArraySlice<UInt8>]
) -> (bytes: [UInt8], error: CodecError?) {
    var transform = transform
    var bytes: [UInt8] = []
    var failure: CodecError?
    for piece in pieces where failure == nil {
        bytes += [UInt8](capacity: transform.maximumOutputCount(for: piece.count)) { output in
            do throws(CodecError) { try transform.update(piece, into: &output) } catch { failure = error }
        }
    }
    if failure == nil {
        bytes += [UInt8](capacity: transform.maximumOutputCount(for: 0)) { output in
            do throws(CodecError) { try transform.finish(into: &output) } catch { failure = error }
        }
    }
    return (bytes, failure)
}
