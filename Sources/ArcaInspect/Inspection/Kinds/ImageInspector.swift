internal import ArcaCodecs

/// Images: kind, width and height.
enum ImageInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        let identifiers: Set = ["png", "gif", "jpeg", "webp", "bmp", "ico", "heic", "avif", "tiff", "psd", "jpeg2000"]
        guard let kind = ForeignKinds().recognise(data.bytes), identifiers.contains(kind.identifier) else { return nil }
        var inspection = Inspection(kind.identifier, kind.name)
        if let (width, height) = size(kind.identifier, data.bytes) {
            inspection.add("width", width)
            inspection.add("height", height)
        }
        return inspection
    }

    private static func size(_ identifier: String, _ bytes: [UInt8]) -> (Int, Int)? {
        func pair(_ offset: Int, _ count: Int, isBig: Bool) -> (Int, Int)? {
            var cursor = ByteCursor(bytes, at: offset)
            guard let width = isBig ? cursor.big(count) : cursor.little(count),
                let height = isBig ? cursor.big(count) : cursor.little(count)
            else { return nil }
            return (width, height)
        }
        switch identifier {
        case "png": return pair(16, 4, isBig: true)
        case "gif": return pair(6, 2, isBig: false)
        case "bmp": return pair(18, 4, isBig: false)
        case "psd": return pair(14, 4, isBig: true).map { ($1, $0) }
        case "ico": return pair(6, 1, isBig: false).map { ($0 == 0 ? 256 : $0, $1 == 0 ? 256 : $1) }
        case "jpeg": return jpeg(bytes)
        case "webp": return webp(bytes)
        default: return nil
        }
    }

    /// The frame header behind other segments (ITU-T T.81, annex B).
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        var cursor = ByteCursor(bytes, at: 2)
        while cursor.byte() == 0xff, var marker = cursor.byte() {
            while marker == 0xff, let next = cursor.byte() { marker = next }
            guard marker != 0xd9, marker != 0xda, let length = cursor.big(2), length >= 2 else { return nil }
            let isFrame = (0xc0...0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker)
            if isFrame {
                guard cursor.byte() != nil, let height = cursor.big(2), let width = cursor.big(2) else { return nil }
                return (width, height)
            }
            guard cursor.take(length - 2) != nil else { return nil }
        }
        return nil
    }

    /// Source: developers.google.com/speed/webp/docs/riff_container.
    private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 30 else { return nil }
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        switch bytes[15] {
        case UInt8(ascii: "X"): return (number(24, 3) + 1, number(27, 3) + 1)
        case UInt8(ascii: "L"): return (number(21, 4) & 0x3fff + 1, number(21, 4) >> 14 & 0x3fff + 1)
        case 0x20: return (number(26, 2) & 0x3fff, number(28, 2) & 0x3fff)
        default: return nil
        }
    }
}
