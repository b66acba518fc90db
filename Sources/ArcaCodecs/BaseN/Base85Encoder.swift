struct Base85Encoder: ByteTransform {
    private let rules: Base85Rules
    /// Bytes of the incomplete group, most significant first.
    private var group: UInt32 = 0
    private var pendingCount = 0
    private var isStarted = false
    private var byteCount = 0

    init(_ rules: Base85Rules) { self.rules = rules }

    func maximumOutputCount(for byteCount: Int) -> Int {
        rules.textCount(for: byteCount.addressable + pendingCount) - (rules.isDelimited && isStarted ? 2 : 0)
    }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        start(into: &output)
        byteCount &+= bytes.count
        bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            var index = 0
            while index < source.count {
                if pendingCount == 0 { index += encodeGroups(start + index, source.count - index, into: &output) }
                guard index < source.count else { return }
                group = group << 8 | UInt32(start[index])
                pendingCount += 1
                index += 1
                if pendingCount == 4 {
                    if let letter = rules.letter(for: group) {
                        output.append(letter)
                    } else {
                        for symbol in rules.symbols(for: group) { output.append(symbol) }
                    }
                    group = 0
                    pendingCount = 0
                }
            }
        }
    }

    /// Ends the stream.
    ///
    /// Without partial groups, a length that is not a multiple of 4 is rejected. Bytes have no lines, so the error
    /// position is the byte count.
    mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard pendingCount == 0 || rules.hasPartialGroups else {
            throw CodecError(
                .unencodable, at: TextPosition(offset: byteCount, line: 1, column: byteCount + 1),
                "\(rules.name) encodes multiples of 4 bytes only, not \(byteCount)",
                hint: "base85 has no such limit")
        }
        finishPartial(into: &output)
    }

    mutating func finishPartial(into output: inout OutputSpan<UInt8>) {
        start(into: &output)
        if pendingCount > 0 {
            let symbols = rules.symbols(for: group << UInt32(32 - 8 * pendingCount))
            for symbol in symbols[...pendingCount] { output.append(symbol) }
            pendingCount = 0
        }
        if rules.isDelimited {
            output.append(.tilde)
            output.append(.greaterThan)
        }
    }

    private mutating func start(into output: inout OutputSpan<UInt8>) {
        guard rules.isDelimited, !isStarted else { return }
        isStarted = true
        output.append(.lessThan)
        output.append(.tilde)
    }

    private func encodeGroups(_ start: Source, _ count: Int, into output: inout OutputSpan<UInt8>) -> Int {
        let whole = count / 4 * 4
        precondition(output.freeCapacity >= whole / 4 * 5, "no room for the encoded text")
        guard whole > 0 else { return 0 }
        return output.withUnsafeMutableBufferPointer { memory, initialized in
            guard let base = memory.baseAddress else { return 0 }
            var done = 0
            while done < whole {
                let part = Base85Kernels.encode(
                    start + done, whole - done, to: base + initialized, alphabet: rules.alphabet, stopsAt: rules.folded)
                done += part
                initialized += part / 4 * 5
                if done < whole, let letter = rules.letter(for: load32(start, done).byteSwapped) {
                    base[initialized] = letter
                    initialized += 1
                    done += 4
                }
            }
            return done
        }
    }
}

/// The same encoder for variants with partial groups, which cannot fail.
struct PartialBase85Encoder: InfallibleByteTransform {
    private var encoder: Base85Encoder

    init(_ rules: Base85Rules) { encoder = Base85Encoder(rules) }

    func maximumOutputCount(for byteCount: Int) -> Int { encoder.maximumOutputCount(for: byteCount) }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        encoder.update(bytes, into: &output)
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) { encoder.finishPartial(into: &output) }
}
