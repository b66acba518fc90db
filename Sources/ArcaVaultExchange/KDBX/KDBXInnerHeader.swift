internal import ArcaContainers
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// The encrypted header of version 4: the key of protected values, and attachments.
struct KDBXInnerHeader {
    private(set) var stream = 0
    private(set) var key = SecretBytes(copying: [UInt8]())
    /// The attachments, without their flags.
    private(set) var attachments: [Range<Int>] = []
    /// The offset of the XML.
    private(set) var end = 0

    mutating func read(_ bytes: Span<UInt8>, largestCount: Int) throws {
        var reader = LittleEndianReader()
        while let type = reader.number(1, in: bytes), let byteCount = reader.number(4, in: bytes),
            let value = reader.range(byteCount, in: bytes)
        {
            switch type {
            case 0:
                end = reader.offset
                return
            case 1 where byteCount == 4: stream = LittleEndianReader.number(bytes.extracting(value)) ?? 0
            case 2: key = SecretBytes(copying: bytes.extracting(value))
            case 3 where byteCount >= 1 && attachments.count < largestCount:
                attachments.append(value.lowerBound + 1..<value.upperBound)
            default: throw VaultError(.malformed, "the inner header of the database has an invalid field")
            }
        }
        throw VaultError(.malformed, "the inner header of the database is incomplete")
    }
}
