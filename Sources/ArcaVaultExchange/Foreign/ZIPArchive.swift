internal import ArcaCompression
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Reads a ZIP archive in memory, strictly: stored and deflated files, listed in the central directory.
///
/// Refuses encryption, ZIP64, archives in parts, names that could leave a folder, names that occur twice, files that
/// overlap, and local headers that contradict the directory. Each file's length and CRC-32 are checked.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
struct ZIPArchive {
    struct Entry {
        let name: String
        let isDeflated: Bool
        let crc: UInt32
        let storedByteCount: Int
        let byteCount: Int
        /// The offset of the local header.
        let offset: Int
    }

    /// An archive may expand to this size in any case, and otherwise by this ratio.
    private static let freeByteCount = 16 << 20
    private static let largestRatio = 32

    private(set) var entries: [String: Entry] = [:]

    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= 22 && (number(bytes, 0, 4) == 0x0403_4b50 || number(bytes, 0, 4) == 0x0605_4b50)
    }

    init(_ bytes: Span<UInt8>) throws {
        guard let end = Self.end(of: bytes) else {
            throw VaultError(.malformed, at: bytes.count, "the ZIP archive is truncated: its directory is missing")
        }
        let (count, size, start) = (
            Self.number(bytes, end + 10, 2), Self.number(bytes, end + 12, 4), Self.number(bytes, end + 16, 4)
        )
        guard count != 0xffff, start != 0xffff_ffff else {
            throw VaultError(.unsupported, at: end, "the archive is ZIP64; expected a ZIP archive of less than 4 GiB")
        }
        guard Self.number(bytes, end + 4, 4) == 0, Self.number(bytes, end + 8, 2) == count, start + size == end else {
            throw VaultError(.malformed, at: end, "the directory of the ZIP archive is damaged")
        }
        var offset = start
        var total = 0
        for _ in 0..<count {
            let entry = try Self.entry(bytes, &offset, end)
            guard entry.byteCount > 0 || !entry.name.hasSuffix("/") else { continue }
            total += entry.byteCount
            guard entries.updateValue(entry, forKey: entry.name) == nil else {
                throw VaultError(.malformed, at: offset, "two files of the ZIP archive have the same name")
            }
        }
        guard offset == end else {
            throw VaultError(.malformed, at: offset, "the directory of the ZIP archive is damaged")
        }
        let limit = min(ImportedItems.largestByteCount, max(Self.freeByteCount, bytes.count * Self.largestRatio))
        guard total <= limit else {
            throw VaultError(.malformed, "the ZIP archive expands to \(total) bytes, above the limit of \(limit)")
        }
        var last = 0
        for entry in entries.values.sorted(by: { $0.offset < $1.offset }) {
            guard entry.offset >= last else {
                throw VaultError(.malformed, at: entry.offset, "files of the ZIP archive overlap")
            }
            last = entry.offset + 30 + entry.storedByteCount
        }
        guard last <= start else {
            throw VaultError(.malformed, at: start, "the files of the ZIP archive overlap its directory")
        }
    }

    /// The content of a file; nil if there is no file with this name.
    func content(_ name: String, in bytes: Span<UInt8>) throws -> SecretBytes? {
        guard let entry = entries[name] else { return nil }
        let place = entry.offset
        let start = place + 30 + Self.number(bytes, place + 26, 2) + Self.number(bytes, place + 28, 2)
        let nameByteCount = Self.number(bytes, place + 26, 2)
        guard Self.number(bytes, place, 4) == 0x0403_4b50, start + entry.storedByteCount <= bytes.count,
            Self.number(bytes, place + 8, 2) == (entry.isDeflated ? 8 : 0),
            Self.text(bytes, place + 30, nameByteCount) == name
        else { throw Self.damaged(entry) }
        let stored = bytes.extracting(start..<start + entry.storedByteCount)
        guard entry.isDeflated else { return try checked(SecretBytes(copying: stored), entry) }
        do {
            let limits = InflateLimits(maximumByteCount: entry.byteCount, maximumRatio: nil)
            var plain = try Inflater.inflate(stored, format: .deflate, limits: limits)
            defer { for index in plain.indices { plain[index] = 0 } }
            return try checked(SecretBytes(copying: plain), entry)
        } catch is CompressionError {
            throw Self.damaged(entry)
        }
    }

    private func checked(_ content: SecretBytes, _ entry: Entry) throws -> SecretBytes {
        guard content.count == entry.byteCount, Checksum.crc32(content) == entry.crc else { throw Self.damaged(entry) }
        return content
    }

    private static func damaged(_ entry: Entry) -> VaultError {
        VaultError(.malformed, at: entry.offset, "'\(entry.name.shortened)' in the ZIP archive is damaged")
    }

    /// The offset of the end record, which is followed only by its comment.
    private static func end(of bytes: Span<UInt8>) -> Int? {
        guard bytes.count >= 22 else { return nil }
        return (max(0, bytes.count - 22 - 0xffff)...bytes.count - 22).last { offset in
            number(bytes, offset, 4) == 0x0605_4b50 && offset + 22 + number(bytes, offset + 20, 2) == bytes.count
        }
    }

    private static func entry(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) throws -> Entry {
        guard offset + 46 <= end, number(bytes, offset, 4) == 0x0201_4b50 else {
            throw VaultError(.malformed, at: offset, "the directory of the ZIP archive is damaged")
        }
        let place = offset
        let nameByteCount = number(bytes, place + 28, 2)
        offset += 46 + nameByteCount + number(bytes, place + 30, 2) + number(bytes, place + 32, 2)
        guard offset <= end, let name = text(bytes, place + 46, nameByteCount), isSafe(name) else {
            throw VaultError(.malformed, at: place, "a file of the ZIP archive has an invalid name")
        }
        guard number(bytes, place + 8, 2) & 0x2041 == 0 else {
            throw VaultError(.unsupported, at: place, "the ZIP archive is encrypted")
        }
        let method = number(bytes, place + 10, 2)
        guard method == 0 || method == 8 else {
            throw VaultError(
                .unsupported, at: place, "the ZIP archive is compressed with method \(method), not deflate")
        }
        let (stored, size) = (number(bytes, place + 20, 4), number(bytes, place + 24, 4))
        let header = number(bytes, place + 42, 4)
        guard stored != 0xffff_ffff, size != 0xffff_ffff, header != 0xffff_ffff else {
            throw VaultError(.unsupported, at: place, "the archive is ZIP64; expected files of less than 4 GiB")
        }
        guard header + 30 + stored <= bytes.count, method == 8 || stored == size else {
            throw VaultError(.malformed, at: place, "the directory of the ZIP archive is damaged")
        }
        return Entry(
            name: name, isDeflated: method == 8, crc: UInt32(number(bytes, place + 16, 4)), storedByteCount: stored,
            byteCount: size, offset: header)
    }

    /// Whether a name has no absolute path, no `..`, no backslash and no control character.
    private static func isSafe(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("/") && !name.utf8.contains { $0 < 0x20 || $0 == .backslash || $0 == 0x7f }
            && !name.split(separator: "/").contains { $0 == ".." || $0 == "." }
    }

    private static func text(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> String? {
        guard start + count <= bytes.count else { return nil }
        return String(validating: Array(bytes: bytes.extracting(start..<start + count)), as: UTF8.self)
    }

    /// A number in little-endian order; 0 beyond the end.
    private static func number(_ bytes: Span<UInt8>, _ offset: Int, _ byteCount: Int) -> Int {
        guard offset + byteCount <= bytes.count else { return 0 }
        return (0..<byteCount).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}
