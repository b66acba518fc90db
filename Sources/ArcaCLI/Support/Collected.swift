internal import Synchronization

/// A list that several threads append to.
final class Collected<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    /// All elements so far.
    var all: [Element] { elements.withLock { $0 } }

    /// Appends an element.
    func append(_ element: Element) { elements.withLock { $0.append(element) } }
}
