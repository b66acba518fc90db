internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto

/// How attachments lie in the file: padded, sealed as one stream, cut into pieces.
///
/// Source: Documentation/VAULT-FORMAT.md, "Attachments".
enum AttachmentFormat {
    /// Length of all pieces but the last one.
    static let pieceByteCount = 1 << 20
    /// The most pieces that one transaction writes.
    static let piecesPerTransaction = 16
    private static let label = Array("arca.vault.v1/attachment\0".utf8)

    /// The length that a content is filled up to with zeros: Padmé's, which tells a length to within 12 %.
    static func paddedByteCount(_ byteCount: UInt64) -> UInt64 {
        guard byteCount > 1024 else { return 1024 }
        let exponent = 63 - byteCount.leadingZeroBitCount
        let kept = Int.bitWidth - exponent.leadingZeroBitCount
        let step: UInt64 = 1 << (exponent - kept)
        return (byteCount + step - 1) / step * step
    }

    /// The sealed stream of one attachment, whose key nothing else uses.
    static func stream(
        key: SecretBytes, vault: [UInt8], attachment: UInt128
    ) throws(VaultError) -> ChunkedEncryption {
        do throws(ContainerError) {
            return try ChunkedEncryption(
                key: SymmetricKey(key), context: label + vault + attachment.bigEndianBytes, suite: .aes256GCM)
        } catch {
            throw VaultError(.tampered, error.reason)
        }
    }
}
