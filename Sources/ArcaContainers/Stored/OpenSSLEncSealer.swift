internal import ArcaCodecs
internal import ArcaCrypto

final class OpenSSLEncSealer {
    private var header: [UInt8]
    private var cipher: CipherStream?
    private var armor: (any InfallibleByteTransform)?

    init(_ format: OpenSSLEnc) throws {
        let salt = format.isSalted ? try SecureRandom.bytes(OpenSSLEnc.saltByteCount) : nil
        header = salt.map { OpenSSLEnc.magic + $0 } ?? []
        let (key, iv) = try format.deriveKey(salt: salt)
        cipher = try CipherStream(encrypting: format.cipher, using: key, iv: iv)
        armor = format.isArmored ? Base64.pem.makeEncoder() : nil
    }

    /// The maximum number of bytes appended by an update with `byteCount` bytes and the end together.
    func maximumByteCount(_ byteCount: Int) -> Int {
        // Plus the header, a buffered block and the final block, all before Base64 encoding.
        let sealed = byteCount + 16 + 2 * CipherStream.maximumFinalByteCount
        return armor.map { $0.maximumOutputCount(for: sealed) + 1 } ?? sealed
    }

    func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
        try emit(bytes.count + CipherStream.maximumFinalByteCount, into: &output) { sealed throws(CryptoError) in
            try self.cipher?.update(bytes, into: &sealed)
        }
    }

    func finish(into output: inout OutputSpan<UInt8>) throws {
        guard let cipher = cipher.take() else { throw CryptoError(.wrongState, "the file has ended already") }
        var last: CipherStream? = consume cipher
        try emit(CipherStream.maximumFinalByteCount, into: &output) { sealed throws(CryptoError) in
            try last.take()?.finish(into: &sealed)
        }
        if armor != nil {
            armor?.finish(into: &output)
            // openssl does not read a last line without a newline.
            output.append(.newline)
        }
    }

    /// Appends the output of `body`, preceded by the header the first time, and Base64-encoded if required.
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
