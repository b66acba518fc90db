/// For each group of items, the sum and the count of their leaves, stored only in the encrypted state.
///
/// A sum also detects duplicate rows. With 256 groups, checking one item reads few rows.
///
/// Source: Documentation/VAULT-FORMAT.md, "Sums".
package struct GroupChecksums: Sendable, Equatable {
    package struct Group: Sendable, Equatable {
        package var sum: UInt128 = 0
        package var count: UInt32 = 0

        package init(sum: UInt128 = 0, count: UInt32 = 0) { (self.sum, self.count) = (sum, count) }

        package mutating func add(_ leaf: UInt128) {
            sum &+= leaf
            count &+= 1
        }

        package mutating func subtract(_ leaf: UInt128) {
            sum &-= leaf
            count &-= 1
        }
    }

    package static let groupCount = 256
    /// Length in the state: a sum and a count per group.
    static let byteCount = groupCount * 20

    private(set) var groups = [Group](repeating: Group(), count: groupCount)

    package init() {}

    package subscript(group: Int) -> Group {
        get { groups[group] }
        set { groups[group] = newValue }
    }

    var rowCount: Int { groups.reduce(0) { $0 + Int($1.count) } }

    package var bytes: [UInt8] {
        [UInt8](capacity: Self.byteCount) { output in
            for group in groups {
                output.append(bigEndian: group.sum)
                output.append(bigEndian: group.count)
            }
        }
    }

    package init(_ field: inout FieldReader, _ record: Span<UInt8>) throws {
        for index in 0..<Self.groupCount {
            groups[index].sum = try field.number(record)
            groups[index].count = try field.number(record)
        }
    }
}
