internal import ArcaCore

/// A 512-byte header block, as in POSIX ustar and GNU tar.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format".
struct TarHeader {
    static let byteCount = 512

    enum Field {
        static let name = 0..<100
        static let mode = 100..<108
        static let owner = 108..<116
        static let group = 116..<124
        static let size = 124..<136
        static let modified = 136..<148
        static let checksum = 148..<156
        static let type = 156
        static let link = 157..<257
        static let magic = 257..<265
        static let major = 329..<337
        static let minor = 337..<345
        static let prefix = 345..<500
    }

    var name: [UInt8]
    var linkName: [UInt8] = []
    var mode: UInt32
    var size: Int
    var modified: Int
    var type: UInt8
}

extension TarHeader {
    /// Reads a block; nil if it is all zeros.
    init?(_ block: [UInt8], at offset: Int) throws(ContainerError) {
        guard block.contains(where: { $0 != 0 }) else { return nil }
        guard let sum = Self.number(block[Field.checksum]), Self.checksums(block).contains(sum) else {
            throw ContainerError(.malformed, at: offset, "there is no tar header here: its checksum is wrong")
        }
        func number(_ field: Range<Int>, _ what: String) throws(ContainerError) -> Int {
            guard let value = Self.number(block[field]) else {
                throw ContainerError(
                    .malformed, at: offset + field.lowerBound, "a tar header's \(what) is not a number")
            }
            return value
        }
        size = try number(Field.size, "size")
        guard size >= 0 else {
            throw ContainerError(.malformed, at: offset + Field.size.lowerBound, "a tar header's size is negative")
        }
        mode = UInt32(truncatingIfNeeded: try number(Field.mode, "mode")) & 0o7777
        modified = try number(Field.modified, "time")
        type = block[Field.type]
        linkName = Self.text(block[Field.link])
        name = Self.text(block[Field.name])
        // The older GNU format stores times in place of the ustar prefix.
        let isUstar = block[Field.magic].elementsEqual("ustar\0".utf8 + Array("00".utf8))
        let prefix = isUstar ? Self.text(block[Field.prefix]) : []
        if !prefix.isEmpty { name = prefix + [UInt8.slash] + name }
    }

    /// The encoded block, or nil if a value does not fit its field.
    var block: [UInt8]? {
        guard let (prefix, name) = Self.split(name), linkName.count <= Field.link.count,
            size < 1 << 33, modified >= 0, modified < 1 << 33
        else { return nil }
        var block = [UInt8](repeating: 0, count: Self.byteCount)
        func put(_ bytes: some Collection<UInt8>, _ field: Range<Int>) {
            block.replaceSubrange(field.prefix(bytes.count), with: bytes)
        }
        func put(_ number: Int, _ field: Range<Int>) {
            let digits = Array(String(number, radix: 8).utf8)
            put([UInt8](repeating: 0x30, count: field.count - 1 - digits.count) + digits, field)
        }
        put(name, Field.name)
        put(Int(mode & 0o7777), Field.mode)
        put(0, Field.owner)
        put(0, Field.group)
        put(size, Field.size)
        put(modified, Field.modified)
        block[Field.type] = type
        put(linkName, Field.link)
        put("ustar\0".utf8 + Array("00".utf8), Field.magic)
        put(0, Field.major)
        put(0, Field.minor)
        put(prefix, Field.prefix)
        put([UInt8](repeating: .space, count: 8), Field.checksum)
        let sum = Array(String(block.reduce(0) { $0 + Int($1) }, radix: 8).utf8)
        put([UInt8](repeating: 0x30, count: 6 - sum.count) + sum + [0, .space], Field.checksum)
        return block
    }

    private static func split(_ name: [UInt8]) -> (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
        guard name.count > Field.name.count else { return ([], name[...]) }
        let first = name.count - Field.name.count - 1
        guard first <= Field.prefix.count,
            let slash = name[first...min(Field.prefix.count, name.count - 2)].firstIndex(of: .slash),
            slash > 0
        else { return nil }
        return (name[..<slash], name[(slash + 1)...])
    }

    /// The checksums of the block, with spaces in place of the checksum field: of unsigned bytes, and of signed bytes
    /// as in some old programs.
    private static func checksums(_ block: [UInt8]) -> [Int] {
        var (unsigned, signed) = (8 * 0x20, 8 * 0x20)
        for (index, byte) in block.enumerated() where !Field.checksum.contains(index) {
            unsigned += Int(byte)
            signed += Int(Int8(bitPattern: byte))
        }
        return [unsigned, signed]
    }

    private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

    /// Octal digits padded with spaces or NUL, or GNU's binary format, marked by the first bit.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        if let first = field.first, first & 0x80 != 0 {
            var value = first & 0x40 != 0 ? -1 : 0
            value = value << 6 | Int(first & 0x3f)
            for byte in field.dropFirst() {
                let (high, overflow) = value.multipliedReportingOverflow(by: 256)
                if overflow { return nil }
                value = high | Int(byte)
            }
            return value
        }
        let digits = field.drop { $0 == .space }.prefix { $0 != .space && $0 != 0 }
        guard digits.allSatisfy({ (0x30...0x37).contains($0) }), digits.count <= 12 else { return nil }
        return digits.reduce(0) { $0 << 3 | Int($1 & 7) }
    }
}

/// The records of a pax header: `LENGTH KEY=VALUE` and a newline; the length covers the whole record.
///
/// Source: POSIX.1-2017, pax, "pax Extended Header".
struct PaxRecords {
    private(set) var values: [String: [UInt8]] = [:]

    init() {}

    /// The last record with the same key wins.
    init(_ bytes: [UInt8], at offset: Int) throws(ContainerError) {
        var start = 0
        while start < bytes.count {
            let digits = bytes[start...].prefix { $0.isDigit }
            guard !digits.isEmpty, digits.count < 10, let length = Int(String(decoding: digits, as: UTF8.self)),
                length <= bytes.count - start, length > digits.count + 2,
                bytes[start + digits.count] == .space, bytes[start + length - 1] == .newline,
                let equals = bytes[start + digits.count + 1..<start + length - 1].firstIndex(of: .equals)
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

    /// A decimal number; the fraction is ignored.
    func number(_ key: String) -> Int? {
        guard let value = values[key] else { return nil }
        return Int(String(decoding: value.prefix { $0 != .period }, as: UTF8.self))
    }

    var bytes: [UInt8] {
        values.sorted { $0.key < $1.key }.flatMap { key, value in
            let rest = [.space] + Array(key.utf8) + [UInt8.equals] + value + [.newline]
            var length = rest.count + 1
            while String(length).utf8.count + rest.count != length { length = String(length).utf8.count + rest.count }
            return Array(String(length).utf8) + rest
        }
    }
}
