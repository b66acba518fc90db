/// Windows icons, whose pictures are bitmaps or PNG files.
///
/// Source: Microsoft, ICONDIR and ICONDIRENTRY.
enum ICOReader: ImageReader {
    private static let headerByteCount = 6
    private static let entryByteCount = 16

    static func recognizes(_ data: ImageData) -> Bool {
        guard data.bytes.starts(with: [0, 0, 1, 0]), let count = data.little16(4), (1...1024).contains(count),
            let offset = data.little32(headerByteCount + 12), let reserved = data.byte(headerByteCount + 3)
        else { return false }
        // Four bytes that are mostly zeros begin many files: the first picture must stand behind the directory.
        return reserved == 0 && offset >= headerByteCount + entryByteCount * count
    }

    static func kind(of data: ImageData) -> ImageKind { .ico }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        let count = data.little16(4) ?? 0
        draft.frameCount = count
        var end = headerByteCount + entryByteCount * count
        for index in 0..<count {
            let entry = headerByteCount + entryByteCount * index
            guard let width = data.byte(entry), let height = data.byte(entry + 1), let bits = data.little16(entry + 6),
                let byteCount = data.little32(entry + 8), let offset = data.little32(entry + 12)
            else { return draft.find(.truncated, at: data.count, "the file ends in its directory") }
            end = max(end, offset + byteCount)
            // 0 stands for 256, which does not fit a byte.
            let size = (width: width == 0 ? 256 : width, height: height == 0 ? 256 : height)
            if size.width > draft.width ?? 0 {
                draft.width = size.width
                draft.height = size.height
                draft.colour = ImageColour(
                    (1...8).contains(bits) ? .indexed : .rgb,
                    bitsPerChannel: (1...8).contains(bits) ? bits : 8, hasAlpha: true)
            }
        }
        draft.end = end
        if end > data.count {
            draft.end = data.count
            draft.find(.truncated, at: data.count, "the pictures end at \(end)")
        }
    }
}
