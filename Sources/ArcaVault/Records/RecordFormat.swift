package import ArcaCrypto

/// A record of numbered fields, which one list names, encodes and decodes.
package protocol FieldRecord: Sendable {
    /// The names of the fields, ascending; the raw values are stored and never change.
    associatedtype Field: RawRepresentable<UInt8> & CaseIterable & Sendable

    static var format: RecordFormat<Self> { get }
}

extension FieldRecord {
    package func fields(except omitted: Field? = nil) -> TLVWriter { Self.format.write(self, except: omitted) }
}

/// The fields of a record.
///
/// Source: Documentation/VAULT-FORMAT.md, "TLV".
package struct RecordFormat<Record: FieldRecord>: Sendable {
    package let fields: [RecordField<Record>]
    private let title: String
    private let reader: TLVReader
    private let required: FieldSet<Record.Field>
    /// The error for a record that lacks a required field.
    package let incomplete: VaultError

    package init(_ title: String, incomplete: VaultError? = nil, _ fields: [RecordField<Record>]) {
        assert(fields.map(\.number) == Record.Field.allCases.map(\.rawValue), "one entry per field")
        (self.title, self.fields) = (title, fields)
        reader = TLVReader(lists: fields.filter { $0.presence == .list }.map(\.number))
        required = FieldSet(fields.lazy.filter { $0.presence == .required }.map(\.number))
        self.incomplete = incomplete ?? TLVReader.missing("fields", in: title)
    }

    package func write(_ record: Record, except omitted: Record.Field? = nil) -> TLVWriter {
        var writer = TLVWriter()
        for field in fields where field.number != omitted?.rawValue { field.write(record, &writer) }
        return writer
    }

    /// Reads the fields into a record with default values, and returns the ones that were present.
    @discardableResult
    package func read(_ bytes: Span<UInt8>, into record: inout Record) throws -> FieldSet<Record.Field> {
        var reader = reader
        var found = FieldSet<Record.Field>()
        var index = 0
        while let (number, start) = try reader.next(bytes) {
            var value = start
            while index < fields.count, fields[index].number < number { index += 1 }
            guard index < fields.count, fields[index].number == number else {
                throw TLVReader.unknown(number, in: title)
            }
            if try fields[index].read(&record, &value, bytes) { found.insert(number) }
            try value.finish()
        }
        guard found.isSuperset(of: required) else { throw incomplete }
        return found
    }

    /// Reads a decrypted record with padding.
    package func read(_ padded: SecretBytes, into record: inout Record) throws {
        try padded.withBytes { padded in
            _ = try read(padded.extracting(..<(try LengthBuckets.contentByteCount(of: padded))), into: &record)
        }
    }
}

/// A set of field numbers below 64.
package struct FieldSet<Field: RawRepresentable<UInt8>>: Sendable {
    private var bits: UInt64 = 0

    fileprivate init(_ numbers: some Sequence<UInt8> = []) { for number in numbers { insert(number) } }

    fileprivate mutating func insert(_ number: UInt8) { bits |= 1 << UInt64(number) }

    fileprivate func isSuperset(of other: Self) -> Bool { bits & other.bits == other.bits }

    package func contains(_ field: Field) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }
}

/// One field: its number, name, type and presence, and its place in the record.
package struct RecordField<Record: FieldRecord>: Sendable {
    package enum Presence: Sendable { case required, optional, list }

    package let number: UInt8
    package var name: String { "\(field)" }
    private let field: Record.Field
    package let type: String
    package let presence: Presence
    fileprivate let write: @Sendable (Record, inout TLVWriter) -> Void
    /// Returns false for a value without a meaning, as if the field were missing.
    fileprivate let read: @Sendable (inout Record, inout FieldReader, Span<UInt8>) throws -> Bool

    /// A field with its own access: `values` passes each value to write, and `add` takes each value read.
    package init<Value>(
        _ field: Record.Field, _ presence: Presence, _ type: FieldType<Value>,
        values: @escaping @Sendable (Record, (Value) -> Void) -> Void,
        add: @escaping @Sendable (inout Record, Value) throws -> Void
    ) {
        let number = field.rawValue
        (self.field, self.number, self.type, self.presence) = (field, number, type.name, presence)
        write = { record, writer in
            values(record) { value in
                let (head, secret) = type.write(value)
                writer.add(number, head, secret)
            }
        }
        read = { record, value, bytes in
            guard let value = try type.read(&value, bytes) else { return false }
            try add(&record, value)
            return true
        }
    }

    package static func required<Value>(
        _ field: Record.Field, _ type: FieldType<Value>, _ path: FieldPath<Record, Value>
    ) -> Self {
        Self(field, .required, type, values: { $1($0[keyPath: path]) }, add: setter(path))
    }

    /// A field that is omitted if the value is nil.
    package static func optional<Value>(
        _ field: Record.Field, _ type: FieldType<Value>, _ path: FieldPath<Record, Value?>
    ) -> Self {
        Self(field, .optional, type, values: { $0[keyPath: path].map($1) }, add: setter(path))
    }

    /// A field that is omitted for one value, the record's default.
    package static func optional<Value: Equatable & Sendable>(
        _ field: Record.Field, _ type: FieldType<Value>, unless value: Value,
        _ path: FieldPath<Record, Value>
    ) -> Self {
        Self(
            field, .optional, type, values: { if $0[keyPath: path] != value { $1($0[keyPath: path]) } },
            add: setter(path))
    }

    package static func list<Value>(
        _ field: Record.Field, _ type: FieldType<Value>, _ path: FieldPath<Record, [Value]>
    ) -> Self {
        Self(field, .list, type, values: { $0[keyPath: path].forEach($1) }, add: { $0[keyPath: path].append($1) })
    }
}

