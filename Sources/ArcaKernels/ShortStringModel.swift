// The static model for short strings, on pointers. Documentation/SHORT-STRINGS.md specifies it; a second implementation
// is in Vectors/compression.

/// Weights of the next byte given up to four previous bytes: counted once in a text, then immutable.
///
/// A node is a context, an item a byte that followed it in the text. Other bytes are reached by an escape to a shorter
/// context, which excludes the bytes of the longer one. The root has all 256 bytes.
public final class ShortStringModel: @unchecked Sendable {  // Immutable after initialization.
    struct Node {
        var firstItem: Int32 = 0
        var itemCount: Int32 = 0
        /// The sum of all weights, including the escape.
        var total: Int32 = 0
        /// The target of the escape: the next shorter context with additional bytes.
        var up: Int32 = 0
        /// The total weight in `up` without the bytes of this node.
        var upTotal: Int32 = 0
        /// The weight of the escape in `up`; 0 at the root, which needs no escape.
        var upEscape: Int32 = 0
    }

    /// Eight bytes, to use fewer cache lines; weights are far below 2^24.
    struct Item {
        /// The weight, shifted left by 8, and the byte.
        private var code: UInt32
        /// The byte's weight in the node `up`.
        var upWeight: Int32 = 0

        init(symbol: UInt8, weight: Int32) { code = UInt32(bitPattern: weight) &<< 8 | UInt32(symbol) }

        var symbol: UInt8 {
            @inline(__always) get { UInt8(truncatingIfNeeded: code) }
        }

        var weight: Int32 {
            @inline(__always) get { Int32(truncatingIfNeeded: code &>> 8) }
        }
    }

    static let order = 4
    /// A byte that occurred n times has weight 5n − 3, and adds 3 to the escape; at the root 5n + 1.
    static let unit: Int32 = 5
    static let discount: Int32 = 3

    let nodes: UnsafeMutablePointer<Node>
    let items: UnsafeMutablePointer<Item>
    /// The cumulative weights at the root.
    let rootSums: UnsafeMutablePointer<Int32>
    /// Nodes by context for each order except the root's.
    let tables: UnsafeMutablePointer<ContextTable>
    /// Whether strings end where their brackets are closed, as JSON does, and need no length.
    let endsWithBrackets: Bool

    /// Counts a training text.
    public init(_ text: UnsafeBufferPointer<UInt8>, endsWithBrackets: Bool) {
        self.endsWithBrackets = endsWithBrackets
        let capacity = 256 + 4 * text.count
        nodes = .allocate(capacity: capacity)
        items = .allocate(capacity: capacity)
        rootSums = .allocate(capacity: 257)
        tables = .allocate(capacity: Self.order + 1)
        nodes.initialize(repeating: Node(), count: capacity)
        items.initialize(repeating: Item(symbol: 0, weight: 0), count: capacity)
        rootSums.initialize(repeating: 0, count: 257)
        for order in 0...Self.order { (tables + order).initialize(to: ContextTable(nodes, 0..<0)) }
        count(text)
    }

    deinit {
        for order in 0...Self.order { tables[order].slots.deallocate() }
        nodes.deallocate()
        items.deallocate()
        rootSums.deallocate()
        tables.deallocate()
    }

    /// Folds a byte for use in contexts: all digits are equal, letters ignore case.
    @inline(__always)
    static func folded(_ byte: UInt8) -> UInt32 {
        if byte &- 0x31 < 9 { return 0x30 }
        return UInt32(byte &- 0x41 < 26 ? byte | 0x20 : byte)
    }

    /// The context preceding the first byte: four line feeds.
    static let start: UInt32 = 0x0a0a_0a0a

    /// The node of the longest known context, given the last four folded bytes.
    ///
    /// `order` is the order of the previous context, and is updated. A context without its last byte is also a context,
    /// so the order grows by at most one per byte.
    @inline(__always)
    func node(of history: UInt32, _ order: inout Int) -> Int {
        order = min(order &+ 1, Self.order)
        while order > 0 {
            let found = tables[order].node(of: history & ContextTable.mask(order))
            if found >= 0 { return Int(found) }
            order &-= 1
        }
        return 0
    }

    // MARK: Counting

    private func count(_ text: UnsafeBufferPointer<UInt8>) {
        // Keys are context ‖ byte, so sorting groups the bytes of each context.
        let keys = UnsafeMutablePointer<UInt64>.allocate(capacity: text.count + 1)
        let scratch = UnsafeMutablePointer<UInt64>.allocate(capacity: text.count + 1)
        defer {
            keys.deallocate()
            scratch.deallocate()
        }
        var history = Self.start
        for index in 0..<text.count {
            keys[index] = UInt64(history) << 8 | UInt64(text[index])
            history = history << 8 | Self.folded(text[index])
        }
        // The longest contexts count every occurrence; shorter ones count the number of distinct contexts that are one
        // byte longer (Kneser and Ney, 1995).
        var keyCount = text.count
        var nodeCount = 1
        var itemCount = 256
        var order = Self.order
        while order >= 0 {
            Self.sort(keys, scratch, keyCount)
            if order == 0 {
                countRoot(keys, keyCount)
            } else {
                keyCount = countContexts(order, keys, keyCount, &nodeCount, &itemCount)
            }
            order -= 1
        }
        for node in 1..<nodeCount { link(node) }
    }

