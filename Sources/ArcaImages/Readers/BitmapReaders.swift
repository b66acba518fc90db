/// Windows bitmaps.
///
/// Source: Microsoft, BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER and later versions.
enum BMPReader: ImageReader {
    static func recognizes(_ data: ImageData) -> Bool {
        guard data.has("BM", at: 0), let header = data.little32(14) else { return false }
        return [12, 40, 52, 56, 64, 108, 124].contains(header)
    }

    static func kind(of data: ImageData) -> ImageKind { .bmp }

    static func read(_ data: ImageData, into draft: inout ImageDraft) {
        guard let header = data.little32(14), let pixels = data.little32(10) else { return }
        let isCore = header == 12
        guard let width = isCore ? data.little16(18) : data.little32(18),
            let height = isCore ? data.little16(20) : data.little32(22),
            let bits = data.little16(isCore ? 24 : 28)
        else { return draft.find(.truncated, at: data.count, "the file ends in its header") }
        // A negative height means that rows are stored top to bottom.
        let rows = height < 1 << 31 ? height : (1 << 32) - height
        draft.width = width
        draft.height = rows
        guard [0, 1, 2, 4, 8, 16, 24, 32].contains(bits), width < 1 << 31 else {
            return draft.find(.malformed, at: isCore ? 24 : 28, "a pixel has \(bits) bits")
        }
        let hasAlpha = bits == 32 && header >= 56 && data.little32(66).map { $0 != 0 } ?? false
        draft.color = ImageColor(
            bits <= 8 ? .indexed : .rgb, bitsPerChannel: bits <= 8 ? bits : bits == 16 ? 5 : 8, hasAlpha: hasAlpha)
        let compression = isCore ? 0 : data.little32(30) ?? 0
        let stated = isCore ? 0 : data.little32(34) ?? 0
        // Rows are padded to four bytes. Compressed pixels have an explicit size.
        let plain = (width * bits + 31) / 32 * 4
        let (size, overflow) = plain.multipliedReportingOverflow(by: rows)
        let byteCount = compression == 0 || compression == 3 ? (overflow ? .max : size) : stated
        let (sum, isTooFar) = pixels.addingReportingOverflow(byteCount)
        let end = isTooFar ? .max : sum
        draft.end = max(end, min(data.little32(2) ?? 0, data.count))
        if end > data.count {
            draft.end = data.count
            draft.find(.truncated, at: data.count, "the pixels end at \(end)")
        }
    }
}

/// Windows icons, which contain bitmaps or PNG files.
///
/// Source: Microsoft, ICONDIR and ICONDIRENTRY.
enum ICOReader: ImageReader {
    private static let headerByteCount = 6
    private static let entryByteCount = 16

    static func recognizes(_ data: ImageData) -> Bool {
        guard data.bytes.starts(with: [0, 0, 1, 0]), let count = data.little16(4), (1...1024).contains(count),
            let offset = data.little32(headerByteCount + 12), let reserved = data.byte(headerByteCount + 3)
        else { return false }
        // Many files begin with such bytes, so the first picture must also start after the directory.
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
            // 0 means 256, which does not fit in a byte.
            let size = (width: width == 0 ? 256 : width, height: height == 0 ? 256 : height)
            if size.width > draft.width ?? 0 {
                draft.width = size.width
                draft.height = size.height
                draft.color = ImageColor(
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
