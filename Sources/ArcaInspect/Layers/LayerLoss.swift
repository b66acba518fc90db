internal import ArcaCodecCatalog
internal import ArcaCore

/// Cost in bits of the information that a step discards.
enum LayerLoss {
    /// Cost in bits of each input character that is lost.
    private static let characterBits = 6.0

    /// Codecs with separators and quotes that carry no information.
    private static let separated: [Codec] = [
        .base16, .binary, .octal, .decimal, .letterNumbers, .morse, .stringLiteral, .uuencode,
        .yenc,
    ]

    static func bits(_ way: LayerWay, _ bytes: Span<UInt8>, _ output: [UInt8]) -> Double {
        switch way.codec {
        case .dataURI: return dataURI(bytes)
        case .pem:
            // Text around the block, beyond labels of usual length.
            let surplus = visibleCount(bytes) - (output.count + 2) / 3 * 4 - 60
            return characterBits * Double(max(0, surplus))
        case .jwt:
            // The signature. The text around header and claims is the same for all tokens.
            var start = bytes.count
            while start > 0, bytes[start - 1] != .period { start -= 1 }
            return characterBits * Double(visibleCount(bytes.extracting(start..<bytes.count))) - tokenFrameBits
        case .encodedWord:
            // A field may be folded before and after an encoded word; other line breaks are intended.
            let lost = lineEndCount(bytes) - lineEndCount(output.span)
            return characterBits * Double(max(0, lost - min(foldCount(bytes), MailMarks.encodedWordCount(bytes) + 1)))
        case _ where way.options[flag: .lenient] && bytes.count <= 64 << 10:
            guard way.codec.supports(.encoding), way.codec.requirement(for: .encoding) == nil,
                way.codec != .quotedPrintable, way.codec != .hexdump, way.codec != .percent, way.codec != .unicode,
                !separated.contains(way.codec),
                let text = try? way.codec.encode(output)
            else { return 0 }
            let surplus = characterBits * Double(max(0, visibleCount(bytes) - visibleCount(text.span)))
            let hasUnusedBits = padded.contains(way.codec) && lastSymbol(bytes) != lastSymbol(text.span)
            return surplus + (hasUnusedBits ? unusedBits : 0)
        default: return 0
        }
    }

    /// Codecs with possibly unused bits in the last symbol.
    private static let padded: [Codec] = [.base64, .base64url, .base32, .base32hex]
    /// Cost of nonzero unused bits, which no encoder writes.
    private static let unusedBits = 8.0

    /// The last symbol that is not padding, in lower case.
    private static func lastSymbol(_ bytes: Span<UInt8>) -> UInt8? {
        var end = bytes.count
        while end > 0, bytes[end - 1] <= 0x20 || bytes[end - 1] == .equals { end -= 1 }
        return end == 0 ? nil : bytes[end - 1] | 0x20
    }

    /// Cost of a token with empty header and claims.
    private static let tokenFrameBits = (try? Codec.jwt.decode("e30.e30.")).map { Plausibility($0).bits } ?? 0

    private static func visibleCount(_ bytes: Span<UInt8>) -> Int {
        var count = 0
        for index in 0..<bytes.count where bytes[index] > 0x20 && bytes[index] != .equals { count += 1 }
        return count
    }

    private static func lineEndCount(_ bytes: Span<UInt8>) -> Int {
        var count = 0
        for index in 0..<bytes.count where bytes[index] == .newline { count += 1 }
        return count
    }

    private static func foldCount(_ bytes: Span<UInt8>) -> Int {
        var count = 0
        for index in 0..<bytes.count where bytes[index] == .newline {
            if index + 1 == bytes.count || bytes[index + 1].isBlank { count += 1 }
        }
        return count
    }

    /// Cost of an unusually long media type and of a fragment.
    private static func dataURI(_ bytes: Span<UInt8>) -> Double {
        var comma = 0
        while comma < bytes.count, bytes[comma] != .comma { comma += 1 }
        var mark = comma
        while mark < bytes.count, bytes[mark] != .numberSign { mark += 1 }
        return characterBits * Double(max(0, comma - 60) + bytes.count - mark)
    }
}
