// Arithmetic coding with the model: a number between 0 and 1, written in as few bytes as identify it. `low` and `range`
// are in units of 2^-56 of the current digit; the last byte written is followed by implicit zeros.

extension ShortStringModel {
    /// The result of decoding.
    public enum Outcome: Sendable {
        case done, damaged, trailing, tooLong
    }

    /// Maximum length of a string in bytes.
    public static let maximumByteCount = 4095

    /// Contexts that the encoder looks up in advance, limited by stack space.
    private static let aheadCount = 32
    private static let one: UInt64 = 1 << 56
    private static let smallest: UInt64 = 1 << 48

    /// The probability of a length of 1, 2–3, 4–7, … 2,048–4,095 bytes, in 64ths.
    private static func lengthWeight(_ bits: Int) -> (sum: UInt64, weight: UInt64) {
        switch bits {
        case 1: (0, 1)
        case 2: (1, 1)
        case 3: (2, 2)
        case 4: (4, 4)
        case 5: (8, 8)
        case 6: (16, 14)
        case 7: (30, 14)
        case 8: (44, 10)
        case 9: (54, 5)
        case 10: (59, 3)
        case 11: (62, 1)
        default: (63, 1)
        }
    }

    /// Open brackets, and the probability that the string ends after a byte, in 1,024ths.
    private struct Brackets {
        var depth = 0

        @inline(__always)
        mutating func endWeight(after byte: UInt8) -> UInt64 {
            switch byte {
            case 0x5b, 0x7b:
                depth &+= 1
                return 2
            case 0x5d, 0x7d:
                depth &-= 1
                return depth == 0 ? 896 : 2
            default: return 2
            }
        }
    }

    // MARK: Encoding

    private struct Encoder {
        var low: UInt64 = 0
        var range = ShortStringModel.one
        var count = 0
        let output: UnsafeMutablePointer<UInt8>
        let capacity: Int

        @inline(__always)
        mutating func encode(_ sum: UInt64, _ weight: UInt64, of total: UInt64) {
            let step = range / total
            low &+= step &* sum
            range = step &* weight
            if low >= ShortStringModel.one { carry() }
            while range < ShortStringModel.smallest {
                // Past the capacity the result is too long anyway.
                if count < capacity { output[count] = UInt8(truncatingIfNeeded: low &>> 48) }
                count &+= 1
                low = (low &<< 8) & (ShortStringModel.one &- 1)
                range &<<= 8
            }
        }

        mutating func carry() {
            low &-= ShortStringModel.one
            var place = min(count, capacity)
            while place > 0 {
                place &-= 1
                output[place] &+= 1
                if output[place] != 0 { return }
            }
        }

        /// The shortest number in the range, and its length in bytes.
        func end() -> (number: UInt64, byteCount: Int) { ShortStringModel.end(low, range) }
    }

    private static func end(_ low: UInt64, _ range: UInt64) -> (number: UInt64, byteCount: Int) {
        var byteCount = 0
        while true {
            let rest = (one &>> (8 &* UInt64(byteCount))) &- 1
            let number = (low &+ rest) & ~rest
            if number &- low < range { return (number, byteCount) }
            byteCount &+= 1
        }
    }

