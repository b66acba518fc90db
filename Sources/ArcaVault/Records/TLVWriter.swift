internal import ArcaCodecs
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
    mutating func add(_ number: UInt8, _ time: Timestamp) { add(number, UInt64(bitPattern: time.milliseconds)) }

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
