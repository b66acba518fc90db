internal import ArcaCodecs
internal import ArcaCrypto

/// The text form of age's own keys: Bech32 without its limit on length.
///
/// Source: age-encryption.org/v1, "Conventions used in this document".
enum AgeKeyText {
    /// The bytes of a key; `prefix` says in which case the text must be.
    ///
    /// Errors do not quote the text: it may be secret.
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

    /// The bytes of a key that is secret, as ``bytes(of:prefix:what:)``; no copy of it is left elsewhere.
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

    /// The text of a secret key.
    static func text(of key: SecretBytes, prefix: String) -> SecretBytes {
        key.withBytes { key in
            SecretBytes(byteCount: Bech32.textByteCount(key.count, prefix: prefix)) { output in
                Bech32.encode(key, prefix: prefix, into: &output)
            }
        }
    }

    private static func malformed(_ error: CodecError, _ what: String) -> ContainerError {
        ContainerError(.malformed, "no age \(what): \(reason(error))")
    }

    /// What is wrong, without the characters that are.
    private static func reason(_ error: CodecError) -> String {
        switch error.code {
        case .checksumMismatch: "its checksum does not fit, so a character is wrong or missing"
        case .invalidCharacter: "it holds a character that Bech32 has not, or mixes upper and lower case"
        default: "it is no Bech32 text"
        }
    }

    private static func otherKind(_ found: String, _ prefix: String, _ what: String) -> ContainerError {
        let isPublic = found.lowercased() == found
        if found.lowercased() == prefix.lowercased() {
            return ContainerError(.malformed, "an age \(what) is written in \(isPublic ? "upper" : "lower") case")
        }
        if what == "recipient", [Age.X25519Identity.prefix, Age.HybridIdentity.prefix].contains(found) {
            return ContainerError(
                .malformed, "this is an identity, which is secret; its recipient begins with age1")
        }
        if [Age.HybridIdentity.prefix.lowercased(), Age.HybridRecipient.prefix].contains(found.lowercased()) {
            return ContainerError(.malformed, "this is a post-quantum key; expected an X25519 \(what)")
        }
        if found.hasPrefix("AGE-PLUGIN-") || found.hasPrefix("age1") {
            let name = found.hasPrefix("age1") ? String(found.dropFirst(4)) : found.lowercased()
            return ContainerError(.unsupported, "plugins of age are not supported, nor this \(what) of '\(name)'")
        }
        return ContainerError(.malformed, "no age \(what): it does not begin with \(prefix)1")
    }
}
