internal import ArcaPlatform

/// An image file in memory, read by offset; out-of-range reads return nil.
struct ImageData {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Overwrites bytes in place; the size does not change.
    mutating func overwrite(_ offset: Int, with replacement: some Collection<UInt8>) {
        bytes.replaceSubrange(offset..<offset + replacement.count, with: replacement)
    }

    var count: Int { bytes.count }

    func byte(_ offset: Int) -> Int? {
        bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
    }

    /// A number of at most 7 bytes, so it is never negative.
    func number(_ offset: Int, _ byteCount: Int, isLittleEndian: Bool) -> Int? {
        // Compares by subtraction, because an offset from the file could overflow an addition.
        guard offset >= 0, byteCount <= count, offset <= count - byteCount else { return nil }
        var value = 0
        for place in 0..<byteCount {
            value = value << 8 | Int(bytes[isLittleEndian ? offset + byteCount - 1 - place : offset + place])
        }
        return value
    }

    func big16(_ offset: Int) -> Int? { number(offset, 2, isLittleEndian: false) }
    func big32(_ offset: Int) -> Int? { number(offset, 4, isLittleEndian: false) }
    func little16(_ offset: Int) -> Int? { number(offset, 2, isLittleEndian: true) }
    func little24(_ offset: Int) -> Int? { number(offset, 3, isLittleEndian: true) }
    func little32(_ offset: Int) -> Int? { number(offset, 4, isLittleEndian: true) }

    func slice(_ offset: Int, _ byteCount: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, byteCount >= 0, byteCount <= count, offset <= count - byteCount else { return nil }
        return bytes[offset..<offset + byteCount]
    }

    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard let slice = slice(offset, text.utf8CodeUnitCount) else { return false }
        return text.withUTF8Buffer { slice.elementsEqual($0) }
    }

    func firstIndex(of text: StaticString, from start: Int = 0, to end: Int? = nil) -> Int? {
        let last = min(end ?? count, count) - text.utf8CodeUnitCount
        guard start >= 0, start <= last else { return nil }
        return bytes.withUnsafeBytes { bytes in
            text.withUTF8Buffer { text in
                var place = start
                // memchr finds the first byte at memory speed, because whole files are searched.
                while let found = memchr(bytes.baseAddress.unsafelyUnwrapped + place, Int32(text[0]), last - place + 1)
                {
                    place = bytes.baseAddress.unsafelyUnwrapped.distance(to: UnsafeRawPointer(found))
                    if bytes[place..<place + text.count].elementsEqual(text) { return place }
                    place += 1
                    if place > last { break }
                }
                return nil
            }
        }
    }
}
