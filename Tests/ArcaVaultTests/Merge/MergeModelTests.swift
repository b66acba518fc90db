import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

/// Random histories of copies that diverge and merge, without files.
@Suite("Merge model")
struct MergeModelTests {
    /// A copy of a vault: the contents of its items and its merge history.
    struct Copy {
        var past = MergeHistory()
        var generation: UInt64 = 1
        var names: [UInt64: UInt64] = [1: 1]
        var items: [UInt8: ItemContents] = [:]
        /// Values that an edit replaced after its writer had seen them.
        var replaced: Set<String> = []
        /// All values written here or merged in.
        var written: Set<String> = []

        mutating func step(_ name: UInt64) {
            generation += 1
            names[generation] = name
        }

        var side: JoinedPast.Side {
            var side = JoinedPast.Side(past: past, names: names)
            side.past.close(at: generation, names)
            return side
        }

        func view(_ item: UInt8, _ cell: ItemCell) -> [String] {
            items[item]?.view(of: cell, past).map(\.value.text) ?? []
        }

        mutating func write(_ values: [ItemCell: CellValue], to item: UInt8, removed: Bool = false) {
            let old =
                items[item]
                ?? ItemContents(
                    identifier: [item], created: .now(), modified: .now(), secretChanged: .now(), versions: [],
                    cells: [:],
                    order: [])
            var all: [ItemCell: CellValue] = [:]
            for cell in old.cells.keys { all[cell] = old.view(of: cell, past).first?.value }
            for (cell, value) in values {
                replaced.formUnion(view(item, cell))
                all[cell] = value
                written.insert(value.text)
            }
            items[item] = old.edited(to: all, at: generation, isRemoved: removed, time: .now(), past)
        }

        mutating func purge(_ item: UInt8) {
            for cell in items[item]?.cells.keys.map(\.self) ?? [] {
                replaced.formUnion(items[item]?.cells[cell]?.map(\.value.text) ?? [])
            }
            items[item] = nil
        }

        /// Merges as the vault does.
        mutating func merge(_ other: Copy, _ name: UInt64) {
            let pasts = JoinedPast(of: side, and: other.side)
            guard !pasts.isTheirsKnown else { return }
            var joined: [UInt8: ItemContents] = [:]
            for item in Set(items.keys).union(other.items.keys) {
                let theirs = other.items[item]?.placed(pasts.placeTheirs)
                guard var mine = items[item]?.placed(pasts.place) ?? theirs?.without else { continue }
                let other = theirs ?? mine.without
                mine.join(other, isKnownHere: pasts.isKnownHere, isKnownThere: pasts.isKnownThere)
                if !mine.versions.isEmpty { joined[item] = mine }
            }
            items = joined
            past = pasts.past
            generation = max(generation, other.generation)
            step(name)
            replaced.formUnion(other.replaced)
            written.formUnion(other.written)
        }

        /// All visible values, including conflicts.
        var shown: [String] {
            items.flatMap { item, contents in
                contents.cells.keys.map { cell in
                    "\(item) \(contents.isRemoved) \(cell.text) \(contents.view(of: cell, past).map(\.value.text).uniqued)"
                }
            }.filter { !$0.hasSuffix("[]") }.sorted()
        }
    }

    /// The number of histories; `ARCA_HISTORIES=10000` takes a minute in a release build.
    static let count = UInt64(ProcessInfo.processInfo.environment["ARCA_HISTORIES"] ?? "") ?? 60

    static let cells = [ItemCell(kind: .label), ItemCell(kind: .comment), ItemCell(kind: .field, name: "f")]

    /// Randomly changes, purges and merges copies.
    static func history(_ seed: UInt64, purges: Bool, steps: Int) -> [Copy] {
        var random = Repeatable(seed)
        var first = Copy()
        var next = 100 as UInt64
        func name() -> UInt64 {
            next += 1
            return next
        }
        for item in 0..<3 as Range<UInt8> {
            first.step(name())
            first.write([cells[0]: .text("start \(item)"), cells[1]: .text("comment \(item)")], to: item)
        }
        var copies = [first, first, first]
        for step in 0..<steps {
            let index = Int.random(in: 0..<3, using: &random)
            let item = UInt8.random(in: 0..<4, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...5:
                copies[index].step(name())
                let isKnown = copies[index].items[item] != nil
                var values: [ItemCell: CellValue] = [:]
                for cell in cells where Bool.random(using: &random) || !isKnown {
                    values[cell] = .text("\(step) of \(index) in \(item) \(cell.text)")
                }
                guard isKnown || item == 3 else { continue }
                // Identifiers are random, so an item added and removed elsewhere is a different one.
                copies[index].write(values, to: isKnown ? item : UInt8(10 + step))
            case 6 where purges:
                copies[index].step(name())
                copies[index].purge(item)
            case 7 where purges && copies[index].items[item] != nil:
                copies[index].step(name())
                copies[index].write([:], to: item, removed: true)
            default:
                copies[index].merge(copies[(index + Int.random(in: 1...2, using: &random)) % 3], name())
            }
        }
        return copies
    }

