internal import ArcaCore

/// For each group of items, the sum and the count of their leaves, stored only in the encrypted state.
///
/// A sum also detects duplicate rows. With 256 groups, checking one item reads few rows.
///
/// Source: Documentation/VAULT-FORMAT.md, "Sums".
package struct SetSums: Sendable, Equatable {
    struct Group: Sendable, Equatable {
        var sum: UInt128 = 0
        var count: UInt32 = 0

        mutating func add(_ leaf: UInt128) {
            sum &+= leaf
            count &+= 1
        }

        mutating func subtract(_ leaf: UInt128) {
            sum &-= leaf
            count &-= 1
        }
    }

    static let groupCount = 256
    /// Length in the state: a sum and a count per group.
    static let byteCount = groupCount * 20

    private(set) var groups = [Group](repeating: Group(), count: groupCount)

    init() {}

    subscript(group: Int) -> Group {
        get { groups[group] }
        set { groups[group] = newValue }
    }

    var rowCount: Int { groups.reduce(0) { $0 + Int($1.count) } }

    var bytes: [UInt8] {
        [UInt8](capacity: Self.byteCount) { output in
            for group in groups {
                output.append(bigEndian: group.sum)
                output.append(bigEndian: group.count)
            }
        }
    }

    init(_ field: inout FieldReader, _ record: Span<UInt8>) throws {
        for index in 0..<Self.groupCount {
            groups[index].sum = try field.number(record)
            groups[index].count = try field.number(record)
        }
    }
}
