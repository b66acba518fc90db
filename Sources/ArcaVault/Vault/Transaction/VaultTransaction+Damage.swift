internal import ArcaCore
internal import ArcaCrypto

/// The single row that makes a group differ from the state's sum; all other rows are proven.
///
/// Source: Documentation/VAULT-FORMAT.md, section 6.1.
struct GroupFault: Sendable, Equatable {
    /// The row as found, in this group or another.
    let standing: SealedRow
    /// The row as the state knows it, without its secret; nil for an unknown row.
    let original: SealedRow?

    var known: SealedRow { original ?? standing }

    func concerns(_ tag: LookupTag) -> Bool { standing.key.tag == tag || original?.key.tag == tag }
}

extension VaultTransaction {
    /// The difference between the state's sums of a group and its rows, for this epoch and the previous one.
    struct Residue: Equatable {
        var current: GroupChecksums.Group
        var previous: GroupChecksums.Group

        static let none = Residue(current: .init(), previous: .init())

        /// The leaf of the only missing row, and whether it is of the previous epoch; nil for any other difference.
        var missingLeaf: (leaf: UInt128, isPrevious: Bool)? {
            if current.count == 1, previous == .init() { return (current.sum, false) }
            return previous.count == 1 && current == .init() ? (previous.sum, true) : nil
        }
    }

    func residue(of group: Int, without rows: [SealedRow]) -> Residue {
        var residue = Residue(current: state.sums[group], previous: state.previous?.sums[group] ?? .init())
        for row in rows { add(row, to: &residue, -1) }
        return residue
    }

    /// Adds or subtracts a row; a row of an unknown epoch has no leaf.
    private func add(_ row: SealedRow, to residue: inout Residue, _ sign: Int) {
        guard let rowKeys = try? keys(of: row.key) else { return }
        let leaf = rowKeys.leaf(row, .item)
        let sums: WritableKeyPath<Residue, GroupChecksums.Group> =
            row.key.epoch == keys.epoch ? \.current : \.previous
        if sign > 0 { residue[keyPath: sums].add(leaf) } else { residue[keyPath: sums].subtract(leaf) }
    }

    /// The well-formed rows of a group without their secrets, and the number of others, including unreadable pages.
    func rowsAsFound(in group: Int) throws -> (rows: [SealedRow], unreadableCount: Int) {
        var rows: [SealedRow] = []
        var unreadableCount = 0
        do {
            try database.items.forEach(in: group, atMost: rowLimit(of: group)) { row in
                do {
                    rows.append(try SealedRow(row))
                } catch let error as VaultError where error.code == .tampered {
                    unreadableCount += 1
                }
            }
        } catch let error as VaultError where error.code == .tampered {
            unreadableCount += 1
        }
        return (rows, unreadableCount)
    }

    /// Maximum number of rows in a group that are each tried as the only damaged one.
    private static let largestTriedCount = 32

    /// Finds the single row that makes a group differ; nil if the difference needs several rows.
    ///
    /// Either the state does not know the row, or a single bit covered by its leaf was flipped. The keyed 128-bit
    /// leaves prove the rest of the group, and the original row.
    func fault(in group: Int) throws -> GroupFault? {
        let (rows, unreadableCount) = try rowsAsFound(in: group)
        guard unreadableCount == 0 else { return nil }
        let difference = residue(of: group, without: rows)
        guard difference != .none else { return nil }
        if let missing = difference.missingLeaf, let fault = try rowMoved(from: group, missing) { return fault }
        var triedCount = 0
        for row in rows {
            var left = difference
            add(row, to: &left, 1)
            if left == .none { return GroupFault(standing: row, original: nil) }
            // A row that decrypts has the leaf it was written with.
            guard let missing = left.missingLeaf, triedCount < Self.largestTriedCount, !opens(row) else { continue }
            triedCount += 1
            if let original = row.withOneBitFlipped(where: { isMissing($0, from: group, missing) }) {
                return GroupFault(standing: row, original: original)
            }
        }
        return nil
    }

    /// The row that a flipped bit of its tag moved to another group.
    private func rowMoved(from group: Int, _ missing: (leaf: UInt128, isPrevious: Bool)) throws -> GroupFault? {
        for bit in 0..<8 {
            for row in try rowsAsFound(in: group ^ 1 << bit).rows {
                var original = row
                original.key.tag = LookupTag(value: row.key.tag.value ^ 1 << UInt128(120 + bit))
                if isMissing(original, from: group, missing) { return GroupFault(standing: row, original: original) }
            }
        }
        return nil
    }

