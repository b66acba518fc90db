internal import ArcaCodecs
internal import ArcaCrypto

/// How the digest of a message is prepared for an RSA signature.
struct RSASignatureOptions: OptionGroup {
    /// The paddings, as `--padding` takes them.
    enum Padding: String, CaseIterable, ArgumentValue { case pss, pkcs1 }

    static let title = "Padding"

    var padding: Padding?
    var hash: RSAHashName?
    var maskHash: RSAHashName?
    var salt: RSASaltLength?

    static var parameters: [Parameter<Self>] {
        Parameter.option("--padding", value: "PADDING", set: \.padding, help: "pss or pkcs1 (v1.5)").defaulting(
            to: "pss")
        Parameter.option(
            "--hash", value: "HASH", set: \.hash, help: "any of SHA-1, SHA-2 and SHA-3; shake128 and shake256 with pss"
        ).defaulting(to: "sha256")
        Parameter.option("--mgf-hash", value: "HASH", set: \.maskHash, help: "of the mask of pss").defaulting(
            to: "the same")
        Parameter.option(
            "--salt", value: "LENGTH", set: \.salt,
            help: "of pss: a number of bytes, digest, max, or for verifying auto"
        ).defaulting(to: "digest")
    }

    /// The padding that was asked for; where nothing was, what the key is for.
    func choice(for key: RSAPublicKey) throws -> RSASignaturePadding {
        guard isGiven else { return key.standardPadding }
        let hash = hash?.function ?? (padding == .pkcs1 ? .sha256 : key.standardPadding.hash)
        guard padding == .pkcs1 else {
            let (count, takesAny) =
                switch salt ?? .digest {
                case .digest: (hash.digestByteCount, false)
                case .longest: (key.maximumSaltByteCount(hash), false)
                case .any: (hash.digestByteCount, true)
                case .bytes(let count): (count, false)
                }
            let parameters = RSAPSSParameters(hash: hash, maskHash: maskHash?.function, saltByteCount: count)
            return takesAny ? .pssWithAnySalt(parameters) : .pss(parameters)
        }
        guard maskHash == nil, salt == nil else {
            throw UsageError(.conflict, "pkcs1 has neither mask nor salt", hint: "leave --mgf-hash and --salt out")
        }
        return .pkcs1v15(hash)
    }

    /// Whether a signature that says itself how it was made is what was asked for; what was not, is left open.
    func accepts(_ found: RSASignaturePadding, by key: RSAPublicKey) throws -> Bool {
        _ = try choice(for: key)
        guard padding == nil || (padding == .pss) == (found.pssParameters != nil),
            hash == nil || hash?.function == found.hash
        else { return false }
        guard maskHash != nil || salt != nil else { return true }
        guard let parameters = found.pssParameters, maskHash == nil || maskHash?.function == parameters.maskHash
        else { return false }
        return switch salt {
        case .digest?: parameters.saltByteCount == parameters.hash.digestByteCount
        case .longest?: parameters.saltByteCount == key.maximumSaltByteCount(parameters.hash)
        case .bytes(let count)?: parameters.saltByteCount == count
        case .any?, nil: true
        }
    }

    /// Whether any of these options was given.
    private var isGiven: Bool { padding != nil || hash != nil || maskHash != nil || salt != nil }

    /// Warns of hash functions for which a second message can be made.
    static func warn(_ hash: HashFunction) {
        guard hash.isInsecure else { return }
        Messages.warning("\(hash.name) no longer proves who signed: two messages with one digest can be made")
    }
}
