/// A growing byte buffer that wipes its memory: each time it is reallocated, and in ``wipe()``.
package struct WipingBytes: Sendable {
    /// The bytes appended since the last ``wipe()``; storing this array keeps a copy.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        bytes.append(byte)
    }

    package mutating func append(contentsOf more: Span<UInt8>) {
        makeRoom(for: more.count)
        more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Appends the bytes of a text that is not a secret.
    package mutating func append(_ text: String) {
        makeRoom(for: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func wipe() {
        bytes.withUnsafeMutableBytes(overwrite)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func makeRoom(for count: Int) {
        guard bytes.capacity - bytes.count < count else { return }
        var larger: [UInt8] = []
        larger.reserveCapacity(max(bytes.count + count, 2 * bytes.capacity, 256))
        larger += bytes
        wipe()
        bytes = larger
    }
}

/// Not inlined, so the compiler cannot remove the write as dead.
@inline(never)
private func overwrite(_ memory: UnsafeMutableRawBufferPointer) {
    memory.initializeMemory(as: UInt8.self, repeating: 0)
}

/// A value that hides its content in descriptions, debug output and `dump`.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, Reflectable {}

#if hasFeature(Embedded)
/// Embedded Swift has no mirrors.
package protocol Reflectable {}
#else
package typealias Reflectable = CustomReflectable

extension Redacted {
    /// An empty mirror, which keeps the content out of `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif

extension Redacted {
    /// The description, which does not show the content.
    public var debugDescription: String { description }
}
