// Stand-ins with the interface of NIO and Hummingbird, so that the example builds without them. In an app, delete this
// file and import the frameworks.

/// NIO's buffer, as far as a handler sees it: shared storage, and the range that was not read yet.
struct ByteBuffer: Sendable {
    private let storage: [UInt8]
    private let range: Range<Int>

    init(bytes: some Sequence<UInt8>, skipping count: Int = 0) {
        storage = Array(bytes)
        range = count..<storage.count
    }

    var readableBytes: Int { range.count }
    var readableBytesView: ByteBufferView { ByteBufferView(storage: storage, range: range) }
}

/// NIO's view of a buffer: a collection of bytes whose indices need not begin at 0.
struct ByteBufferView: RandomAccessCollection, Sendable {
    fileprivate let storage: [UInt8]
    fileprivate let range: Range<Int>

    var startIndex: Int { range.lowerBound }
    var endIndex: Int { range.upperBound }
    subscript(index: Int) -> UInt8 { storage[index] }
    subscript(part: Range<Int>) -> ByteBufferView { ByteBufferView(storage: storage, range: part) }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
}

struct Request: Sendable {
    var headers: [String: String]
    /// Arrives while the handler runs.
    var body: AsyncStream<ByteBuffer>
}

struct Response: Sendable, Equatable {
    var status: Int
    var text = ""
}
