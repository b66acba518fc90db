internal import ArcaSystem
internal import ArcaVault

/// A tree of items for people: services are branches, nested at slashes, and accounts are leaves.
///
/// ```
/// github.com
/// ├── alice
/// └── bob
/// ```
struct ItemTree {
    private var names: [String] = []
    private var branches: [String: ItemTree] = [:]
    private var mark: String?

    mutating func add(_ name: VaultItem.Name, mark: String) {
        // The slashes of a URL do not nest.
        let service =
            name.service.contains("://") ? [name.service] : name.service.split(separator: "/").map(String.init)
        add((service.isEmpty ? [name.service] : service) + (name.account.isEmpty ? [] : [name.account]), mark)
    }

    private mutating func add(_ path: [String], _ mark: String) {
        guard let first = path.first else { return self.mark = (self.mark ?? "") + mark }
        if branches[first] == nil { names.append(first) }
        branches[first, default: ItemTree()].add(Array(path.dropFirst()), mark)
    }

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
