/// GIF 87a and 89a.
///
/// Source: CompuServe, Graphics Interchange Format, version 89a.
enum GIFReader: ImageReader {
    static func recognizes(_ data: ImageData) -> Bool { data.has("GIF87a", at: 0) || data.has("GIF89a", at: 0) }

    static func kind(of data: ImageData) -> ImageKind { .gif }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        draft.frameCount = 0
        draft.width = data.little16(6)
        draft.height = data.little16(8)
        guard let flags = data.byte(10), data.count >= 13 else {
            return draft.find(.truncated, at: data.count, "the file ends in its screen descriptor")
        }
        var hasAlpha = false
        var place = 13 + tableByteCount(flags)
        blocks: while let introducer = data.byte(place) {
            switch introducer {
            case 0x3b:
                draft.end = place + 1
                break blocks
            case 0x2c:
                guard let local = data.byte(place + 9) else { break blocks }
                draft.frameCount += 1
                guard let end = endOfBlocks(data, from: place + 11 + tableByteCount(local)) else { break blocks }
                place = end
            case 0x21:
                if data.byte(place + 1) == 0xf9, let bits = data.byte(place + 3) {
                    hasAlpha = hasAlpha || bits & 1 == 1
                }
                guard let end = endOfBlocks(data, from: place + 2) else { break blocks }
                readExtension(data, from: place, to: end, into: &draft)
                place = end
            default:
                draft.find(.malformed, at: place, "there is no block that begins with byte \(introducer)")
                draft.end = data.count
                break blocks
            }
        }
        draft.color = ImageColor(.indexed, bitsPerChannel: (flags & 7) + 1, hasAlpha: hasAlpha)
        if draft.end == nil {
            draft.find(.truncated, at: data.count, "the file ends before its trailer")
        } else if draft.frameCount == 0 {
            draft.find(.malformed, at: draft.end, "there is no picture in the file")
        }
    }

    private static func tableByteCount(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }

    /// The end of a sequence of sub-blocks, each with a length prefix; an empty one ends it.
    private static func endOfBlocks(_ data: ImageData, from start: Int) -> Int? {
        var place = start
        while let length = data.byte(place) {
            place += 1 + length
            if length == 0 { return place }
        }
        return nil
    }

    private static func readExtension(_ data: ImageData, from start: Int, to end: Int, into draft: inout ImageDraft) {
        let kind: ImageMetadata.Kind
        switch data.byte(start + 1) {
        case 0xfe: kind = .comment
        case 0xff where data.has("XMP DataXMP", at: start + 3): kind = .xmp
        case 0xff where data.has("ICCRGBG1012", at: start + 3): kind = .colorProfile
        // The repeat count is part of the animation.
        case 0xff where data.has("NETSCAPE2.0", at: start + 3) || data.has("ANIMEXTS1.0", at: start + 3): return
        case 0xff: kind = .application
        default: return
        }
        draft.metadata.append(ImageMetadata(kind, at: start, byteCount: end - start))
    }
}
