/// A chunk of a RIFF file: four letters, length, data, filled up to an even length (RFC 9649, section 2.3).
struct RIFFChunk {
    let type: String
    let start: Int
    let dataByteCount: Int

    var dataStart: Int { start + 8 }
    var end: Int { dataStart + dataByteCount + dataByteCount % 2 }
    var byteCount: Int { end - start }

    /// Reads the head of the chunk at an offset; nil when the file ends before it.
    init?(_ data: ImageData, at start: Int) {
        guard let letters = data.slice(start, 4), let byteCount = data.little32(start + 4) else { return nil }
        type = String(decoding: letters, as: UTF8.self)
        self.start = start
        dataByteCount = byteCount
    }
}
