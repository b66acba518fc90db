/// SVG: the size that the root element states, and whether scripts are inside.
///
/// Source: W3C Scalable Vector Graphics 2, sections 5.1 and 7.8; CSS Values and Units 4 for absolute lengths.
enum SVGReader: ImageReader {
    static func recognises(_ data: ImageData) -> Bool { rootStart(data) != nil }

    static func kind(of data: ImageData) -> ImageKind { .svg }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        guard let start = rootStart(data) else { return }
        draft.colour = ImageColour(.rgb, bitsPerChannel: nil, hasAlpha: true)
        guard let tag = tag(data, at: start) else {
            return draft.find(.truncated, at: data.count, "the file ends in its first element")
        }
        let box = tag.attributes["viewBox"].map { $0.split { $0 == " " || $0 == "," }.compactMap { Double($0) } } ?? []
        draft.width = tag.attributes["width"].flatMap(pixels) ?? (box.count == 4 ? whole(box[2]) : nil)
        draft.height = tag.attributes["height"].flatMap(pixels) ?? (box.count == 4 ? whole(box[3]) : nil)
        if tag.isEmpty {
            draft.end = endOfSpace(data, after: tag.end)
        } else {
            if let end = lastIndex(of: "</svg", data), let close = data.firstIndex(of: ">", from: end) {
                draft.end = endOfSpace(data, after: close + 1)
            } else {
                draft.find(.truncated, at: data.count, "the file ends before </svg>")
            }
        }
        for (text, what) in [
            ("<script", "a script"), ("javascript:", "a script"), ("<foreignObject", "foreign content"),
            ("<!ENTITY", "an entity"),
        ] as [(StaticString, String)] {
            if let place = data.firstIndex(of: text) {
                draft.find(.activeContent, at: place, "the picture holds \(what)")
            }
        }
    }

    /// Where the root element begins, after declaration, comments and document type.
    private static func rootStart(_ data: ImageData) -> Int? {
        var place = data.bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        while place < data.count {
            place = endOfSpace(data, after: place)
            if data.has("<?", at: place) {
                guard let end = data.firstIndex(of: "?>", from: place) else { return nil }
                place = end + 2
            } else if data.has("<!--", at: place) {
                guard let end = data.firstIndex(of: "-->", from: place) else { return nil }
                place = end + 3
            } else if data.has("<!DOCTYPE", at: place) {
                guard let end = data.firstIndex(of: ">", from: place) else { return nil }
                let subset = data.firstIndex(of: "[", from: place, to: end)
                guard let close = subset == nil ? end : data.firstIndex(of: "]", from: end) else { return nil }
                guard let last = data.firstIndex(of: ">", from: close) else { return nil }
                place = last + 1
            } else {
                let isRoot = data.has("<svg", at: place) || data.has("<svg:svg", at: place)
                return isRoot ? place : nil
            }
        }
        return nil
    }

    private static func endOfSpace(_ data: ImageData, after start: Int) -> Int {
        var place = start
        while let byte = data.byte(place), [0x20, 0x09, 0x0a, 0x0d].contains(byte) { place += 1 }
        return place
    }

    private static func lastIndex(of text: StaticString, _ data: ImageData) -> Int? {
        var place = data.count - text.utf8CodeUnitCount
        while place >= 0 {
            if data.has(text, at: place) { return place }
            place -= 1
        }
        return nil
    }

    /// The first tag of an element.
    private struct Tag {
        let attributes: [String: String]
        /// Whether it closes itself.
        let isEmpty: Bool
        let end: Int
    }

    /// The tag at an offset; nil when the file ends in it.
    private static func tag(_ data: ImageData, at start: Int) -> Tag? {
        var attributes: [String: String] = [:]
        var place = start + 1
        var name: [UInt8] = []
        while place < data.count {
            let byte = data.bytes[place]
            switch byte {
            case UInt8(ascii: ">"):
                return Tag(attributes: attributes, isEmpty: data.bytes[place - 1] == UInt8(ascii: "/"), end: place + 1)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let value = data.bytes[(place + 1)...].prefix { $0 != byte }
                guard place + 1 + value.count < data.count else { return nil }
                attributes[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
                place += value.count + 1
                name = []
            case 0x20, 0x09, 0x0a, 0x0d: name = []
            case UInt8(ascii: "="): break
            default: name.append(byte)
            }
            place += 1
        }
        return nil
    }

    /// A length in pixels of 1/96 inch; nil for percentages and lengths that depend on fonts.
    private static func pixels(_ text: String) -> Int? {
        let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "+" }
        let scales: [String: Double] = [
            "": 1, "px": 1, "pt": 96 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4,
        ]
        let unit = text.dropFirst(digits.count).filter { $0 != " " }
        guard let value = Double(digits), let scale = scales[String(unit)] else { return nil }
        return whole(value * scale)
    }

    private static func whole(_ value: Double) -> Int? {
        value.isFinite && value >= 0 && value < 1e9 ? Int(value.rounded()) : nil
    }
}
