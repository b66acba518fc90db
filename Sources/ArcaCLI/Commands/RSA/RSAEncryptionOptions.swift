internal import ArcaCodecs
internal import ArcaCrypto

/// How a message is prepared for one block of RSA.
struct RSAEncryptionOptions: OptionGroup {
    /// The paddings, as `--padding` takes them.
    enum Padding: String, CaseIterable, ArgumentValue { case oaep, pkcs1 }

    static let title = "Padding"

    var padding = Padding.oaep
    var hash: RSAHashName?
    var maskHash: RSAHashName?
    var label: String?
    var isRaw = false

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--padding", value: "PADDING", set: \.padding, help: "pkcs1 (v1.5) is for data of old programs alone")
        Parameter.option(
            "--hash", value: "HASH", set: \.hash, help: "of oaep; openssl and Java take sha1 unless told otherwise"
        ).defaulting(to: "sha256")
        Parameter.option(
            "--mgf-hash", value: "HASH", set: \.maskHash, help: "of oaep's mask; Java takes sha1 whatever --hash is"
        ).defaulting(to: "the same")
        Parameter.option("--label", value: "TEXT", set: \.label, help: "of oaep: what the block is bound to")
        Parameter.flag("--raw", set: \.isRaw, help: "one block of RSA, whatever the length; no age file")
    }

    /// The padding that was asked for.
    func choice() throws(UsageError) -> RSAEncryptionPadding {
        guard padding == .pkcs1 else {
            return .oaep(
                RSAOAEPParameters(
                    hash: hash?.function ?? .sha256, maskHash: maskHash?.function ?? hash?.function,
                    label: (label ?? "").utf8))
        }
        guard hash == nil, maskHash == nil, label == nil else {
            throw UsageError(
                .conflict, "pkcs1 has neither hash nor label", hint: "leave --hash, --mgf-hash and --label out")
        }
        return .pkcs1v15
    }

    /// An option that a block alone can obey; nil when none was given.
    var givenOption: String? {
        if padding != .oaep { return "--padding" }
        if hash != nil { return "--hash" }
        if maskHash != nil { return "--mgf-hash" }
        return label == nil ? nil : "--label"
    }
}