/// Writes a stored property by its offset, in a fraction of the time that the key path takes.
private func setter<Record, Value>(_ path: FieldPath<Record, Value>) -> @Sendable (inout Record, Value) -> Void {
    guard let offset = MemoryLayout<Record>.offset(of: path) else { return { $0[keyPath: path] = $1 } }
    return { record, value in
        withUnsafeMutablePointer(to: &record) {
            UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee = value
        }
    }
}

package typealias FieldPath<Record, Value> = any WritableKeyPath<Record, Value> & Sendable

/// The encoding of a field's value.
package struct FieldType<Value>: Sendable {
    /// The layout, as in the documents: `u64`, `lp(name) ‖ value`.
    package let name: String
    fileprivate let write: @Sendable (Value) -> (head: [UInt8], secret: SecretBytes?)
    fileprivate let read: @Sendable (inout FieldReader, Span<UInt8>) throws -> Value?

    package init(
        _ name: String, write: @escaping @Sendable (Value) -> [UInt8],
        read: @escaping @Sendable (inout FieldReader, Span<UInt8>) throws -> Value?
    ) {
        self.init(name, writeSecret: { (write($0), nil) }, read: read)
    }

    /// A value that ends with a secret, which is copied only into the record.
    package init(
        _ name: String, writeSecret: @escaping @Sendable (Value) -> (head: [UInt8], secret: SecretBytes?),
        read: @escaping @Sendable (inout FieldReader, Span<UInt8>) throws -> Value?
    ) {
        (self.name, write, self.read) = (name, writeSecret, read)
    }
}

extension FieldType where Value: FixedWidthInteger & UnsignedInteger & Sendable {
    package static var number: Self {
        Self("u\(Value.bitWidth)", write: \.bigEndianBytes) { try $0.number($1) }
    }
}

extension FieldType where Value: RawRepresentable & Sendable, Value.RawValue == UInt8 {
    /// A number with a name; an unknown number throws, or counts as missing without an error.
    package static func choice(_ unknown: VaultError? = nil) -> Self {
        Self("u8", write: { [$0.rawValue] }) { value, record in
            if let found = Value(rawValue: try value.number(record)) { return found }
            if let unknown { throw unknown }
            return nil
        }
    }
}

extension FieldType<Bool> {
    /// The number 1; any other number throws, or counts as missing without an error.
    package static func one(_ other: VaultError? = nil) -> Self {
        Self("u8", write: { _ in [1] }) { value, record in
            if try value.number(record, as: UInt8.self) == 1 { return true }
            if let other { throw other }
            return nil
        }
    }
}

extension FieldType<Vault.Timestamp> {
    package static var time: Self { Self("i64", write: \.bigEndianBytes) { try $0.time($1) } }
}

extension FieldType<String> {
    package static var text: Self { Self("text", write: { Array($0.utf8) }) { try $0.text($1) } }
    /// A text that is omitted if it is empty.
    package static var filled: Self { Self("text", write: { Array($0.utf8) }) { try $0.text($1, optional: true) } }
}

extension FieldType<[UInt8]> {
    package static var bytes: Self { Self("bytes", write: { $0 }) { try $0.bytes($0.byteCount, $1) } }
    package static func bytes(_ count: Int) -> Self { Self("[\(count)]", write: { $0 }) { try $0.bytes(count, $1) } }
}

extension FieldType<SecretBytes> {
    package static var secret: Self { Self("bytes", writeSecret: { ([], $0) }) { try $0.secret($0.byteCount, $1) } }
    package static func secret(_ count: Int) -> Self {
        Self("[\(count)]", writeSecret: { ([], $0) }) { try $0.secret(count, $1) }
    }
}

extension FieldType<GroupChecksums> {
    package static var sums: Self { Self("sums", write: \.bytes) { try GroupChecksums(&$0, $1) } }
}
