internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

struct RSAEncryptionOptions: OptionGroup {
    enum Padding: String, CaseIterable, ArgumentValue { case oaep, pkcs1 }

    static let title = "Padding"

    var padding = Padding.oaep
    var hash: PublicKeyHashName?
    var maskHash: PublicKeyHashName?
    var label: String?
    var isRaw = false

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--padding", value: "PADDING", set: \.padding, help: "pkcs1 (v1.5) is only for data of old programs")
        Parameter.option(
            "--hash", value: "HASH", set: \.hash, help: "hash of oaep; openssl and Java default to sha1"
        ).defaulting(to: "sha256").excludes("--padding=pkcs1")
        Parameter.option(
            "--mgf-hash", value: "HASH", set: \.maskHash,
            help: "hash of the mask of oaep; Java uses sha1 for any --hash"
        ).defaulting(to: "the same").excludes("--padding=pkcs1")
        Parameter.option("--label", value: "TEXT", set: \.label, help: "label of oaep, which decryption must repeat")
            .excludes("--padding=pkcs1")
        Parameter.flag("--raw", set: \.isRaw, help: "one RSA block only, never an age file")
    }

    var choice: RSAEncryptionPadding {
        guard padding == .oaep else { return .pkcs1v15 }
        return .oaep(
            RSAOAEPParameters(
                hash: hash?.function ?? .sha256, maskHash: maskHash?.function ?? hash?.function,
                label: (label ?? "").utf8))
    }

    /// The `--json` report on a block or an age file; only OAEP detects changes to a block.
    func report(_ input: String, _ output: BytePath?, isBlock: Bool) -> CryptReport {
        CryptReport(
            input: input, output: output, format: isBlock ? "rsa" : "age",
            isAuthenticated: !isBlock || padding == .oaep, recipients: isBlock ? nil : ["ssh-rsa"])
    }

    /// Options that apply to a block, but not to an age file.
    static let blockOptions = ["--padding=pkcs1", "--hash", "--mgf-hash", "--label"]
}

struct PublicKeyHashName: ArgumentValue, Hashable {
    let function: AnyHashFunction

    init(argument: Argument) throws(UsageError) {
        do throws(CryptoError) {
            function = try AnyHashFunction(named: argument.text ?? argument.shown)
        } catch {
            throw UsageError(.invalidValue, error.reason, hint: "sha256 is usual")
        }
    }

    static var completion: Completion { .words(AnyHashFunction.all.map(\.shortName)) }
}
