/// JPEG, from JFIF, Exif or neither.
///
/// Source: ITU-T T.81; T.871 (JFIF); CIPA DC-008 (Exif).
enum JPEGReader: ImageReader {
    static func recognises(_ data: ImageData) -> Bool {
        data.bytes.starts(with: [0xff, 0xd8, 0xff])
    }

    static func kind(of data: ImageData) -> ImageKind { .jpeg }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        var place = 2
        var isInScan = false
        var scanCount = 0
        while let segment = JPEGSegment(data, at: place, isInScan: isInScan) {
            switch segment.marker {
            case nil: break
            case 0xd9:
                draft.end = segment.end
                if scanCount == 0 { draft.find(.malformed, at: place, "the image ends without any pixels") }
                return
            case 0xda:
                isInScan = true
                scanCount += 1
            case .some(let marker) where isFrame(marker): readFrame(data, segment, into: &draft)
            default: readMetadata(data, segment, into: &draft)
            }
            place = segment.end
        }
        if place >= data.count || isCutOff(data, at: place) {
            draft.find(.truncated, at: data.count, "the file ends before its end marker")
        } else {
            draft.find(.malformed, at: place, "there should be a marker")
        }
        draft.end = data.count
    }

    /// Whether the file ends inside the segment at an offset.
    private static func isCutOff(_ data: ImageData, at place: Int) -> Bool {
        guard data.byte(place) == 0xff else { return false }
        guard let length = data.big16(place + 2) else { return true }
        return length >= 2 && place + 2 + length > data.count
    }

    /// SOF0 to SOF15, but for the three numbers among them that mean something else.
    private static func isFrame(_ marker: Int) -> Bool {
        (0xc0...0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker)
    }

    private static func readFrame(_ data: ImageData, _ segment: JPEGSegment, into draft: inout ImageDraft) {
        let start = segment.dataStart
        guard segment.byteCount >= 10, let precision = data.byte(start), let height = data.big16(start + 1),
            let width = data.big16(start + 3), let channels = data.byte(start + 5)
        else { return draft.find(.malformed, at: segment.start, "the frame header is too short") }
        draft.width = width
        draft.height = height
        let models: [Int: ImageColour.Model] = [1: .grey, 3: .yCbCr, 4: .cmyk]
        draft.colour = ImageColour(models[channels] ?? .unknown, bitsPerChannel: precision)
        if width == 0 { draft.find(.malformed, at: start + 3, "the image is 0 pixels wide") }
    }

    private static func readMetadata(_ data: ImageData, _ segment: JPEGSegment, into draft: inout ImageDraft) {
        guard let kind = metadataKind(data, segment) else { return }
        if kind == .exif {
            draft.addExif(
                data, tiff: segment.dataStart + exifHead, byteCount: segment.end - segment.dataStart - exifHead,
                at: segment.start, of: segment.byteCount)
        } else {
            draft.metadata.append(ImageMetadata(kind, at: segment.start, byteCount: segment.byteCount))
        }
    }

    /// `Exif` and two zero bytes stand before the TIFF structure.
    static let exifHead = 6

    /// What a segment says beside the picture; nil when it belongs to the picture.
    static func metadataKind(_ data: ImageData, _ segment: JPEGSegment) -> ImageMetadata.Kind? {
        let start = segment.dataStart
        switch segment.marker {
        case 0xe0 where data.has("JFIF\0", at: start): return nil
        case 0xe0 where data.has("JFXX\0", at: start): return .thumbnail
        case 0xe1 where data.has("Exif\0\0", at: start): return .exif
        case 0xe1 where data.has("http://ns.adobe.com/", at: start): return .xmp
        case 0xe2 where data.has("ICC_PROFILE\0", at: start): return .colourProfile
        case 0xed where data.has("Photoshop 3.0\0", at: start): return .iptc
        // Says how the colours are coded: viewers need it.
        case 0xee where data.has("Adobe", at: start): return nil
        case .some(0xe0...0xef): return .application
        case 0xfe: return .comment
        default: return nil
        }
    }
}
