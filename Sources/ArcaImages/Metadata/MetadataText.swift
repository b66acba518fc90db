internal import ArcaCompression
public import ArcaCore

/// A text in the metadata of an image, such as a title, a caption or the name of a camera.
///
/// Reads PNG text chunks, JPEG and GIF comments, IPTC captions, XMP, and the texts of Exif.
///
/// ```swift
/// for text in try MetadataText.all(in: bytes) { print(text.name, text.text ?? "") }
/// ```
public struct MetadataText: Sendable, Hashable {
    /// The kind of metadata that contains the text.
    public let kind: ImageMetadata.Kind
    /// The keyword or field name, such as `Title`, `Artist` or `XMP`.
    public let name: String
    /// The text with its own line breaks and possibly control characters; nil if it is damaged.
    public let text: String?
    /// The language (RFC 5646), or nil if it is not stated.
    public let language: String?
    /// The offset of the text's block in the file, in bytes.
    public let offset: Int

    init(_ kind: ImageMetadata.Kind, _ name: String, _ text: String?, language: String? = nil, at offset: Int) {
        (self.kind, self.name, self.text, self.language, self.offset) = (kind, name, text, language, offset)
    }

    /// The maximum size of all compressed texts of a file together, in bytes.
    public static let maximumByteCount = 16 << 20

    /// Reads all texts of an image file.
    ///
    /// - Parameter file: The whole file; of a damaged file, the texts that are readable.
    /// - Returns: The texts in file order; fields without text are omitted.
    /// - Throws: ``ImageError`` with code `.unknownKind`.
    public static func all(in file: borrowing some Bytes) throws(ImageError) -> [MetadataText] {
        let data = ImageData([UInt8](bytes: file))
        let info = try ImageInfo(of: data.bytes)
        var reader = MetadataTextReader(data: data)
        for metadata in info.metadata { reader.read(metadata, of: info.kind) }
        return reader.texts.filter { $0.text.map { !$0.isEmpty } ?? true }
    }
}

/// Reads the texts of single metadata blocks.
struct MetadataTextReader {
    let data: ImageData
    private(set) var texts: [MetadataText] = []
    private var bytesLeft = MetadataText.maximumByteCount

    init(data: ImageData) { self.data = data }

    mutating func read(_ metadata: ImageMetadata, of kind: ImageKind) {
        guard let block = data.slice(metadata.offset, min(metadata.byteCount, data.count - metadata.offset)) else {
            return
        }
        switch (kind, metadata.kind) {
        case (.png, .comment), (.png, .xmp): readChunk(metadata)
        case (_, .exif):
            // TIFF itself is such a structure; elsewhere it follows the header of a segment, chunk or box.
            let range = kind == .tiff ? 0..<data.count : block.indices
            guard let start = range.prefix(32).first(where: { data.has("II*\0", at: $0) || data.has("MM\0*", at: $0) })
            else { return }
            texts += ExifTexts.all(data, at: start, byteCount: range.upperBound - start, block: metadata.offset)
        case (.jpeg, .comment):
            guard let content = segmentContent(metadata) else { return }
            add(metadata, "Comment", content)
        case (.gif, .comment): add(metadata, "Comment", subBlocks(block.dropFirst(2))[...])
        // A byte of a length can be '<' or '>', so it is removed first.
        case (.jpeg, .xmp): add(metadata, "XMP", xmp(segmentContent(metadata) ?? []))
        case (.gif, .xmp): add(metadata, "XMP", xmp(gifXMP(block)))
        case (.webp, .xmp): add(metadata, "XMP", xmp(block.dropFirst(8)))
        case (_, .xmp): add(metadata, "XMP", xmp(block))
        case (.tiff, .iptc): addIPTC(metadata, block)
        case (_, .iptc):
            for resource in resources(block) where resource.number == 0x0404 { addIPTC(metadata, resource.data) }
        default: return
        }
    }

    private mutating func add(_ metadata: ImageMetadata, _ name: String, _ bytes: ArraySlice<UInt8>) {
        texts.append(MetadataText(metadata.kind, name, Self.text(bytes), at: metadata.offset))
    }

