internal import ArcaCore
internal import ArcaCrypto

/// The header of an RNCryptor file: version, options, salts, IV.
package struct RNCryptorHeader: Sendable {
    /// The salts of the two keys, 8 bytes each, or nil for a file sealed with keys.
    package let salts: (encryption: [UInt8], authentication: [UInt8])?
    /// The IV, 16 bytes.
    package let iv: [UInt8]

    package init(salts: ([UInt8], [UInt8])?, iv: [UInt8]) {
        self.salts = salts.map { (encryption: $0.0, authentication: $0.1) }
        self.iv = iv
    }

    /// Parses a header.
    ///
    /// - Parameter bytes: The first 34 bytes of the file or more, or the whole file if shorter.
    /// - Throws: ``ContainerError`` `.truncated`, `.unsupported` or `.malformed`.
    init(_ bytes: [UInt8]) throws(ContainerError) {
        guard let first = bytes.first else { throw ContainerError(.truncated, at: 0, "the file is empty") }
        guard first == RNCryptor3.version else {
            throw ContainerError(
                .unsupported, at: 0, "the file is not of RNCryptor version 3: its first byte is \(first)")
        }
        guard bytes.count > 1 else { throw Self.truncation(bytes.count) }
        guard let count = Self.byteCount(of: bytes) else {
            throw ContainerError(.malformed, at: 1, "RNCryptor's options are 0 or 1, not \(bytes[1])")
        }
        guard bytes.count >= count else { throw Self.truncation(bytes.count) }
        salts = bytes[1] == 1 ? (encryption: Array(bytes[2..<10]), authentication: Array(bytes[10..<18])) : nil
        iv = Array(bytes[count - 16..<count])
    }

    private static func truncation(_ count: Int) -> ContainerError {
        ContainerError(.truncated, at: count, "the file ends in its header")
    }

    static func byteCount(of bytes: [UInt8]) -> Int? {
        guard bytes.count > 1, bytes[0] == RNCryptor3.version, bytes[1] <= 1 else { return nil }
        return bytes[1] == 1 ? 34 : 18
    }

    package var bytes: [UInt8] {
        let salts = salts.map { $0.encryption + $0.authentication }
        return [RNCryptor3.version, salts == nil ? 0 : 1] + (salts ?? []) + iv
    }
}

struct RNCryptorKeys {
    let encryption: SymmetricKey
    let authentication: SymmetricKey
    let cipher: Cipher

    init(encryption: SymmetricKey, authentication: SymmetricKey) throws {
        self.encryption = encryption
        self.authentication = authentication
        cipher = .aes256CBC
    }
}

final class RNCryptorSealer {
    private var cipher: CipherStream?
    private var code: HMAC<SHA256>

    init(_ keys: RNCryptorKeys, _ header: RNCryptorHeader) throws {
        cipher = try CipherStream(encrypting: keys.cipher, using: keys.encryption, iv: header.iv)
        code = HMAC<SHA256>(key: keys.authentication)
        code.update(data: header.bytes)
    }

    func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
        let sealed = try [UInt8](capacity: bytes.count + CipherStream.maximumFinalByteCount) {
            space throws(CryptoError) in
            try cipher?.update(bytes, into: &space)
        }
        code.update(data: sealed)
        output.append(contentsOf: sealed.span)
    }

    func finish(into output: inout OutputSpan<UInt8>) throws {
        let sealed = try [UInt8](capacity: CipherStream.maximumFinalByteCount) { space throws(CryptoError) in
            try cipher.take()?.finish(into: &space)
        }
        code.update(data: sealed)
        output.append(contentsOf: sealed.span)
        output.append(contentsOf: code.finalize().bytes.span)
    }
}
