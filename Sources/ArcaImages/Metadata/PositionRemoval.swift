struct PositionRemoval {
    /// The file with the Exif location overwritten with zeros and unlinked.
    private(set) var data: ImageData
    /// Blocks to remove entirely, by offset: XMP that may contain a location, and Exif that cannot be parsed.
    private(set) var blocks: [Int: ImageMetadata.Kind] = [:]

    init(_ data: ImageData, _ kind: ImageKind) {
        self.data = data
        let found = PositionRemoval.metadata(data, kind)
        for block in found where block.kind == .exif {
            // JPEG has a prefix of six bytes before the TIFF structure, and some writers add it in other formats.
            let head = data.has("Exif\0\0", at: block.content.lowerBound) ? JPEGReader.exifHead : 0
            if !removePosition(at: block.content.lowerBound + head, end: block.content.upperBound) {
                blocks[block.offset] = .exif
            }
        }
        // XMP that is split into segments or compressed cannot be searched for a location.
        let packets = found.filter { $0.kind == .xmp }
        if packets.count > 1 || packets.contains(where: { mayNamePosition(data.bytes[$0.content]) }) {
            for packet in packets { blocks[packet.offset] = .xmp }
        }
        // Exif that ImageMagick stored in a text chunk.
        for block in found
        where block.kind == .comment && data.has("Raw profile type", at: block.content.lowerBound) {
            blocks[block.offset] = .comment
        }
    }

    private func mayNamePosition(_ packet: ArraySlice<UInt8>) -> Bool {
        let isCompressed = packet.starts(with: "XML:com.adobe.xmp\0\u{1}".utf8)
        let words = ["GPS", "ocation", "atitude", "ongitude", "geo:"].map { Array($0.utf8) }
        return isCompressed
            || packet.indices.contains { place in words.contains { packet[place...].starts(with: $0) } }
    }

    private static func metadata(
        _ data: ImageData, _ kind: ImageKind
    ) -> [(kind: ImageMetadata.Kind, offset: Int, content: Range<Int>)] {
        var found: [(kind: ImageMetadata.Kind, offset: Int, content: Range<Int>)] = []
        func add(_ kind: ImageMetadata.Kind?, _ offset: Int, start: Int, end: Int) {
            if let kind, start <= min(end, data.count) { found.append((kind, offset, start..<min(end, data.count))) }
        }
        switch kind {
        case .jpeg:
            var (place, isInScan) = (2, false)
            while let segment = JPEGSegment(data, at: place, isInScan: isInScan), segment.marker != 0xd9 {
                (place, isInScan) = (segment.end, segment.isInScan)
                add(JPEGReader.metadataKind(data, segment), segment.start, start: segment.dataStart, end: segment.end)
            }
        case .png:
            var place = PNGChunk.signature.count
            while let chunk = PNGChunk(data, at: place), chunk.type != "IEND" {
                place = chunk.end
                add(PNGReader.metadataKind(data, chunk), chunk.start, start: chunk.dataStart, end: chunk.dataEnd)
            }
        default:
            var place = WebPReader.headerByteCount
            while let chunk = RIFFChunk(data, at: place) {
                place = chunk.end
                add(
                    WebPReader.metadataKind(chunk), chunk.start, start: chunk.dataStart,
                    end: chunk.dataStart + chunk.dataByteCount)
            }
        }
        return found
    }

    // MARK: Exif

    /// Overwrites the GPS directories and their values and removes the entries that point to them.
    ///
    /// Returns false if the structure cannot be parsed.
    private mutating func removePosition(at start: Int, end: Int) -> Bool {
        guard let base = TIFFDirectory.Base(data, at: start, byteCount: end - start),
            let offset = base.number(data, start + 4, 4), let first = TIFFDirectory(data, base, at: offset)
        else { return false }
        var directories = [offset]
        if let details = first.value(data, Exif.pointerTag) { directories.append(details) }
        if first.next != 0 { directories.append(first.next) }
        for offset in directories {
            guard let directory = TIFFDirectory(data, base, at: offset) else { continue }
            let places = (0..<directory.statedCount).map { base.start + offset + 2 + 12 * $0 }
                .filter { base.number(data, $0, 2) == Exif.positionTag }
            guard let place = places.first else { continue }
            guard places.count == 1, let target = directory.value(data, Exif.positionTag),
                let position = TIFFDirectory(data, base, at: target),
                position.entries.reduce(0, { $0 + $1.byteCount }) <= base.end - base.start
            else { return false }
            for value in position.entries { erase(value.offset, value.byteCount, within: base) }
            erase(base.start + target, position.end - base.start - target, within: base)
            removeEntry(at: place, of: directory, at: base.start + offset)
        }
        return true
    }

    private mutating func removeEntry(at place: Int, of directory: TIFFDirectory, at start: Int) {
        let count = directory.statedCount - 1
        let rest = data.bytes[(place + 12)..<directory.end]
        data.overwrite(place, with: Array(rest) + [UInt8](repeating: 0, count: 12))
        let (high, low) = (UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count))
        data.overwrite(start, with: directory.base.isLittleEndian ? [low, high] : [high, low])
    }

    private mutating func erase(_ offset: Int, _ byteCount: Int, within base: TIFFDirectory.Base) {
        let start = max(offset, base.start)
        let count = max(0, min(offset + byteCount, base.end) - start)
        guard count > 0 else { return }
        data.overwrite(start, with: repeatElement(0, count: count))
    }
}
