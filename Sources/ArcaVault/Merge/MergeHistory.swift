internal import ArcaCore
internal import ArcaCrypto

/// Identifies a version of an item in all copies of a vault: a generation, and the chain that it was written on.
struct Stamp: Sendable, Hashable {
    let generation: UInt64
    /// The stretch of ``MergeHistory`` that contains the generation; 0 for the file's own chain.
    let stretch: UInt64
}

extension Stamp: Comparable {
    /// An order in which a version follows everything its writer had seen.
    static func < (left: Stamp, right: Stamp) -> Bool {
        (left.generation, left.stretch) < (right.generation, right.stretch)
    }
}

/// A file's own history and that of the copies merged into it.
///
/// A copy's chain is cut into stretches where copies diverged or were merged. A stretch is named by the chain's value
/// at its last generation. That value commits to everything before it, so copies that have never met give a common past
/// the same name. A file that was never merged has no stretches, only its own chain, which gets its name when it is
/// merged.
///
/// Source: Documentation/VAULT-MERGE.md, section 1.
package struct MergeHistory: Sendable, Equatable {
    /// Consecutive generations of one chain, after the end of the previous stretch up to its own end.
    struct Stretch: Sendable, Equatable {
        var end: UInt64
        /// The previous stretch of the chain; 0 if unknown.
        var parent: UInt64
        /// Names of the generations directly before the end, to recognize copies that diverged there and merged since.
        var names: [UInt64] = []
    }

    /// Names of generations from before the log was restarted.
    struct Earlier: Sendable, Equatable {
        var first: UInt64
        /// Consecutive names.
        var names: [UInt64]
    }

    /// Maximum number of stretches; the oldest are forgotten, and what only they recorded becomes unknown.
    static let largestCount = 4096
    /// Maximum number of names in all stretches; the oldest are dropped first.
    static let largestNameCount = 4096

    /// The stretches by name, which is never 0.
    var stretches: [UInt64: Stretch] = [:]
    /// The newest stretch of the file's own chain; 0 before the first merge.
    var own: UInt64 = 0
    /// Nil until the log is restarted.
    var earlier: Earlier?

    package init() {}

    static func name(of vault: [UInt8], _ generation: UInt64, _ chain: [UInt8]) -> UInt64 {
        let digest = SHA256.hash(Array("arca.past.v1\0".utf8) + vault + generation.bigEndianBytes + chain)
        return max(1, digest.prefix(8).bigEndianNumber())
    }

    // MARK: Questions

    /// The stamp with the stretch that contains its generation, resolved from a later stretch of the chain.
    ///
    /// `tip` is the chain's newest stretch, for stretch 0; generations after its end keep 0.
    func place(_ stamp: Stamp, onChainOf tip: UInt64) -> Stamp {
        var name = stamp.stretch
        if name == 0 {
            guard let end = stretches[tip]?.end, stamp.generation <= end else { return stamp }
            name = tip
        }
        while let stretch = stretches[name], let parent = stretches[stretch.parent], parent.end >= stamp.generation {
            name = stretch.parent
        }
        return Stamp(generation: stamp.generation, stretch: name)
    }

    /// Whether the writer of one version had another on its own chain, or both are the same.
    func reaches(from later: Stamp, to earlier: Stamp) -> Bool {
        let (later, earlier) = (place(later, onChainOf: own), place(earlier, onChainOf: own))
        guard later.generation >= earlier.generation else { return false }
        if later.stretch == earlier.stretch { return true }
        var name = later.stretch == 0 ? own : later.stretch
        while name != 0 {
            if name == earlier.stretch { return true }
            name = stretches[name]?.parent ?? 0
        }
        return false
    }

    /// The given stretches and all earlier ones of their chains.
    func known(from names: some Sequence<UInt64>) -> Set<UInt64> {
        var known: Set<UInt64> = []
        for name in names {
            var name = name
            while name != 0, known.insert(name).inserted { name = stretches[name]?.parent ?? 0 }
        }
        return known
    }

    // MARK: Merging

    /// Ends the file's current stretch, so other copies can name what it wrote since the last merge.
    ///
    /// `names` includes the newest generation.
    mutating func close(at generation: UInt64, _ names: [UInt64: UInt64]) {
        guard let name = names[generation], stretches[name] == nil else { return }
        let start = stretches[own]?.end ?? 0
        var before: [UInt64] = []
        var place = generation - 1
        while place > start, before.count < LogTable.largestCount, let name = names[place] {
            before.append(name)
            place -= 1
        }
        stretches[name] = Stretch(end: generation, parent: own, names: before.reversed())
        own = name
    }

    /// All names of generations, each with a stretch of its chain.
    var places: [UInt64: (generation: UInt64, stretch: UInt64)] {
        var places: [UInt64: (generation: UInt64, stretch: UInt64)] = [:]
        for (name, stretch) in stretches {
            for (index, before) in stretch.names.enumerated() {
                places[before] = (stretch.end - UInt64(stretch.names.count - index), name)
            }
        }
        for (name, stretch) in stretches { places[name] = (stretch.end, name) }
        return places
    }

    /// Adds another copy's stretches; ``own`` does not change.
    mutating func unite(with other: MergeHistory) {
        for (name, stretch) in other.stretches.sorted(by: { $0.value.end < $1.value.end }) {
            guard let known = stretches[name] else {
                stretches[name] = stretch
                continue
            }
            if known.names.count < stretch.names.count { stretches[name]?.names = stretch.names }
            weave(stretch.parent, before: name)
        }
    }

    /// Records a generation of a chain as the end of a stretch.
    mutating func cut(_ name: UInt64, at generation: UInt64, onChainOf tip: UInt64) {
        if stretches[name] == nil { stretches[name] = Stretch(end: generation, parent: 0) }
        weave(name, before: tip)
    }

    /// Inserts a stretch before another on its chain; the two may know different parts of it.
    private mutating func weave(_ ancestor: UInt64, before name: UInt64) {
        var (ancestor, name) = (ancestor, name)
        while ancestor != 0, ancestor != name, let cut = stretches[ancestor], let stretch = stretches[name],
            cut.end < stretch.end
        {
            guard stretch.parent != ancestor else { return }
            let parentEnd = stretches[stretch.parent]?.end ?? 0
            if cut.end > parentEnd {
                stretches[name]?.parent = ancestor
                // The predecessors of one must now precede the other.
                (ancestor, name) = (stretch.parent, ancestor)
            } else {
                name = stretch.parent
            }
        }
    }

    mutating func trim() {
        var room = Self.largestNameCount
        for (name, stretch) in stretches.sorted(by: { ($0.value.end, $0.key) > ($1.value.end, $1.key) }) {
            if stretch.names.count > room { stretches[name]?.names = stretch.names.suffix(room) }
            room -= min(room, stretch.names.count)
        }
        guard stretches.count > Self.largestCount else { return }
        let oldest = stretches.filter { $0.key != own }.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
        for (name, _) in oldest.prefix(stretches.count - Self.largestCount) { stretches[name] = nil }
        for (name, stretch) in stretches where stretches[stretch.parent] == nil { stretches[name]?.parent = 0 }
    }
}

