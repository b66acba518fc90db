internal import ArcaCompression

/// A bitmap of four colors, encoded as PNG (ISO/IEC 15948): palette, 8 bits, one IDAT chunk.
struct PixelCanvas {
    enum Ink: UInt8 { case paper, dot, line, start }

    private static let palette: [UInt8] = [0xff, 0xff, 0xff, 0x9a, 0xa0, 0xa6, 0x1a, 0x73, 0xe8, 0x34, 0xa8, 0x53]

    private let width: Int
    private let height: Int
    private var pixels: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: Ink.paper.rawValue, count: width * height)
    }

    private mutating func fill(
        _ left: Double, _ top: Double, right: Double, bottom: Double, ink: Ink,
        where isInside: (_ x: Double, _ y: Double) -> Bool
    ) {
        for y in max(0, Int(top))..<max(0, min(height, Int(bottom) + 1)) {
            for x in max(0, Int(left))..<max(0, min(width, Int(right) + 1))
            where isInside(Double(x) + 0.5, Double(y) + 0.5) { pixels[y * width + x] = ink.rawValue }
        }
    }

    mutating func disc(_ center: (x: Double, y: Double), radius: Double, _ ink: Ink) {
        fill(center.x - radius, center.y - radius, right: center.x + radius, bottom: center.y + radius, ink: ink) {
            x, y in
            (x - center.x) * (x - center.x) + (y - center.y) * (y - center.y) <= radius * radius
        }
    }

    mutating func ring(_ center: (x: Double, y: Double), radius: Double, thickness: Double, _ ink: Ink) {
        fill(center.x - radius, center.y - radius, right: center.x + radius, bottom: center.y + radius, ink: ink) {
            x, y in
            let square = (x - center.x) * (x - center.x) + (y - center.y) * (y - center.y)
            return square <= radius * radius && square >= (radius - thickness) * (radius - thickness)
        }
    }

    mutating func line(
        _ start: (x: Double, y: Double), _ end: (x: Double, y: Double), thickness: Double, _ ink: Ink
    ) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        let half = thickness / 2
        fill(
            min(start.x, end.x) - half, min(start.y, end.y) - half, right: max(start.x, end.x) + half,
            bottom: max(start.y, end.y) + half, ink: ink
        ) { x, y in
            // The parameter of the nearest point on the segment.
            let share = min(1, max(0, ((x - start.x) * dx + (y - start.y) * dy) / square))
            let (ox, oy) = (x - start.x - share * dx, y - start.y - share * dy)
            return ox * ox + oy * oy <= half * half
        }
    }

    func png() throws(CompressionError) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity((width + 1) * height)
        for row in 0..<height {
            // Filter type 0, because filters do not help with palette indices.
            rows.append(0)
            rows += pixels[row * width..<(row + 1) * width]
        }
        let header = Self.bytes(width) + Self.bytes(height) + [8, 3, 0, 0, 0]
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Self.chunk("IHDR", header)
            + Self.chunk("PLTE", Self.palette)
            + Self.chunk("IDAT", try Deflater.deflate(rows, format: .zlib, level: .best))
            + Self.chunk("IEND", [])
    }

    private static func bytes(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        var checksum = Checksum(.crc32)
        checksum.update(named)
        return bytes(content.count) + named + checksum.bytes
    }
}
