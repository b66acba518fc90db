public import ArcaCore
public import ArcaContainers
public import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem
internal import Synchronization

/// Finds the cipher and key derivation of an `openssl enc` file, which stores neither, by trying the usual ones.
///
/// A combination counts only if its result is text or a known format: correct padding alone occurs once in 256 times.
/// With a wrong key all results are noise, which reaches n bits of evidence once in 2^n times, so 20 bits more than the
/// logarithm of the number of combinations mean one wrong passphrase in a million. With the right key another cipher may
/// share the first block (CTR, CFB and OFB) and continue with noise. So if several results of one key count, the most
/// likely must lead the next by 20 bits, or none is returned.
///
/// ```swift
/// let recovery = OpenSSLRecovery()
/// if let format = try recovery.recover(beginning, passphrase: passphrase) { … }
/// ```
public struct OpenSSLRecovery: Sendable {
    /// The ciphers to try.
    public var ciphers: [Cipher]
    /// The key derivations to try, likely ones first.
    public var derivations: [OpenSSLEnc.Derivation]

    /// Evidence in bits, in addition to the logarithm of the number of combinations: one wrong passphrase in a million
    /// seems right.
    private static let evidenceBits = 20.0
    /// Number of bytes that decide whether a combination is evaluated further.
    private static let headByteCount = 64

    /// Creates a recovery.
    ///
    /// - Parameters:
    ///   - ciphers: The ciphers to try, or nil for ``usualCiphers``.
    ///   - derivations: The key derivations to try, or nil for ``usualDerivations``.
    public init(ciphers: [Cipher]? = nil, derivations: [OpenSSLEnc.Derivation]? = nil) {
        self.ciphers = ciphers ?? Self.usualCiphers
        self.derivations = derivations ?? Self.usualDerivations
    }

    /// The ciphers tried by default: those of `openssl enc`.
    public static let usualCiphers: [Cipher] =
        Cipher.all.filter { $0.isStreamable && !$0.isAuthenticated } + Cipher.foreign

    /// The hash functions tried by default, likely ones first.
    public static let usualHashes: [AnyHashFunction] = [
        .sha256, .md5, .sha512, .sha1, .sha384, .sha224, .sha512t256, .sha3_256, .sha3_512, .blake2b, .ripemd160, .sm3,
        .blake2s, .sha3_384, .sha3_224, .sha512t224,
    ]

    /// The iteration counts of PBKDF2 that people choose; a higher one costs the lower ones nothing.
    public static let usualIterations = [
        1, 10, 100, 1000, 1024, 2000, 2048, 4096, 5000, 8192, 10_000, 12_000, 15_000, 16_384, 20_000, 25_000, 30_000,
        32_768, 50_000, 65_536, 100_000, 120_000, 131_072, 150_000, 200_000, 210_000, 250_000, 262_144, 300_000,
        310_000, 400_000, 500_000, 524_288, 600_000, 1_000_000,
    ]

    /// The hash functions that take longest for a key, about two seconds for a million iterations.
    private static let slowHashes: Set<AnyHashFunction> = [.ripemd160, .sha3_256, .sha3_224, .blake2s]

    /// The key derivations tried by default: all hashes with all iteration counts, slow ones up to 600,000.
    public static let usualDerivations: [OpenSSLEnc.Derivation] =
        usualHashes.map { .bytesToKey($0) }
        + usualIterations.flatMap { count in
            usualHashes.filter { count <= 600_000 || !slowHashes.contains($0) }
                .map { OpenSSLEnc.Derivation.pbkdf2($0, iterations: count) }
        }

    /// Tries all combinations, on all cores; the default ones take some seconds.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of the file, armored or not.
    ///   - passphrase: Secret.
    ///   - isSalted: False for a file without a salt, and hence without a header (`openssl enc -nosalt`).
    /// - Returns: The format that matches, or nil if none does, if several do and none is far likelier than the others,
    ///   or if a salted file has no header.
    /// - Throws: `CryptoError`, ``ContainerError``.
    public func recover(_ beginning: FileBeginning, passphrase: SecretBytes, isSalted: Bool = true) throws
        -> OpenSSLEnc?
    {
        let decoded = beginning.decodedBase64
        let file = decoded ?? beginning
        let headerByteCount = isSalted ? 16 : 0
        guard file.bytes.count > headerByteCount, !isSalted || file.starts(with: OpenSSLEnc.magic) else { return nil }
        let search = Search(
            sealed: Array(file.bytes[headerByteCount...]), isWhole: file.isWhole, ciphers: ciphers,
            minimumBits: Self.evidenceBits + log2(ciphers.count * derivations.count))
        let salt = isSalted ? Array(file.bytes[8..<16]) : nil
        let found =
            try tryBytesToKey(search, passphrase, salt: salt) ?? tryPBKDF2(search, passphrase, salt: salt ?? [])
        return try found.map {
            try OpenSSLEnc(
                passphrase: passphrase, cipher: $0.cipher, derivation: $0.derivation, isSalted: isSalted,
                isArmored: decoded != nil)
        }
    }

