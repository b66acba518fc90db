public import ArcaCore
internal import ArcaSystem

/// A list of trusted signers and their keys in OpenSSH's `allowed_signers` format, extended by minisign and signify
/// keys.
///
/// ```text
/// alice@example.com namespaces="file,git" ssh-ed25519 AAAA… laptop
/// *@example.com valid-before="20270101Z" ssh-rsa AAAA…
/// release@example.com minisign RWQ…
/// ```
///
/// Invalid lines are ignored and reported in ``faults``.
///
/// Source: OpenSSH, ssh-keygen(1), "ALLOWED SIGNERS".
public struct AllowedSigners: Sendable {
    /// A valid line of the list.
    public struct Line: Sendable, Hashable {
        /// The line number, from 1.
        public let number: Int
        /// The principals: comma-separated patterns, without surrounding quotes.
        public let principals: String
        /// The signer's key.
        public let key: SignerKey
        /// Whether the key is a certificate authority, so it signs certificates but not files.
        public let isAuthority: Bool
        /// The allowed namespaces as comma-separated patterns, or nil for any namespace.
        public let namespaces: String?
        /// Start of the validity period, in seconds since 1970.
        public let validAfter: Int?
        /// End of the validity period (inclusive), in seconds since 1970.
        public let validBefore: Int?
        /// The text after the key, or an empty string.
        public let comment: String
        let names: PatternList
        let spaces: PatternList?

        /// Whether the line's patterns match a principal such as `alice@example.com`.
        public func names(_ principal: String) -> Bool { names.matches(Array(principal.utf8)) }

        /// The individual patterns of ``principals``.
        public var patterns: [String] { names.patterns.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// An ignored line or a warning.
    public struct Fault: Sendable, Hashable {
        /// The line number, from 1.
        public let line: Int
        /// The reason: `bad options: unknown key option`.
        public let reason: String
    }

    /// The result of a lookup.
    public enum Answer: Sendable, Hashable {
        /// The first line that matches key, principal, namespace and time.
        case listed(Line)
        /// The best match is expired.
        case expired(Line)
        /// The best match is not valid yet.
        case notYetValid(Line)
        /// The key is listed for the principal, but not for the namespace.
        case otherNamespace(Line)
        /// The key is listed, but not for the principal.
        case otherPrincipal(Line)
        /// The key is listed only as a certificate authority.
        case authority(Line)
        /// No line has the key.
        case unlisted
    }

    /// The name of the list in messages.
    public let name: String
    /// The valid lines, in order.
    public let lines: [Line]
    /// The invalid lines, in order.
    public let faults: [Fault]

    /// Parses a list; lines end in LF or CR LF.
    ///
    /// - Parameters:
    ///   - text: The whole file.
    ///   - name: The name of the list in messages, such as the file name.
    public init(_ text: borrowing some Bytes, name: String) {
        var lines: [Line] = []
        var faults: [Fault] = []
        let bytes = text.unmarkedText
        for (index, range) in SignatureText.lines(bytes.span).enumerated() {
            do throws(SignatureError) {
                if let line = try Line(bytes[range], number: index + 1) { lines.append(line) }
            } catch {
                faults.append(Fault(line: index + 1, reason: error.reason))
            }
        }
        self.name = name
        self.lines = lines
        self.faults = faults
    }

    /// Finds lines whose expiry has no effect, because another line lists the same key for longer.
    public func warnings() -> [Fault] {
        lines.compactMap { line in
            guard let end = line.validBefore, !line.isAuthority else { return nil }
            let other = lines.first { other in
                !other.isAuthority && other.key.isSameKey(as: line.key) && other.validBefore ?? .max > end
            }
            return other.map {
                Fault(
                    line: line.number,
                    reason: "the time of the key ends, but line \($0.number) has the same key for longer")
            }
        }
    }

    /// Looks up a key.
    ///
    /// - Parameters:
    ///   - key: The signer's key.
    ///   - principal: The expected signer, or nil for any.
    ///   - namespace: The namespace of the signature.
    ///   - time: The signing time or the current time, in seconds since 1970.
    /// - Returns: The matching line, or the closest reason for rejection.
    public func find(_ key: SignerKey, principal: String?, namespace: String, time: Int) -> Answer {
        let space = Array(namespace.utf8)
        var best = (rank: 0, answer: Answer.unlisted)
        func consider(_ rank: Int, _ answer: Answer) {
            if rank > best.rank { best = (rank, answer) }
        }
        for line in lines where line.key.isSameKey(as: key) {
            if line.isAuthority {
                consider(1, .authority(line))
            } else if let principal, !line.names(principal) {
                consider(2, .otherPrincipal(line))
            } else if let spaces = line.spaces, !spaces.matches(space) {
                consider(3, .otherNamespace(line))
            } else if let end = line.validBefore, time > end {
                consider(4, .expired(line))
            } else if let start = line.validAfter, time < start {
                consider(4, .notYetValid(line))
            } else {
                return .listed(line)
            }
        }
        return best.answer
    }

    /// Finds the first line with a key at a given time, for any namespace, like `ssh-keygen -Y find-principals`.
    ///
    /// Nothing is verified: a signature may claim any key. Returns nil if there is no match. `time` is in seconds since
    /// 1970.
    public func firstLine(with key: SignerKey, time: Int) -> Line? {
        lines.first { line in
            !line.isAuthority && line.key.isSameKey(as: key) && time >= line.validAfter ?? .min
                && time <= line.validBefore ?? .max
        }
    }

    /// Finds all lines whose patterns match a principal, in order, like `ssh-keygen -Y match-principals`.
    public func lines(naming principal: String) -> [Line] { lines.filter { $0.names(principal) } }

    /// Parses a time in the format of `valid-after` and `valid-before`.
    ///
    /// - Parameter text: `YYYYMMDD`, `YYYYMMDDHHMM` or `YYYYMMDDHHMMSS`, in UTC with the suffix `Z`, otherwise in local
    ///   time.
    /// - Returns: Seconds since 1970.
    /// - Throws: ``SignatureError`` `.malformed` for an invalid format or a nonexistent time.
    public static func seconds(_ text: String) throws(SignatureError) -> Int {
        var digits = Array(text.utf8)
        let isUTC = digits.last == UInt8(ascii: "Z")
        if isUTC { digits.removeLast() }
        guard [8, 12, 14].contains(digits.count), digits.allSatisfy({ $0.isDigit }) else {
            throw SignatureError(
                .malformed, "invalid time: expected YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, and Z for UTC")
        }
        func part(_ range: Range<Int>) -> Int {
            range.upperBound <= digits.count ? digits[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } : 0
        }
        let time = CalendarTime(
            year: part(0..<4), month: part(4..<6), day: part(6..<8), hour: part(8..<10), minute: part(10..<12),
            second: part(12..<14))
        guard let seconds = time.seconds(isUTC: isUTC) else {
            throw SignatureError(.malformed, "invalid time: no such day or time of day")
        }
        return seconds
    }
}
