public import ArcaCore
internal import ArcaKernels
internal import Synchronization

/// Compresses strings of a few dozen bytes, which gzip and zlib would enlarge.
///
/// A string is stored, deflated, deflated with a preset dictionary, or coded with a model of English, Chinese, JSON,
/// URLs, HTML or log lines. The smallest result is used; it is never more than one byte longer than the string. The
/// first byte indicates the method and its version (``ShortStringMethod``), so stored strings stay readable.
///
/// Damage is not detected: modified model-coded data usually decodes to another valid string. Add a checksum or a MAC
/// if that matters. Compress before encrypting, but never compress secrets together with text that others control: the
/// size reveals how similar they are.
///
/// ```swift
/// let small = ShortString.compress("https://www.example.com/index.html".utf8)
/// let text = try ShortString.decompress(small)
/// ```
///
/// Source: Arca's own format, Documentation/SHORT-STRINGS.md.
public enum ShortString {
    /// Above this length, deflate is nearly as good and much faster.
    static let modelByteCount = ShortStringModel.maximumByteCount
    /// Below this length, a block with its own Huffman code never pays off.
    private static let ownCodeByteCount = 128

    private static let streams = Mutex<[DeflateStream]>([])

    /// Compresses a string.
    ///
    ///   - bytes: The string, of any length; intended for less than 4,096 bytes.
    ///   - kind: The kind of text; nil to guess it from the bytes, which saves more time than it takes.
    /// - Returns: The method byte and the compressed string; empty for an empty string.
    public static func compress(_ bytes: borrowing some Bytes, kind: ShortStringKind? = nil) -> [UInt8] {
        bytes.withBytes { input in
            guard !input.isEmpty else { return [] }
            var best = Candidate(input.count)
            tryAll(input, kind ?? KindGuess.kind(of: input), &best)
            return best.result(input)
        }
    }

    /// Decompresses a string.
    ///
    /// - Parameters:
    ///   - bytes: The result of ``compress(_:kind:)``.
    ///   - limits: The limits for the output.
    /// - Returns: The string.
    /// - Throws: ``CompressionError`` `.notCompressed` if the first byte is not a method of this version, `.corrupt`,
    ///   `.truncated`, `.trailingData` or `.limitExceeded`.
    public static func decompress(
        _ bytes: borrowing some Bytes, limits: InflateLimits = .standard
    ) throws(CompressionError) -> [UInt8] {
        try bytes.withBytes { (input) throws(CompressionError) in
            guard !input.isEmpty else { return [] }
            guard let method = ShortStringMethod(byte: input[0]) else {
                throw CompressionError(.notCompressed, at: 0, "not a short string of a known version")
            }
            let payload = input.extracting(1..<input.count)
            switch method {
            case .stored:
                try check(payload.count, limits, payload.count)
                return Array(bytes: payload)
            case .deflate: return try inflate(payload, [], limits)
            case .dictionary(let kind): return try inflate(payload, kind.dictionary, limits)
            case .model(let kind): return try decode(payload, ShortStringDictionary.of(kind).model, limits)
            }
        }
    }

    /// The method that a string was compressed with.
    ///
    /// - Parameter bytes: The result of ``compress(_:kind:)``.
    /// - Returns: The method, or nil for no bytes or an unknown method.
    public static func method(of bytes: borrowing some Bytes) -> ShortStringMethod? {
        bytes.withBytes { $0.isEmpty ? nil : ShortStringMethod(byte: $0[0]) }
    }

    /// Compares the output sizes of all methods for a string.
    ///
    /// - Returns: The methods with their output sizes including the first byte, shortest first.
    public static func results(of bytes: borrowing some Bytes) -> [(method: ShortStringMethod, byteCount: Int)] {
        bytes.withBytes { input in
            guard !input.isEmpty else { return [] }
            var results = [(method: ShortStringMethod.stored, byteCount: input.count + 1)]
            func add(_ attempt: (inout Candidate) -> Void) {
                var candidate = Candidate(4 * input.count + 64)
                attempt(&candidate)
                if candidate.method != .stored { results.append((candidate.method, candidate.payload.count + 1)) }
            }
            add { tryDeflate(input, &$0) }
            for kind in ShortStringKind.allCases {
                add { tryDictionary(input, kind, &$0) }
                add { tryModel(input, kind, &$0) }
            }
            return results.enumerated().sorted { ($0.element.byteCount, $0.offset) < ($1.element.byteCount, $1.offset) }
                .map(\.element)
        }
    }

    // MARK: Compressing

    private struct Candidate {
        var method = ShortStringMethod.stored
        var payload: [UInt8] = []
        /// A result is used only if it has fewer bytes.
        var limit: Int

        init(_ limit: Int) { self.limit = limit }

