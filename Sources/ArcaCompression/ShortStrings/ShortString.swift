public import ArcaCore
internal import ArcaKernels
internal import Synchronization

/// Compresses strings of some dozen bytes, where gzip and zlib make more of them than there was.
///
/// A string is stored, deflated, deflated with a preset dictionary, or coded with a model of English, Chinese, JSON, URLs,
/// HTML or log lines; the smallest wins, and the result is never more than one byte longer than the string. The first byte
/// tells the method and its version (``ShortStringMethod``), so that strings stay readable.
///
/// Nothing in it finds changed or missing bytes: what a model coded mostly leads to another valid string. Add a checksum
/// or a MAC where that matters. Compress before you
/// encrypt, but never secrets together with text that others choose: the size tells how well they fit together.
///
/// ```swift
/// let small = ShortString.compress("https://www.example.com/index.html".utf8)
/// let text = try ShortString.decompress(small)
/// ```
///
/// Source: Arca's own format, Documentation/SHORT-STRINGS.md.
public enum ShortString {
    /// Beyond this length deflate comes close, and is much faster.
    static let modelByteCount = ShortStringModel.maximumByteCount
    /// Below this length a block with a code of its own never pays.
    private static let ownCodeByteCount = 128

    private static let streams = Mutex<[DeflateStream]>([])

    /// Compresses a string.
    ///
    /// - Parameters:
    ///   - bytes: The string, of any length; meant for less than 4,096 bytes.
    ///   - kind: What it is made of; nil to guess by its bytes, which takes less time than it saves.
    /// - Returns: The method's byte and the compressed string; nothing for no bytes.
    public static func compress(_ bytes: borrowing some Bytes, kind: ShortStringKind? = nil) -> [UInt8] {
        bytes.withBytes { input in
            guard !input.isEmpty else { return [] }
            var best = Candidate(input.count)
            tryAll(input, kind ?? KindGuess.kind(of: input), &best)
            return best.result(input)
        }
    }

    /// Restores a string.
    ///
    /// - Parameters:
    ///   - bytes: What ``compress(_:kind:)`` returned.
    ///   - limits: How much may come out.
    /// - Returns: The string.
    /// - Throws: ``CompressionError`` with code `.notCompressed` when the first byte is no method of this version,
    ///   `.corrupt`, `.truncated`, `.trailingData` or `.limitExceeded`.
    public static func decompress(
        _ bytes: borrowing some Bytes, limits: InflateLimits = .standard
    ) throws(CompressionError) -> [UInt8] {
        try bytes.withBytes { (input) throws(CompressionError) in
            guard !input.isEmpty else { return [] }
            guard let method = ShortStringMethod(byte: input[0]) else {
                throw CompressionError(.notCompressed, at: 0, "this is no short string of a known version")
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

    /// How a compressed string was compressed.
    ///
    /// - Parameter bytes: What ``compress(_:kind:)`` returned.
    /// - Returns: The method; nil for no bytes and for what is no short string.
    public static func method(of bytes: borrowing some Bytes) -> ShortStringMethod? {
        bytes.withBytes { $0.isEmpty ? nil : ShortStringMethod(byte: $0[0]) }
    }

    /// What every method makes of a string, for the curious.
    ///
    /// - Parameter bytes: The string.
    /// - Returns: Methods with the length of their result, its first byte included; the shortest first.
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

    /// The shortest result so far; nothing yet means stored.
    private struct Candidate {
        var method = ShortStringMethod.stored
        var payload: [UInt8] = []
        /// A result counts when it has fewer bytes.
        var limit: Int

        init(_ limit: Int) { self.limit = limit }

        /// Lets `body` write fewer bytes than the best result has; nil when it can not.
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
        guard input.count <= modelByteCount else { return tryZlib(input, .dictionary(kind), kind.dictionary, &best) }
        let index = ShortStringDictionary.of(kind).index
        input.withUnsafeBufferPointer { source in
            best.attempt(.dictionary(kind)) { index.deflate(source, into: $0, capacity: $1) }
        }
    }

    private static func tryDeflate(_ input: Span<UInt8>, _ best: inout Candidate) {
        tryZlib(input, .deflate, [], &best)
    }

    private static func tryZlib(
        _ input: Span<UInt8>, _ method: ShortStringMethod, _ dictionary: [UInt8], _ best: inout Candidate
    ) {
        // Without memory for zlib the other methods stand.
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