    func isMissing(_ row: SealedRow, from group: Int, _ missing: (leaf: UInt128, isPrevious: Bool)) -> Bool {
        guard let rowKeys = missing.isPrevious ? previous : keys else { return false }
        return row.key.tag.group == group && row.key.epoch == rowKeys.epoch && rowKeys.leaf(row, .item) == missing.leaf
    }

    private func opens(_ row: SealedRow) -> Bool {
        guard let rowKeys = try? keys(of: row.key) else { return false }
        return (try? rowKeys.openAttributes(row)) != nil
    }

    /// Items with readable and proven attributes, and the damage that hides the others.
    ///
    /// When salvaging, items of unproven groups are included.
    func readable(
        where matches: @Sendable (VaultItem) -> Bool
    ) throws -> (items: [OpenedItem], findings: [VaultFinding]) {
        do {
            return (try all(where: matches), [])
        } catch let error as VaultError where error.code == .tampered {
            var (items, findings): ([OpenedItem], [VaultFinding]) = ([], [])
            for group in 0..<GroupChecksums.groupCount { try read(group, matches, items: &items, findings: &findings) }
            // A badly damaged row may be in no group.
            if findings.isEmpty { findings.append(VaultFinding(.recordDamaged, detail: error.reason)) }
            return (items, findings)
        }
    }

    private func read(
        _ group: Int, _ matches: (VaultItem) -> Bool, items: inout [OpenedItem], findings: inout [VaultFinding]
    ) throws {
        var isProven = true
        do {
            try checkGroup(group)
            isProven = !unprovenGroups.contains(group)
        } catch let error as VaultError where error.code == .tampered {
            isProven = false
        }
        let rows = try rowsAsFound(in: group).rows
        guard isProven || isSalvaging else {
            return findings.append(
                VaultFinding(
                    .groupUnproven, group: group,
                    detail:
                        "\(rows.count) \(rows.count == 1 ? "item" : "items") of group \(group) withheld: rows were removed, added or put back, "
                        + "or are too damaged to tell"))
        }
        if !isProven {
            findings.append(
                VaultFinding(
                    .groupUnproven, group: group,
                    detail: "the items of group \(group) may be older versions, or not all that there were"))
        }
        let fault = faults[group]
        if let fault { findings.append(finding(of: fault, in: group)) }
        for row in rows where row.key.tag != fault?.standing.key.tag {
            do {
                var item = try OpenedItem(row, keys(of: row.key))
                item.isProven = isProven
                if matches(item.item) { items.append(item) }
            } catch let error as VaultError where error.code == .tampered {
                findings.append(VaultFinding(.recordDamaged, row, "the attributes do not open"))
            }
        }
    }

    func finding(of fault: GroupFault, in group: Int) -> VaultFinding {
        guard let original = fault.original else {
            return VaultFinding(.recordExtra, fault.known, "the vault does not know the row")
        }
        let name = try? OpenedItem(original, keys(of: original.key)).item.name
        return VaultFinding(.recordDamaged, original, item: name, "one bit of the row was flipped")
    }
}

extension SealedRow {
    /// The first row with one flipped bit, of those its leaf covers, for which `isRight` holds; skips numbers beyond
    /// SQLite's range.
    func withOneBitFlipped(where isRight: (SealedRow) -> Bool) -> SealedRow? {
        var row = self
        for bit in 0..<128 {
            let mask = UInt128(1) << UInt128(bit)
            row.key.tag = LookupTag(value: key.tag.value ^ mask)
            if isRight(row) { return row }
            row.key.tag = key.tag
            row.key.identifier ^= mask
            if isRight(row) { return row }
            row.key.identifier = key.identifier
        }
        for bit in 0..<63 {
            row.key.version ^= 1 << UInt64(bit)
            if isRight(row) { return row }
            row.key.version = key.version
        }
        for bit in 0..<32 {
            row.key.epoch ^= 1 << UInt32(bit)
            if isRight(row) { return row }
            row.key.epoch = key.epoch
        }
        for place in 0..<Self.headByteCount {
            for bit in 0..<8 {
                row.attributes[place] ^= 1 << UInt8(bit)
                if isRight(row) { return row }
                row.attributes[place] = attributes[place]
                row.secretHead[place] ^= 1 << UInt8(bit)
                if isRight(row) { return row }
                row.secretHead[place] = secretHead[place]
            }
        }
        return nil
    }
}

extension UInt128 {
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
