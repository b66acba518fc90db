public import ArcaCodecs
public import ArcaCore

/// The input of a fuzzer run; its first bytes select options.
public struct Input {
    private var rest: ArraySlice<UInt8>

    /// Copies the fuzzer's buffer.
    public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        rest = Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    /// Removes and returns the first byte, or 0 if the input is empty.
    public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Removes the first byte and uses it to select one of `choices`.
    public mutating func choose<Choice>(_ choices: [Choice]) -> Choice { choices[Int(byte()) % choices.count] }

    /// Returns `good`, modified or replaced according to the remaining bytes.
    ///
    /// They replace it if the first byte is 0, or if enough of them remain. Otherwise two bytes select an offset, and
    /// the rest flips bits from there.
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

    /// The remaining bytes, truncated or padded with zeros to `count` bytes.
    public func filled(_ count: Int) -> [UInt8] {
        Array(rest.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - rest.count))
    }

    /// The remaining bytes.
    public var bytes: [UInt8] { Array(rest) }
}

/// Reports a finding if the condition does not hold.
public func check(_ condition: Bool, _ claim: @autoclosure () -> String) {
    if !condition { fatalError("does not hold: \(claim())") }
}

/// Checks a streaming codec: any input is safe, encoding and decoding are inverse, and split points do not matter.
///
/// - Parameters:
///   - codec: The codec as configured for this run.
///   - input: The text to decode, and the bytes to encode.
///   - isCanonical: Whether each value has exactly one valid encoding.
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

/// Checks a codec: any input is safe, and encoding and decoding are inverse.
///
/// - Parameters:
///   - codec: The codec as configured for this run.
///   - bytes: The text to decode, and the bytes to encode.
///   - isCanonical: Whether each value has exactly one valid encoding.
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

/// The output of a transform for pieces of input, and its error.
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
