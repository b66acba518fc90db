import ArcaCore

/// SVG: the size of the root element, scripts and external references.
///
/// Source: W3C Scalable Vector Graphics 2, sections 5.1 and 7.8; CSS Values and Units 4 for absolute lengths.
enum SVGReader: ImageReader {
    static func recognizes(_ data: ImageData) -> Bool { rootStart(data) != nil }

    static func kind(of data: ImageData) -> ImageKind { .svg }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        guard let start = rootStart(data) else { return }
        draft.color = ImageColor(.rgb, bitsPerChannel: nil, hasAlpha: true)
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
        findActiveContent(data, from: start, into: &draft)
    }

    /// Reports scripts and external references, once each; names are case-insensitive, as in HTML.
    private static func findActiveContent(_ data: ImageData, from root: Int, into draft: inout ImageDraft) {
        let lower = ImageData(data.bytes.map { $0.lowercased })
        func note(_ place: Int?, _ what: String) {
            if let place { draft.find(.activeContent, at: place, "the picture holds \(what)") }
        }
        note(lower.firstIndex(of: "<script") ?? lower.firstIndex(of: "javascript:"), "a script")
        note(lower.firstIndex(of: "<foreignobject"), "foreign content")
        note(lower.firstIndex(of: "<!entity"), "an entity")
        note(lower.firstIndex(of: "@import") ?? farAddress(lower), "a style from another place")
        var (hasHandler, hasReference) = (false, false)
        var place = root
        while let start = lower.firstIndex(of: "<", from: place) {
            if let end = endOfText(lower, at: start) {
                place = end
                continue
            }
            guard let tag = tag(lower, at: start) else { return }
            if !hasHandler, tag.attributes.keys.contains(where: { $0.hasPrefix("on") && $0.utf8.count > 2 }) {
                hasHandler = true
                note(start, "a script that an event runs")
            }
            if !hasReference, tag.attributes.contains(where: { $0.key.hasSuffix("href") && isFar($0.value) }) {
                hasReference = true
                note(start, "a reference to another place")
            }
            place = tag.end
        }
    }

    private static func endOfText(_ data: ImageData, at start: Int) -> Int? {
        for (head, tail) in [("<!--", "-->"), ("<![cdata[", "]]>"), ("<?", "?>")] as [(StaticString, StaticString)]
        where data.has(head, at: start) {
            return data.firstIndex(of: tail, from: start).map { $0 + tail.utf8CodeUnitCount } ?? data.count
        }
        return nil
    }

    /// Whether an address is external: neither a fragment nor an embedded image.
    private static func isFar(_ address: String) -> Bool {
        let bare = address.drop { $0.isWhitespace }
        return !bare.isEmpty && !bare.hasPrefix("#") && !bare.hasPrefix("data:image/")
    }

    private static func farAddress(_ data: ImageData) -> Int? {
        var place = 0
        while let start = data.firstIndex(of: "url(", from: place) {
            place = start + 4
            while let byte = data.byte(place), [0x20, 0x09, 0x0a, 0x0d, 0x22, 0x27].contains(byte) { place += 1 }
            if !data.has("#", at: place), !data.has("data:", at: place) { return start }
        }
        return nil
    }

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

    private struct Tag {
        let attributes: [String: String]
        let isEmpty: Bool
        let end: Int
    }

    private static func tag(_ data: ImageData, at start: Int) -> Tag? {
        var attributes: [String: String] = [:]
        var place = start + 1
        var name: [UInt8] = []
        // There may be a space between a name and its equals sign; another name replaces it.
        var isNameOver = false
        while place < data.count {
            let byte = data.bytes[place]
            switch byte {
            case .greaterThan:
                return Tag(attributes: attributes, isEmpty: data.bytes[place - 1] == .slash, end: place + 1)
            case .quotationMark, .apostrophe:
                let value = data.bytes[(place + 1)...].prefix { $0 != byte }
                guard place + 1 + value.count < data.count else { return nil }
                attributes[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
                place += value.count + 1
                isNameOver = true
            case .space, .tab, .newline, .carriageReturn, .slash: isNameOver = true
            case .equals: isNameOver = false
            default:
                if isNameOver { name = [] }
                isNameOver = false
                name.append(byte)
            }
            place += 1
        }
        return nil
    }

    /// A length in pixels of 1/96 inch; nil for percentages and lengths relative to fonts.
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
