/// An image file directory of a TIFF structure, in TIFF files and Exif (TIFF 6.0, section 2).
struct TIFFDirectory {
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        let offset: Int
        let byteCount: Int
    }

    struct Base {
        let start: Int
        let end: Int
        let isLittleEndian: Bool

        /// Parses the header of the structure; nil if it is not classic TIFF.
        init?(_ data: ImageData, at start: Int, byteCount: Int) {
            if data.has("II*\0", at: start) {
                isLittleEndian = true
            } else if data.has("MM\0*", at: start) {
                isLittleEndian = false
            } else {
                return nil
            }
            self.start = start
            end = min(start + byteCount, data.count)
        }

        func number(_ data: ImageData, _ offset: Int, _ byteCount: Int) -> Int? {
            offset <= end - byteCount ? data.number(offset, byteCount, isLittleEndian: isLittleEndian) : nil
        }
    }

    let base: Base
    let entries: [Entry]
    /// The offset of the next directory in the structure, or 0 for none.
    let next: Int
    let end: Int
    /// The number of entries, including unknown types.
    let statedCount: Int

    /// The size of a value of each type in bytes: byte, ASCII, short, long, rational, and the signed and floating-point
    /// types.
    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8]

    init?(_ data: ImageData, _ base: Base, at offset: Int) {
        let place = base.start + offset
        guard offset >= 8, let count = base.number(data, place, 2),
            let next = base.number(data, place + 2 + 12 * count, 4)
        else { return nil }
        self.base = base
        self.next = next
        statedCount = count
        end = place + 2 + 12 * count + 4
        var entries: [Entry] = []
        for index in 0..<count {
            let at = place + 2 + 12 * index
            guard let tag = base.number(data, at, 2), let type = base.number(data, at + 2, 2),
                let valueCount = base.number(data, at + 4, 4), let size = TIFFDirectory.sizes[type]
            else { continue }
            let byteCount = size * valueCount
            guard let far = base.number(data, at + 8, 4) else { continue }
            let valueOffset = byteCount <= 4 ? at + 8 : base.start + far
            entries.append(
                Entry(tag: tag, type: type, count: valueCount, offset: valueOffset, byteCount: byteCount))
        }
        self.entries = entries
    }

    init?(_ data: ImageData, _ base: Base) {
        guard let offset = base.number(data, base.start + 4, 4) else { return nil }
        self.init(data, base, at: offset)
    }

    subscript(_ tag: Int) -> Entry? { entries.first { $0.tag == tag } }

    /// The unsigned integer at an index of an entry, or nil for other types.
    func value(_ data: ImageData, _ tag: Int, _ index: Int = 0) -> Int? {
        self[tag].flatMap { value(data, $0, index) }
    }

    /// Reads a value of an entry that was found before, for many values.
    func value(_ data: ImageData, _ entry: Entry, _ index: Int) -> Int? {
        guard index < entry.count else { return nil }
        switch entry.type {
        case 1, 7: return base.number(data, entry.offset + index, 1)
        case 3: return base.number(data, entry.offset + 2 * index, 2)
        case 4: return base.number(data, entry.offset + 4 * index, 4)
        default: return nil
        }
    }

    func rational(_ data: ImageData, _ tag: Int, _ index: Int) -> Double? {
        guard let entry = self[tag], entry.type == 5, index < entry.count,
            let above = base.number(data, entry.offset + 8 * index, 4),
            let below = base.number(data, entry.offset + 8 * index + 4, 4), below > 0
        else { return nil }
        return Double(above) / Double(below)
    }

    /// A short string up to its NUL, reduced to printable ASCII.
    func text(_ data: ImageData, _ tag: Int) -> String? {
        guard let entry = self[tag], entry.type == 2, entry.offset <= base.end,
            let bytes = data.slice(entry.offset, min(entry.byteCount, 64, base.end - entry.offset))
        else { return nil }
        let shown = bytes.prefix { $0 != 0 }.filter { (0x20..<0x7f).contains($0) }
        let text = String(decoding: shown, as: UTF8.self)
        return text.allSatisfy { $0 == " " } ? nil : text
    }
}
