internal import ArcaCodecs
internal import ArcaCrypto

/// Replaces secrets in what passes through by `[hidden]`, wherever pieces of it are cut.
///
/// Only what may be the beginning of a secret is held back until more comes; a prompt without a line end gets through. What
/// a program shows in another form (Base64, reversed, a letter a line) is not recognised.
struct SecretMask {
    /// What stands in a secret's place.
    static let replacement = Array("[hidden]".utf8)
    /// A secret of several lines is also recognised by each line of at least so many bytes.
    private static let shortestLineByteCount = 8

    private let secrets: [SecretBytes]
    /// Whether a secret begins with this byte.
    private let isFirst: [Bool]
    /// What is held back.
    private var held: [UInt8] = []
    /// How many bytes of `held` belong to a secret that was found.
    private var hiddenCount = 0

    init(_ values: [SecretBytes]) {
        secrets = values.flatMap { [$0] + Self.lines(of: $0) }.filter { !$0.isEmpty }
        var isFirst = Array(repeating: false, count: 256)
        for secret in secrets { secret.withBytes { isFirst[Int($0[0])] = true } }
        self.isFirst = isFirst
    }

    /// Takes the next piece.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - isLast: Whether nothing comes any more.
    /// - Returns: What can be shown.
    mutating func pass(_ bytes: Span<UInt8>, isLast: Bool) -> [UInt8] {
        for index in bytes.indices { held.append(bytes[index]) }
        var shown: [UInt8] = []
        var next = 0
        while next < held.count {
            if isFirst[Int(held[next])] {
                let (longest, isOpen) = match(at: next)
                if isOpen && !isLast { break }
                if longest > hiddenCount {
                    // Secrets that overlap are hidden as one.
                    if hiddenCount == 0 { shown += Self.replacement }
                    hiddenCount = longest
                }
            }
            if hiddenCount > 0 { hiddenCount -= 1 } else { shown.append(held[next]) }
            next += 1
        }
        held.removeFirst(next)
        return shown
    }

    /// The longest secret that stands at a place, and whether a longer one may, once more has come.
    private func match(at start: Int) -> (longest: Int, isOpen: Bool) {
        var longest = 0
        var isOpen = false
        for secret in secrets {
            secret.withBytes { secret in
                let count = min(secret.count, held.count - start)
                for index in 0..<count where secret[index] != held[start + index] { return }
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
