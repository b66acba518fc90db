internal import ArcaCore
internal import ArcaCrypto

/// Names a version of an item in all copies of a vault: a generation, and on which copy's chain it was written.
struct Stamp: Sendable, Hashable {
    /// The generation that wrote the version.
    let generation: UInt64
    /// A stretch of ``VaultPast`` that the generation lies on; 0 for the chain of the file itself.
    let stretch: UInt64
}

extension Stamp: Comparable {
    /// An order in which a version comes after all that its writer had seen.
    static func < (left: Stamp, right: Stamp) -> Bool {
        (left.generation, left.stretch) < (right.generation, right.stretch)
    }
}

/// What a file knows of its own past, and of the copies that were merged into it.
///
/// A copy's chain is cut into stretches where copies parted and where they were merged. A stretch is named by the chain's value at its
/// last generation, which binds all that was before; so two copies give the same name to the same past without having met.
/// A file that was never merged has no stretch: all of it is its own chain, which is named when it is merged.
///
/// Source: Documentation/VAULT-MERGE.md, section 1.
struct VaultPast: Sendable, Equatable {
    /// Generations of one chain, from behind the end of the stretch before to its own end.
    struct Stretch: Sendable, Equatable {
        /// The last generation.
        var end: UInt64
        /// The stretch before it on the same chain; 0 for none that is known.
        var parent: UInt64
        /// Names of generations that lead up to the end, without a gap and without the end's own: copies that parted there, and
        /// met others since, are recognized by them.
        var names: [UInt64] = []
    }

    /// Names of generations whose log rows are gone, because the log began again.
    struct Earlier: Sendable, Equatable {
        /// The generation of the first name.
        var first: UInt64
        /// In order, without a gap.
        var names: [UInt64]
    }

    /// More are not kept: the oldest are forgotten, and what only they say counts as unknown.
    static let largestCount = 4096
    /// The maximum of names of all stretches together; the oldest go first.
    static let largestNameCount = 4096

    /// The stretches by name; no name is 0.
    var stretches: [UInt64: Stretch] = [:]
    /// The newest stretch of the file's own chain; 0 before the first merge.
    var own: UInt64 = 0
    /// Nil until the log begins again.
    var earlier: Earlier?

    /// The name of a generation.
    static func name(of vault: [UInt8], _ generation: UInt64, _ chain: [UInt8]) -> UInt64 {
        let digest = SHA256.hash(Array("arca.past.v1\0".utf8) + vault + generation.bigEndianBytes + chain)
        return max(1, digest.prefix(8).bigEndianNumber())
    }

    // MARK: Questions

    /// The stamp with the stretch that the generation really lies on, seen from a stretch of the same chain.
    ///
    /// - Parameters:
    ///   - stamp: The stamp.
    ///   - tip: The newest stretch of the chain that stretch 0 stands for; what is behind its end keeps 0.
    /// - Returns: The same generation with its stretch.
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

    /// Whether the writer of one version had another on its own chain, or is the same.
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

    /// Stretches and all before them on their chains.
    func known(from names: some Sequence<UInt64>) -> Set<UInt64> {
        var known: Set<UInt64> = []
        for name in names {
            var name = name
            while name != 0, known.insert(name).inserted { name = stretches[name]?.parent ?? 0 }
        }
        return known
    }

    // MARK: Merging

    /// Ends the file's own chain for now: what it wrote since the last merge gets a name that others know it by.
    ///
    /// - Parameters:
    ///   - generation: The newest generation.
    ///   - names: The names of generations of the chain, that one's among them.
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

    /// All names of generations, and a stretch on whose chain each lies.
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

    /// Takes in what another copy knows; ``own`` stays.
    mutating func unite(with other: VaultPast) {
        for (name, stretch) in other.stretches.sorted(by: { $0.value.end < $1.value.end }) {
            guard let known = stretches[name] else {
                stretches[name] = stretch
                continue
            }
            if known.names.count < stretch.names.count { stretches[name]?.names = stretch.names }
            weave(stretch.parent, before: name)
        }
    }

    /// Notes a generation of a chain as the end of a stretch.
    mutating func cut(_ name: UInt64, at generation: UInt64, onChainOf tip: UInt64) {
        if stretches[name] == nil { stretches[name] = Stretch(end: generation, parent: 0) }
        weave(name, before: tip)
    }

    /// Puts a stretch among those that come before another on its chain; the two may know different parts of it.
    private mutating func weave(_ ancestor: UInt64, before name: UInt64) {
        var (ancestor, name) = (ancestor, name)
        while ancestor != 0, ancestor != name, let cut = stretches[ancestor], let stretch = stretches[name],
            cut.end < stretch.end
        {
            guard stretch.parent != ancestor else { return }
            let parentEnd = stretches[stretch.parent]?.end ?? 0
            if cut.end > parentEnd {
                stretches[name]?.parent = ancestor
                // What came before the one must now come before the other.
                (ancestor, name) = (stretch.parent, ancestor)
            } else {
                name = stretch.parent
            }
        }
    }

    /// Forgets the oldest names and stretches beyond the limits.
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

extension VaultPast {
    // MARK: In the state

    /// Adds the state's fields 15 to 17.
    func add(to writer: inout TLVWriter) {
        let sorted = stretches.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
        for (name, stretch) in sorted {
            let numbers = [name, stretch.end, stretch.parent] + stretch.names
            writer.add(15, numbers.flatMap(\.bigEndianBytes))
        }
        if own != 0 { writer.add(16, own) }
        if let earlier { writer.add(17, earlier.first.bigEndianBytes + earlier.names.flatMap(\.bigEndianBytes)) }
    }

    /// Reads a field 15.
    mutating func addStretch(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        let name: UInt64 = try value.number(record)
        var stretch = Stretch(end: try value.number(record), parent: try value.number(record))
        while value.byteCount > 0 { stretch.names.append(try value.number(record)) }
        guard name != 0, stretches.updateValue(stretch, forKey: name) == nil else { throw Self.contradiction }
    }

    /// Reads a field 17.
    mutating func addEarlier(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        var earlier = Earlier(first: try value.number(record), names: [])
        while value.byteCount > 0 { earlier.names.append(try value.number(record)) }
        guard (1...Int(LogTable.largestCount)).contains(earlier.names.count) else { throw Self.contradiction }
        self.earlier = earlier
    }

    /// Throws unless a state of a generation can have it.
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

    private static let contradiction = VaultError(.tampered, "the vault's state contradicts itself")
}
