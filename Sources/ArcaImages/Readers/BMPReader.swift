/// Windows bitmaps.
///
/// Source: Microsoft, BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER and its successors.
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
        // A negative height says that the rows go from top to bottom.
        let rows = height < 1 << 31 ? height : (1 << 32) - height
        draft.width = width
        draft.height = rows
        guard [0, 1, 2, 4, 8, 16, 24, 32].contains(bits), width < 1 << 31 else {
            return draft.find(.malformed, at: isCore ? 24 : 28, "a pixel has \(bits) bits")
        }
        let hasAlpha = bits == 32 && header >= 56 && data.little32(66).map { $0 != 0 } ?? false
        draft.colour = ImageColour(
            bits <= 8 ? .indexed : .rgb, bitsPerChannel: bits <= 8 ? bits : bits == 16 ? 5 : 8, hasAlpha: hasAlpha)
        let compression = isCore ? 0 : data.little32(30) ?? 0
        let stated = isCore ? 0 : data.little32(34) ?? 0
        // Rows are filled up to four bytes. Compressed pixels say how many bytes they are.
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
