/// What a writer that may be killed at any moment does, one step after another, so that a test can tell which states its
/// file may be in.
public struct WriterScript: Sendable {
    /// One change of a vault.
    public enum Step: Sendable, Hashable {
        /// A new item.
        case add(name: String, value: String)
        /// Another value of an item that is there.
        case change(name: String, value: String)
        /// An item that goes.
        case remove(name: String)
    }

    /// Which writer it is; writers with different numbers touch different items.
    public let writer: Int

    /// Makes the script of a writer.
    public init(writer: Int) { self.writer = writer }

    /// The step of a number, from 0 on: two new items, a change, another new one, and the first of them removed.
    public func step(_ number: Int) -> Step {
        let name = { (number: Int) in "writer-\(writer)-item-\(number)" }
        // Values of many lengths, so that pages are split and freed.
        let value = "value-\(number)-" + String(repeating: "x", count: number * 37 % 900)
        switch number % 5 {
        case 2: return .change(name: name(number - 2), value: value)
        case 4: return .remove(name: name(number - 4))
        default: return .add(name: name(number), value: value)
        }
    }

    /// What is there after so many steps: names and values.
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
