/// Bytes that are collected and leave no copy in memory: what becomes too small, and what was handed on, is overwritten.
package struct WipingBytes: Sendable {
    /// What was collected since the last ``wipe()``; keeping it keeps a copy.
    package private(set) var bytes: [UInt8] = []

    /// Makes an empty collection.
    package init() {}

    /// Appends a byte.
    package mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        bytes.append(byte)
    }

    /// Appends bytes.
    package mutating func append(contentsOf more: Span<UInt8>) {
        makeRoom(for: more.count)
        more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Appends the bytes of a text that is not a secret.
    package mutating func append(_ text: String) {
        makeRoom(for: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// Overwrites and forgets all that was collected; the memory stays for what comes next.
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

/// Not inlined, so that the compiler can't see that nobody reads the zeros.
@inline(never)
private func overwrite(_ memory: UnsafeMutableRawBufferPointer) {
    memory.initializeMemory(as: UInt8.self, repeating: 0)
}
