/// WebP: lossy, lossless and animated.
///
/// Source: RFC 9649.
enum WebPReader: ImageReader {
    static let headerByteCount = 12

    static func recognizes(_ data: ImageData) -> Bool { data.has("RIFF", at: 0) && data.has("WEBP", at: 8) }

    static func kind(of data: ImageData) -> ImageKind { .webp }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        guard let stated = data.little32(4) else { return }
        let end = 8 + stated
        draft.end = end
        if end > data.count {
            draft.find(
                .truncated, at: data.count, "the header promises \(end) bytes, the file has \(data.count)")
        }
        var frameCount = 0
        var hasPixels = false
        var place = headerByteCount
        while place < min(end, data.count), let chunk = RIFFChunk(data, at: place) {
            if chunk.dataStart + chunk.dataByteCount > min(end, data.count), end <= data.count {
                draft.find(.malformed, at: place, "the \(printable(chunk.type)) chunk goes beyond the end")
            }
            switch chunk.type {
            case "VP8X": readExtended(data, chunk, into: &draft)
            case "VP8 ":
                hasPixels = true
                readLossy(data, chunk, into: &draft)
            case "VP8L":
                hasPixels = true
                readLossless(data, chunk, into: &draft)
            case "ANMF": frameCount += 1
            default: readMetadata(data, chunk, into: &draft)
            }
            place = chunk.end
        }
        draft.frameCount = max(1, frameCount)
        if !hasPixels, frameCount == 0, end <= data.count {
            draft.find(.malformed, at: headerByteCount, "there are no pixels in the file")
        }
    }

    private static func printable(_ type: String) -> String {
        type.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) } ? type : "unnamed"
    }

    private static func readExtended(_ data: ImageData, _ chunk: RIFFChunk, into draft: inout ImageDraft) {
        guard chunk.dataByteCount >= 10, let flags = data.byte(chunk.dataStart),
            let width = data.little24(chunk.dataStart + 4), let height = data.little24(chunk.dataStart + 7)
        else { return draft.find(.malformed, at: chunk.start, "the VP8X chunk should have 10 bytes") }
        draft.width = width + 1
        draft.height = height + 1
        draft.color = ImageColor(.yCbCr, bitsPerChannel: 8, hasAlpha: flags & 0x10 != 0)
    }

    /// A VP8 key frame (RFC 6386, section 9.1): frame tag of three bytes, start code, width and height of 14 bits each.
    private static func readLossy(_ data: ImageData, _ chunk: RIFFChunk, into draft: inout ImageDraft) {
        let start = chunk.dataStart
        guard let code = data.slice(start + 3, 3), code.elementsEqual([0x9d, 0x01, 0x2a]),
            let width = data.little16(start + 6), let height = data.little16(start + 8)
        else { return draft.find(.malformed, at: chunk.start, "the VP8 chunk does not begin with a key frame") }
        // In an extended file the canvas size takes precedence over the frame size.
        draft.width = draft.width ?? width & 0x3fff
        draft.height = draft.height ?? height & 0x3fff
        draft.color = ImageColor(.yCbCr, bitsPerChannel: 8, hasAlpha: draft.color.hasAlpha)
    }

    /// A lossless frame (RFC 9649, section 3.4): signature, width and height minus 1 of 14 bits each, and alpha.
    private static func readLossless(_ data: ImageData, _ chunk: RIFFChunk, into draft: inout ImageDraft) {
        guard data.byte(chunk.dataStart) == 0x2f, let bits = data.little32(chunk.dataStart + 1) else {
            return draft.find(.malformed, at: chunk.start, "the VP8L chunk does not begin with its signature")
        }
        draft.width = draft.width ?? (bits & 0x3fff) + 1
        draft.height = draft.height ?? (bits >> 14 & 0x3fff) + 1
        draft.color = ImageColor(.rgb, bitsPerChannel: 8, hasAlpha: bits >> 28 & 1 == 1)
    }

    private static func readMetadata(_ data: ImageData, _ chunk: RIFFChunk, into draft: inout ImageDraft) {
        guard let kind = metadataKind(chunk) else { return }
        guard kind == .exif else {
            return draft.metadata.append(ImageMetadata(kind, at: chunk.start, byteCount: chunk.byteCount))
        }
        // Some writers add the prefix used in JPEG.
        let head = data.has("Exif\0\0", at: chunk.dataStart) ? JPEGReader.exifHead : 0
        draft.addExif(
            data, tiff: chunk.dataStart + head, byteCount: chunk.dataByteCount - head, at: chunk.start,
            of: chunk.byteCount)
    }

    /// The kind of metadata in a chunk, or nil if it is part of the picture.
    static func metadataKind(_ chunk: RIFFChunk) -> ImageMetadata.Kind? {
        switch chunk.type {
        case "VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF": nil
        case "EXIF": .exif
        case "XMP ": .xmp
        case "ICCP": .colorProfile
        default: .application
        }
    }
}

/// A RIFF chunk: four-character type, length, data, padded to an even length (RFC 9649, section 2.3).
struct RIFFChunk {
    let type: String
    let start: Int
    let dataByteCount: Int

    var dataStart: Int { start + 8 }
    var end: Int { dataStart + dataByteCount + dataByteCount % 2 }
    var byteCount: Int { end - start }

    init?(_ data: ImageData, at start: Int) {
        guard let letters = data.slice(start, 4), let byteCount = data.little32(start + 4) else { return nil }
        type = String(decoding: letters, as: UTF8.self)
        self.start = start
        dataByteCount = byteCount
    }
}
