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
        if found.lowercased().hasPrefix("age-secret-key-pq") || found.lowercased().hasPrefix("age1pq") {
            return ContainerError(.unsupported, "post-quantum keys of age (ML-KEM) are not supported")
        }
        if found.hasPrefix("AGE-PLUGIN-") || found.hasPrefix("age1") {
            let name = found.hasPrefix("age1") ? String(found.dropFirst(4)) : found.lowercased()
            return ContainerError(.unsupported, "plugins of age are not supported, nor this \(what) of '\(name)'")
        }
        if what == "recipient", found == Age.X25519Identity.prefix {
            return ContainerError(
                .malformed, "this is an identity, which is secret; its recipient begins with age1")
        }
        return ContainerError(.malformed, "no age \(what): it does not begin with \(prefix)1")
    }
}
