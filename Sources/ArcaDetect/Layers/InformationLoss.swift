internal import ArcaCodecCatalog
internal import ArcaCore

/// Cost in bits of the information that a step discards.
enum InformationLoss {
    /// Cost of each input character that is lost: text of an unknown alphabet of 64 symbols.
    private static let characterBits = 6.0
    /// Cost of nonzero unused bits, which no encoder writes.
    private static let unusedBits = 8.0
    /// Maximum size of the input that is encoded again for comparison, in bytes.
    private static let comparedByteCount = 64 << 10
    /// Length of a media type, or of the labels of a block, that loses nothing worth a cost, in characters.
    private static let usualLabelLength = 60

    static func bits(_ step: DecodingStep, _ bytes: Span<UInt8>, _ output: [UInt8]) -> Double {
        switch step.codec.clue.loss {
        case .nothing: return 0
        case .mediaType: return mediaType(bytes)
        case .surroundings:
            // Text around the block, beyond labels of usual length.
            let surplus = visibleCount(bytes) - (output.count + 2) / 3 * 4 - usualLabelLength
            return characterBits * Double(max(0, surplus))
        case .signature(let empty):
            // The signature. The text around header and claims is the same for all tokens.
            var start = bytes.count
            while start > 0, bytes[start - 1] != UInt8(ascii: ".") { start -= 1 }
            let frameBits = (try? step.codec.decode(empty)).map { Plausibility($0).bits } ?? 0
            return characterBits * Double(visibleCount(bytes.extracting(start..<bytes.count))) - frameBits
        case .lineBreaks:
            // A field may be folded before and after an encoded word; other line breaks are intended, as in a mail.
            let lost = lineEndCount(bytes) - lineEndCount(output.span)
            let surplus = lost - min(foldCount(bytes), MailMarks.encodedWordCount(bytes) + 1)
            return surplus > 0 ? Codec.Clue.forbidden : 0
        case .skipped(let hasUnusedBits):
            guard step.options[flag: .lenient], bytes.count <= comparedByteCount,
                step.codec.requirement(for: .encoding) == nil, let text = try? step.codec.encode(output)
            else { return 0 }
            let surplus = characterBits * Double(max(0, visibleCount(bytes) - visibleCount(text.span)))
            let isChanged = hasUnusedBits && lastSymbol(bytes) != lastSymbol(text.span)
            return surplus + (isChanged ? unusedBits : 0)
        }
    }

    /// The last symbol that is not padding, in lower case.
    private static func lastSymbol(_ bytes: Span<UInt8>) -> UInt8? {
        var end = bytes.count
        while end > 0, bytes[end - 1] <= 0x20 || bytes[end - 1] == .equals { end -= 1 }
        return end == 0 ? nil : bytes[end - 1] | 0x20
    }

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
    private static func mediaType(_ bytes: Span<UInt8>) -> Double {
        var comma = 0
        while comma < bytes.count, bytes[comma] != .comma { comma += 1 }
        var mark = comma
        while mark < bytes.count, bytes[mark] != UInt8(ascii: "#") { mark += 1 }
        return characterBits * Double(max(0, comma - usualLabelLength) + bytes.count - mark)
    }
}
