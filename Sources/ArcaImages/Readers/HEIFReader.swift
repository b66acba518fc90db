/// HEIF with HEVC or AV1 images: HEIC and AVIF.
///
/// Source: ISO/IEC 14496-12 (boxes), ISO/IEC 23008-12 (items and properties), AV1 Image File Format 1.1.
enum HEIFReader: ImageReader {
    private static let heicBrands: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    private static let avifBrands: Set<String> = ["avif", "avis"]

    /// The version and flags before the content of a full box.
    private static let fullBoxHead = 4

    static func recognizes(_ data: ImageData) -> Bool {
        !brands(data).isDisjoint(with: heicBrands.union(avifBrands))
    }

    static func kind(of data: ImageData) -> ImageKind {
        brands(data).isDisjoint(with: avifBrands) ? .heic : .avif
    }

    private static func brands(_ data: ImageData) -> Set<String> {
        guard data.has("ftyp", at: 4), let length = data.big32(0), (16...1024).contains(length) else { return [] }
        var brands: Set<String> = []
        // The four bytes after the major brand are the minor version.
        for offset in stride(from: 8, to: length - 3, by: 4) where offset != 12 {
            guard let brand = data.slice(offset, 4) else { break }
            brands.insert(String(decoding: brand, as: UTF8.self))
        }
        return brands
    }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        var place = 0
        var top: [ISOBox] = []
        while place < data.count {
            guard let box = ISOBox(data, at: place, limit: data.count) else {
                draft.find(.malformed, at: place, "there should be a box")
                break
            }
            guard box.end <= data.count else {
                draft.find(.truncated, at: data.count, "the \(printable(box.type)) box ends at \(box.end)")
                break
            }
            top.append(box)
            place = box.end
        }
        if let meta = top.first(where: { $0.type == "meta" }) {
            readItems(data, meta, into: &draft)
        } else if top.allSatisfy({ $0.type != "moov" }), draft.findings.isEmpty {
            draft.find(.malformed, at: nil, "there is neither a meta box nor a moov box")
        }
        if let movie = top.first(where: { $0.type == "moov" }), let count = sampleCount(data, movie) {
            draft.frameCount = max(1, count)
        }
    }

    private static func printable(_ type: String) -> String {
        type.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) } ? type : "unnamed"
    }

    /// The number of pictures in a sequence: the samples of its first track.
    private static func sampleCount(_ data: ImageData, _ movie: ISOBox) -> Int? {
        var box = movie
        for name in ["trak", "mdia", "minf", "stbl", "stsz"] {
            guard let next = box.child(data, name) else { return nil }
            box = next
        }
        return data.big32(box.contentStart + fullBoxHead + 4)
    }

    private static func readItems(_ data: ImageData, _ meta: ISOBox, into draft: inout ImageDraft) {
        let boxes = meta.children(data, skipping: fullBoxHead)
        guard let properties = boxes.first(where: { $0.type == "iprp" }),
            let list = properties.child(data, "ipco")?.children(data)
        else { return draft.find(.malformed, at: meta.start, "the meta box has no item properties") }
        let primary = boxes.first { $0.type == "pitm" }.flatMap { box -> Int? in
            data.number(
                box.contentStart + fullBoxHead, data.byte(box.contentStart) == 0 ? 2 : 4, isLittleEndian: false)
        }
        let indices = properties.child(data, "ipma").map { associations(data, $0) }?[primary ?? 0] ?? []
        var own = indices.compactMap { list.indices.contains($0 - 1) ? list[$0 - 1] : nil }
        // If the file does not associate properties with the picture, the first of each type is used.
        if own.isEmpty { own = list }
        if let size = own.first(where: { $0.type == "ispe" }) {
            draft.width = data.big32(size.contentStart + fullBoxHead)
            draft.height = data.big32(size.contentStart + fullBoxHead + 4)
        } else {
            draft.find(.malformed, at: properties.start, "the picture has no size")
        }
        crop(data, own, into: &draft)
        let bits = own.first { $0.type == "pixi" }.flatMap { data.byte($0.contentStart + fullBoxHead + 1) }
        let channels = own.first { $0.type == "pixi" }.flatMap { data.byte($0.contentStart + fullBoxHead) }
        let hasAlpha = list.contains { box in
            box.type == "auxC"
                && ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"].contains {
                    data.slice(box.contentStart + fullBoxHead, $0.utf8.count)?.elementsEqual($0.utf8) ?? false
                }
        }
        draft.color = ImageColor(channels == 1 ? .gray : .yCbCr, bitsPerChannel: bits, hasAlpha: hasAlpha)
        for profile in list where profile.type == "colr" && data.has("prof", at: profile.contentStart) {
            draft.metadata.append(
                ImageMetadata(.colorProfile, at: profile.start, byteCount: profile.end - profile.start))
        }
        HEIFItems(data, boxes)?.addMetadata(data, into: &draft)
    }

    /// Applies the transformations between coded and displayed size: crop (`clap`), then rotation (`irot`).
    private static func crop(_ data: ImageData, _ properties: [ISOBox], into draft: inout ImageDraft) {
        if let clap = properties.first(where: { $0.type == "clap" })?.contentStart,
            let width = data.big32(clap), let widthUnit = data.big32(clap + 4), widthUnit > 0,
            let height = data.big32(clap + 8), let heightUnit = data.big32(clap + 12), heightUnit > 0
        {
            draft.width = width / widthUnit
            draft.height = height / heightUnit
        }
        if let turn = properties.first(where: { $0.type == "irot" }), data.byte(turn.contentStart).map({ $0 & 1 }) == 1
        {
            swap(&draft.width, &draft.height)
        }
    }

    private static func associations(_ data: ImageData, _ box: ISOBox) -> [Int: [Int]] {
        guard let version = data.byte(box.contentStart), let flags = data.byte(box.contentStart + 3),
            let count = data.big32(box.contentStart + fullBoxHead)
        else { return [:] }
        var place = box.contentStart + fullBoxHead + 4
        let (idByteCount, indexByteCount) = (version == 0 ? 2 : 4, flags & 1 == 0 ? 1 : 2)
        var all: [Int: [Int]] = [:]
        for _ in 0..<min(count, box.end - box.contentStart) {
            guard let id = data.number(place, idByteCount, isLittleEndian: false),
                let properties = data.byte(place + idByteCount)
            else { break }
            place += idByteCount + 1
            for _ in 0..<properties {
                guard let index = data.number(place, indexByteCount, isLittleEndian: false) else { break }
                // The highest bit marks the property as essential.
                all[id, default: []].append(index & (indexByteCount == 1 ? 0x7f : 0x7fff))
                place += indexByteCount
            }
        }
        return all
    }
}

