internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaContainers
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Writes a KeePass database of version 4: compresses, encrypts and authenticates its content as it comes.
///
/// The encryption is AES-256-CBC, the key derivation Argon2id. Compressed content is in memory that is wiped.
///
/// Source: keepass.info, "KDBX 4".
final class KDBXSealer<Output: ByteWriter & ~Copyable>: ByteWriter {
    typealias Failure = any Error

    private static var blockByteCount: Int { 1 << 20 }

    private let output: UnsafeMutablePointer<Output>
    private let keys: KDBXKeys
    private var deflater: Deflater
    private var cipher: CipherStream?
    /// Ciphertext that does not fill a block yet.
    private var pending: [UInt8] = []
    private var blockCount: UInt64 = 0

    /// Writes the header.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase; secret, not empty.
    ///   - output: Receives the file; it must outlive the sealer.
    /// - Throws: Errors of the key derivation and of `output`.
    init(passphrase: SecretBytes, into output: UnsafeMutablePointer<Output>) throws {
        let cost = Argon2KDF.Cost.standard
        let derivation = KDBXHeader.Derivation.Argon2(
            isHybrid: true, salt: try SecureRandom.bytes(32), memoryByteCount: cost.memoryKiB << 10,
            passes: cost.passes, lanes: cost.lanes, version: Argon2KDF.Version.v13.rawValue)
        let (seed, iv) = (try SecureRandom.bytes(32), try SecureRandom.bytes(16))
        let header = KDBXHeader.encode([
            (.cipher, try Base16.standard.decode(KDBXHeader.Encryption.aes256)), (.compression, 1.littleEndianBytes),
            (.masterSeed, seed), (.iv, iv), (.derivation, try derivation.dictionary),
        ])
        keys = try KDBXKeys(
            passphrase: passphrase, keyFile: nil, .argon2(derivation), masterSeed: seed, limits: nil)
        deflater = try Deflater(format: .gzip)
        cipher = try CipherStream(encrypting: .aes256CBC, using: keys.encryption, iv: iv)
        self.output = output
        var mac = keys.mac(ofBlock: KDBXKeys.header)
        mac.update(data: header)
        try output.pointee.write(header + SHA256.hash(header) + Array(bytes: mac.finalize()))
    }

    func write(_ bytes: borrowing some Bytes) throws {
        try bytes.withBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                try encrypt { offset += try deflater.deflate(bytes.extracting(offset...), into: &$0) }
            }
        }
    }

    /// Ends the file.
    func finish() throws {
        while !deflater.isAtEnd { try encrypt { _ = try deflater.finish(into: &$0) } }
        let last = try cipher.take()?.finish() ?? []
        pending += last
        try writeBlocks(from: 1)
        try writeBlock([])
    }

    /// Encrypts what `deflate` appends.
    private func encrypt(_ deflate: (inout OutputSpan<UInt8>) throws -> Void) throws {
        let compressed = try SecretBytes(byteCount: 64 << 10, initializingWith: deflate)
        if !compressed.isEmpty { pending += try cipher?.update(compressed) ?? [] }
        try writeBlocks(from: Self.blockByteCount)
    }

    /// Writes pending bytes in blocks while there are at least `byteCount`.
    private func writeBlocks(from byteCount: Int) throws {
        while pending.count >= byteCount {
            try writeBlock(pending.prefix(Self.blockByteCount))
            pending.removeFirst(min(pending.count, Self.blockByteCount))
        }
    }

    private func writeBlock(_ content: ArraySlice<UInt8>) throws {
        let length = content.count.littleEndianBytes
        var mac = keys.mac(ofBlock: blockCount)
        mac.update(data: blockCount.littleEndianBytes + length)
        mac.update(data: content)
        try output.pointee.write(Array(bytes: mac.finalize()) + length)
        try output.pointee.write(content)
        blockCount += 1
    }
}

extension KDBXHeader.Derivation.Argon2 {
    /// The parameters as the header has them.
    fileprivate var dictionary: [UInt8] {
        get throws {
            let identifier = isHybrid ? KDBXHeader.argon2id : KDBXHeader.argon2d
            return KDBXDictionary.encode([
                ("$UUID", 0x42, try Base16.standard.decode(identifier)), ("S", 0x42, salt),
                ("P", 4, lanes.littleEndianBytes), ("M", 5, UInt64(memoryByteCount).littleEndianBytes),
                ("I", 5, UInt64(passes).littleEndianBytes), ("V", 4, version.littleEndianBytes),
            ])
        }
    }
}
