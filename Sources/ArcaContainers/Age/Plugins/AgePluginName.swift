internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// The name of a plugin, in `age1NAME1…`, `AGE-PLUGIN-NAME-1…` and the program `age-plugin-NAME`.
///
/// Source: c2sp.org/age-plugin, "Mapping recipients and identities to plugin binaries". The characters are those that
/// age accepts; the specification allows more, also slashes.
struct AgePluginName: Sendable, Hashable {
    let text: String

    static let recipientPrefix = "age1"
    static let identityPrefix = "AGE-PLUGIN-"
    private static let programPrefix = "age-plugin-"
    /// The prefix of a Bech32 text has at most 83 characters.
    private static let maximumCount = 83 - identityPrefix.utf8.count - 1

    /// Checks a name in lower case.
    init(_ text: some StringProtocol) throws(ContainerError) {
        let isValid = text.utf8.allSatisfy { $0.isLowercase || $0.isDigit || [0x2b, 0x2d, 0x2e, 0x5f].contains($0) }
        guard isValid, (1...Self.maximumCount).contains(text.utf8.count) else {
            throw ContainerError(
                .malformed,
                "invalid name of an age plugin: expected 1 to \(Self.maximumCount) of a-z, 0-9, +, -, . and _")
        }
        self.text = String(text)
    }

    var program: String { Self.programPrefix + text }
    var identityPrefix: String { Self.identityPrefix + text.uppercased() + "-" }

    /// The name in a recipient `age1NAME1…`.
    init(recipient text: String) throws(ContainerError) {
        let found: Bech32
        do {
            found = try Bech32.decode(text, variant: .bech32, maximumCount: nil)
            _ = try found.bytes()
        } catch {
            throw AgeKeyText.malformed(error, "recipient")
        }
        guard found.prefix.hasPrefix(Self.recipientPrefix) else {
            throw ContainerError(.malformed, "invalid plugin recipient: expected age1NAME1…, in lower case")
        }
        try self.init(found.prefix.dropFirst(Self.recipientPrefix.count))
    }

    /// The name in an identity `AGE-PLUGIN-NAME-1…`, and its data.
    static func parse(identity text: Span<UInt8>) throws(ContainerError) -> (name: AgePluginName, data: SecretBytes) {
        var prefix = ""
        let data: SecretBytes
        do {
            data = try SecretBytes(byteCount: text.count) { output throws(CodecError) in
                prefix = try Bech32.decode(text, into: &output)
            }
        } catch {
            throw AgeKeyText.malformed(error, "identity")
        }
        guard prefix.hasPrefix(identityPrefix), prefix.hasSuffix("-"), prefix.count > identityPrefix.count else {
            throw ContainerError(.malformed, "invalid plugin identity: expected AGE-PLUGIN-NAME-1…, in upper case")
        }
        let name = prefix.dropFirst(identityPrefix.count).dropLast()
        return (try AgePluginName(name.lowercased()), data)
    }

    /// The identity with this data.
    func identity(_ data: SecretBytes) -> SecretBytes { AgeKeyText.text(of: data, prefix: identityPrefix) }

    /// Whether a line is meant as a plugin identity, valid or not; the line may be secret.
    static func recognizes(_ line: Span<UInt8>) -> Bool {
        let text = Array(identityPrefix.utf8)
        return line.count >= text.count
            && text.indices.allSatisfy { line[$0] == text[$0] || line[$0].uppercased == text[$0] }
    }
}

extension Age.Stanza {
    /// The names of plugins for this recipient type, as far as known; empty for age's own types.
    ///
    /// Sources: c2sp.org/age-piv-p256; the programs age-plugin-yubikey, -se, -tpm and -fido2-hmac.
    package var pluginNames: [String] {
        switch type {
        case "piv-p256": ["yubikey", "se"]
        case "p256tag": ["yubikey", "se", "tpm"]
        case "mlkem768p256tag": ["yubikey", "se"]
        case "tpm-ecc": ["tpm"]
        case "fido2-hmac": ["fido2-hmac"]
        default: []
        }
    }
}
