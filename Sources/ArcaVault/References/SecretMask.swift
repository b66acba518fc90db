internal import ArcaCore
public import ArcaCrypto
internal import ArcaPlatform

/// Replaces secrets in a stream of bytes by `[hidden]`, wherever the pieces of the stream are cut.
///
/// Only what may be the prefix of a secret is held back until more comes; a prompt without a line end gets through. What
/// a program shows in another form (Base64, reversed, a letter a line) is not recognized.
///
/// ```swift
/// let mask = SecretMask([password])
/// let shown = mask.pass(output.span, isLast: false)
/// ```
public final class SecretMask {
    /// What stands in a secret's place.
    static let replacement = Array("[hidden]".utf8)
    /// A secret of several lines is also recognized by each line of at least so many bytes.
    private static let shortestLineByteCount = 8
    /// How much is looked at at once.
    private static let pieceByteCount = 64 << 10

    private let secrets: [SecretBytes]
    /// Whether a secret begins with this byte.
    private let isFirst: [Bool]
    /// What is held back, and the piece behind it; wiped at the end.
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private var heldCount = 0
    /// How many bytes of what is held belong to a secret that was found.
    private var hiddenCount = 0

    /// Makes a mask.
    ///
    /// - Parameter values: The secrets; empty ones are ignored. One of several lines is also replaced line by line.
    public init(_ values: [SecretBytes]) {
        secrets = values.flatMap { [$0] + Self.lines(of: $0) }.filter { !$0.isEmpty }
        var isFirst = Array(repeating: false, count: 256)
        for secret in secrets { secret.withBytes { isFirst[Int($0[0])] = true } }
        self.isFirst = isFirst
        // Less than a whole secret is held back.
        let longest = secrets.lazy.map(\.count).max() ?? 0
        memory = .allocate(capacity: longest + Self.pieceByteCount)
        memory.initialize(repeating: 0)
    }

    deinit {
        wipe(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// Takes the next piece.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - isLast: Whether nothing comes any more.
    /// - Returns: What can be shown.
    public func pass(_ bytes: Span<UInt8>, isLast: Bool) -> [UInt8] {
        var shown: [UInt8] = []
        var next = 0
        repeat {
            let end = min(bytes.count, next + Self.pieceByteCount)
            while next < end {
                memory[heldCount] = bytes[next]
                (heldCount, next) = (heldCount + 1, next + 1)
            }
            shown += take(isLast: isLast && next == bytes.count)
        } while next < bytes.count
        return shown
    }

    /// What of the held bytes can be shown; the others are held on.
    private func take(isLast: Bool) -> [UInt8] {
        var shown: [UInt8] = []
        var next = 0
        while next < heldCount {
            if isFirst[Int(memory[next])] {
                let (longest, isOpen) = match(at: next)
                if isOpen && !isLast { break }
                if longest > hiddenCount {
                    // Secrets that overlap are hidden as one.
                    if hiddenCount == 0 { shown += Self.replacement }
                    hiddenCount = longest
                }
            }
            if hiddenCount > 0 { hiddenCount -= 1 } else { shown.append(memory[next]) }
            next += 1
        }
        for index in next..<heldCount { memory[index - next] = memory[index] }
        heldCount -= next
        return shown
    }

    /// The longest secret that stands at a place, and whether a longer one may, once more has come.
    private func match(at start: Int) -> (longest: Int, isOpen: Bool) {
        var longest = 0
        var isOpen = false
        for secret in secrets {
            secret.withBytes { secret in
                let count = min(secret.count, heldCount - start)
                for index in 0..<count where secret[index] != memory[start + index] { return }
                if count == secret.count { longest = max(longest, count) } else { isOpen = true }
            }
        }
        return (longest, isOpen)
    }

    private static func lines(of secret: SecretBytes) -> [SecretBytes] {
        secret.withBytes { bytes in
            var lines: [SecretBytes] = []
            var start = 0
            for end in 0...bytes.count where end == bytes.count || bytes[end] == 0x0a {
                // The whole, if it is one line, is in the list already.
                if end - start >= shortestLineByteCount, end - start < bytes.count {
                    lines.append(SecretBytes(copying: bytes.extracting(start..<end)))
                }
                start = end + 1
            }
            return lines
        }
    }
}