        /// Lets `body` write fewer bytes than the best result has, or return nil.
        mutating func attempt(
            _ method: ShortStringMethod, _ body: (UnsafeMutablePointer<UInt8>, _ capacity: Int) -> Int?
        ) {
            let capacity = limit - 1
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + 1) { space in
                guard let start = space.baseAddress, let count = body(start, capacity), count <= capacity else {
                    return
                }
                payload = Array(space[..<count])
                (self.method, limit) = (method, count)
            }
        }

        func result(_ input: Span<UInt8>) -> [UInt8] {
            [UInt8](capacity: 1 + (method == .stored ? input.count : payload.count)) { output in
                output.append(method.byte)
                output.append(contentsOf: method == .stored ? input : payload.span)
            }
        }
    }

    private static func tryAll(_ input: Span<UInt8>, _ kind: ShortStringKind, _ best: inout Candidate) {
        tryModel(input, kind, &best)
        tryDictionary(input, kind, &best)
        if input.count >= ownCodeByteCount { tryDeflate(input, &best) }
    }

    private static func tryModel(_ input: Span<UInt8>, _ kind: ShortStringKind, _ best: inout Candidate) {
        guard input.count <= modelByteCount else { return }
        let model = ShortStringDictionary.of(kind).model
        input.withUnsafeBufferPointer { source in
            best.attempt(.model(kind)) { model.encode(source, into: $0, capacity: $1) }
        }
    }

    private static func tryDictionary(_ input: Span<UInt8>, _ kind: ShortStringKind, _ best: inout Candidate) {
        guard input.count <= modelByteCount else {
            return tryZlib(input, .dictionary(kind), dictionary: kind.dictionary, best: &best)
        }
        let index = ShortStringDictionary.of(kind).index
        input.withUnsafeBufferPointer { source in
            best.attempt(.dictionary(kind)) { index.deflate(source, into: $0, capacity: $1) }
        }
    }

    private static func tryDeflate(_ input: Span<UInt8>, _ best: inout Candidate) {
        tryZlib(input, .deflate, dictionary: [], best: &best)
    }

    private static func tryZlib(
        _ input: Span<UInt8>, _ method: ShortStringMethod, dictionary: [UInt8], best: inout Candidate
    ) {
        // If zlib cannot allocate memory, the other methods are used.
        guard let stream = takeStream() else { return }
        defer { streams.withLock { $0.append(stream) } }
        stream.reset()
        stream.setDictionary(dictionary.span)
        best.attempt(method) { start, capacity in
            let space = UnsafeMutableBufferPointer(start: start, count: capacity)
            var output = OutputSpan(buffer: space, initializedCount: 0)
            let isDone = (try? stream.deflate(input, .finish, into: &output).isDone) ?? false
            let count = output.finalize(for: space)
            return isDone ? count : nil
        }
    }

    private static func takeStream() -> DeflateStream? {
        if let stream = streams.withLock({ $0.popLast() }) { return stream }
        return try? DeflateStream(.best)
    }

    // MARK: Restoring

    private static func inflate(
        _ payload: Span<UInt8>, _ dictionary: [UInt8], _ limits: InflateLimits
    ) throws(CompressionError) -> [UInt8] {
        do {
            return try Inflater.inflate(payload, format: .deflate, limits: limits, dictionary: dictionary)
        } catch {
            throw CompressionError(error.code, at: error.offset.map { $0 + 1 }, error.reason)
        }
    }

    private static func decode(
        _ payload: Span<UInt8>, _ model: ShortStringModel, _ limits: InflateLimits
    ) throws(CompressionError) -> [UInt8] {
        var outcome = ShortStringModel.Outcome.done
        let most = min(limits.maximumByteCount ?? modelByteCount, modelByteCount)
        let result = payload.withUnsafeBufferPointer { source in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: modelByteCount) { space -> [UInt8] in
                guard let start = space.baseAddress else { return [] }
                let (count, end) = model.decode(source, into: start, capacity: most)
                outcome = end
                return Array(space[..<count])
            }
        }
        let end = payload.count + 1
        switch outcome {
        case .done:
            try check(result.count, limits, payload.count)
            return result
        case .damaged: throw CompressionError(.corrupt, at: end, "the short string is damaged")
        case .trailing: throw CompressionError(.trailingData, at: end, "there is something after the short string")
        case .tooLong:
            throw CompressionError(.limitExceeded, at: end, "the short string has more than \(most) bytes")
        }
    }

    private static func check(_ count: Int, _ limits: InflateLimits, _ size: Int) throws(CompressionError) {
        if let most = limits.maximumByteCount, count > most {
            throw CompressionError(.limitExceeded, at: size + 1, "the short string has more than \(most) bytes")
        }
    }
}
