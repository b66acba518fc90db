/// Recognizes a single ASN.1 value in DER: certificates, keys, signatures (X.690, sections 8 and 10).
enum DERShape {
    private static let depth = 4

    /// Recognizes a SEQUENCE that fills the data exactly and is filled exactly by its values.
    static func recognize(_ bytes: Span<UInt8>) -> Recognition? {
        guard bytes.count >= 8, bytes[0] == 0x30, var header = Header(bytes, 0, bytes.count), header.end == bytes.count,
            let bits = evidence(bytes, header.start, end: header.end, depth: depth)
        else { return nil }
        let outer = header
        var what = "ASN.1 DER data"
        // A certificate starts with a SEQUENCE that begins with the version, [0].
        if let first = Header(bytes, outer.start, outer.end), bytes[outer.start] == 0x30 {
            header = first
            if header.start < header.end, bytes[header.start] == 0xa0 { what = "X.509 certificate or request in DER" }
        }
        return Recognition("der", what, evidenceBits: 16 + bits)
    }

    private struct Header {
        let start: Int
        let end: Int

        init?(_ bytes: Span<UInt8>, _ offset: Int, _ limit: Int) {
            guard offset <= limit - 2, bytes[offset] & 0x1f != 0x1f, bytes[offset] != 0 else { return nil }
            var start = offset + 2
            var length = Int(bytes[offset + 1])
            if length >= 0x80 {
                let count = length & 0x7f
                guard (1...4).contains(count), start + count <= limit, bytes[start] != 0 else { return nil }
                length = (0..<count).reduce(0) { $0 << 8 | Int(bytes[start + $1]) }
                // DER requires the shortest form.
                guard length >= 0x80 else { return nil }
                start += count
            }
            guard length <= limit - start else { return nil }
            self.start = start
            end = start + length
        }
    }

    /// The number of bits that the values determine, or nil if they do not fill the range.
    private static func evidence(_ bytes: Span<UInt8>, _ start: Int, end: Int, depth: Int) -> Int? {
        var bits = 0
        var offset = start
        while offset < end {
            guard let header = Header(bytes, offset, end) else { return nil }
            let tag = bytes[offset]
            // About sixteen tags are in use.
            bits += 4
            if tag & 0x20 != 0, depth > 0 {
                guard let inner = evidence(bytes, header.start, end: header.end, depth: depth - 1) else { return nil }
                bits += inner + 4
            } else if tag & 0xc0 == 0 {
                switch tag {
                case 1: guard header.end - header.start == 1 else { return nil }
                case 5: guard header.end == header.start else { return nil }
                case 2, 3, 6: guard header.end > header.start else { return nil }
                case 4, 10, 12, 19, 20, 22, 23, 24, 26, 28, 30: break
                default: return nil
                }
            }
            offset = header.end
        }
        return bits
    }
}
