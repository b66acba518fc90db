import ArcaCore
import FuzzSupport

@testable import ArcaCrypto

/// An HPKE recipient opens only messages sealed for it, and a failure does not change its state.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let kind = input.byte()
    let aead = input.choose(HPKE.AEAD.allCases)
    let kdf = input.choose(HPKE.KDF.allCases)
    do {
        if kind & 1 == 0 {
            let suite = HPKE.Ciphersuite(kem: .XWingMLKEM768X25519, kdf: kdf, aead: aead)
            var sender = try HPKE.Sender(
                encapsulation: hybrid.publicKey.encapsulate(message: bytes(9), ephemeral: classical(11)),
                ciphersuite: suite, info: usedInfo, presharedKey: nil, presharedKeyIdentifier: [] as [UInt8])
            try receive(&sender, kind, aead, &input) { encapsulated, info throws(CryptoError) in
                try HPKE.Recipient(privateKey: hybrid, ciphersuite: suite, info: info, encapsulatedKey: encapsulated)
            }
        } else {
            let suite = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: kdf, aead: aead)
            let own = try classical(7)
            let author = kind & 2 == 0 ? nil : try classical(13)
            var sender = try HPKE.Sender(
                recipientKey: own.publicKey, ciphersuite: suite, info: usedInfo, authenticatedBy: author,
                presharedKey: nil, presharedKeyIdentifier: [] as [UInt8], ephemeral: classical(11))
            let authorKey = author?.publicKey
            try receive(&sender, kind, aead, &input) { encapsulated, info throws(CryptoError) in
                try HPKE.Recipient(
                    privateKey: own, ciphersuite: suite, info: info, encapsulatedKey: encapsulated,
                    authenticatedBy: authorKey)
            }
        }
    } catch { check(false, "no error here: \(error)") }
    return 0
}

/// Changes the encapsulated key, the message or the associated data, and tries to open.
private func receive(
    _ sender: inout HPKE.Sender, _ kind: UInt8, _ aead: HPKE.AEAD, _ input: inout Input,
    _ makeRecipient: ([UInt8], [UInt8]) throws(CryptoError) -> HPKE.Recipient
) throws(CryptoError) {
    var sealed: [UInt8] = []
    if aead != .exportOnly { sealed = try sender.seal("message".utf8, authenticating: "aad".utf8) }
    var (encapsulated, message, aad, info) = (sender.encapsulatedKey, sealed, Array("aad".utf8), usedInfo)
    switch kind >> 2 & 3 {
    case 0: encapsulated = input.changed(encapsulated)
    case 1: message = input.changed(message)
    case 2: aad = input.changed(aad)
    default: info = input.changed(info)
    }
    let isSame = encapsulated == sender.encapsulatedKey && info == usedInfo
    var recipient: HPKE.Recipient
    do {
        recipient = try makeRecipient(encapsulated, info)
    } catch {
        check(!isSame, "what was sealed is received")
        let codes: [CryptoErrorCode] = [.invalidKey, .invalidKeyLength, .invalidInputLength]
        check(codes.contains(error.code), "the encapsulated key is at fault")
        return
    }
    let (one, other) = (
        try recipient.exportSecret(context: [1], outputByteCount: 32),
        try sender.exportSecret(context: [1], outputByteCount: 32)
    )
    check((one == other) == isSame, "only an unchanged key gives the sender's secrets")
    let isUnchanged = isSame && message == sealed && aad == Array("aad".utf8)
    do {
        let opened = try recipient.open(message, authenticating: aad)
        check(isUnchanged && opened == Array("message".utf8), "nothing opens that was changed")
    } catch {
        check(!isUnchanged || aead == .exportOnly, "what was sealed opens")
        check(
            error.code == (aead == .exportOnly ? .wrongState : .authenticationFailed)
                || (error.code == .invalidInputLength && message.count < 16), "the message is at fault: \(error)")
        // The failure did not advance the sequence number.
        if isSame, aead != .exportOnly {
            check((try? recipient.open(sealed, authenticating: "aad".utf8)) != nil, "the good message opens afterwards")
        }
    }
}

private let usedInfo = Array("example.com/upload 1".utf8)

private let hybrid: XWingMLKEM768X25519.PrivateKey = {
    do { return try .init(seedRepresentation: bytes(3)) } catch { fatalError("\(error)") }
}()

private func bytes(_ value: UInt8) -> SecretBytes { SecretBytes(copying: [UInt8](repeating: value, count: 32)) }

private func classical(_ value: UInt8) throws(CryptoError) -> Curve25519.KeyAgreement.PrivateKey {
    try .init(rawRepresentation: bytes(value))
}