extension MergeHistory {
    // MARK: In the state

    /// The stretches in the order of the record.
    var sortedStretches: [(key: UInt64, value: Stretch)] {
        stretches.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
    }

    mutating func addStretch(_ stretch: (key: UInt64, value: Stretch)) throws {
        guard stretch.key != 0, stretches.updateValue(stretch.value, forKey: stretch.key) == nil else {
            throw Self.contradiction
        }
    }

    /// Throws unless the history is possible for a state of this generation.
    func check(at generation: UInt64) throws {
        let isWhole = stretches.values.allSatisfy { stretch in
            (1...generation).contains(stretch.end) && stretch.names.count < min(stretch.end, LogTable.largestCount + 1)
                && (stretch.parent == 0 || stretches[stretch.parent].map { $0.end < stretch.end } ?? false)
        }
        let earlierEnd = earlier.map { $0.first.addingReportingOverflow(UInt64($0.names.count)) }
        guard isWhole, stretches.count <= Self.largestCount, (own == 0) == stretches.isEmpty,
            own == 0 || stretches[own] != nil, earlier?.first != 0,
            earlierEnd.map({ !$0.overflow && $0.partialValue <= generation + 1 }) ?? true
        else { throw Self.contradiction }
    }

    fileprivate static let contradiction = VaultError(.tampered, "the vault's state contradicts itself")
}

extension FieldType<(key: UInt64, value: MergeHistory.Stretch)> {
    static var stretch: Self {
        Self("name[8] ‖ u64 end ‖ parent[8] ‖ names") { name, stretch in
            ([name, stretch.end, stretch.parent] + stretch.names).flatMap(\.bigEndianBytes)
        } read: { value, record in
            let name: UInt64 = try value.number(record)
            var stretch = MergeHistory.Stretch(end: try value.number(record), parent: try value.number(record))
            while value.byteCount > 0 { stretch.names.append(try value.number(record)) }
            return (name, stretch)
        }
    }
}

extension FieldType<MergeHistory.Earlier> {
    static var earlier: Self {
        Self("u64 first ‖ names") {
            $0.first.bigEndianBytes + $0.names.flatMap(\.bigEndianBytes)
        } read: { value, record in
            var earlier = MergeHistory.Earlier(first: try value.number(record), names: [])
            while value.byteCount > 0 { earlier.names.append(try value.number(record)) }
            guard (1...Int(LogTable.largestCount)).contains(earlier.names.count) else {
                throw MergeHistory.contradiction
            }
            return earlier
        }
    }
}
