// Deflate for strings of a few dozen bytes: a single block with the fixed code (RFC 1951, section 3.2.6), and matches
// in the string and a dictionary that is indexed once. zlib would index the dictionary again for every string.

/// A dictionary with an index of all three-byte sequences.
public final class MatchIndex: @unchecked Sendable {  // Immutable after initialization.
    private static let hashBits: UInt32 = 13
    /// Maximum number of match candidates.
    private static let patience = 24
    private static let longest = 258

    private let text: UnsafeBufferPointer<UInt8>
    private let heads: UnsafeMutablePointer<Int16>
    private let links: UnsafeMutablePointer<Int16>

    /// Indexes a text of at most 32,767 bytes, which must outlive the index.
    public init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        heads = .allocate(capacity: 1 << Int(Self.hashBits))
        heads.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
        links = .allocate(capacity: text.count + 1)
        links.initialize(repeating: -1, count: text.count + 1)
        guard text.count >= 3, let start = text.baseAddress else { return }
        for place in 0...text.count - 3 {
            let hash = Self.hash(start + place)
            links[place] = heads[hash]
            heads[hash] = Int16(place)
        }
    }

    deinit {
        heads.deallocate()
        links.deallocate()
    }

    @inline(__always)
    private static func hash(_ bytes: UnsafePointer<UInt8>) -> Int {
        let three = UInt32(bytes[0]) | UInt32(bytes[1]) &<< 8 | UInt32(bytes[2]) &<< 16
        return Int(truncatingIfNeeded: (three &* 0x9e37_79b1) &>> (32 &- hashBits))
    }

    private struct BitWriter {
        var bits: UInt64 = 0
        var bitCount: UInt64 = 0
        var byteCount = 0
        let output: UnsafeMutablePointer<UInt8>
        let capacity: Int

        @inline(__always)
        mutating func write(_ value: UInt32, _ count: Int) {
            bits |= UInt64(value) &<< bitCount
            bitCount &+= UInt64(truncatingIfNeeded: count)
            while bitCount >= 8 {
                if byteCount < capacity { output[byteCount] = UInt8(truncatingIfNeeded: bits) }
                byteCount &+= 1
                bits &>>= 8
                bitCount &-= 8
            }
        }
    }

    private struct Match {
        var length = 0
        var distance = 0
    }

    /// Compresses a string of at most 4,095 bytes to one deflate block.
    ///
    /// - Returns: The number of bytes written, or nil if `capacity` is too small.
    @inline(never)
    public func deflate(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>, capacity: Int
    ) -> Int? {
        guard let start = input.baseAddress else { return nil }
        var writer = BitWriter(output: output, capacity: capacity)
        writer.write(0b011, 3)
        // The last 1-based position of each hash in the string; few slots, because they are cleared every time.
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 256) { recent in
            recent.initialize(repeating: 0)
            var place = 0
            while place < input.count {
                if writer.byteCount > capacity { return nil }
                let match = place &+ 3 <= input.count ? best(at: place, start, input.count, recent) : Match()
                var next = place &+ 1
                if match.length > 0 {
                    Self.write(match, &writer)
                    next = place &+ match.length
                } else {
                    Self.write(literal: start[place], &writer)
                }
                while place < next {
                    if place &+ 3 <= input.count {
                        recent[Self.hash(start + place) & 255] = UInt16(truncatingIfNeeded: place &+ 1)
                    }
                    place &+= 1
                }
            }
            writer.write(0, 7)
            if writer.bitCount > 0 { writer.write(0, 8 &- Int(writer.bitCount)) }
            return writer.byteCount <= capacity ? writer.byteCount : nil
        }
    }

    /// The match that saves the most bits over literals; length 0 if none does.
    @inline(__always)
    private func best(
        at place: Int, _ start: UnsafePointer<UInt8>, _ count: Int, _ recent: UnsafeMutableBufferPointer<UInt16>
    ) -> Match {
        let hash = Self.hash(start + place)
        let most = min(count &- place, Self.longest)
        var best = Match()
        var bestGain = 0
        let last = Int(recent[hash & 255])
        if last > 0 {
            var length = 0
            while length < most, start[last &- 1 &+ length] == start[place &+ length] { length &+= 1 }
            if length >= 3 {
                best = Match(length: length, distance: place &- last &+ 1)
                bestGain = Self.gain(best)
                if bestGain <= 0 { best.length = 0 }
            }
        }
        guard let base = text.baseAddress else { return best }
        var candidate = Int(heads[hash])
        var patience = Self.patience
        while candidate >= 0, patience > 0 {
            let limit = min(most, text.count &- candidate)
            var length = 0
            // Compares only candidates that could be longer than the best match.
            if limit > best.length, base[candidate &+ best.length] == start[place &+ best.length] {
                while length < limit, base[candidate &+ length] == start[place &+ length] { length &+= 1 }
            }
            if length > best.length, length >= 3 {
                let match = Match(length: length, distance: text.count &- candidate &+ place)
                let gain = Self.gain(match)
                if match.distance <= 32_768, gain > bestGain { (best, bestGain) = (match, gain) }
            }
            candidate = Int(links[candidate])
            patience &-= 1
        }
        return bestGain > 0 ? best : Match()
    }

    /// Bits saved by a match, counting 8 per literal although literals from 144 take 9.
    @inline(__always)
    private static func gain(_ match: Match) -> Int {
        let (_, lengthCode, lengthExtra) = code(length: match.length)
        let (_, distanceExtra) = code(distance: match.distance)
        return 8 &* match.length &- ((lengthCode < 280 ? 7 : 8) &+ lengthExtra &+ 5 &+ distanceExtra)
    }

    @inline(__always)
    private static func write(literal byte: UInt8, _ writer: inout BitWriter) {
        if byte < 144 {
            writer.write(reversed(0x30 &+ UInt32(byte), 8), 8)
        } else {
            writer.write(reversed(0x190 &+ UInt32(byte) &- 144, 9), 9)
        }
    }

    @inline(__always)
    private static func write(_ match: Match, _ writer: inout BitWriter) {
        let (rest, lengthCode, lengthExtra) = code(length: match.length)
        if lengthCode < 280 {
            writer.write(reversed(UInt32(truncatingIfNeeded: lengthCode &- 256), 7), 7)
        } else {
            writer.write(reversed(0xc0 &+ UInt32(truncatingIfNeeded: lengthCode &- 280), 8), 8)
        }
        writer.write(UInt32(truncatingIfNeeded: rest), lengthExtra)
        let (distanceCode, distanceExtra) = code(distance: match.distance)
        writer.write(reversed(UInt32(truncatingIfNeeded: distanceCode), 5), 5)
        let mask = (1 &<< distanceExtra) &- 1
        writer.write(UInt32(truncatingIfNeeded: (match.distance &- 1) & mask), distanceExtra)
    }

    /// Reverses a code because Huffman codes are written from the highest bit.
    @inline(__always)
    private static func reversed(_ code: UInt32, _ count: UInt32) -> UInt32 {
        var code = code
        var result: UInt32 = 0
        for _ in 0..<count {
            result = result &<< 1 | code & 1
            code &>>= 1
        }
        return result
    }

    /// The code of a length and its extra bits (RFC 1951, section 3.2.5): four codes per power of two.
    @inline(__always)
    private static func code(length: Int) -> (rest: Int, code: Int, extra: Int) {
        if length == longest { return (0, 285, 0) }
        let value = length &- 3
        if value < 8 { return (0, 257 &+ value, 0) }
        let extra = Int.bitWidth &- value.leadingZeroBitCount &- 3
        return (value & ((1 &<< extra) &- 1), 257 &+ 4 &* extra &+ value &>> extra, extra)
    }

    /// The code of a distance: two codes per power of two.
    @inline(__always)
    private static func code(distance: Int) -> (code: Int, extra: Int) {
        let value = distance &- 1
        if value < 4 { return (value, 0) }
        let extra = Int.bitWidth &- value.leadingZeroBitCount &- 2
        return (2 &* extra &+ value &>> extra, extra)
    }
}