/// The metadata items of a HEIF file: their types (`iinf`) and locations (`iloc`).
///
/// Source: ISO/IEC 14496-12, sections 8.11.3 and 8.11.6.
struct HEIFItems {
    private let kinds: [Int: ImageMetadata.Kind]
    private let places: [Int: Range<Int>]

    init?(_ data: ImageData, _ boxes: [ISOBox]) {
        guard let names = boxes.first(where: { $0.type == "iinf" }),
            let locations = boxes.first(where: { $0.type == "iloc" })
        else { return nil }
        kinds = HEIFItems.readKinds(data, names)
        places = HEIFItems.readPlaces(data, locations)
    }

    /// Adds Exif, XMP and other items that are not pictures, and reports extents outside the file.
    func addMetadata(_ data: ImageData, into draft: inout ImageDraft) {
        // Items in a valid file do not overlap. If they do, each byte is still read only once.
        var left = data.count
        for (id, place) in places.sorted(by: { $0.key < $1.key }) {
            if place.upperBound > data.count, draft.findings.isEmpty {
                draft.find(.truncated, at: data.count, "item \(id) ends at \(place.upperBound)")
            }
            guard let kind = kinds[id] else { continue }
            left -= min(place.count, data.count)
            // Exif begins with the offset of its TIFF structure.
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

    private static func readPlaces(_ data: ImageData, _ box: ISOBox) -> [Int: Range<Int>] {
        let start = box.contentStart
        guard let version = data.byte(start), version <= 2, let sizes = data.big16(start + 4) else { return [:] }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        let idSize = version < 2 ? 2 : 4
        // Only the lower seven bytes of 8-byte offsets are read, which is enough for any file.
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
            // Skips all extents at once: empty extents would take time without taking space in the file.
            guard extents == 1 else {
                place += extents * (indexSize + offsetSize + lengthSize)
                continue
            }
            guard take(indexSize) != nil, let offset = take(offsetSize), let length = take(lengthSize) else { break }
            // Both have at most seven bytes, so the sums do not overflow.
            let first = base + offset
            if method == 0 { places[id] = first..<first + length }
        }
        return places
    }
}

/// A box of an ISO base media file: length, four-character type, content (ISO/IEC 14496-12, section 4.2).
struct ISOBox {
    let type: String
    let start: Int
    let contentStart: Int
    /// The end according to the box, which may be after the end of the file.
    let end: Int

    /// Parses the box header at an offset; nil if it is incomplete or invalid.
    init?(_ data: ImageData, at start: Int, limit: Int) {
        guard let short = data.big32(start), let letters = data.slice(start + 4, 4), start + 8 <= limit else {
            return nil
        }
        type = String(decoding: letters, as: UTF8.self)
        self.start = start
        switch short {
        case 0:
            contentStart = start + 8
            end = limit
        case 1:
            guard let high = data.big32(start + 8), high < 1 << 24, let low = data.big32(start + 12) else { return nil }
            contentStart = start + 16
            end = start + (high << 32 | low)
        default:
            contentStart = start + 8
            end = start + short
        }
        guard end >= contentStart else { return nil }
    }

    static func all(_ data: ImageData, in range: Range<Int>) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var place = range.lowerBound
        let limit = min(range.upperBound, data.count)
        while place < limit, let box = ISOBox(data, at: place, limit: limit), box.end <= limit {
            boxes.append(box)
            place = box.end
        }
        return boxes
    }

    func children(_ data: ImageData, skipping: Int = 0) -> [ISOBox] {
        contentStart + skipping <= end ? ISOBox.all(data, in: contentStart + skipping..<end) : []
    }

    func child(_ data: ImageData, _ type: String, skipping: Int = 0) -> ISOBox? {
        children(data, skipping: skipping).first { $0.type == type }
    }
}
