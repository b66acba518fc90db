internal import ArcaCore

/// A list of typed values by name, as in the header of a KeePass database.
///
/// Source: keepass.info, "KDBX 4", VariantDictionary 1.0.
package struct KDBXDictionary: Sendable {
    private var values: [String: (type: Int, value: [UInt8])] = [:]

    /// Parses a dictionary; nil if it is damaged, repeats a name, or is of a newer version.
    package init?(_ bytes: Span<UInt8>) {
        var reader = LittleEndianReader()
        guard let version = reader.number(2, in: bytes), version >> 8 == 1 else { return nil }
        while let type = reader.number(1, in: bytes) {
            if type == 0 { return }
            guard let key = reader.number(4, in: bytes).flatMap({ reader.bytes($0, in: bytes) }),
                let value = reader.number(4, in: bytes).flatMap({ reader.bytes($0, in: bytes) }),
                let name = String(validating: key, as: UTF8.self),
                values.updateValue((type, value), forKey: name) == nil
            else { return nil }
        }
        return nil
    }

    package subscript(name: String) -> [UInt8]? { values[name]?.value }

    /// An integer of 4 or 8 bytes; nil if it is missing, negative or larger than `Int`.
    package func number(_ name: String) -> Int? {
        guard let value = values[name]?.value, value.count == 4 || value.count == 8 else { return nil }
        return LittleEndianReader.number(value.span)
    }

    /// The bytes of a dictionary with the given values, each with its type.
    package static func encode(_ values: [(name: String, type: UInt8, value: [UInt8])]) -> [UInt8] {
        values.reduce([0, 1]) { result, entry in
            result + [entry.type] + entry.name.utf8.count.littleEndianBytes + Array(entry.name.utf8)
                + entry.value.count.littleEndianBytes + entry.value
        } + [0]
    }
}

/// Reads numbers in little-endian order and byte strings in sequence; returns nil past the end.
package struct LittleEndianReader: Sendable {
    package private(set) var offset = 0

    package init(at offset: Int = 0) { self.offset = offset }

    /// The range of the next bytes.
    package mutating func range(_ count: Int, in bytes: Span<UInt8>) -> Range<Int>? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return offset..<offset + count
    }

    package mutating func bytes(_ count: Int, in bytes: Span<UInt8>) -> [UInt8]? {
        range(count, in: bytes).map { Array(bytes: bytes.extracting($0)) }
    }

    /// A number of up to 8 bytes; nil if it exceeds `Int`.
    package mutating func number(_ byteCount: Int, in bytes: Span<UInt8>) -> Int? {
        range(byteCount, in: bytes).flatMap { Self.number(bytes.extracting($0)) }
    }

    package static func number(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count < 8 || bytes.count == 8 && bytes[7] < 0x80 else { return nil }
        return bytes.indices.reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
}

extension Int {
    /// The low 32 bits in little-endian order.
    package var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
