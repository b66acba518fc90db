/// The items of a HEIF file that hold metadata: what they are (`iinf`) and where (`iloc`).
///
/// Source: ISO/IEC 14496-12, sections 8.11.3 and 8.11.6.
struct HEIFItems {
    private let kinds: [Int: ImageMetadata.Kind]
    private let places: [Int: Range<Int>]

    /// Reads both boxes of a `meta` box; nil when one is missing.
    init?(_ data: ImageData, _ boxes: [ISOBox]) {
        guard let names = boxes.first(where: { $0.type == "iinf" }),
            let locations = boxes.first(where: { $0.type == "iloc" })
        else { return nil }
        kinds = HEIFItems.readKinds(data, names)
        places = HEIFItems.readPlaces(data, locations)
    }

    /// Notes Exif, XMP and what else is no picture, and extents that are not in the file.
    func addMetadata(_ data: ImageData, into draft: inout ImageDraft) {
        // Items of a sound file do not overlap. Where they do, each byte is looked into once all the same.
        var left = data.count
        for (id, place) in places.sorted(by: { $0.key < $1.key }) {
            if place.upperBound > data.count, draft.findings.isEmpty {
                draft.find(.truncated, at: data.count, "item \(id) ends at \(place.upperBound)")
            }
            guard let kind = kinds[id] else { continue }
            left -= min(place.count, data.count)
            // Exif begins with the distance to its TIFF structure.
            if kind == .exif, left >= 0, let distance = data.big32(place.lowerBound), distance < place.count {
                let start = place.lowerBound + 4 + distance
                draft.addExif(
                    data, tiff: start, byteCount: max(0, place.upperBound - start), at: place.lowerBound,
                    of: place.count)
            } else {
                draft.metadata.append(ImageMetadata(kind, at: place.lowerBound, byteCount: place.count))
            }
        }
    }

    private static func readKinds(_ data: ImageData, _ box: ISOBox) -> [Int: ImageMetadata.Kind] {
        var kinds: [Int: ImageMetadata.Kind] = [:]
        let countByteCount = data.byte(box.contentStart) == 0 ? 2 : 4
        for entry in box.children(data, skipping: 4 + countByteCount) where entry.type == "infe" {
            guard let version = data.byte(entry.contentStart), version >= 2 else { continue }
            let idByteCount = version == 2 ? 2 : 4
            let typeStart = entry.contentStart + 4 + idByteCount + 2
            guard let id = data.number(entry.contentStart + 4, idByteCount, isLittleEndian: false) else { continue }
            if data.has("Exif", at: typeStart) {
                kinds[id] = .exif
            } else if data.has("mime", at: typeStart) {
                let isXMP = data.firstIndex(of: "application/rdf+xml", from: typeStart, to: entry.end) != nil
                kinds[id] = isXMP ? .xmp : .application
            }
        }
        return kinds
    }

    /// Where each item is, if it lies in the file in one piece.
    private static func readPlaces(_ data: ImageData, _ box: ISOBox) -> [Int: Range<Int>] {
        let start = box.contentStart
        guard let version = data.byte(start), version <= 2, let sizes = data.big16(start + 4) else { return [:] }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        let idSize = version < 2 ? 2 : 4
        // Offsets of eight bytes are read by their lower seven: no file is longer.
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else { return [:] }
        var place = start + 6
        func take(_ byteCount: Int) -> Int? {
            defer { place += byteCount }
            return byteCount == 8
                ? data.number(place + 1, 7, isLittleEndian: false)
                : data.number(place, byteCount, isLittleEndian: false)
        }
        guard let count = take(idSize) else { return [:] }
        var places: [Int: Range<Int>] = [:]
        for _ in 0..<min(count, box.end - start) {
            guard let id = take(idSize) else { break }
            let method = version == 0 ? 0 : take(2).map { $0 & 15 }
            guard let method, take(2) != nil, let base = take(baseSize), let extents = take(2) else { break }
            // Passed over at once: extents without any byte would take time and no room in the file.
            guard extents == 1 else {
                place += extents * (indexSize + offsetSize + lengthSize)
                continue
            }
            guard take(indexSize) != nil, let offset = take(offsetSize), let length = take(lengthSize) else { break }
            // Of seven bytes at most each: the sums do not overflow.
            let first = base + offset
            if method == 0 { places[id] = first..<first + length }
        }
        return places
    }
}
