internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys

/// RSAUtil blocks, which have no options: an RSA key of any form from `--key-from`.
struct RSAUtilOptions: FormatOptions {
    static var parameters: [Parameter<Self>] { [] }

    var takesKey: Bool { true }

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat { try format(request) }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat { try format(request) }

    func noteAfterSealing(_ format: any ContainerFormat) -> String? {
        "nothing authenticates rsautil; for anything but apps that read it, leave --format out"
    }

    private func format(_ request: FormatRequest) throws -> RSAUtilBlocks {
        let bytes = try request.key(for: "rsautil", byteCounts: "an RSA key: file:private.pem, or a public one")
        let key: AnyKey
        do throws(KeyError) {
            key = try AnyKey(bytes)
        } catch {
            guard error.code == .passphraseNeeded else { throw error }
            key = try AnyKey(bytes, passphrase: request.knownPassphrase("passphrase of the key"))
        }
        guard case .privateKey(let key) = key.content else {
            return RSAUtilBlocks(publicKey: try key.publicKey().rsa())
        }
        return RSAUtilBlocks(privateKey: try key.rsa())
    }
}
