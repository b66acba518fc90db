/// The steps of a writer that may be killed at any moment, so a test knows the valid states of its file.
public struct WriterScript: Sendable {
    /// A change to a vault.
    public enum Step: Sendable, Hashable {
        /// Adds an item.
        case add(name: String, value: String)
        /// Changes the value of an item.
        case change(name: String, value: String)
        /// Removes an item.
        case remove(name: String)
    }

    /// The number of the writer; different writers use different items.
    public let writer: Int

    /// Creates the script of a writer.
    public init(writer: Int) { self.writer = writer }

    /// Returns a step, from 0: two new items, a change, another new item, and removal of the first one.
    public func step(_ number: Int) -> Step {
        let name = { (number: Int) in "writer-\(writer)-item-\(number)" }
        // Values of many sizes, so pages are split and freed.
        let value = "value-\(number)-" + String(repeating: "x", count: number * 37 % 900)
        switch number % 5 {
        case 2: return .change(name: name(number - 2), value: value)
        case 4: return .remove(name: name(number - 4))
        default: return .add(name: name(number), value: value)
        }
    }

    /// Returns the items after a number of steps, as names and values.
    public func items(after count: Int) -> [String: String] {
        var items: [String: String] = [:]
        for number in 0..<count {
            switch step(number) {
            case .add(let name, let value), .change(let name, let value): items[name] = value
            case .remove(let name): items[name] = nil
            }
        }
        return items
    }
}