    /// Rounded up.
    private func log2(_ count: Int) -> Double { Double(Int.bitWidth - max(count - 1, 0).leadingZeroBitCount) }

    private var keyByteCount: Int { ciphers.map { $0.keyByteCount + $0.ivByteCount }.max() ?? 0 }

    private func tryBytesToKey(_ search: Search, _ passphrase: SecretBytes, salt: [UInt8]?) throws -> Found? {
        for case .bytesToKey(let hash) in derivations {
            // With both functions a shorter key is a prefix of a longer one, so one call serves all ciphers.
            let material = try unlessUnsupported { () throws(CryptoError) in
                try Insecure.BytesToKey.deriveKey(
                    from: passphrase, salt: salt, using: hash, keyByteCount: keyByteCount, ivByteCount: 0)
            }
            if let cipher = material.flatMap({ search.cipher(for: $0.key) }) {
                return Found(cipher: cipher, derivation: .bytesToKey(hash))
            }
        }
        return nil
    }

    /// Nil if libcrypto lacks the algorithm.
    private func unlessUnsupported<Value>(
        _ make: () throws(CryptoError) -> Value
    ) throws(CryptoError) -> Value? {
        do throws(CryptoError) {
            return try make()
        } catch {
            guard error.code == .unsupported else { throw error }
            return nil
        }
    }

    /// Tries low iteration counts of all hash functions before higher ones.
    private func tryPBKDF2(_ search: Search, _ passphrase: SecretBytes, salt: [UInt8]) throws -> Found? {
        var counts: [AnyHashFunction: [Int]] = [:]
        var hashes: [AnyHashFunction] = []
        for case .pbkdf2(let hash, let iterations) in derivations {
            if counts[hash] == nil { hashes.append(hash) }
            counts[hash, default: []].append(iterations)
        }
        // Each index of the following loops belongs to one thread at a time.
        nonisolated(unsafe) let series = try hashes.map { hash in
            try unlessUnsupported { () throws(CryptoError) in
                try PBKDF2.Series(from: passphrase, salt: salt, using: hash, outputByteCount: keyByteCount)
            }
        }
        let sorted = hashes.map { counts[$0, default: []].sorted() }
        let order = hashes
        let found = Mutex<Found?>(nil)
        var last = 0
        for limit in [10_000, 100_000, Int.max] {
            let range = last + 1...limit
            try Workers.forEach(order.count) { (_, index) throws(CryptoError) in
                for iterations in sorted[index] where range.contains(iterations) {
                    guard let series = series[index], found.withLock({ $0 == nil }) else { return }
                    let key = try series.key(iterations: iterations)
                    guard let cipher = search.cipher(for: key) else { continue }
                    let derivation = OpenSSLEnc.Derivation.pbkdf2(order[index], iterations: iterations)
                    found.withLock { $0 = $0 ?? Found(cipher: cipher, derivation: derivation) }
                }
            }
            if let found = found.withLock({ $0 }) { return found }
            last = limit
        }
        return nil
    }

    private struct Found {
        let cipher: Cipher
        let derivation: OpenSSLEnc.Derivation
    }

    /// The trial of all ciphers with a derived key.
    private struct Search {
        let sealed: [UInt8]
        let isWhole: Bool
        let ciphers: [Cipher]
        let minimumBits: Double
        /// The length of ``sealed`` before the first eight bytes that occur twice.
        ///
        /// ECB, CBC and CFB decrypt a repeated block to a plaintext that depends on that of the first, for any key. So a
        /// file of zeros in ECB, or any unencrypted text, would have a regular plaintext for every wrong passphrase.
        let distinctByteCount: Int

