internal import ArcaCore
internal import ArcaPlatform

/// A ring buffer, wiped on release.
package final class ByteRing {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private var start = 0
    package private(set) var count = 0

    package init(byteCount: Int) { memory = .allocate(capacity: byteCount) }

    deinit {
        wipe(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    package var isFull: Bool { count == memory.count }

    package func put(_ bytes: Span<UInt8>) -> Int {
        let total = min(bytes.count, memory.count - count)
        var done = 0
        while done < total {
            let end = (start + count) % memory.count
            let part = min(total - done, memory.count - end)
            bytes.extracting(done..<done + part).withUnsafeBufferPointer { source in
                _ = UnsafeMutableBufferPointer(rebasing: memory[end..<end + part]).update(fromContentsOf: source)
            }
            done += part
            count += part
        }
        return total
    }

    package func take(into output: inout OutputSpan<UInt8>) {
        while count > 0, !output.isFull {
            let part = min(count, output.freeCapacity, memory.count - start)
            output.append(contentsOf: UnsafeBufferPointer(memory).span.extracting(start..<start + part))
            start = (start + part) % memory.count
            count -= part
        }
    }

    package func takeAll() -> [UInt8] { [UInt8](capacity: count) { take(into: &$0) } }
}
