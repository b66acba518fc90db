internal import ArcaSystem
internal import ArcaVault

/// Items as a tree for people: services as branches, nested where they have slashes, accounts as leaves.
///
/// ```
/// github.com
/// ├── alice
/// └── bob
/// ```
struct ItemTree {
    private var names: [String] = []
    private var branches: [String: ItemTree] = [:]
    /// What is said behind the name; nil where no item has it.
    private var mark: String?

    /// Adds an item, and what is said behind its name.
    mutating func add(_ name: VaultItem.Name, mark: String) {
        // A slash of a URL does not nest.
        let service =
            name.service.contains("://") ? [name.service] : name.service.split(separator: "/").map(String.init)
        add((service.isEmpty ? [name.service] : service) + (name.account.isEmpty ? [] : [name.account]), mark)
    }

    private mutating func add(_ path: [String], _ mark: String) {
        guard let first = path.first else { return self.mark = (self.mark ?? "") + mark }
        if branches[first] == nil { names.append(first) }
        branches[first, default: ItemTree()].add(Array(path.dropFirst()), mark)
    }

    /// The lines, names in the order in which they were added, safe to print.
    var text: String {
        names.map { name in
            let branch = branches[name] ?? ItemTree()
            return String(printable: name.utf8) + (branch.mark ?? "") + "\n" + branch.lines("")
        }.joined()
    }

    private func lines(_ indent: String) -> String {
        names.enumerated().map { index, name in
            let branch = branches[name] ?? ItemTree()
            let isLast = index == names.count - 1
            return indent + (isLast ? "└── " : "├── ") + String(printable: name.utf8) + (branch.mark ?? "") + "\n"
                + branch.lines(indent + (isLast ? "    " : "│   "))
        }.joined()
    }
}
