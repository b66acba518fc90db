import ArcaTestSupport

@testable import ArcaImages

/// Image files of a few hundred kilobytes with values that would take very long to process or overflow.
enum HostileImages {
    struct Sample: Sendable, CustomStringConvertible {
        let name: String
        let bytes: [UInt8]
        let findings: [ImageFinding.Code]
        var description: String { name }
    }

    static let all = [
        Sample(name: "rows whose sum is beyond 2^63", bytes: bmp(), findings: [.truncated]),
        Sample(name: "items of 65,535 extents without bytes", bytes: emptyExtents(20_000), findings: []),
        Sample(name: "items of Exif at one place", bytes: sharedExif(5000, entries: 30_000), findings: []),
        Sample(name: "strips behind many entries", bytes: strips(100_000, entries: 20_000), findings: []),
        Sample(name: "pages that share strips", bytes: sharedStrips(200_000, pages: 2000), findings: [.malformed]),
        Sample(
            name: "directories that lie in each other", bytes: overlappingDirectories(8000), findings: [.malformed]),
    ]

    private static func little(_ value: Int, _ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func big(_ value: Int, _ byteCount: Int) -> [UInt8] { little(value, byteCount).reversed() }

    private static func bmp() -> [UInt8] {
        let fields = [
            (1000, 4), (0, 4), (54, 4), (40, 4), (1 << 30 | 1, 4), ((1 << 31) - 2, 4), (1, 2), (32, 2), (0, 24),
        ]
        return fields.reduce(into: Array("BM".utf8)) { $0 += little($1.0, $1.1) }
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big(8 + content.count, 4) + Array(type.utf8) + content
    }

    private static func heif(_ names: [UInt8], _ places: [UInt8]) -> [UInt8] {
        let size = box("ispe", big(0, 4) + big(4, 4) + big(4, 4))
        let boxes = box("iprp", box("ipco", size)) + box("iinf", names) + box("iloc", places)
        return box("ftyp", Array("heic".utf8) + big(0, 4) + Array("heic".utf8)) + box("meta", big(0, 4) + boxes)
    }

    private static func emptyExtents(_ count: Int) -> [UInt8] {
        var places = big(0, 6) + big(count, 2)
        for id in 0..<count { places += big(id, 2) + big(65_535, 4) }
        return heif(big(0, 6), places)
    }

    private static func sharedExif(_ count: Int, entries: Int) -> [UInt8] {
        let entry = hex("03e8 0003 00000001 00000000")
        var exif = hex("00000000 4d4d002a 00000008") + big(entries, 2)
        for _ in 0..<entries { exif += entry }
        exif += big(0, 4)
        var names = big(0, 4) + big(count, 2)
        for id in 1...count { names += box("infe", hex("02000000") + big(id, 2) + hex("0000 4578696600")) }
        func file(_ offset: Int) -> [UInt8] {
            var places = hex("00000000 4400") + big(count, 2)
            for id in 1...count { places += big(id, 2) + big(1, 4) + big(offset, 4) + big(exif.count, 4) }
            return heif(names, places)
        }
        let length = file(0).count
        return file(length + 8) + box("mdat", exif)
    }

    private static func entry(_ tag: Int, _ count: Int, _ value: Int) -> [UInt8] {
        little(tag, 2) + little(3, 2) + little(count, 4) + little(value, 4)
    }

    /// A directory with a table of strips at another offset.
    private static func directory(_ strips: Int, at table: Int, entries: Int = 0, next: Int = 0) -> [UInt8] {
        var bytes = little(entries + 4, 2)
        for _ in 0..<entries { bytes += entry(1, 1, 0) }
        bytes += entry(256, 1, 4) + entry(257, 1, 4) + entry(273, strips, table) + entry(279, strips, table)
        return bytes + little(next, 4)
    }

    private static func strips(_ count: Int, entries: Int) -> [UInt8] {
        let start = Array("II*\0".utf8) + little(8, 4)
        let table = start.count + directory(count, at: 0, entries: entries).count
        return start + directory(count, at: table, entries: entries) + little(0, 2 * count)
    }

    private static func sharedStrips(_ count: Int, pages: Int) -> [UInt8] {
        let byteCount = directory(count, at: 0).count
        var bytes = Array("II*\0".utf8) + little(8, 4)
        let table = bytes.count + pages * byteCount
        for page in 1...pages {
            bytes += directory(count, at: table, next: page < pages ? bytes.count + byteCount : 0)
        }
        return bytes + little(0, 2 * count)
    }

    /// Overlapping directories: each has enough entries of unknown type to end after the start of all others.
    private static func overlappingDirectories(_ count: Int) -> [UInt8] {
        // The counts are 16 bytes apart; the offset of the next directory is at the end of each.
        let entries = 30_000
        let byteCount = 2 + 12 * entries
        var bytes = [UInt8](repeating: 0, count: 8 + 16 * count + byteCount + 4)
        bytes.replaceSubrange(0..<8, with: Array("II*\0".utf8) + little(8, 4))
        for index in 0..<count {
            let place = 8 + 16 * index
            bytes.replaceSubrange(place..<place + 2, with: little(entries, 2))
            let next = index + 1 < count ? place + 16 : 0
            bytes.replaceSubrange(place + byteCount..<place + byteCount + 4, with: little(next, 4))
        }
        // The first one has the fields a picture needs.
        bytes.replaceSubrange(10..<22, with: entry(256, 1, 4))
        return bytes
    }
}
