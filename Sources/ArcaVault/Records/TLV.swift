internal import ArcaCore
package import ArcaCrypto

/// Writes a record's fields: number, length, value.
///
/// Secrets are copied only into the record.
///
/// Source: Documentation/VAULT-FORMAT.md, "TLV".
package struct TLVWriter {
    private struct Field {
        let number: UInt8
        let bytes: [UInt8]
        let secret: SecretBytes?

        var byteCount: Int { bytes.count + (secret?.count ?? 0) }
    }

    private var fields: [Field] = []
    private(set) var byteCount = 0

    package init() {}

    /// Adds a field; numbers ascend, and repeated numbers form a list.
    package mutating func add(_ number: UInt8, _ bytes: [UInt8], _ secret: SecretBytes? = nil) {
        assert(fields.last.map { $0.number <= number } ?? true, "fields ascend")
        let field = Field(number: number, bytes: bytes, secret: secret)
        byteCount += 1 + LEB128.byteCount(field.byteCount) + field.byteCount
        fields.append(field)
    }

    package mutating func add<Number: FixedWidthInteger & UnsignedInteger>(_ number: UInt8, _ value: Number) {
        add(number, value.bigEndianBytes)
    }

    package mutating func add(_ number: UInt8, _ time: Vault.Timestamp) {
        add(number, UInt64(bitPattern: time.milliseconds))
    }

    package mutating func addUnlessEmpty(_ number: UInt8, _ text: String) {
        if !text.isEmpty { add(number, Array(text.utf8)) }
    }

    package func unpadded() -> SecretBytes { SecretBytes(byteCount: byteCount) { write(into: &$0) } }

    package func padded() -> SecretBytes {
        SecretBytes(byteCount: LengthBuckets.bucket(forContent: byteCount)) { output in
            write(into: &output)
            LengthBuckets.pad(&output)
        }
    }

    private func write(into output: inout OutputSpan<UInt8>) {
        for field in fields {
            output.append(field.number)
            LEB128.append(field.byteCount, to: &output)
            output.append(contentsOf: field.bytes.span)
            field.secret?.withBytes { output.append(contentsOf: $0) }
        }
    }
}

/// Minimal LEB128 lengths: seven bits per byte, least significant first, at most four bytes.
enum LEB128 {
    static func byteCount(_ value: Int) -> Int { max(1, (Int.bitWidth - value.leadingZeroBitCount + 6) / 7) }

    static func append(_ value: Int, to output: inout OutputSpan<UInt8>) {
        var rest = value
        while rest > 0x7f {
            output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        output.append(UInt8(rest))
    }
}

/// Reads a record's fields strictly: only the exact output of the writer is accepted.
///
/// It stores only an offset; each call borrows the bytes.
///
/// Source: Documentation/VAULT-FORMAT.md, "TLV".
package struct TLVReader {
    private var offset = 0
    private var last: UInt8 = 0
    private let lists: UInt64

    /// Starts at the beginning of a record; fields in `lists` may repeat.
    package init(lists: [UInt8] = []) { self.lists = lists.reduce(0) { $0 | 1 << UInt64($1) } }

    /// The next field and the location of its value, or nil at the end.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` for a field out of order, or a length that is not minimal or
    ///   exceeds the record.
    package mutating func next(_ bytes: Span<UInt8>) throws -> (number: UInt8, value: FieldReader)? {
        guard offset < bytes.count else { return nil }
        let start = offset
        let number = bytes[offset]
        offset += 1
        guard number > last || (number == last && number < 64 && lists & 1 << UInt64(number) != 0) else {
            throw VaultError(.tampered, at: start, "field \(number) of a record stands in the wrong place")
        }
        last = number
        let count = try length(bytes)
        guard count <= bytes.count - offset else {
            throw VaultError(.tampered, at: start, "field \(number) of a record goes beyond its end")
        }
        let value = FieldReader(offset, offset + count)
        offset += count
        return (number, value)
    }

    private mutating func length(_ bytes: Span<UInt8>) throws -> Int {
        var value = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard offset < bytes.count else { break }
            let byte = bytes[offset]
            offset += 1
            value |= Int(byte & 0x7f) << shift
            guard byte < 0x80 else { continue }
            // A leading zero would be a second encoding of the same length.
            guard byte != 0 || shift == 0 else { break }
            return value
        }
        throw VaultError(.tampered, at: offset, "a length in a record is not written as it must be")
    }

    package static func unknown(_ number: UInt8, in record: String) -> VaultError {
        VaultError(.unsupported, "\(record) has a field \(number): it was written by a newer Arca; update this one")
    }

    package static func missing(_ field: String, in record: String) -> VaultError {
        VaultError(.tampered, "\(record) lacks its \(field)")
    }
}

package struct FieldReader {
    private var offset: Int
    private let end: Int

    package init(_ start: Int, _ end: Int) {
        offset = start
        self.end = end
    }

    package var byteCount: Int { end - offset }

    package mutating func take(_ count: Int) throws -> Range<Int> {
        guard count <= end - offset else {
            throw VaultError(.tampered, at: offset, "a field of a record is too short")
        }
        offset += count
        return offset - count..<offset
    }

    package mutating func rest() -> Range<Int> {
        defer { offset = end }
        return offset..<end
    }

    package mutating func bytes(_ count: Int, _ record: Span<UInt8>) throws -> [UInt8] {
        [UInt8](bytes: record.extracting(try take(count)))
    }

    package mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ record: Span<UInt8>, as type: Number.Type = Number.self
    ) throws -> Number {
        var number: Number = 0
        for place in try take(Number.bitWidth / 8) { number = number << 8 | Number(record[place]) }
        return number
    }

    package mutating func time(_ record: Span<UInt8>) throws -> Vault.Timestamp {
        Vault.Timestamp(milliseconds: Int64(bitPattern: try number(record)))
    }

    package mutating func prefixedText(_ record: Span<UInt8>) throws -> String {
        let count = try number(record, as: UInt32.self)
        return try text(record, Int(count))
    }

    /// A string up to the end of the value; `optional` fields are omitted if empty, so an empty one is an error.
    package mutating func text(_ record: Span<UInt8>, optional: Bool = false) throws -> String {
        guard !optional || byteCount > 0 else {
            throw VaultError(.tampered, at: offset, "a field of a record is empty and should not be there")
        }
        return try text(record, byteCount)
    }

    package func finish() throws {
        guard offset == end else { throw VaultError(.tampered, at: offset, "a field of a record is too long") }
    }

    private mutating func text(_ record: Span<UInt8>, _ count: Int) throws -> String {
        let range = try take(count)
        let text = record.extracting(range).withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
        guard let text else { throw VaultError(.tampered, at: range.lowerBound, "a text in a record is not UTF-8") }
        return text
    }
}
