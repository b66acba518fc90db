internal import ArcaCore
public import ArcaCrypto
internal import ArcaPlatform

/// Replaces secrets in a byte stream by `[hidden]`, wherever the stream is split.
///
/// Only a possible prefix of a secret is held back, so a prompt without a line break passes immediately. Other forms of
/// a secret are not detected, such as Base64, the reversed text, or one letter per line.
///
/// ```swift
/// let mask = SecretMask([password])
/// let shown = mask.pass(output.span, isLast: false)
/// ```
public final class SecretMask {
    static let replacement = Array("[hidden]".utf8)
    /// Minimum length in bytes for a line of a multi-line secret to be hidden on its own.
    private static let shortestLineByteCount = 8
    private static let pieceByteCount = 64 << 10

    private let secrets: [SecretBytes]
    /// Whether a secret begins with this byte, by byte value.
    private let isFirst: [Bool]
    /// The held bytes followed by the next piece; wiped at the end.
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private var heldCount = 0
    /// The number of held bytes that belong to a detected secret.
    private var hiddenCount = 0

    /// Creates a mask.
    ///
    /// - Parameters:
    ///   - values: The secrets; empty ones are ignored. A secret with several lines is also hidden line by line.
    ///   - isTerminal: Whether the stream comes from a terminal, which ends lines with CR LF.
    public init(_ values: [SecretBytes], isTerminal: Bool = false) {
        secrets = values.flatMap { value in
            [value] + Self.lines(of: value) + (isTerminal ? [Self.shownOnTerminal(value)] : [])
        }.filter { !$0.isEmpty }
        var isFirst = Array(repeating: false, count: 256)
        for secret in secrets { secret.withBytes { isFirst[Int($0[0])] = true } }
        self.isFirst = isFirst
        // At most one byte less than the longest secret is held.
        let longest = secrets.lazy.map(\.count).max() ?? 0
        memory = .allocate(capacity: longest + Self.pieceByteCount)
        memory.initialize(repeating: 0)
    }

    deinit {
        wipe(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// Processes the next piece.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - isLast: Whether this is the last piece.
    /// - Returns: The bytes that can be shown.
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

    /// Removes the held bytes that can be shown.
    private func take(isLast: Bool) -> [UInt8] {
        var shown: [UInt8] = []
        var next = 0
        while next < heldCount {
            if isFirst[Int(memory[next])] {
                let (longest, isOpen) = match(at: next)
                if isOpen && !isLast { break }
                if longest > hiddenCount {
                    // Overlapping secrets are hidden as one.
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

    /// The longest secret at an offset, and whether more input could complete a longer one.
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

    private static func shownOnTerminal(_ secret: SecretBytes) -> SecretBytes {
        secret.withBytes { bytes in
            SecretBytes(byteCount: 2 * bytes.count) { output in
                for index in bytes.indices {
                    if bytes[index] == .newline { output.append(.carriageReturn) }
                    output.append(bytes[index])
                }
            }
        }
    }

    private static func lines(of secret: SecretBytes) -> [SecretBytes] {
        secret.withBytes { bytes in
            var lines: [SecretBytes] = []
            var start = 0
            for end in 0...bytes.count where end == bytes.count || bytes[end] == .newline {
                // A single-line secret is already in the list.
                if end - start >= shortestLineByteCount, end - start < bytes.count {
                    lines.append(SecretBytes(copying: bytes.extracting(start..<end)))
                }
                start = end + 1
            }
            return lines
        }
    }
}
