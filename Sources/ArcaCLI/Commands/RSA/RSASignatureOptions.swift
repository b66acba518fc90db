internal import ArcaCore
internal import ArcaCrypto

struct RSASignatureOptions: OptionGroup {
    enum Padding: String, CaseIterable, ArgumentValue { case pss, pkcs1 }

    static let title = "Padding"

    var padding: Padding?
    var hash: PublicKeyHashName?
    var maskHash: PublicKeyHashName?
    var salt: RSASaltLength?

    static var parameters: [Parameter<Self>] {
        Parameter.option("--padding", value: "PADDING", set: \.padding, help: "pss or pkcs1 (v1.5)").defaulting(
            to: "pss")
        Parameter.option(
            "--hash", value: "HASH", set: \.hash,
            help: "any of SHA-1, SHA-2 and SHA-3, and with pss shake128 and shake256"
        ).defaulting(to: "sha256")
        Parameter.option("--mgf-hash", value: "HASH", set: \.maskHash, help: "hash of the mask of pss")
            .defaulting(to: "the same").excludes("--padding=pkcs1")
        Parameter.option(
            "--salt", value: "LENGTH", set: \.salt,
            help: "salt of pss: a number of bytes, digest, max, or to verify auto"
        ).defaulting(to: "digest").excludes("--padding=pkcs1")
    }

    /// The padding given by the options, or the key's default.
    func choice(for key: RSAPublicKey) -> RSASignaturePadding {
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
        return .pkcs1v15(hash)
    }

    func accepts(_ found: RSASignaturePadding, by key: RSAPublicKey) -> Bool {
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

    private var isGiven: Bool { padding != nil || hash != nil || maskHash != nil || salt != nil }

    static func warn(_ hash: AnyHashFunction) {
        guard hash.isInsecure else { return }
        Messages.warning("\(hash.name) no longer proves who signed: two messages with the same digest can be made")
    }
}

enum RSASaltLength: ArgumentValue, Hashable {
    case digest
    /// The maximum that the key allows.
    case longest
    /// Any length, for verification.
    case any
    case bytes(Int)

    init(argument: Argument) throws(UsageError) {
        switch argument.text ?? "" {
        case "digest": self = .digest
        case "max": self = .longest
        case "auto": self = .any
        case let text:
            guard let count = Int(text), (0...65_535).contains(count) else {
                throw UsageError(
                    .invalidValue, "invalid salt length '\(argument.shown)'",
                    hint: "give a number of bytes, digest, max or auto")
            }
            self = .bytes(count)
        }
    }

    static var completion: Completion { .words(["digest", "max", "auto"]) }
}
