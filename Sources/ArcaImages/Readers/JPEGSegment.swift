/// A piece of a JPEG file: a marker with its segment, or coded pixels up to the next marker (ITU-T T.81, annex B).
struct JPEGSegment {
    /// The byte after 0xff; nil for coded pixels.
    let marker: Int?
    /// Where the piece begins: at its 0xff, or at the first coded byte.
    let start: Int
    /// Where the next piece begins.
    let end: Int

    /// Where what follows marker and length begins.
    let dataStart: Int

    var byteCount: Int { end - start }
    /// What is in it, without marker and length.
    var dataByteCount: Int { end - dataStart }

    /// Markers with no length behind them: restarts, start, end, and one for arithmetic coding.
    private static func standsAlone(_ marker: Int) -> Bool { (0xd0...0xd9).contains(marker) || marker == 0x01 }

    /// Takes the next piece at an offset; `isInScan` says that coded pixels may stand there.
    ///
    /// Nil where the file ends, or stands something that is neither a marker nor pixels.
    init?(_ data: ImageData, at start: Int, isInScan: Bool) {
        self.start = start
        if isInScan, let end = JPEGSegment.endOfPixels(data, from: start), end > start {
            marker = nil
            self.end = end
            dataStart = start
            return
        }
        var place = start
        // A marker may be filled up with more bytes of 0xff before it.
        guard data.byte(place) == 0xff else { return nil }
        while data.byte(place + 1) == 0xff { place += 1 }
        guard let marker = data.byte(place + 1), marker != 0 else { return nil }
        self.marker = marker
        if JPEGSegment.standsAlone(marker) {
            end = place + 2
            dataStart = end
        } else {
            guard let length = data.big16(place + 2), length >= 2, place + 2 + length <= data.count else { return nil }
            end = place + 2 + length
            dataStart = place + 4
        }
    }

    /// Whether coded pixels may stand behind it, which only those of a scan do, and each other.
    var isInScan: Bool { marker == nil || marker == 0xda }

    /// Where coded pixels end: at a marker that is no restart, with what fills it up; at the end of the file if there is none.
    private static func endOfPixels(_ data: ImageData, from start: Int) -> Int? {
        data.bytes.withUnsafeBufferPointer { bytes in
            var place = start
            while place < bytes.count {
                guard bytes[place] == 0xff else {
                    place += 1
                    continue
                }
                var last = place
                while last + 1 < bytes.count, bytes[last + 1] == 0xff { last += 1 }
                guard last + 1 < bytes.count else { return bytes.count }
                let next = bytes[last + 1]
                if next != 0, !(0xd0...0xd7).contains(next) { return place }
                place = last + 2
            }
            return bytes.count
        }
    }
}
