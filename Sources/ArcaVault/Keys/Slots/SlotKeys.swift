internal import ArcaCodecs
internal import ArcaCrypto

/// What a slot's secret becomes: a stream that hides the vault key, used once, and a key for the tag.
struct SlotKeys {
    private static let info = Array("arca.vault.v1/slot\0".utf8)

    private let stream: SecretBytes
    private let tagKey: SymmetricKey

    /// Derives both; everything that the slot says in clear is bound in.
    init(secret: SymmetricKey, salt: [UInt8], header: ArraySlice<UInt8>) throws(VaultError) {
        let material = try translating { () throws(CryptoError) in
            let pseudoRandom = try HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: salt)
            return try HKDF<SHA256>.expand(
                pseudoRandomKey: pseudoRandom, info: SlotKeys.info + header,
                outputByteCount: VaultKey.byteCount + Slot.tagByteCount)
        }
        (stream, tagKey) = material.withBytes { bytes in
            (
                SecretBytes(copying: bytes.extracting(..<VaultKey.byteCount)),
                SymmetricKey(copying: bytes.extracting(VaultKey.byteCount...))
            )
        }
    }

    /// Hides a vault key.
    func wrap(_ key: SecretBytes) -> [UInt8] {
        key.withBytes { key in
            stream.withBytes { stream in [UInt8](capacity: key.count) { Self.combine(key, stream, &$0) } }
        }
    }

    /// Takes a vault key out of hiding.
    func unwrap(_ wrapped: ArraySlice<UInt8>) -> SecretBytes {
        wrapped.withBytes { wrapped in
            stream.withBytes { stream in
                SecretBytes(byteCount: wrapped.count) { Self.combine(wrapped, stream, &$0) }
            }
        }
    }

    /// The tag over header and wrapped key.
    func tag(over bytes: some Sequence<UInt8>) throws(VaultError) -> [UInt8] {
        try translating { () throws(CryptoError) in
            try HMAC<SHA256>.authenticationCode(for: Array(bytes), using: tagKey)
        }
    }

    private static func combine(_ left: Span<UInt8>, _ right: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
        for index in left.indices { output.append(left[index] ^ right[index]) }
    }
}