        init(sealed: [UInt8], isWhole: Bool, ciphers: [Cipher], minimumBits: Double) {
            self.sealed = sealed
            self.isWhole = isWhole
            self.ciphers = ciphers
            self.minimumBits = minimumBits
            var seen = Set<UInt64>()
            var window: UInt64 = 0
            let repeated = sealed.indices.first { index in
                window = window << 8 | UInt64(sealed[index])
                return index >= 7 && !seen.insert(window).inserted
            }
            distinctByteCount = repeated.map { $0 - 7 } ?? sealed.count
        }

        /// The cipher that decrypts the file with the key; nil if none does, or if it is not clear which.
        func cipher(for material: SymmetricKey) -> Cipher? {
            var found: [(cipher: Cipher, sample: [UInt8], bits: Double)] = []
            for cipher in ciphers {
                guard let (sample, bits) = open(cipher, material), bits >= minimumBits,
                    !found.contains(where: { $0.sample == sample })
                else { continue }
                found.append((cipher, sample, bits))
            }
            found.sort { $0.bits > $1.bits }
            guard let best = found.first else { return nil }
            return found.count == 1 || best.bits - found[1].bits >= OpenSSLRecovery.evidenceBits ? best.cipher : nil
        }

        /// Decrypts the sample and returns it with its evidence in bits, or nil if it makes no sense or libcrypto lacks
        /// the cipher.
        private func open(_ cipher: Cipher, _ material: SymmetricKey) -> (sample: [UInt8], bits: Double)? {
            let block = cipher.takesPadding ? cipher.blockByteCount : 1
            if isWhole, sealed.count % block != 0 { return nil }
            let (key, iv) = material.withBytes { span in
                (
                    SymmetricKey(copying: span.extracting(..<cipher.keyByteCount)),
                    [UInt8](bytes: span.extracting(cipher.keyByteCount..<cipher.keyByteCount + cipher.ivByteCount))
                )
            }
            func decrypt(_ byteCount: Int) -> [UInt8]? {
                try? cipher.decrypt(
                    sealed[..<(byteCount / block * block)], using: key, iv: iv,
                    padding: cipher.takesPadding ? Cipher.Padding.none : nil)
            }
            func has(_ modes: [String]) -> Bool { modes.contains(where: cipher.shortName.contains) }
            let byteCount = has(["-ecb", "-cbc", "-cfb"]) ? distinctByteCount : sealed.count
            let isWhole = isWhole && byteCount == sealed.count
            let hasTail = isWhole && cipher.takesPadding
            if byteCount > OpenSSLRecovery.headByteCount {
                guard let head = decrypt(OpenSSLRecovery.headByteCount), ContentEvidence.isPossible(head) else {
                    return nil
                }
            }
            guard var sample = decrypt(byteCount) else { return nil }
            var bits = 0.0
            if hasTail {
                guard let last = sample.last, 1...block ~= Int(last),
                    sample.suffix(Int(last)).allSatisfy({ $0 == last })
                else { return nil }
                sample.removeLast(Int(last))
                bits = 8 * Double(last)
            }
            // A longer sample has passed already, without its padding.
            guard byteCount > OpenSSLRecovery.headByteCount || ContentEvidence.isPossible(sample) else { return nil }
            guard bits + 8 * Double(sample.count) >= minimumBits else { return nil }
            if !sample.isEmpty {
                bits += ContentEvidence.bits(sample, isWhole: isWhole, sharesBlock: has(["-ctr", "-cfb", "-ofb"]))
            }
            return (sample, bits)
        }
    }
}

extension ContainerFormat {
    /// Decrypts a file whose format was guessed and is not authenticated.
    ///
    /// Padding alone accepts one wrong password in 256, so the content decides.
    ///
    /// - Parameter input: The encrypted file.
    /// - Returns: The plaintext, or nil if it is neither empty, nor text, nor a known format.
    /// - Throws: The errors of ``ContainerFormat/open(_:into:)``.
    public func openRecognizable<Input: ByteReader & ~Copyable>(_ input: inout Input) throws -> [UInt8]? {
        var plaintext = MemoryWriter()
        try open(&input, into: &plaintext)
        return plaintext.bytes.isEmpty || Plausibility(plaintext.bytes).isRecognized ? plaintext.bytes : nil
    }
}
