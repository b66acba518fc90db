internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// Makes an `openssl enc` file out of pieces of plaintext.
final class OpenSSLEncSealer {
    private var header: [UInt8]
    private var cipher: CipherStream?
    private var armor: (any InfallibleByteTransform)?

    /// Draws a salt and derives the key.
    init(_ format: OpenSSLEnc) throws {
        let salt = format.isSalted ? try SecureRandom.bytes(OpenSSLEnc.saltByteCount) : nil
        header = salt.map { OpenSSLEnc.magic + $0 } ?? []
        let (key, iv) = try format.deriveKey(salt: salt)
        cipher = try CipherStream(encrypting: format.cipher, using: key, iv: iv)
        armor = format.isArmored ? Base64.pem.makeEncoder() : nil
    }

    /// The most bytes that an update with so many bytes and the end together append.
    func maximumByteCount(_ byteCount: Int) -> Int {
        // Header, a block held back, and a last block more than went in; Base64 counts from there.
        let sealed = byteCount + 16 + 2 * CipherStream.maximumFinalByteCount
        return armor.map { $0.maximumOutputCount(for: sealed) + 1 } ?? sealed
    }

    /// Takes plaintext in and appends what can be said so far.
    func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
        try emit(bytes.count + CipherStream.maximumFinalByteCount, into: &output) { sealed throws(CryptoError) in
            try self.cipher?.update(bytes, into: &sealed)
        }
    }

    /// Appends the rest.
    func finish(into output: inout OutputSpan<UInt8>) throws {
        guard let cipher = cipher.take() else { throw CryptoError(.wrongState, "the file has ended already") }
        var last: CipherStream? = consume cipher
        try emit(CipherStream.maximumFinalByteCount, into: &output) { sealed throws(CryptoError) in
            try last.take()?.finish(into: &sealed)
        }
        if armor != nil {
            armor?.finish(into: &output)
            // openssl reads no last line that does not end.
            output.append(0x0a)
        }
    }

    /// Appends what `body` gives, behind the header the first time and as Base64 if asked for.
    private func emit(
        _ byteCount: Int, into output: inout OutputSpan<UInt8>,
        _ body: (inout OutputSpan<UInt8>) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        let header = header
        self.header = []
        guard armor != nil else {
            output.append(contentsOf: header.span)
            return try body(&output)
        }
        let sealed = try [UInt8](capacity: header.count + byteCount) { space throws(CryptoError) in
            space.append(contentsOf: header.span)
            try body(&space)
        }
        armor?.update(sealed.span, into: &output)
    }
}