    /// UTF-8, or else Latin-1, without NULs and space at the end.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        while let last = bytes.last, last == 0 || last.isWhitespace { bytes.removeLast() }
        return String(validating: bytes, as: UTF8.self) ?? latin1(bytes)
    }

    private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    // MARK: PNG

    /// Reads `tEXt`, `zTXt` and `iTXt` (W3C PNG, section 11.3.3).
    private mutating func readChunk(_ metadata: ImageMetadata) {
        guard let chunk = PNGChunk(data, at: metadata.offset),
            let content = data.slice(chunk.dataStart, chunk.dataByteCount),
            let end = content.firstIndex(of: 0)
        else { return }
        let name = Self.latin1(content[..<end])
        var rest = content[(end + 1)...]
        func add(_ text: String?, _ language: String? = nil) {
            texts.append(MetadataText(metadata.kind, name, text, language: language, at: metadata.offset))
        }
        switch chunk.type {
        case "tEXt": add(Self.latin1(rest))
        case "zTXt": add(inflated(rest.dropFirst()).map { Self.latin1($0[...]) })
        default:
            guard rest.count >= 2 else { return add(nil) }
            let isCompressed = rest[rest.startIndex] != 0
            rest = rest.dropFirst(2)
            guard let language = rest.firstIndex(of: 0), let translated = rest[(language + 1)...].firstIndex(of: 0)
            else { return add(nil) }
            let code = Self.latin1(rest[..<language])
            let text = rest[(translated + 1)...]
            let plain = isCompressed ? inflated(text) : Array(text)
            add(plain.map { Self.text($0[...]) }, code.isEmpty ? nil : code)
        }
    }

    private mutating func inflated(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let limits = InflateLimits(maximumByteCount: bytesLeft, maximumRatio: nil)
        let text = try? Inflater.inflate(bytes, format: .zlib, limits: limits)
        bytesLeft -= text?.count ?? 0
        return text
    }

    // MARK: GIF, XMP

    private func subBlocks(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var joined: [UInt8] = []
        var rest = bytes
        while let length = rest.first, length > 0, rest.count > Int(length) {
            joined += rest.dropFirst().prefix(Int(length))
            rest = rest.dropFirst(Int(length) + 1)
        }
        return joined
    }

    /// The XML in the content of a block, without a name before it and padding after it.
    private func xmp(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let start = content.firstIndex(of: .lessThan), let end = content.lastIndex(of: .greaterThan), start < end
        else { return [] }
        return content[start...end]
    }

    /// The content of an application extension with XMP, which is unsplit and followed by 258 bytes of lengths.
    private func gifXMP(_ block: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let content = block.dropFirst(14)
        return content.suffix(258).starts(with: [0x01, 0xff, 0xfe]) ? content.dropLast(258) : subBlocks(content)[...]
    }

    // MARK: JPEG

    private func segmentContent(_ metadata: ImageMetadata) -> ArraySlice<UInt8>? {
        JPEGSegment(data, at: metadata.offset, isInScan: false).map { data.bytes[$0.dataStart..<$0.end] }
    }

    // MARK: IPTC

    /// Image resources of Photoshop: signature, number, name, length and data, each padded to an even length.
    private func resources(_ block: ArraySlice<UInt8>) -> [(number: Int, data: ArraySlice<UInt8>)] {
        var found: [(number: Int, data: ArraySlice<UInt8>)] = []
        guard var place = data.firstIndex(of: "8BIM", from: block.startIndex, to: block.endIndex) else { return [] }
        while data.has("8BIM", at: place), let number = data.big16(place + 4), let nameCount = data.byte(place + 6) {
            let size = place + 6 + (nameCount + 2) / 2 * 2
            guard let count = data.big32(size), size + 4 + count <= block.endIndex,
                let content = data.slice(size + 4, count)
            else { break }
            found.append((number, content))
            place = size + 4 + (count + 1) / 2 * 2
        }
        return found
    }

    /// Datasets of the application record (IPTC IIM 4.2, chapter 6).
    private mutating func addIPTC(_ metadata: ImageMetadata, _ bytes: ArraySlice<UInt8>) {
        var place = bytes.startIndex
        while place + 5 <= bytes.endIndex, bytes[place] == 0x1c {
            let (record, number) = (bytes[place + 1], Int(bytes[place + 2]))
            let count = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
            guard count < 0x8000, place + 5 + count <= bytes.endIndex else { return }
            let content = bytes[place + 5..<place + 5 + count]
            place += 5 + count
            guard record == 2, number != 0 else { continue }
            add(metadata, Self.datasets[number] ?? "IPTC 2:\(number)", content)
        }
    }

    private static let datasets: [Int: String] = [
        5: "Title", 7: "Edit status", 10: "Urgency", 15: "Category", 20: "Supplemental category", 25: "Keyword",
        40: "Instructions", 55: "Date created", 60: "Time created", 65: "Program", 80: "Author", 85: "Author title",
        90: "City", 92: "Sublocation", 95: "State", 100: "Country code", 101: "Country", 103: "Reference",
        105: "Headline", 110: "Credit", 115: "Source", 116: "Copyright", 118: "Contact", 120: "Caption",
        122: "Caption writer",
    ]
}

