internal import ArcaCore
internal import ArcaCrypto

/// Converts BER, which S/MIME, PKCS #12 and PKCS #7 allow, to DER for ``DERReader``.
///
/// Lengths become definite and minimal, and the parts of a constructed OCTET STRING are joined. Values are not sorted.
///
/// Source: X.690, section 8.
package enum BER {
    /// Deepest nesting; stores and messages in practice have about 20 levels.
    private static let largestDepth = 48
    private static let largestCount = 200_000

    private struct Value {
        let tag: UInt8
        /// The content of a primitive value, as ranges of the input.
        var parts: [Range<Int>] = []
        var children: [Value] = []
        var contentByteCount = 0
        var isChanged = false

        var byteCount: Int { 1 + BER.lengthByteCount(contentByteCount) + contentByteCount }
    }

    /// Passes the bytes to `body` as DER, converted only if necessary.
    ///
    /// With `isPrefix`, the end may be missing; then values end with the input. Bytes that are not BER either are passed
    /// unchanged, and the reader reports the reason.
    package static func withDER<Result>(
        _ bytes: Span<UInt8>, isPrefix: Bool = false, _ body: (Span<UInt8>) throws(KeyError) -> Result
    ) throws(KeyError) -> Result {
        var scanner = Scanner(isPrefix: isPrefix)
        guard let value = scanner.value(0..<bytes.count, in: bytes, depth: 0),
            scanner.offset == bytes.count || isPrefix, value.isChanged
        else { return try body(bytes) }
        let converted = SecretBytes(byteCount: value.byteCount) { write(value, bytes, into: &$0) }
        return try converted.withBytes { converted throws(KeyError) in try body(converted) }
    }

    /// Reads `[number] IMPLICIT OCTET STRING`, which BER may split into several.
    static func implicitOctetString(
        _ number: UInt8, _ reader: inout DERReader, in bytes: Span<UInt8>
    ) throws(KeyError) -> [UInt8] {
        guard reader.peek(in: bytes) == .context(number, isConstructed: true) else {
            return [UInt8](bytes: bytes.extracting(try reader.read(.context(number, isConstructed: false), in: bytes)))
        }
        var parts = DERReader(try reader.read(.context(number, isConstructed: true), in: bytes))
        var joined: [UInt8] = []
        while !parts.isAtEnd { joined += [UInt8](bytes: bytes.extracting(try parts.read(.octetString, in: bytes))) }
        return joined
    }

    private struct Scanner {
        let isPrefix: Bool
        var offset = 0
        private var countLeft = BER.largestCount

        init(isPrefix: Bool) { self.isPrefix = isPrefix }

        /// Reads the value at the start of the range; nil if it is not BER.
        mutating func value(_ range: Range<Int>, in bytes: Span<UInt8>, depth: Int) -> Value? {
            offset = range.lowerBound
            guard depth < BER.largestDepth, countLeft > 0, range.count >= 2, bytes[offset] & 0x1f != 0x1f else {
                return nil
            }
            countLeft -= 1
            let tag = bytes[offset]
            let isConstructed = tag & 0x20 != 0
            guard let length = length(range.upperBound, in: bytes) else { return nil }
            var end = range.upperBound
            var value = Value(tag: tag)
            value.isChanged = !length.isMinimal
            if let count = length.count {
                guard count <= end - offset || isPrefix else { return nil }
                if count > end - offset { value.isChanged = true }
                end = min(end, offset + min(count, end - offset))
            } else if !isConstructed {
                return nil
            }
            guard isConstructed else {
                value.parts = [offset..<end]
                value.contentByteCount = end - offset
                offset = end
                return value
            }
            var isClosed = length.count != nil
            while offset < end {
                if length.count == nil, end - offset >= 2, bytes[offset] == 0, bytes[offset + 1] == 0 {
                    offset += 2
                    isClosed = true
                    break
                }
                let place = offset
                guard let child = self.value(offset..<end, in: bytes, depth: depth + 1) else {
                    // The last value of a prefix may be cut inside its length.
                    guard isPrefix, end == bytes.count, end - place < 10 else { return nil }
                    value.isChanged = true
                    offset = end
                    break
                }
                value.isChanged = value.isChanged || child.isChanged
                value.children.append(child)
            }
            guard isClosed || isPrefix else { return nil }
            return finished(value)
        }

        /// Joins the parts of an OCTET STRING.
        private func finished(_ value: Value) -> Value? {
            var value = value
            if value.tag == 0x24 {
                guard value.children.allSatisfy({ $0.tag == DERTag.octetString.octet }) else { return nil }
                value = Value(
                    tag: DERTag.octetString.octet, parts: value.children.flatMap(\.parts), isChanged: true)
                value.contentByteCount = value.parts.reduce(0) { $0 + $1.count }
            } else {
                value.contentByteCount = value.children.reduce(0) { $0 + $1.byteCount }
            }
            return value
        }

        /// Reads a length and moves past it; a nil `count` is indefinite.
        private mutating func length(_ end: Int, in bytes: Span<UInt8>) -> (count: Int?, isMinimal: Bool)? {
            let first = Int(bytes[offset + 1])
            offset += 2
            guard first >= 0x80 else { return (first, true) }
            guard first > 0x80 else { return (nil, false) }
            let octetCount = first & 0x7f
            guard octetCount <= 8, end - offset >= octetCount else { return nil }
            let octets = (offset..<offset + octetCount).map { bytes[$0] }
            offset += octetCount
            let digits = octets.drop { $0 == 0 }
            guard digits.count <= 4 else { return nil }
            let count = digits.reduce(0) { $0 << 8 | Int($1) }
            return (count, 1 + octetCount == BER.lengthByteCount(count))
        }
    }

    private static func lengthByteCount(_ count: Int) -> Int {
        count < 0x80 ? 1 : 1 + (Int.bitWidth - count.leadingZeroBitCount + 7) / 8
    }

    private static func write(_ value: Value, _ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        output.append(value.tag)
        let count = lengthByteCount(value.contentByteCount) - 1
        if count == 0 {
            output.append(UInt8(value.contentByteCount))
        } else {
            output.append(0x80 | UInt8(count))
            for index in (0..<count).reversed() {
                output.append(UInt8(truncatingIfNeeded: value.contentByteCount >> (8 * index)))
            }
        }
        for part in value.parts { output.append(contentsOf: bytes.extracting(part)) }
        for child in value.children { write(child, bytes, into: &output) }
    }
}
