public import ArcaCore

extension AnyHashFunction {
    /// Finds a function by any common name: `sha256`, `SHA-256`, `SHA2-256`, `sha512/256`, `b2sum`.
    ///
    /// Case, hyphens, underscores, slashes, spaces and dots are ignored.
    ///
    /// - Throws: ``CryptoError`` with code `.unknownAlgorithm`; the message lists the names.
    public init(named name: String) throws(CryptoError) {
        let key = foldedName(name)
        guard let function = AnyHashFunction.all.first(where: { $0.aliases.contains(key) }) else {
            let names = AnyHashFunction.all.map(\.shortName).joined(separator: ", ")
            throw CryptoError(.unknownAlgorithm, "unknown hash function \(name); there are \(names)")
        }
        self = function
    }

    /// The name for the command line: `sha256`, `sha3-256`, `blake2b`.
    public var shortName: String {
        switch self {
        case .blake2b: "blake2b"
        case .blake2s: "blake2s"
        case .ripemd160: foldedName(name)
        default: name.hasPrefix("SHA-") ? "sha" + name.dropFirst(4) : name.lowercased()
        }
    }

    private var aliases: [String] {
        let own = foldedName(name)
        switch self {
        case .sha224, .sha256, .sha384, .sha512, .sha512t224, .sha512t256:
            // OpenSSL 3 prints `SHA2-256`; `sha2512256` is its SHA2-512/256.
            return [own, "sha2" + own.dropFirst(3)]
        case .shake128, .shake256: return [own, "shake" + own.dropFirst(5)]
        case .blake2b: return [own, "blake2b", "b2", "b2sum"]
        case .blake2s: return [own, "blake2s"]
        case .ripemd160: return [own, "rmd160", "ripemd"]
        case .sha1: return [own, "sha", "sha160"]
        default: return [own]
        }
    }

    var libcryptoName: String {
        switch self {
        case .sha1: "SHA1"
        case .sha224, .sha256, .sha384, .sha512, .sha512t224, .sha512t256: "SHA2-" + name.dropFirst(4)
        case .shake128, .shake256: "SHAKE-" + name.dropFirst(5)
        default: name
        }
    }
}
