/// A tree of groups and the items in each.
struct GroupTree<Item> {
    typealias Group = (name: String, group: GroupTree)

    /// Deeper groups keep their slashes in one name.
    static var largestDepth: Int { 32 }

    private(set) var items: [Item] = []
    private(set) var groups: [Group] = []
    private var places: [Substring: Int] = [:]

    /// Adds an item to a group, as `Work/Servers`; empty for the root.
    mutating func add(_ item: Item, to group: String) {
        add(item, to: group.split(separator: "/", maxSplits: Self.largestDepth)[...])
    }

    private mutating func add(_ item: Item, to path: ArraySlice<Substring>) {
        guard let first = path.first else { return items.append(item) }
        let index = places[first] ?? groups.endIndex
        if index == groups.endIndex {
            places[first] = index
            groups.append((String(first), GroupTree()))
        }
        groups[index].group.add(item, to: path.dropFirst())
    }
}
