internal import ArcaCompression

/// PNG, still and animated.
///
/// Source: W3C Portable Network Graphics, third edition.
enum PNGReader: ImageReader {
    static func recognizes(_ data: ImageData) -> Bool { data.bytes.starts(with: PNGChunk.signature) }

    static func kind(of data: ImageData) -> ImageKind { .png }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        var place = PNGChunk.signature.count
        var hasTransparency = false
        var hasPixels = false
        while let chunk = PNGChunk(data, at: place) {
            guard chunk.isWhole(in: data) else { break }
            if !chunk.isIntact(in: data) {
                draft.find(.badChecksum, at: place, "the checksum of the \(chunk.type) chunk does not match")
            }
            if place == PNGChunk.signature.count, chunk.type != "IHDR" {
                draft.find(.malformed, at: place, "the first chunk is \(chunk.type), not IHDR")
            }
            switch chunk.type {
            case "IHDR": readHeader(data, chunk, into: &draft)
            case "acTL": draft.frameCount = max(1, data.big32(chunk.dataStart) ?? 1)
            case "tRNS": hasTransparency = true
            case "IDAT": hasPixels = true
            case "IEND":
                if chunk.dataByteCount > 0 {
                    draft.find(.malformed, at: place, "the IEND chunk has \(chunk.dataByteCount) bytes in it")
                }
                if !hasPixels { draft.find(.malformed, at: place, "there is no IDAT chunk, which holds the pixels") }
                finish(&draft, end: chunk.end, hasTransparency)
                return
            default: readMetadata(data, chunk, into: &draft)
            }
            place = chunk.end
        }
        let isBroken = place + 8 <= data.count && PNGChunk(data, at: place) == nil
        draft.find(
            isBroken ? .malformed : .truncated, at: place,
            isBroken ? "what should be a chunk has no type of four letters" : "the file ends before its IEND chunk")
        finish(&draft, end: data.count, hasTransparency)
    }

    private static func finish(_ draft: inout ImageDraft, end: Int, _ hasTransparency: Bool) {
        draft.end = end
        if hasTransparency, !draft.color.hasAlpha {
            draft.color = ImageColor(
                draft.color.model, bitsPerChannel: draft.color.bitsPerChannel, hasAlpha: true)
        }
    }

    private static func readHeader(_ data: ImageData, _ chunk: PNGChunk, into draft: inout ImageDraft) {
        let start = chunk.dataStart
        guard chunk.dataByteCount == 13, let width = data.big32(start), let height = data.big32(start + 4),
            let depth = data.byte(start + 8), let type = data.byte(start + 9)
        else { return draft.find(.malformed, at: chunk.start, "the IHDR chunk should have 13 bytes") }
        draft.width = width
        draft.height = height
        if !(1...Int(Int32.max)).contains(width) || !(1...Int(Int32.max)).contains(height) {
            draft.find(.malformed, at: start, "the image has \(width) by \(height) pixels")
        }
        let models: [Int: (ImageColor.Model, alpha: Bool)] = [
            0: (.gray, false), 2: (.rgb, false), 3: (.indexed, false), 4: (.gray, true), 6: (.rgb, true),
        ]
        guard let (model, alpha) = models[type] else {
            return draft.find(.malformed, at: start + 9, "there is no color type \(type)")
        }
        draft.color = ImageColor(model, bitsPerChannel: depth, hasAlpha: alpha)
    }

    private static func readMetadata(_ data: ImageData, _ chunk: PNGChunk, into draft: inout ImageDraft) {
        guard let kind = metadataKind(data, chunk) else {
            if !shown.contains(chunk.type) {
                draft.find(.malformed, at: chunk.start, "no viewer knows the \(chunk.type) chunk, but all must")
            }
            return
        }
        if kind == .exif {
            draft.addExif(
                data, tiff: chunk.dataStart, byteCount: chunk.dataByteCount, at: chunk.start, of: chunk.byteCount)
        } else {
            draft.metadata.append(
                ImageMetadata(
                    kind, at: chunk.start, byteCount: chunk.byteCount,
                    detail: kind == .comment ? keyword(data, chunk) : nil))
        }
    }

    /// Chunks needed to display the picture as intended.
    private static let shown: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "hIST", "pHYs", "sPLT",
        "acTL", "fcTL", "fdAT", "cICP", "mDCV", "cLLI", "mDCv", "cLLi",
    ]

    /// The kind of metadata in a chunk, or nil if it is part of the picture.
    static func metadataKind(_ data: ImageData, _ chunk: PNGChunk) -> ImageMetadata.Kind? {
        switch chunk.type {
        case "eXIf": .exif
        case "iTXt" where data.has("XML:com.adobe.xmp\0", at: chunk.dataStart): .xmp
        case "tEXt", "zTXt", "iTXt": .comment
        case "tIME": .time
        case "iCCP": .colorProfile
        default: chunk.isAncillary && !shown.contains(chunk.type) ? .application : nil
        }
    }

    private static func keyword(_ data: ImageData, _ chunk: PNGChunk) -> String? {
        guard let bytes = data.slice(chunk.dataStart, min(79, chunk.dataByteCount)) else { return nil }
        let text = bytes.prefix { $0 != 0 }.filter { (0x20..<0x7f).contains($0) }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}

/// A chunk of a PNG file: length, type, data, CRC-32 (W3C PNG, section 5.3).
struct PNGChunk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    let type: String
    let start: Int
    let dataByteCount: Int

    var dataStart: Int { start + 8 }
    var dataEnd: Int { dataStart + dataByteCount }
    var end: Int { dataEnd + 4 }
    var byteCount: Int { dataByteCount + 12 }

    /// Whether viewers may ignore the chunk, shown by a lowercase first letter.
    var isAncillary: Bool { type.utf8.first.map { $0 & 0x20 != 0 } ?? false }

    /// Parses the header of the chunk at an offset; nil at the end of the file or if the type is not four letters.
    init?(_ data: ImageData, at start: Int) {
        guard let byteCount = data.big32(start), let letters = data.slice(start + 4, 4),
            letters.allSatisfy({ (0x41...0x5a).contains($0 & 0xdf) })
        else { return nil }
        type = String(decoding: letters, as: UTF8.self)
        self.start = start
        dataByteCount = byteCount
    }

    func isWhole(in data: ImageData) -> Bool { end <= data.count }

    func isIntact(in data: ImageData) -> Bool {
        guard let covered = data.slice(start + 4, dataByteCount + 4), let stated = data.big32(dataEnd) else {
            return false
        }
        return Int(Checksum.crc32(covered)) == stated
    }
}

extension PNGChunk {
    static func bytes(type: String, _ data: [UInt8]) -> [UInt8] {
        let covered = Array(type.utf8) + data
        var checksum = Checksum(.crc32)
        checksum.update(covered)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (24 - 8 * $0)) }
        return length + covered + checksum.bytes
    }
}
