/// HEIF with HEVC or AV1 pictures: HEIC and AVIF.
///
/// Source: ISO/IEC 14496-12 (boxes), ISO/IEC 23008-12 (items and properties), AV1 Image File Format 1.1.
enum HEIFReader: ImageReader {
    private static let heicBrands: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    private static let avifBrands: Set<String> = ["avif", "avis"]

    /// A box with a version and flags before its content.
    private static let fullBoxHead = 4

    static func recognizes(_ data: ImageData) -> Bool {
        !brands(data).isDisjoint(with: heicBrands.union(avifBrands))
    }

    static func kind(of data: ImageData) -> ImageKind {
        brands(data).isDisjoint(with: avifBrands) ? .heic : .avif
    }

    /// The major brand and the compatible ones.
    private static func brands(_ data: ImageData) -> Set<String> {
        guard data.has("ftyp", at: 4), let length = data.big32(0), (16...1024).contains(length) else { return [] }
        var brands: Set<String> = []
        // The four bytes after the major brand are its version.
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

    /// The pictures of a sequence: samples of its first track.
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
        // A file that does not say which properties are the picture's: the first of each kind.
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
        draft.colour = ImageColour(channels == 1 ? .grey : .yCbCr, bitsPerChannel: bits, hasAlpha: hasAlpha)
        for profile in list where profile.type == "colr" && data.has("prof", at: profile.contentStart) {
            draft.metadata.append(
                ImageMetadata(.colourProfile, at: profile.start, byteCount: profile.end - profile.start))
        }
        HEIFItems(data, boxes)?.addMetadata(data, into: &draft)
    }

    /// Applies what is done to the coded picture before it is shown: cut out (`clap`), then turned (`irot`).
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

    /// Which properties each item has, by their numbers from 1.
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
                // The highest bit says that a viewer must know the property.
                all[id, default: []].append(index & (indexByteCount == 1 ? 0x7f : 0x7fff))
                place += indexByteCount
            }
        }
        return all
    }
}
