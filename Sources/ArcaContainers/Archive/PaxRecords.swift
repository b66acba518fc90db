internal import ArcaCodecs

/// The records of a pax header: `LENGTH KEY=VALUE` and a line end, the length counting all of it.
///
/// Source: POSIX.1-2017, pax, "pax Extended Header".
struct PaxRecords {
    private(set) var values: [String: [UInt8]] = [:]

    init() {}

    /// Reads records, the later of two with one key counting.
    init(_ bytes: [UInt8], at offset: Int) throws(ContainerError) {
        var start = 0
        while start < bytes.count {
            let digits = bytes[start...].prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty, digits.count < 10, let length = Int(String(decoding: digits, as: UTF8.self)),
                length <= bytes.count - start, length > digits.count + 2,
                bytes[start + digits.count] == 0x20, bytes[start + length - 1] == 0x0a,
                let equals = bytes[start + digits.count + 1..<start + length - 1].firstIndex(of: UInt8(ascii: "="))
            else { throw ContainerError(.malformed, at: offset + start, "a pax header's record is malformed") }
            let key = String(decoding: bytes[start + digits.count + 1..<equals], as: UTF8.self)
            values[key] = Array(bytes[equals + 1..<start + length - 1])
            start += length
        }
    }

    subscript(key: String) -> [UInt8]? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// A decimal number, of which a fraction is left out.
    func number(_ key: String) -> Int? {
        guard let value = values[key] else { return nil }
        return Int(String(decoding: value.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self))
    }

    /// The records' bytes, in the order of their keys.
    var bytes: [UInt8] {
        values.sorted { $0.key < $1.key }.flatMap { key, value in
            let rest = [0x20] + Array(key.utf8) + [UInt8(ascii: "=")] + value + [0x0a]
            var length = rest.count + 1
            while String(length).utf8.count + rest.count != length { length = String(length).utf8.count + rest.count }
            return Array(String(length).utf8) + rest
        }
    }
}
