internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys

/// A slot as the vault lists it: what it is called and for whom it is, nothing that helps to open it.
public struct SlotDescription: Sendable, Hashable {
    /// 16 random bytes.
    public let identifier: [UInt8]
    /// How it is opened.
    public let kind: VaultSlotKind
    /// What its maker called it; may be empty.
    public let label: String
    /// When it was made, or made anew.
    public let created: Timestamp
    /// The public key that it was made for: 32 bytes of X25519, or `SubjectPublicKeyInfo` of RSA; empty for other kinds.
    public let recipient: [UInt8]

    /// Whom it was made for, for people: `age1…`, or an RSA key's length and fingerprint as OpenSSH prints it; nil for
    /// kinds that are for no public key.
    public var recipientText: String? {
        switch kind {
        case .x25519:
            (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: recipient)).map {
                Age.X25519Recipient(publicKey: $0).description
            }
        case .rsa:
            (try? SPKI.publicKey(der: recipient)).map { key in
                let fingerprint = (try? KeyFingerprint(key))?.openSSH.map { " \($0)" } ?? ""
                return "RSA \(key.bitCount)\(fingerprint)"
            }
        default: nil
        }
    }
}
