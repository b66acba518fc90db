/// TIFF with one or more pages; BigTIFF is detected, but not parsed.
///
/// Source: Adobe, TIFF revision 6.0.
enum TIFFReader: ImageReader {
    private enum Tag {
        static let width = 256, height = 257, bits = 258, photometric = 262, extraSamples = 338
        static let stripOffsets = 273, stripByteCounts = 279, tileOffsets = 324, tileByteCounts = 325
        static let xmp = 700, iptc = 33723, photoshop = 34377, profile = 34675
    }

    /// Limits the time for circular or hostile page chains.
    private static let largestPageCount = 10_000

    static func recognizes(_ data: ImageData) -> Bool {
        data.has("II*\0", at: 0) || data.has("MM\0*", at: 0) || isBig(data)
    }

    private static func isBig(_ data: ImageData) -> Bool { data.has("II+\0", at: 0) || data.has("MM\0+", at: 0) }

    static func kind(of data: ImageData) -> ImageKind { .tiff }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        guard !isBig(data) else {
            return draft.find(.malformed, at: 2, "BigTIFF, with offsets of 64 bits, is not read further")
        }
        guard let base = TIFFDirectory.Base(data, at: 0, byteCount: data.count),
            let first = TIFFDirectory(data, base)
        else { return draft.find(.truncated, at: data.count, "the file ends before its first directory") }
        draft.width = first.value(data, Tag.width)
        draft.height = first.value(data, Tag.height)
        draft.color = color(data, first)
        if draft.width == nil || draft.height == nil {
            draft.find(.malformed, at: nil, "the first directory does not say width and height")
        }
        draft.addExif(data, first)
        for (tag, kind) in [
            (Tag.xmp, ImageMetadata.Kind.xmp), (Tag.iptc, .iptc), (Tag.photoshop, .iptc), (Tag.profile, .colorProfile),
        ] {
            guard let entry = first[tag] else { continue }
            draft.metadata.append(ImageMetadata(kind, at: entry.offset, byteCount: entry.byteCount))
        }
        readPages(data, base, first, into: &draft)
    }

    private static func readPages(
        _ data: ImageData, _ base: TIFFDirectory.Base, _ first: TIFFDirectory, into draft: inout ImageDraft
    ) {
        var page = first
        var seen: Set<Int> = []
        var reach = 0
        // Every entry and strip takes more than one byte, so pages that claim more must share tables, which is hostile.
        var left = data.count
        draft.frameCount = 1
        while true {
            left -= page.statedCount + stripCount(page)
            guard left >= 0 else {
                return draft.find(
                    .malformed, at: nil, "page \(draft.frameCount) says more strips than there is room for in the file")
            }
            checkPixels(data, page, &reach, into: &draft)
            guard page.next != 0 else { break }
            guard seen.insert(page.next).inserted, draft.frameCount < largestPageCount else {
                return draft.find(.malformed, at: page.next, "the directories go round in a circle")
            }
            guard let next = TIFFDirectory(data, base, at: page.next) else {
                return draft.find(
                    .truncated, at: data.count, "the directory of page \(draft.frameCount + 1) is not in the file")
            }
            page = next
            draft.frameCount += 1
        }
        // Some writers pad files to a multiple of 16 bytes.
        let isFilling = data.count - reach < 16 && data.bytes[min(reach, data.count)...].allSatisfy { $0 == 0 }
        draft.end = isFilling || !draft.findings.isEmpty ? data.count : reach
    }

    private static func stripCount(_ page: TIFFDirectory) -> Int {
        (page[Tag.tileOffsets] ?? page[Tag.stripOffsets])?.count ?? 0
    }

    /// Checks that all strips or tiles of a page are inside the file, and moves `reach` to the end of what was seen.
    private static func checkPixels(
        _ data: ImageData, _ page: TIFFDirectory, _ reach: inout Int, into draft: inout ImageDraft
    ) {
        if let far = page.entries.first(where: { $0.offset > data.count - min($0.byteCount, data.count) }) {
            return draft.find(.truncated, at: data.count, "the value of tag \(far.tag) is not in the file")
        }
        reach = page.entries.reduce(max(reach, page.end)) { max($0, $1.offset + $1.byteCount) }
        let isTiled = page[Tag.tileOffsets] != nil
        guard let offsets = page[isTiled ? Tag.tileOffsets : Tag.stripOffsets] else {
            return draft.find(.malformed, at: nil, "page \(draft.frameCount) has no pixels")
        }
        let counts = page[isTiled ? Tag.tileByteCounts : Tag.stripByteCounts]
        for index in 0..<offsets.count {
            guard let offset = page.value(data, offsets, index),
                let byteCount = counts.flatMap({ page.value(data, $0, index) })
            else {
                return draft.find(.malformed, at: nil, "page \(draft.frameCount) does not say where its pixels are")
            }
            if offset > data.count - min(byteCount, data.count) {
                return draft.find(.truncated, at: data.count, "pixels of page \(draft.frameCount) are not in the file")
            }
            reach = max(reach, offset + byteCount)
        }
    }

    private static func color(_ data: ImageData, _ page: TIFFDirectory) -> ImageColor {
        let models: [Int: ImageColor.Model] = [0: .gray, 1: .gray, 2: .rgb, 3: .indexed, 5: .cmyk, 6: .yCbCr]
        let model = page.value(data, Tag.photometric).flatMap { models[$0] } ?? .unknown
        // 1 and 2 are associated and unassociated alpha; 0 is an unspecified channel.
        let hasAlpha = page.value(data, Tag.extraSamples).map { $0 != 0 } ?? false
        return ImageColor(model, bitsPerChannel: page.value(data, Tag.bits) ?? 1, hasAlpha: hasAlpha)
    }
}

extension ImageDraft {
    fileprivate mutating func addExif(_ data: ImageData, _ directory: TIFFDirectory) {
        let exif = Exif(data, at: 0, byteCount: data.count)
        orientation = exif.orientation
        if exif.summary != nil || directory[Exif.pointerTag] != nil {
            metadata.append(ImageMetadata(.exif, at: 0, byteCount: 0, detail: exif.summary))
        }
        if let position = exif.position {
            metadata.append(
                ImageMetadata(.gps, at: position.offset, byteCount: position.byteCount, detail: position.text))
        }
    }
}