    /// Creates the nodes of an order from sorted keys, and reduces the keys to distinct ones without their oldest byte.
    private func countContexts(
        _ order: Int, _ keys: UnsafeMutablePointer<UInt64>, _ count: Int, _ nodeCount: inout Int, _ itemCount: inout Int
    ) -> Int {
        let shorter = UInt64(ContextTable.mask(order - 1)) << 8 | 0xff
        let firstNode = nodeCount
        var kept = 0
        var index = 0
        while index < count {
            let context = UInt32(truncatingIfNeeded: keys[index] >> 8)
            let first = itemCount
            var total: Int32 = 0
            while index < count, UInt32(truncatingIfNeeded: keys[index] >> 8) == context {
                let key = keys[index]
                var occurrences: Int32 = 0
                while index < count, keys[index] == key {
                    occurrences += 1
                    index += 1
                }
                items[itemCount] = Item(
                    symbol: UInt8(truncatingIfNeeded: key), weight: Self.unit * occurrences - Self.discount)
                itemCount += 1
                total += Self.unit * occurrences
                keys[kept] = key & shorter
                kept += 1
            }
            // A context of maximum order that occurred once is not significant.
            guard order < Self.order || total > Self.unit else {
                itemCount = first
                continue
            }
            nodes[nodeCount] = Node(
                firstItem: Int32(first), itemCount: Int32(itemCount - first), total: total,
                // The context, and its order in `upEscape`, until the nodes are linked.
                up: Int32(bitPattern: context), upEscape: Int32(order))
            nodeCount += 1
        }
        tables[order].slots.deallocate()
        tables[order] = ContextTable(nodes, firstNode..<nodeCount)
        return kept
    }

    private func countRoot(_ keys: UnsafeMutablePointer<UInt64>, _ count: Int) {
        rootSums.initialize(repeating: 1, count: 257)
        rootSums[0] = 0
        for index in 0..<count { rootSums[Int(keys[index] & 0xff) + 1] += Self.unit }
        for byte in 0..<256 {
            items[byte] = Item(symbol: UInt8(byte), weight: rootSums[byte + 1])
            rootSums[byte + 1] += rootSums[byte]
        }
        nodes[0] = Node(firstItem: 0, itemCount: 256, total: rootSums[256])
    }

    private func link(_ node: Int) {
        let context = UInt32(bitPattern: nodes[node].up)
        var order = Int(nodes[node].upEscape) - 1
        var up = 0
        while order > 0 {
            up = Int(tables[order].node(of: context & ContextTable.mask(order)))
            if nodes[up].itemCount > nodes[node].itemCount { break }
            order -= 1
        }
        if order == 0 { up = 0 }
        var left = nodes[up].total
        var place = Int(nodes[up].firstItem)
        for item in Int(nodes[node].firstItem)..<Int(nodes[node].firstItem + nodes[node].itemCount) {
            // Every byte that followed the longer context also followed the shorter one; both are sorted.
            while items[place].symbol != items[item].symbol { place += 1 }
            items[item].upWeight = items[place].weight
            left -= items[place].weight + (up == 0 ? 0 : Self.discount)
        }
        nodes[node].up = Int32(up)
        nodes[node].upTotal = left
        nodes[node].upEscape = up == 0 ? 0 : Self.discount * (nodes[up].itemCount - nodes[node].itemCount)
    }

    /// Sorts by the five low bytes.
    private static func sort(
        _ keys: UnsafeMutablePointer<UInt64>, _ scratch: UnsafeMutablePointer<UInt64>, _ count: Int
    ) {
        let places = UnsafeMutablePointer<Int>.allocate(capacity: 256)
        defer { places.deallocate() }
        for shift in stride(from: UInt64(0), to: 40, by: 8) {
            places.initialize(repeating: 0, count: 256)
            for index in 0..<count { places[Int(keys[index] >> shift & 0xff)] += 1 }
            var sum = 0
            for byte in 0..<256 {
                let next = sum + places[byte]
                places[byte] = sum
                sum = next
            }
            for index in 0..<count {
                let byte = Int(keys[index] >> shift & 0xff)
                scratch[places[byte]] = keys[index]
                places[byte] += 1
            }
            keys.update(from: scratch, count: count)
        }
    }
}

/// A hash table of the nodes of one order by context, with open addressing; at most half full.
struct ContextTable {
    struct Slot {
        var context: UInt32
        var node: Int32
    }

    let slots: UnsafeMutablePointer<Slot>
    private let bits: Int

    /// Inserts nodes that still contain their context.
    init(_ nodes: UnsafeMutablePointer<ShortStringModel.Node>, _ range: Range<Int>) {
        bits = Int.bitWidth - (2 * range.count + 1).leadingZeroBitCount
        slots = .allocate(capacity: 1 << bits)
        slots.initialize(repeating: Slot(context: 0, node: -1), count: 1 << bits)
        let last = (1 << bits) - 1
        for node in range {
            let context = UInt32(bitPattern: nodes[node].up)
            var slot = place(context)
            while slots[slot].node >= 0 { slot = (slot + 1) & last }
            slots[slot] = Slot(context: context, node: Int32(node))
        }
    }

    /// The mask of the last `order` bytes of a history.
    @inline(__always)
    static func mask(_ order: Int) -> UInt32 {
        order == 4 ? .max : (1 &<< (8 &* UInt32(truncatingIfNeeded: order))) &- 1
    }

    @inline(__always)
    private func place(_ context: UInt32) -> Int {
        Int(truncatingIfNeeded: (context &* 0x9e37_79b1) &>> (32 &- UInt32(truncatingIfNeeded: bits)))
    }

    /// The node of a context, or −1.
    @inline(__always)
    func node(of context: UInt32) -> Int32 {
        let last = (1 &<< bits) &- 1
        var slot = place(context)
        while slots[slot].node >= 0 {
            if slots[slot].context == context { return slots[slot].node }
            slot = (slot &+ 1) & last
        }
        return -1
    }
}
