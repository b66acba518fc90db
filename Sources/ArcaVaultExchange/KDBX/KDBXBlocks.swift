internal import ArcaContainers
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// The blocks of a KeePass database: parts of the content, each with a code.
enum KDBXBlocks {
    /// Verifies the blocks of version 4 before anything of them is decrypted.
    ///
    /// Each has HMAC-SHA-256 over its number, length and content, so none can be changed, moved or left out.
    ///
    /// - Parameters:
    ///   - start: The offset of the first block.
    ///   - bytes: The complete file.
    ///   - keys: The keys.
    /// - Returns: The content of each block.
    /// - Throws: ``VaultError`` with code `.tampered`.
    static func authenticated(from start: Int, of bytes: Span<UInt8>, _ keys: KDBXKeys) throws -> [Range<Int>] {
        var reader = LittleEndianReader(at: start)
        var ranges: [Range<Int>] = []
        while true {
            let place = reader.offset
            guard let code = reader.range(32, in: bytes), let size = reader.range(4, in: bytes),
                let byteCount = LittleEndianReader.number(bytes.extracting(size)),
                let content = reader.range(byteCount, in: bytes)
            else { throw VaultError(.tampered, at: place, "the database was cut or damaged: a block is incomplete") }
            let number = UInt64(ranges.count)
            var mac = keys.mac(ofBlock: number)
            mac.update(data: number.littleEndianBytes)
            mac.update(data: bytes.extracting(size.lowerBound..<content.upperBound))
            guard constantTimeEqual(mac.finalize(), bytes.extracting(code)) else {
                throw VaultError(.tampered, at: place, "the database was changed or damaged in block \(number)")
            }
            guard !content.isEmpty else { break }
            ranges.append(content)
        }
        guard reader.offset == bytes.count else {
            throw VaultError(.tampered, at: reader.offset, "something follows the end of the database")
        }
        return ranges
    }

    /// Joins the blocks of version 3, which have only a hash each, inside the encryption.
    ///
    /// - Parameter bytes: The decrypted content after the first 32 bytes.
    /// - Returns: The content.
    /// - Throws: ``VaultError`` with code `.tampered`.
    static func hashed(_ bytes: Span<UInt8>) throws -> SecretBytes {
        var reader = LittleEndianReader()
        var ranges: [Range<Int>] = []
        while true {
            guard let number = reader.number(4, in: bytes), let hash = reader.range(32, in: bytes),
                let byteCount = reader.number(4, in: bytes), let content = reader.range(byteCount, in: bytes),
                number == ranges.count
            else { throw VaultError(.tampered, "the database was cut or damaged: a block is incomplete") }
            let expected =
                content.isEmpty ? [UInt8](repeating: 0, count: 32) : SHA256.hash(bytes.extracting(content))
            guard constantTimeEqual(expected, bytes.extracting(hash)) else {
                throw VaultError(.tampered, "the database was changed or damaged in block \(number)")
            }
            guard !content.isEmpty else { break }
            ranges.append(content)
        }
        guard reader.offset == bytes.count else {
            throw VaultError(.tampered, "something follows the end of the database")
        }
        return SecretBytes(byteCount: ranges.reduce(0) { $0 + $1.count }) { output in
            for range in ranges { output.append(contentsOf: bytes.extracting(range)) }
        }
    }
}
