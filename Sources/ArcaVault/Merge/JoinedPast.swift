/// The pasts of two copies put together, and what each of both has had.
struct JoinedPast {
    /// What one copy knows, its own chain up to now included.
    struct Side {
        /// With the newest generation as the end of a stretch.
        var past: VaultPast
        /// Names of generations of its own chain, as far as they are known.
        var names: [UInt64: UInt64]

        /// All names of generations that it knows, and a stretch on whose chain each lies.
        fileprivate var places: [UInt64: (generation: UInt64, stretch: UInt64)] {
            let own = names.map { ($0.value, (generation: $0.key, stretch: past.own)) }
            return past.places.merging(own) { known, _ in known }
        }
    }

    /// What both know together; its own chain is that of the first.
    private(set) var past: VaultPast
    private let mine: UInt64
    private let theirs: UInt64
    private let knownHere: Set<UInt64>
    private let knownThere: Set<UInt64>

    /// Whether one knows something of the other's chain: a generation at which they were one, or that was merged.
    var haveMet: Bool {
        !past.known(from: [theirs]).isDisjoint(with: knownHere)
            || !past.known(from: [mine]).isDisjoint(with: knownThere)
    }
    /// Whether the first copy had all of the second before.
    var isTheirsKnown: Bool { knownHere.contains(theirs) }

    init(of here: Side, and there: Side) {
        (mine, theirs) = (here.past.own, there.past.own)
        past = here.past
        past.unite(with: there.past)
        // A generation that both know by name lies on chains of both: the last one of each two is where they parted.
        var parted: [[UInt64]: (generation: UInt64, name: UInt64)] = [:]
        let places = there.places
        for (name, here) in here.places {
            guard let there = places[name], there.generation == here.generation else { continue }
            let chains = [here.stretch, there.stretch]
            if parted[chains].map({ $0.generation < here.generation }) ?? true {
                parted[chains] = (here.generation, name)
            }
        }
        for (chains, last) in parted {
            for chain in chains { past.cut(last.name, at: last.generation, onChainOf: chain) }
        }
        knownHere = past.known(from: here.past.stretches.keys)
        knownThere = past.known(from: there.past.stretches.keys)
    }

    /// Finds the stretch of a stamp of the first copy.
    func place(_ stamp: Stamp) -> Stamp { past.place(stamp, onChainOf: mine) }

    /// Finds the stretch of a stamp of the second copy.
    func placeTheirs(_ stamp: Stamp) -> Stamp { past.place(stamp, onChainOf: theirs) }

    /// Whether the first copy has ever had a version, whose stamp was placed.
    func isKnownHere(_ stamp: Stamp) -> Bool { knownHere.contains(stamp.stretch) }

    /// Whether the second copy has ever had a version, whose stamp was placed.
    func isKnownThere(_ stamp: Stamp) -> Bool { knownThere.contains(stamp.stretch) }
}
