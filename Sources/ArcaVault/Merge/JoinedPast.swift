/// The combined merge histories of two copies, and which versions each has had.
struct JoinedPast {
    /// One copy's history, including its own chain up to now.
    struct Side {
        /// Its newest generation ends a stretch.
        var past: MergeHistory
        /// Known names of generations on its own chain.
        var names: [UInt64: UInt64]

        fileprivate var places: [UInt64: (generation: UInt64, stretch: UInt64)] {
            let own = names.map { ($0.value, (generation: $0.key, stretch: past.own)) }
            return past.places.merging(own) { known, _ in known }
        }
    }

    /// The combined history; its own chain is the first copy's.
    private(set) var past: MergeHistory
    private let mine: UInt64
    private let theirs: UInt64
    private let knownHere: Set<UInt64>
    private let knownThere: Set<UInt64>

    /// Whether one copy knows part of the other's chain, by a common or a merged generation.
    var haveMet: Bool {
        !past.known(from: [theirs]).isDisjoint(with: knownHere)
            || !past.known(from: [mine]).isDisjoint(with: knownThere)
    }
    /// Whether the first copy already had everything of the second.
    var isTheirsKnown: Bool { knownHere.contains(theirs) }

    init(of here: Side, and there: Side) {
        (mine, theirs) = (here.past.own, there.past.own)
        past = here.past
        past.unite(with: there.past)
        // A generation that both know by name is on chains of both; the last one of each pair is where they diverged.
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

    func place(_ stamp: Stamp) -> Stamp { past.place(stamp, onChainOf: mine) }

    func placeTheirs(_ stamp: Stamp) -> Stamp { past.place(stamp, onChainOf: theirs) }

    /// Whether the first copy has ever had the version with a placed stamp.
    func isKnownHere(_ stamp: Stamp) -> Bool { knownHere.contains(stamp.stretch) }

    func isKnownThere(_ stamp: Stamp) -> Bool { knownThere.contains(stamp.stretch) }
}
