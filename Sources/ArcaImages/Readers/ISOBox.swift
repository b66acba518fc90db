/// A box of an ISO base media file: length, four letters, content (ISO/IEC 14496-12, section 4.2).
struct ISOBox {
    let type: String
    let start: Int
    let contentStart: Int
    /// Where the box says that it ends, which may be beyond the file.
    let end: Int

    /// Reads the head of the box at an offset; nil when there is none before `limit`.
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

    /// The boxes in a range of the file, as far as they are whole.
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

    /// The boxes inside; `skipping` bytes of fields stand before them.
    func children(_ data: ImageData, skipping: Int = 0) -> [ISOBox] {
        contentStart + skipping <= end ? ISOBox.all(data, in: contentStart + skipping..<end) : []
    }

    /// The first box inside of a type.
    func child(_ data: ImageData, _ type: String, skipping: Int = 0) -> ISOBox? {
        children(data, skipping: skipping).first { $0.type == type }
    }
}
