/// JPEG: JFIF, Exif or plain.
///
/// Source: ITU-T T.81; T.871 (JFIF); CIPA DC-008 (Exif).
enum JPEGReader: ImageReader {
    static func recognizes(_ data: ImageData) -> Bool {
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
                if scanCount == 0 {
                    draft.find(.malformed, at: place, "the image ends without any pixels")
                } else if draft.width == nil {
                    draft.find(.malformed, at: place, "the image ends without a frame header that is known")
                }
                return
            case 0xda:
                scanCount += 1
            case .some(let marker) where isFrame(marker): readFrame(data, segment, into: &draft)
            case 0xdc where segment.dataByteCount != 2:
                draft.find(.malformed, at: place, "the number of lines has \(segment.dataByteCount) bytes, not two")
            default: readMetadata(data, segment, into: &draft)
            }
            (place, isInScan) = (segment.end, segment.isInScan)
        }
        if place >= data.count || isCutOff(data, at: place) {
            draft.find(.truncated, at: data.count, "the file ends before its end marker")
        } else {
            draft.find(.malformed, at: place, "there should be a marker")
        }
        draft.end = data.count
    }

    private static func isCutOff(_ data: ImageData, at place: Int) -> Bool {
        guard data.byte(place) == 0xff else { return false }
        guard let length = data.big16(place + 2) else { return true }
        return length >= 2 && place + 2 + length > data.count
    }

    /// SOF0 to SOF15, except for the three other markers in that range.
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
        let models: [Int: ImageColor.Model] = [1: .gray, 3: .yCbCr, 4: .cmyk]
        draft.color = ImageColor(models[channels] ?? .unknown, bitsPerChannel: precision)
        if width == 0 { draft.find(.malformed, at: start + 3, "the image is 0 pixels wide") }
    }

    private static func readMetadata(_ data: ImageData, _ segment: JPEGSegment, into draft: inout ImageDraft) {
        if let (kind, byteCount) = surplus(data, segment) {
            draft.metadata.append(ImageMetadata(kind, at: segment.end - byteCount, byteCount: byteCount))
        }
        guard let kind = metadataKind(data, segment) else { return }
        if kind == .exif {
            draft.addExif(
                data, tiff: segment.dataStart + exifHead, byteCount: segment.end - segment.dataStart - exifHead,
                at: segment.start, of: segment.byteCount)
        } else {
            draft.metadata.append(ImageMetadata(kind, at: segment.start, byteCount: segment.byteCount))
        }
    }

    /// The size of the prefix `Exif\0\0` before the TIFF structure.
    static let exifHead = 6

    /// The size of the JFIF and Adobe segments without extra data.
    private static let jfifByteCount = 14, adobeByteCount = 12

    /// Extra data at the end of a segment; in JFIF, a thumbnail.
    static func surplus(_ data: ImageData, _ segment: JPEGSegment) -> (kind: ImageMetadata.Kind, byteCount: Int)? {
        let count = segment.dataByteCount
        switch segment.marker {
        case 0xe0 where data.has("JFIF\0", at: segment.dataStart) && count > jfifByteCount:
            return (.thumbnail, count - jfifByteCount)
        case 0xee where data.has("Adobe", at: segment.dataStart) && count > adobeByteCount:
            return (.application, count - adobeByteCount)
        default: return nil
        }
    }

    /// The kind of metadata in a segment, or nil if it is part of the picture.
    static func metadataKind(_ data: ImageData, _ segment: JPEGSegment) -> ImageMetadata.Kind? {
        let start = segment.dataStart
        switch segment.marker {
        case 0xe0 where data.has("JFIF\0", at: start): return nil
        case 0xe0 where data.has("JFXX\0", at: start): return .thumbnail
        case 0xe1 where data.has("Exif\0\0", at: start): return .exif
        case 0xe1 where data.has("http://ns.adobe.com/", at: start): return .xmp
        case 0xe2 where data.has("ICC_PROFILE\0", at: start): return .colorProfile
        case 0xed where data.has("Photoshop 3.0\0", at: start): return .iptc
        // The color transform, which viewers need.
        case 0xee where data.has("Adobe", at: start): return nil
        // Includes reserved and extension markers, which viewers do not need and which may contain anything.
        case .some(0xe0...0xef), .some(0xf0...0xfd), .some(0x02...0xbf): return .application
        case 0xfe: return .comment
        default: return nil
        }
    }
}

/// A piece of a JPEG file: a marker segment, or entropy-coded data up to the next marker (ITU-T T.81, annex B).
struct JPEGSegment {
    /// The byte after 0xff, or nil for entropy-coded data.
    let marker: Int?
    let start: Int
    let end: Int

    let dataStart: Int

    var byteCount: Int { end - start }
    /// The size without marker and length.
    var dataByteCount: Int { end - dataStart }

    /// Markers without a length: restart, start, end, and TEM for arithmetic coding.
    private static func standsAlone(_ marker: Int) -> Bool { (0xd0...0xd9).contains(marker) || marker == 0x01 }

    /// Parses the piece at an offset; nil at the end of the file, or without a marker or entropy-coded data.
    ///
    /// `isInScan` allows entropy-coded data.
    init?(_ data: ImageData, at start: Int, isInScan: Bool) {
        self.start = start
        if isInScan, let end = JPEGSegment.endOfPixels(data, from: start), end > start {
            marker = nil
            self.end = end
            dataStart = start
            return
        }
        var place = start
        // Markers may be preceded by fill bytes (0xff).
        guard data.byte(place) == 0xff else { return nil }
        while data.byte(place + 1) == 0xff { place += 1 }
        guard let marker = data.byte(place + 1), marker != 0 else { return nil }
        self.marker = marker
        if JPEGSegment.standsAlone(marker) {
            end = place + 2
            dataStart = end
        } else {
            guard let length = data.big16(place + 2), length >= 2, place + 2 + length <= data.count else { return nil }
            end = place + 2 + length
            dataStart = place + 4
        }
    }

    /// Whether entropy-coded data may follow.
    var isInScan: Bool { marker == nil || marker == 0xda }

    /// The end of entropy-coded data: the next marker other than a restart, including its fill bytes, or the end of the
    /// file.
    private static func endOfPixels(_ data: ImageData, from start: Int) -> Int? {
        data.bytes.withUnsafeBufferPointer { bytes in
            var place = start
            while place < bytes.count {
                guard bytes[place] == 0xff else {
                    place += 1
                    continue
                }
                var last = place
                while last + 1 < bytes.count, bytes[last + 1] == 0xff { last += 1 }
                guard last + 1 < bytes.count else { return bytes.count }
                let next = bytes[last + 1]
                if next != 0, !(0xd0...0xd7).contains(next) { return place }
                place = last + 2
            }
            return bytes.count
        }
    }
}
