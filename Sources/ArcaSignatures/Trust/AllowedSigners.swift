public import ArcaCore
internal import ArcaSystem

/// A list of who signs with which key: OpenSSH's `allowed_signers`, which also takes keys of minisign and signify.
///
/// ```text
/// alice@example.com namespaces="file,git" ssh-ed25519 AAAA… laptop
/// *@example.com valid-before="20270101Z" ssh-rsa AAAA…
/// release@example.com minisign RWQ…
/// ```
///
/// A line that is wrong counts for nothing and is listed in ``faults``; reading goes on.
///
/// Source: OpenSSH, ssh-keygen(1), "ALLOWED SIGNERS".
public struct AllowedSigners: Sendable {
    /// One line.
    public struct Line: Sendable, Hashable {
        /// Its number in the file, from 1.
        public let number: Int
        /// The names as they stand, patterns with commas; without the quotes around them.
        public let principals: String
        /// The key.
        public let key: SignerKey
        /// Whether the key signs certificates, and then no files.
        public let isAuthority: Bool
        /// The namespaces as they stand, patterns with commas; nil if the line is for all.
        public let namespaces: String?
        /// First second at which the key counts, since 1970.
        public let validAfter: Int?
        /// Last second at which the key counts, since 1970.
        public let validBefore: Int?
        /// What follows the key; empty when there is nothing.
        public let comment: String
        let names: PatternList
        let spaces: PatternList?

        /// Whether the line is for a principal.
        ///
        /// - Parameter principal: A name such as `alice@example.com`.
        /// - Returns: Whether it fits the patterns.
        public func names(_ principal: String) -> Bool { names.matches(Array(principal.utf8)) }

        /// The patterns of ``principals``, one by one.
        public var patterns: [String] { names.patterns.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// A line that counts for nothing.
    public struct Fault: Sendable, Hashable {
        /// Its number in the file, from 1.
        public let line: Int
        /// What is wrong: `bad options: unknown key option`.
        public let reason: String
    }

    /// What the lines say about a key.
    public enum Answer: Sendable, Hashable {
        /// The first line that fits key, principal, namespace and time.
        case listed(Line)
        /// No line fits; one has the key, the principal and the namespace, and its time is over.
        case expired(Line)
        /// No line fits; one has the key, the principal and the namespace, and its time has not come.
        case notYetValid(Line)
        /// No line fits; one has the key and the principal, for other namespaces.
        case otherNamespace(Line)
        /// The key is listed, for other principals.
        case otherPrincipal(Line)
        /// The key is listed for certificates alone.
        case authority(Line)
        /// No line has the key.
        case unlisted
    }

    /// Where it came from, for messages.
    public let name: String
    /// The lines that count, in order.
    public let lines: [Line]
    /// The lines that are wrong, in order.
    public let faults: [Fault]

    /// Reads a list; lines end in LF or CR LF.
    ///
    /// - Parameters:
    ///   - text: The whole file.
    ///   - name: Where it came from, for messages.
    public init(_ text: borrowing some Bytes, name: String) {
        var lines: [Line] = []
        var faults: [Fault] = []
        let bytes = [UInt8](bytes: text)
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

    /// Lines that do less than they seem to: those whose time ends, while the key stands on another line that goes on.
    ///
    /// - Returns: The lines with what is the matter, in order.
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

    /// What the list says about a key.
    ///
    /// - Parameters:
    ///   - key: The key that signed.
    ///   - principal: Who should have signed; nil for anybody.
    ///   - namespace: What the signature is for.
    ///   - time: When it was signed, or now; seconds since 1970.
    /// - Returns: The line that fits, else the reason that comes nearest.
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

    /// The first line with a key at a time, whatever the namespace: `ssh-keygen -Y find-principals`.
    ///
    /// It verifies nothing: the key is the one that a signature claims.
    ///
    /// - Parameters:
    ///   - key: The key in a signature.
    ///   - time: Seconds since 1970.
    /// - Returns: The line; nil if there is none.
    public func firstLine(with key: SignerKey, time: Int) -> Line? {
        lines.first { line in
            !line.isAuthority && line.key.isSameKey(as: key) && time >= line.validAfter ?? .min
                && time <= line.validBefore ?? .max
        }
    }

    /// The lines for a principal, in order: `ssh-keygen -Y match-principals`.
    ///
    /// - Parameter principal: A name such as `alice@example.com`.
    /// - Returns: The lines whose patterns it fits.
    public func lines(naming principal: String) -> [Line] { lines.filter { $0.names(principal) } }

    /// Reads a time as the list has it.
    ///
    /// - Parameter text: `YYYYMMDD`, `YYYYMMDDHHMM` or `YYYYMMDDHHMMSS`; with `Z` in UTC, else in the system's time zone.
    /// - Returns: Seconds since 1970.
    /// - Throws: ``SignatureError`` `.malformed` for other text and times that do not exist.
    public static func seconds(_ text: String) throws(SignatureError) -> Int {
        var digits = Array(text.utf8)
        let isUTC = digits.last == UInt8(ascii: "Z")
        if isUTC { digits.removeLast() }
        guard [8, 12, 14].contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
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
