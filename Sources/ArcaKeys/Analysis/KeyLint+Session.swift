internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto

extension KeyLint {
    /// Looks at one key after the other: at each RSA modulus once, and in a file no longer than its keys should take.
    ///
    /// ```swift
    /// var session = KeyLint.Session()
    /// for file in files {
    ///     session.beginFile()
    ///     for key in file.keys { print(session.findings(key.content)) }
    /// }
    /// ```
    ///
    /// The limit counts work, not time: the same file gives the same findings everywhere.
    public struct Session: Sendable {
        /// What the keys of a file may take, in seconds of a usual machine; nil for any.
        public let limit: Double?
        /// Keys that others have.
        public let blocklists: [KeyBlocklist]

        /// Microseconds.
        private var workLeft = 0
        private var known: [RSAPublicNumbers: [KeyFinding]] = [:]

        /// Starts without any key.
        ///
        /// - Parameters:
        ///   - limit: What the keys of a file may take, in seconds of a usual machine; nil for any.
        ///   - blocklists: Keys that others have.
        public init(limit: Double? = 1.5, blocklists: [KeyBlocklist] = []) {
            self.limit = limit
            self.blocklists = blocklists
            beginFile()
        }

        /// Starts with the next file.
        public mutating func beginFile() {
            workLeft = limit.map { Int(min(max($0, 0), 1e6) * 1e6) } ?? .max
        }

        /// Looks at a key.
        ///
        /// - Parameter key: The key, consistent or not.
        /// - Returns: What is wrong; only `.unchecked` when the keys of the file ask for more work than the limit allows.
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
                        .publishedKey, "the key stands in a list of keys whose private halves are published"))
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

        /// A modular power of a number of so many bits, as libcrypto computes it.
        private static func powerWork(bitCount: Int) -> Int {
            bitCount * bitCount / 1024 * bitCount / 1024 / 3 + 5
        }

        /// A public RSA key, its part of the search for shared primes among them.
        private static func work(bitCount: Int) -> Int {
            // Others are not computed with.
            guard (17...RSAPublicKey.bitCounts.upperBound).contains(bitCount) else { return 5 }
            return 2500 + powerWork(bitCount: bitCount) / 2
        }

        /// The private half of an RSA key.
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
    /// The public half as the file has it, which is not computed again.
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

/// A list of keys that others have: those that Debian's OpenSSL made from 2006 to 2008 (CVE-2008-0166), and others.
///
/// A line has the last 20 hexadecimal digits of a hash: of the SHA-1 over `Modulus=`, the modulus in capital digits and a
/// line feed, as Debian's `openssl-blacklist` has them, or of the MD5 over an SSH key's binary form, as
/// `openssh-blacklist` has them. Empty lines and those that begin with `#` do not count.
public struct KeyBlocklist: Sendable {
    /// Ten bytes of a hash.
    private struct Entry: Hashable {
        let high: UInt64
        let low: UInt16

        init(_ bytes: some Collection<UInt8>) {
            high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt16($1) }
        }
    }

    private var entries: Set<Entry> = []

    /// Number of keys.
    public var count: Int { entries.count }

    /// Reads a list.
    ///
    /// - Parameter text: All of it.
    /// - Throws: ``KeyError`` `.malformed` for a line of another form, with its place.
    public init(_ text: borrowing some Bytes) throws(KeyError) {
        let bytes = [UInt8](bytes: text)
        var offset = 0
        for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
            let start = offset
            offset += line.count + 1
            let digits = line.last == 0x0d ? line.dropLast() : line
            guard let first = digits.first, first != UInt8(ascii: "#") else { continue }
            guard digits.count == 20, let hash = try? Base16.standard.decode(digits) else {
                throw KeyError(
                    .malformed, at: start, "a line of a list of keys that is not 20 hexadecimal digits")
            }
            entries.insert(Entry(hash))
        }
    }

    /// Whether a key stands in the list.
    ///
    /// - Parameter key: The key, usable or not.
    /// - Returns: True when the list has one of its hashes; one key in 2^80 others does by chance.
    public func contains(_ key: AnyPublicKey) -> Bool {
        if case .rsa(let numbers, _) = key {
            let modulus = Base16.encode(numbers.modulus).uppercased().drop { $0 == "0" }
            if entries.contains(Entry(Insecure.SHA1.hash("Modulus=\(modulus)\n".utf8).suffix(10))) { return true }
        }
        guard let blob = try? OpenSSHPublicKey.blob(key) else { return false }
        return entries.contains(Entry(Insecure.MD5.hash(blob).suffix(10)))
    }
}
