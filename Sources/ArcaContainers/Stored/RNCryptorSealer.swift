internal import ArcaCodecs
internal import ArcaCrypto

/// The two keys of an RNCryptor file, and its cipher.
struct RNCryptorKeys {
    let encryption: SymmetricKey
    let authentication: SymmetricKey
    let cipher: Cipher

    init(encryption: SymmetricKey, authentication: SymmetricKey) throws {
        self.encryption = encryption
        self.authentication = authentication
        cipher = try Cipher(named: "aes-256-cbc")
    }
}

/// Makes what follows the header of an RNCryptor file out of pieces of plaintext.
final class RNCryptorSealer {
    private var cipher: CipherStream?
    private var code: MACStream?

    init(_ keys: RNCryptorKeys, _ header: RNCryptorHeader) throws {
        cipher = try CipherStream(encrypting: keys.cipher, using: keys.encryption, iv: header.iv)
        code = try HMAC<SHA256>.stream(using: keys.authentication)
        code?.update(header.bytes)
    }

    /// Takes plaintext in and appends what can be said so far.
    func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
        let sealed = try [UInt8](capacity: bytes.count + CipherStream.maximumFinalByteCount) {
            space throws(CryptoError) in
            try cipher?.update(bytes, into: &space)
        }
        code?.update(sealed)
        output.append(contentsOf: sealed.span)
    }

    /// Appends the last block and the HMAC.
    func finish(into output: inout OutputSpan<UInt8>) throws {
        let sealed = try [UInt8](capacity: CipherStream.maximumFinalByteCount) { space throws(CryptoError) in
            try cipher.take()?.finish(into: &space)
        }
        code?.update(sealed)
        output.append(contentsOf: sealed.span)
        if let tag = try code.take()?.finalize() { output.append(contentsOf: tag.span) }
    }
}
