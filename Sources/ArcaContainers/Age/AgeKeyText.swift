internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// The text encoding of age's native keys: Bech32 without its length limit.
///
/// Source: age-encryption.org/v1, "Conventions used in this document".
enum AgeKeyText {
    /// Decodes a key.
    ///
    /// The case of `prefix` is the required case of the text.
    ///
    /// Errors do not quote the text, because it may be secret.
    static func bytes(of text: String, prefix: String, what: String) throws(ContainerError) -> [UInt8] {
        let decoded: Bech32
        do {
            decoded = try Bech32.decode(text, variant: .bech32, maximumCount: nil)
        } catch {
            throw malformed(error, what)
        }
        guard decoded.prefix == prefix else { throw otherKind(decoded.prefix, prefix, what) }
        do {
            return try decoded.bytes()
        } catch {
            throw malformed(error, what)
        }
    }

    /// Decodes a secret key like ``bytes(of:prefix:what:)``, without leaving copies in memory.
    static func secret(of text: Span<UInt8>, prefix: String, what: String) throws(ContainerError) -> SecretBytes {
        var found = ""
        let key: SecretBytes
        do {
            key = try SecretBytes(byteCount: text.count) { output throws(CodecError) in
                found = try Bech32.decode(text, into: &output)
            }
        } catch {
            throw malformed(error, what)
        }
        guard found == prefix else { throw otherKind(found, prefix, what) }
        return key
    }

    static func text(of key: SecretBytes, prefix: String) -> SecretBytes {
        key.withBytes { key in
            SecretBytes(byteCount: Bech32.textByteCount(key.count, prefix: prefix)) { output in
                Bech32.encode(key, prefix: prefix, into: &output)
            }
        }
    }

    static func malformed(_ error: CodecError, _ what: String) -> ContainerError {
        ContainerError(.malformed, "invalid age \(what): \(reason(error))")
    }

    /// The error, without the offending characters.
    private static func reason(_ error: CodecError) -> String {
        switch error.code {
        case .checksumMismatch: "wrong checksum: a character is wrong or missing"
        case .invalidCharacter: "a character is not Bech32, or upper and lower case are mixed"
        default: "not Bech32"
        }
    }

    private static func otherKind(_ found: String, _ prefix: String, _ what: String) -> ContainerError {
        let name = found.lowercased()
        let isPublic = name == found
        if name == prefix.lowercased() {
            return ContainerError(.malformed, "an age \(what) is written in \(isPublic ? "upper" : "lower") case")
        }
        let secrets = [Age.X25519Identity.prefix, Age.HybridIdentity.prefix, Age.HybridIdentity.pluginPrefix]
        if what == "recipient", secrets.contains(found.uppercased()) {
            return ContainerError(
                .malformed, "this is an identity, which is secret; its recipient begins with age1")
        }
        if [Age.HybridIdentity.prefix.lowercased(), Age.HybridRecipient.prefix].contains(name) {
            return ContainerError(.malformed, "this is a post-quantum key; expected an X25519 \(what)")
        }
        if name.hasPrefix("age-plugin-") || name.hasPrefix("age1") {
            let isIdentity = !name.hasPrefix("age1")
            let plugin = name.dropFirst(isIdentity ? "age-plugin-".count : 4)
            let shown = isIdentity && plugin.hasSuffix("-") ? plugin.dropLast() : plugin
            let kind = "\(isIdentity ? "an identity" : "a recipient") of the age plugin '\(shown)'"
            return isIdentity == (what == "identity")
                ? ContainerError(.unsupported, "this is \(kind), and plugins are not allowed here")
                : ContainerError(.malformed, "this is \(kind); expected \(isIdentity ? "a recipient" : "an identity")")
        }
        return ContainerError(.malformed, "invalid age \(what): expected \(prefix)1…")
    }
}