/// The text fields of an Exif block.
///
/// Source: CIPA DC-008, sections 4.6.4 and 4.6.5; Microsoft's fields `XPTitle` to `XPSubject`.
private enum ExifTexts {
    private static let largestByteCount = 1 << 16
    private static let userComment = 37510

    private static let names: [Int: String] = [
        269: "DocumentName", 270: "ImageDescription", 271: "Make", 272: "Model", 285: "PageName", 305: "Software",
        306: "DateTime", 315: "Artist", 316: "HostComputer", 33432: "Copyright", 34852: "SpectralSensitivity",
        36867: "DateTimeOriginal", 36868: "DateTimeDigitized", 36880: "OffsetTime", 36881: "OffsetTimeOriginal",
        36882: "OffsetTimeDigitized", userComment: "UserComment", 37520: "SubSecTime", 37521: "SubSecTimeOriginal",
        37522: "SubSecTimeDigitized", 40091: "XPTitle", 40092: "XPComment", 40093: "XPAuthor", 40094: "XPKeywords",
        40095: "XPSubject", 40964: "RelatedSoundFile", 42016: "ImageUniqueID", 42032: "CameraOwnerName",
        42033: "BodySerialNumber", 42035: "LensMake", 42036: "LensModel", 42037: "LensSerialNumber",
    ]
    private static let positionNames: [Int: String] = [
        8: "GPSSatellites", 18: "GPSMapDatum", 27: "GPSProcessingMethod", 28: "GPSAreaInformation",
        29: "GPSDateStamp",
    ]

    static func all(_ data: ImageData, at offset: Int, byteCount: Int, block: Int) -> [MetadataText] {
        guard let base = TIFFDirectory.Base(data, at: offset, byteCount: byteCount),
            let first = TIFFDirectory(data, base)
        else { return [] }
        func directory(_ tag: Int) -> TIFFDirectory? {
            first.value(data, tag).flatMap { TIFFDirectory(data, base, at: $0) }
        }
        let details = directory(Exif.pointerTag).map { texts(data, $0, names, .exif, block) } ?? []
        let position = directory(Exif.positionTag).map { texts(data, $0, positionNames, .gps, block) } ?? []
        return texts(data, first, names, .exif, block) + details + position
    }

    private static func texts(
        _ data: ImageData, _ directory: TIFFDirectory, _ names: [Int: String], _ kind: ImageMetadata.Kind, _ block: Int
    ) -> [MetadataText] {
        directory.entries.prefix(1000).compactMap { entry in
            let isKnown = names[entry.tag] != nil
            // Of unknown fields, only those with the type of a text; in GPS they are single letters such as N.
            guard entry.type == 2 || isKnown, isKnown || kind == .exif, entry.offset <= directory.base.end,
                let bytes = data.slice(
                    entry.offset, min(entry.byteCount, largestByteCount, directory.base.end - entry.offset))
            else { return nil }
            let text = text(bytes, entry, isLittleEndian: directory.base.isLittleEndian)
            return MetadataText(kind, names[entry.tag] ?? "Exif \(entry.tag)", text, at: block)
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>, _ entry: TIFFDirectory.Entry, isLittleEndian: Bool) -> String {
        if entry.type == 1 { return utf16(bytes, isLittleEndian: true) }
        // Fields with a charset have it in their first 8 bytes.
        guard entry.type == 7, bytes.count >= 8 else { return MetadataTextReader.text(bytes.prefix { $0 != 0 }) }
        let content = bytes.dropFirst(8)
        if bytes.starts(with: "UNICODE\0".utf8) { return utf16(content, isLittleEndian: isLittleEndian) }
        let hasCharset = bytes.starts(with: "ASCII\0\0\0".utf8) || bytes.prefix(8).allSatisfy { $0 == 0 }
        return MetadataTextReader.text((hasCharset ? content : bytes).prefix { $0 != 0 })
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
        return MetadataTextReader.text(Array(text.utf8)[...])
    }
}
