internal import ArcaCompression

/// A chunk of a PNG file: length, type, data, CRC-32 (W3C PNG, section 5.3).
struct PNGChunk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// Four letters.
    let type: String
    /// Where the chunk begins: at its length.
    let start: Int
    let dataByteCount: Int

    var dataStart: Int { start + 8 }
    /// The chunk without its checksum ends here.
    var dataEnd: Int { dataStart + dataByteCount }
    var end: Int { dataEnd + 4 }
    var byteCount: Int { dataByteCount + 12 }

    /// Whether viewers that do not know it may leave it out: the first letter is small.
    var isAncillary: Bool { type.utf8.first.map { $0 & 0x20 != 0 } ?? false }

    /// Reads the head of the chunk at an offset; nil when the file ends before it or its type is no four letters.
    init?(_ data: ImageData, at start: Int) {
        guard let byteCount = data.big32(start), let letters = data.slice(start + 4, 4),
            letters.allSatisfy({ (0x41...0x5a).contains($0 & 0xdf) })
        else { return nil }
        type = String(decoding: letters, as: UTF8.self)
        self.start = start
        dataByteCount = byteCount
    }

    /// Whether the whole chunk is in the file.
    func isWhole(in data: ImageData) -> Bool { end <= data.count }

    /// Whether its checksum fits.
    func isIntact(in data: ImageData) -> Bool {
        guard let covered = data.slice(start + 4, dataByteCount + 4), let stated = data.big32(dataEnd) else {
            return false
        }
        return Int(Checksum.crc32(covered)) == stated
    }
}

extension PNGChunk {
    /// A chunk made of its type and data.
    static func bytes(type: String, _ data: [UInt8]) -> [UInt8] {
        let covered = Array(type.utf8) + data
        var checksum = Checksum(.crc32)
        checksum.update(covered)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (24 - 8 * $0)) }
        return length + covered + checksum.bytes
    }
}