    /// Encodes a string of 1 to 4,095 bytes.
    ///
    /// - Returns: The number of bytes written, or nil if `capacity` is too small.
    @inline(never)
    public func encode(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>, capacity: Int
    ) -> Int? {
        var encoder = Encoder(output: output, capacity: capacity)
        if !endsWithBrackets { Self.encode(length: input.count, &encoder) }
        var brackets = Brackets()
        var history = Self.start
        var order = Self.order
        // Contexts are looked up some bytes ahead, so their memory accesses overlap instead of waiting between the
        // coder's steps.
        let isWhole = withUnsafeTemporaryAllocation(of: Node.self, capacity: Self.aheadCount) { ahead in
            for index in 0..<input.count {
                let slot = index % Self.aheadCount
                if slot == 0 {
                    for next in 0..<min(Self.aheadCount, input.count &- index) {
                        ahead[next] = nodes[node(of: history, &order)]
                        history = history &<< 8 | Self.folded(input[index &+ next])
                    }
                }
                encode(input[index], at: ahead[slot], &encoder)
                if endsWithBrackets {
                    let end = brackets.endWeight(after: input[index])
                    let isEnd = index == input.count &- 1
                    encoder.encode(isEnd ? 0 : end, isEnd ? end : 1024 &- end, of: 1024)
                }
                // Checked after each byte, because bytes past the capacity are not written.
                if encoder.count > capacity { return false }
            }
            return true
        }
        guard isWhole else { return nil }
        let end = encoder.end()
        encoder.low = end.number
        if encoder.low >= Self.one { encoder.carry() }
        for _ in 0..<end.byteCount {
            guard encoder.count < capacity else { return nil }
            output[encoder.count] = UInt8(truncatingIfNeeded: encoder.low &>> 48)
            encoder.count &+= 1
            encoder.low = (encoder.low &<< 8) & (Self.one &- 1)
        }
        while encoder.count > 0, output[encoder.count &- 1] == 0 { encoder.count &-= 1 }
        return encoder.count
    }

    private static func encode(length: Int, _ encoder: inout Encoder) {
        let bits = Int.bitWidth - length.leadingZeroBitCount
        let (sum, weight) = lengthWeight(bits)
        encoder.encode(sum, weight, of: 64)
        let top = 1 << (bits - 1)
        encoder.encode(UInt64(length - top), 1, of: UInt64(top))
    }

    @inline(__always)
    private func encode(_ byte: UInt8, at longest: Node, _ encoder: inout Encoder) {
        var node = longest
        var total = node.total
        var escape = Self.discount &* node.itemCount
        // The weight at this node of smaller bytes that a longer context has excluded.
        var excluded: Int32 = 0
        while node.firstItem != 0 {
            let items = items + Int(node.firstItem)
            let count = Int(node.itemCount)
            var sum: Int32 = 0
            var upSum: Int32 = 0
            var index = 0
            while index < count, items[index].symbol < byte {
                sum &+= items[index].weight
                upSum &+= items[index].upWeight
                index &+= 1
            }
            if index < count, items[index].symbol == byte {
                return encoder.encode(UInt64(sum &- excluded), UInt64(items[index].weight), of: UInt64(total))
            }
            encoder.encode(UInt64(total &- escape), UInt64(escape), of: UInt64(total))
            excluded = upSum
            total = node.upTotal
            escape = node.upEscape
            node = nodes[Int(node.up)]
        }
        let sum = rootSums[Int(byte)] &- excluded
        encoder.encode(UInt64(sum), UInt64(items[Int(byte)].weight), of: UInt64(total))
    }

    // MARK: Decoding

    private struct Decoder {
        /// The encoder's lower bound, only needed at the end.
        var low: UInt64 = 0
        /// The number minus the lower bound.
        var distance: UInt64 = 0
        var range = ShortStringModel.one
        /// Bytes written by the encoder so far.
        var count = 0
        let input: UnsafeBufferPointer<UInt8>

        init(_ input: UnsafeBufferPointer<UInt8>) {
            self.input = input
            for index in 0..<7 { distance = distance &<< 8 | byte(at: index) }
        }

        @inline(__always)
        func byte(at index: Int) -> UInt64 { index < input.count ? UInt64(input[index]) : 0 }

        @inline(__always)
        mutating func take(_ sum: UInt64, _ weight: UInt64, _ step: UInt64) {
            low = (low &+ step &* sum) & (ShortStringModel.one &- 1)
            distance &-= step &* sum
            range = step &* weight
            while range < ShortStringModel.smallest {
                low = (low &<< 8) & (ShortStringModel.one &- 1)
                distance = distance &<< 8 | byte(at: count &+ 7)
                range &<<= 8
                count &+= 1
            }
        }

