internal import ArcaCore
internal import ArcaCrypto

/// Writes a record's fields: number, length, value; secrets go from their memory to the record's without a copy between.
///
/// Source: Documentation/VAULT-FORMAT.md, "TLV".
struct TLVWriter {
    private struct Field {
        let number: UInt8
        let bytes: [UInt8]
        /// What follows the bytes in the value.
        let secret: SecretBytes?

        var byteCount: Int { bytes.count + (secret?.count ?? 0) }
    }

    private var fields: [Field] = []
    /// Length of all fields so far.
    private(set) var byteCount = 0

    /// Adds a field; numbers ascend, and equal ones make a list.
    mutating func add(_ number: UInt8, _ bytes: [UInt8], _ secret: SecretBytes? = nil) {
        assert(fields.last.map { $0.number <= number } ?? true, "fields ascend")
        let field = Field(number: number, bytes: bytes, secret: secret)
        byteCount += 1 + LEB128.byteCount(field.byteCount) + field.byteCount
        fields.append(field)
    }

    /// Adds a number as its bytes, the highest first.
    mutating func add<Number: FixedWidthInteger & UnsignedInteger>(_ number: UInt8, _ value: Number) {
        add(number, value.bigEndianBytes)
    }

    /// Adds a time.
    mutating func add(_ number: UInt8, _ time: Vault.Timestamp) { add(number, UInt64(bitPattern: time.milliseconds)) }

    /// Adds a text, unless it is empty.
    mutating func addUnlessEmpty(_ number: UInt8, _ text: String) {
        if !text.isEmpty { add(number, Array(text.utf8)) }
    }

    /// The fields without padding, in memory that is wiped.
    func unpadded() -> SecretBytes { SecretBytes(byteCount: byteCount) { write(into: &$0) } }

    /// The fields, padded to their bucket, in memory that is wiped.
    func padded() -> SecretBytes {
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

/// Lengths in groups of seven bits, the lowest first, in as few bytes as they need and at most four.
enum LEB128 {
    /// How many bytes a length takes.
    static func byteCount(_ value: Int) -> Int { max(1, (Int.bitWidth - value.leadingZeroBitCount + 6) / 7) }

    /// Appends a length.
    static func append(_ value: Int, to output: inout OutputSpan<UInt8>) {
        var rest = value
        while rest > 0x7f {
            output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        output.append(UInt8(rest))
    }
}

/// Reads a record's fields, strictly: what is not exactly as the writer makes it is an error.
///
/// It keeps an offset only; the bytes are lent with each call.
///
/// Source: Documentation/VAULT-FORMAT.md, "TLV".
struct TLVReader {
    private var offset = 0
    private var last: UInt8 = 0
    /// Bit n is set when field n may come several times.
    private let lists: UInt64

    /// Starts at a record's beginning; `lists` are the numbers that may repeat.
    init(lists: [UInt8] = []) { self.lists = lists.reduce(0) { $0 | 1 << UInt64($1) } }

    /// The next field and where its value is; nil at the end.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` for a field out of order, a length that is not minimal or goes
    ///   beyond the end.
    mutating func next(_ bytes: Span<UInt8>) throws -> (number: UInt8, value: FieldReader)? {
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
            // A zero in front would make a second form of the same length.
            guard byte != 0 || shift == 0 else { break }
            return value
        }
        throw VaultError(.tampered, at: offset, "a length in a record is not written as it must be")
    }

    /// What to say of a field with a number that this version does not know.
    static func unknown(_ number: UInt8, in record: String) -> VaultError {
        VaultError(.unsupported, "\(record) has a field \(number): it was written by a newer Arca; update this one")
    }

    /// What to say of a record without a field that it must have.
    static func missing(_ field: String, in record: String) -> VaultError {
        VaultError(.tampered, "\(record) lacks its \(field)")
    }
}

/// Reads the parts of one field's value.
struct FieldReader {
    private var offset: Int
    private let end: Int

    init(_ start: Int, _ end: Int) {
        offset = start
        self.end = end
    }

    /// How many bytes are left.
    var byteCount: Int { end - offset }

    /// The next bytes, as a place in the record.
    mutating func take(_ count: Int) throws -> Range<Int> {
        guard count <= end - offset else {
            throw VaultError(.tampered, at: offset, "a field of a record is too short")
        }
        offset += count
        return offset - count..<offset
    }

    /// All that is left, as a place in the record.
    mutating func rest() -> Range<Int> {
        defer { offset = end }
        return offset..<end
    }

    /// The next bytes, copied.
    mutating func bytes(_ count: Int, _ record: Span<UInt8>) throws -> [UInt8] {
        [UInt8](bytes: record.extracting(try take(count)))
    }

    /// The next number.
    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ record: Span<UInt8>, as type: Number.Type = Number.self
    ) throws -> Number {
        var number: Number = 0
        for place in try take(Number.bitWidth / 8) { number = number << 8 | Number(record[place]) }
        return number
    }

    /// The next time.
    mutating func time(_ record: Span<UInt8>) throws -> Vault.Timestamp {
        Vault.Timestamp(milliseconds: Int64(bitPattern: try number(record)))
    }

    /// A text with its length before it.
    mutating func prefixedText(_ record: Span<UInt8>) throws -> String {
        let count = try number(record, as: UInt32.self)
        return try text(record, Int(count))
    }

    /// A text to the value's end; `optional` ones are left out when empty, so an empty one is damage.
    mutating func text(_ record: Span<UInt8>, optional: Bool = false) throws -> String {
        guard !optional || byteCount > 0 else {
            throw VaultError(.tampered, at: offset, "a field of a record is empty and should not be there")
        }
        return try text(record, byteCount)
    }

    /// Makes sure that nothing is left.
    func finish() throws {
        guard offset == end else { throw VaultError(.tampered, at: offset, "a field of a record is too long") }
    }

    private mutating func text(_ record: Span<UInt8>, _ count: Int) throws -> String {
        let range = try take(count)
        let text = record.extracting(range).withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
        guard let text else { throw VaultError(.tampered, at: range.lowerBound, "a text in a record is not UTF-8") }
        return text
    }
}
