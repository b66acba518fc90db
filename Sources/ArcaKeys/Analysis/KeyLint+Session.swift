internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto

extension KeyLint {
    /// Checks a series of keys: each RSA modulus once, and with a limit on the work per file.
    ///
    /// ```swift
    /// var session = KeyLint.Session()
    /// for file in files {
    ///     session.beginFile()
    ///     for key in file.keys { print(session.findings(key.content)) }
    /// }
    /// ```
    ///
    /// The limit counts work, not time, so a file gives the same findings on every machine.
    public struct Session: Sendable {
        /// The maximum work per file, in seconds on a typical machine, or nil for no limit.
        public let limit: Double?
        /// The lists of known private keys.
        public let blocklists: [KeyBlocklist]

        /// Microseconds.
        private var workLeft = 0
        private var known: [RSAPublicNumbers: [KeyFinding]] = [:]

        /// Creates a session.
        public init(limit: Double? = 1.5, blocklists: [KeyBlocklist] = []) {
            self.limit = limit
            self.blocklists = blocklists
            beginFile()
        }

        /// Starts the next file and resets the work limit.
        public mutating func beginFile() {
            workLeft = limit.map { Int(min(max($0, 0), 1e6) * 1e6) } ?? .max
        }

        /// Checks a key, consistent or not.
        ///
        /// - Returns: The findings; only `.unchecked` if the file exceeds the work limit.
        public mutating func findings(_ key: AnyKey.Content) -> [KeyFinding] {
            var found: [KeyFinding]
            switch key {
            case .publicKey(.rsa(let numbers, _)):
                guard let findings = findings(numbers) else { return [Self.unchecked] }
                found = findings
            case .privateKey(.rsa(let numbers, _)):
                guard let findings = findings(numbers.publicNumbers), spend(Self.work(numbers)) else {
                    return [Self.unchecked]
                }
                found = KeyLint.findings(numbers, findings)
            default:
                guard spend(Self.work(key)) else { return [Self.unchecked] }
                found = KeyLint.findings(key)
            }
            if !blocklists.isEmpty, let publicKey = key.statedPublicKey,
                blocklists.contains(where: { $0.contains(publicKey) })
            {
                found.append(
                    KeyFinding(
                        .publishedKey, "the key is in a list of keys whose private halves are published"))
            }
            return found
        }

        private mutating func findings(_ numbers: RSAPublicNumbers) -> [KeyFinding]? {
            if let found = known[numbers] { return found }
            guard spend(Self.work(bitCount: numbers.bitCount)) else { return nil }
            let found = KeyLint.findings(numbers)
            known[numbers] = found
            return found
        }

        private mutating func spend(_ work: Int) -> Bool {
            guard work <= workLeft else { return false }
            workLeft -= work
            return true
        }

        private static let unchecked = KeyFinding(
            .unchecked, "the keys of the file before this one took all the work that is done for a file")

        // MARK: Work, in microseconds

        private static func powerWork(bitCount: Int) -> Int {
            bitCount * bitCount / 1024 * bitCount / 1024 / 3 + 5
        }

        /// A public RSA key, including its share of the search for shared primes.
        private static func work(bitCount: Int) -> Int {
            // Other sizes are not computed with.
            guard (17...RSAPublicKey.bitCounts.upperBound).contains(bitCount) else { return 5 }
            return 2500 + powerWork(bitCount: bitCount) / 2
        }

        private static func work(_ numbers: RSAPrivateNumbers) -> Int {
            let primes = [numbers.prime1, numbers.prime2] + numbers.otherPrimes.map(\.prime)
            return primes.reduce(100) { sum, prime in
                let bitCount = min(prime.count * 8, RSAPublicKey.bitCounts.upperBound)
                return sum + bitCount
                    + (KeyLint.primalityRounds(bitCount: bitCount) + 1) * powerWork(bitCount: bitCount)
            }
        }

        private static func work(_ key: AnyKey.Content) -> Int {
            switch key {
            case .publicKey(.elliptic(let key)): key.curve.cofactor > 1 ? 5000 : 300
            case .privateKey(.elliptic): 3000
            case .publicKey: 200
            default: 5
            }
        }
    }
}

extension AnyKey.Content {
    /// The public half as stored in the file, not recomputed.
    fileprivate var statedPublicKey: AnyPublicKey? {
        switch self {
        case .publicKey(let key): key
        case .privateKey(.rsa(let numbers, let restriction)): .rsa(numbers.publicNumbers, restriction)
        case .privateKey(.elliptic(let key)): .elliptic(key.publicKey)
        case .privateKey(let key): try? key.publicKey
        case .symmetric: nil
        }
    }
}

/// A list of known private keys, such as those that Debian's OpenSSL generated from 2006 to 2008 (CVE-2008-0166).
///
/// Each line contains the last 20 hexadecimal digits of a hash. In Debian's `openssl-blacklist` that is the SHA-1 of
/// `Modulus=`, the modulus in upper-case hexadecimal and a line feed; in `openssh-blacklist` it is the MD5 of the SSH
/// key blob. Empty lines and lines that start with `#` are ignored.
public struct KeyBlocklist: Sendable {
    private struct Entry: Hashable {
        let high: UInt64
        let low: UInt16

        init(_ bytes: some Collection<UInt8>) {
            high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt16($1) }
        }
    }

    private var entries: Set<Entry> = []

    /// The number of keys.
    public var count: Int { entries.count }

    /// Reads a list.
    ///
    /// - Throws: ``KeyError`` `.malformed`, with the offset, for any other line.
    public init(_ text: borrowing some Bytes) throws(KeyError) {
        let bytes = [UInt8](bytes: text)
        var offset = 0
        for line in bytes.split(separator: .newline, omittingEmptySubsequences: false) {
            let start = offset
            offset += line.count + 1
            let digits = line.last == .carriageReturn ? line.dropLast() : line
            guard let first = digits.first, first != .numberSign else { continue }
            guard digits.count == 20, let hash = try? Base16.standard.decode(digits) else {
                throw KeyError(
                    .malformed, at: start, "a line of a list of keys that is not 20 hexadecimal digits")
            }
            entries.insert(Entry(hash))
        }
    }

    /// Whether the list contains one of a key's hashes; one key in 2^80 matches by chance.
    public func contains(_ key: AnyPublicKey) -> Bool {
        if case .rsa(let numbers, _) = key {
            let modulus = Base16.standard.encode(numbers.modulus).uppercased().drop { $0 == "0" }
            if entries.contains(Entry(Insecure.SHA1.hash("Modulus=\(modulus)\n".utf8).suffix(10))) { return true }
        }
        guard let blob = try? OpenSSHPublicKey.blob(key) else { return false }
        return entries.contains(Entry(Insecure.MD5.hash(blob).suffix(10)))
    }
}