        /// Whether the input is exactly the encoder's output.
        var outcome: Outcome {
            let end = ShortStringModel.end(low, range)
            if input.count > count &+ end.byteCount { return .trailing }
            if distance != end.number &- low { return .damaged }
            return input.last == 0 ? .trailing : .done
        }
    }

    /// Decodes a string.
    ///
    /// Any input terminates in time limited by `capacity`. Discard the output unless the outcome is `.done`.
    ///
    /// - Returns: The number of bytes written, and the outcome.
    @inline(never)
    public func decode(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>, capacity: Int
    ) -> (byteCount: Int, outcome: Outcome) {
        var decoder = Decoder(input)
        var length = Int.max
        if !endsWithBrackets {
            guard let known = Self.length(&decoder) else { return (0, .damaged) }
            length = known
            guard length <= capacity else { return (0, .tooLong) }
        }
        var brackets = Brackets()
        var history = Self.start
        var order = Self.order
        var count = 0
        while count < length {
            guard count < capacity else { return (0, .tooLong) }
            guard let byte = byte(at: node(of: history, &order), &decoder) else { return (0, .damaged) }
            output[count] = byte
            count &+= 1
            history = history &<< 8 | Self.folded(byte)
            guard endsWithBrackets else { continue }
            let step = decoder.range / 1024
            let place = decoder.distance / step
            guard place < 1024 else { return (0, .damaged) }
            let end = brackets.endWeight(after: byte)
            let isEnd = place < end
            decoder.take(isEnd ? 0 : end, isEnd ? end : 1024 &- end, step)
            if isEnd { length = count }
        }
        return (count, decoder.outcome)
    }

    private static func length(_ decoder: inout Decoder) -> Int? {
        var step = decoder.range / 64
        let place = decoder.distance / step
        guard place < 64 else { return nil }
        var bits = 1
        while bits < 12, lengthWeight(bits + 1).sum <= place { bits += 1 }
        let (sum, weight) = lengthWeight(bits)
        decoder.take(sum, weight, step)
        let top = UInt64(1) << UInt64(bits - 1)
        step = decoder.range / top
        let rest = decoder.distance / step
        guard rest < top else { return nil }
        decoder.take(rest, 1, step)
        return Int(top + rest)
    }

    @inline(__always)
    private func byte(at longest: Int, _ decoder: inout Decoder) -> UInt8? {
        var node = longest
        var total = nodes[node].total
        var escape = node == 0 ? 0 : Self.discount &* nodes[node].itemCount
        var child = -1
        while true {
            // A context followed by all 256 bytes has no escape.
            guard total > 0 else { return nil }
            let step = decoder.range / UInt64(total)
            let place = decoder.distance / step
            guard place < UInt64(total) else { return nil }
            if place >= UInt64(total &- escape) {
                decoder.take(UInt64(total &- escape), UInt64(escape), step)
                child = node
                total = nodes[node].upTotal
                escape = nodes[node].upEscape
                node = Int(nodes[node].up)
                continue
            }
            return symbol(at: Int32(truncatingIfNeeded: place), node, child, step, &decoder)
        }
    }

    /// Decodes the byte at a position in the cumulative weights, excluding the bytes of `child`.
    @inline(__always)
    private func symbol(
        at place: Int32, _ node: Int, _ child: Int, _ step: UInt64, _ decoder: inout Decoder
    ) -> UInt8 {
        let own = items + Int(nodes[node].firstItem)
        let skipped = items + Int(child >= 0 ? nodes[child].firstItem : 0)
        let skippedCount = child >= 0 ? Int(nodes[child].itemCount) : 0
        var sum: Int32 = 0
        var index = 0
        var skip = 0
        while true {
            if skip < skippedCount, skipped[skip].symbol == own[index].symbol {
                skip &+= 1
            } else {
                if place < sum &+ own[index].weight { break }
                sum &+= own[index].weight
            }
            index &+= 1
        }
        decoder.take(UInt64(sum), UInt64(own[index].weight), step)
        return own[index].symbol
    }
}
