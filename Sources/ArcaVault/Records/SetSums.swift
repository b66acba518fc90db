internal import ArcaCore

/// For each group of items the sum of their leaves and their number, which only the sealed state holds.
///
/// Sums, so that a row that stands twice counts twice; 256 groups, so that a single item is checked by few rows.
///
/// Source: Documentation/VAULT-FORMAT.md, "Sums".
struct SetSums: Sendable, Equatable {
    /// One group: by the first byte of the tags.
    struct Group: Sendable, Equatable {
        /// The leaves' sum modulo 2^128.
        var sum: UInt128 = 0
        /// How many rows there are.
        var count: UInt32 = 0

        /// Counts a row in.
        mutating func add(_ leaf: UInt128) {
            sum &+= leaf
            count &+= 1
        }

        /// Counts a row out.
        mutating func subtract(_ leaf: UInt128) {
            sum &-= leaf
            count &-= 1
        }
    }

    /// How many groups there are.
    static let groupCount = 256
    /// Length in the state: a sum and a count for each group.
    static let byteCount = groupCount * 20

    /// The groups, that of the lowest byte first.
    private(set) var groups = [Group](repeating: Group(), count: groupCount)

    /// No rows at all.
    init() {}

    /// One group.
    subscript(group: Int) -> Group {
        get { groups[group] }
        set { groups[group] = newValue }
    }

    /// How many rows there are in all groups.
    var rowCount: Int { groups.reduce(0) { $0 + Int($1.count) } }

    /// The bytes in the state.
    var bytes: [UInt8] {
        [UInt8](capacity: Self.byteCount) { output in
            for group in groups {
                output.append(bigEndian: group.sum)
                output.append(bigEndian: group.count)
            }
        }
    }

    /// Reads what ``bytes`` gave.
    init(_ field: inout FieldReader, _ record: Span<UInt8>) throws {
        for index in 0..<Self.groupCount {
            groups[index].sum = try field.number(record)
            groups[index].count = try field.number(record)
        }
    }
}
