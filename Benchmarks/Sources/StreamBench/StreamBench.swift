import ArcaAsync
import ArcaCodecs
import ArcaCore
import ArcaCompression
import ArcaContainers
import ArcaCrypto
import Foundation

/// Measures the overhead of async streams over the blocking calls that do the same work.
@main
struct StreamBench {
    static let byteCount = 128 << 20

    /// The same piece repeatedly, as from a network.
    struct Pieces: AsyncSequence, Sendable {
        let piece: [UInt8]

        func makeAsyncIterator() -> Iterator { Iterator(piece: piece) }

        struct Iterator: AsyncIteratorProtocol {
            let piece: [UInt8]
            var left = StreamBench.byteCount

            mutating func next() async -> [UInt8]? {
                guard left > 0 else { return nil }
                left -= piece.count
                return piece
            }
        }
    }

    static func main() async throws {
        let recipient = try Age.X25519Identity().recipient
        let format = Age(recipients: [recipient])
        let whole = [UInt8](repeating: 7, count: byteCount)
        try await compare(
            "age",
            blocking: { _ = try format.seal(whole) },
            stream: { pieces in try await drain(format.seal(pieces)) })
        try await compare(
            "gzip -1",
            blocking: { _ = try Deflater.deflate(whole, level: .fastest) },
            stream: { pieces in try await drain(Deflater.deflate(pieces, level: .fastest)) })
        try await compare(
            "Base64",
            blocking: { _ = Base64.standard.encodeToBytes(whole) },
            stream: { pieces in try await drain(Base64.standard.encode(pieces)) })
        try await compare(
            "SHA-256",
            blocking: { _ = SHA256.hash(whole) },
            stream: { pieces in _ = try await SHA256.hash(pieces) })
    }

    static func drain(_ bytes: some AsyncSequence<[UInt8], any Error>) async throws {
        var count = 0
        for try await piece in bytes { count += piece.count }
        precondition(count > 0)
    }

    static func compare(
        _ name: String, blocking: @Sendable () throws -> Void, stream: @Sendable (Pieces) async throws -> Void
    ) async throws {
        var times: [String: [Double]] = [:]
        let sizes = [1 << 10, 16 << 10, 64 << 10]
        for _ in 0..<5 {
            let start = ContinuousClock.now
            try blocking()
            times["blocking", default: []].append(seconds(since: start))
            for size in sizes {
                let pieces = Pieces(piece: [UInt8](repeating: 7, count: size))
                let start = ContinuousClock.now
                try await stream(pieces)
                times["\(size)", default: []].append(seconds(since: start))
            }
        }
        func median(_ key: String) -> Double { times[key, default: []].sorted()[2] }
        let figures = sizes.map { "\($0 >> 10) KiB \(rate(median("\($0)")))" }.joined(separator: ", ")
        print("\(name): blocking, at once \(rate(median("blocking"))); stream in pieces of \(figures)")
    }

    static func seconds(since start: ContinuousClock.Instant) -> Double { (ContinuousClock.now - start) / .seconds(1) }

    static func rate(_ seconds: Double) -> String { "\(Int(Double(byteCount) / seconds / 1e6)) MB/s" }
}