    static func merged(_ copies: [Copy], _ order: [Int]) -> Copy {
        var copy = copies[order[0]]
        for (step, index) in order.dropFirst().enumerated() { copy.merge(copies[index], 1_000_000 + UInt64(step)) }
        return copy
    }

    @Test("is commutative, associative and idempotent, and copies that merged the same show the same")
    func joins() {
        for seed in 0..<Self.count {
            let copies = Self.history(seed, purges: seed % 2 == 1, steps: 6 + Int(seed % 20))
            let shown = Self.merged(copies, [0, 1, 2]).shown
            for order in [[1, 0, 2], [2, 1, 0], [0, 2, 1], [0, 1, 2, 1, 0], [2, 0, 1, 2]] {
                #expect(Self.merged(copies, order).shown == shown, "seed \(seed), order \(order)")
            }
            var right = copies[1]
            right.merge(copies[2], 2_000_000)
            var outer = copies[0]
            outer.merge(right, 2_000_001)
            #expect(outer.shown == shown, "seed \(seed), associative")
            // Each merges the others' results until all agree.
            var all = copies
            for round in 0..<2 {
                for index in 0..<3 {
                    for other in 0..<3 where other != index {
                        all[index].merge(all[other], 3_000_000 + UInt64(round * 100 + index * 10 + other))
                    }
                }
            }
            for copy in all { #expect(copy.shown == shown, "seed \(seed), at rest") }
        }
    }

    @Test("loses no value that was not replaced by a writer who had seen it")
    func losesNothing() {
        for seed in 0..<Self.count {
            let copies = Self.history(seed, purges: false, steps: 8 + Int(seed % 25))
            let merged = Self.merged(copies, [0, 1, 2])
            let shown = Set(
                merged.items.keys.flatMap { item in Self.cells.flatMap { merged.view(item, $0) } })
            let lost = merged.written.subtracting(merged.replaced).subtracting(shown)
            #expect(lost.isEmpty, "seed \(seed)")
            #expect(shown.isDisjoint(with: merged.replaced), "seed \(seed): a value came back")
        }
    }

    @Test("finds where chains diverge from either side, also after partial merges")
    func pasts() {
        var past = MergeHistory()
        past.close(at: 10, [10: 1])
        past.close(at: 20, [20: 2])
        past.cut(3, at: 15, onChainOf: 2)
        past.cut(4, at: 5, onChainOf: 2)
        #expect(past.stretches[2]?.parent == 3)
        #expect(past.stretches[3]?.parent == 1)
        #expect(past.stretches[1]?.parent == 4)
        #expect(past.place(Stamp(generation: 5, stretch: 2), onChainOf: 0).stretch == 4)
        #expect(past.place(Stamp(generation: 12, stretch: 0), onChainOf: 2).stretch == 3)
        #expect(past.place(Stamp(generation: 21, stretch: 0), onChainOf: 2).stretch == 0)
        #expect(past.reaches(from: Stamp(generation: 30, stretch: 0), to: Stamp(generation: 4, stretch: 4)))
        #expect(!past.reaches(from: Stamp(generation: 4, stretch: 4), to: Stamp(generation: 12, stretch: 3)))
    }
}

extension CellValue {
    fileprivate var text: String { if case .text(let text) = self { text } else { "\(self)" } }
}

extension [String] {
    fileprivate var uniqued: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension ItemContents {
    fileprivate func placed(_ place: (Stamp) -> Stamp) -> ItemContents {
        var contents = self
        for index in versions.indices {
            contents.versions[index].stamp = place(versions[index].stamp)
            contents.versions[index].seen = versions[index].seen.map(place)
        }
        for (cell, entries) in cells {
            contents.cells[cell] = entries.map { entry in
                var entry = entry
                entry.source.stamp = place(entry.source.stamp)
                return entry
            }
        }
        return contents
    }
}
