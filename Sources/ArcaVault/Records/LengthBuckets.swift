internal import ArcaCore

/// The sizes that plaintexts are padded to, so the file reveals a size only to within half of it.
///
/// Source: Documentation/VAULT-FORMAT.md, "Buckets".
package enum LengthBuckets {
    static let smallest = 64

    /// The smallest bucket of at least `byteCount` bytes: 2^k or 3·2^(k−1).
    static func bucket(holding byteCount: Int) -> Int {
        guard byteCount > smallest else { return smallest }
        let power = 1 << (Int.bitWidth - (byteCount - 1).leadingZeroBitCount)
        return byteCount <= power / 4 * 3 ? power / 4 * 3 : power
    }

    static func bucket(forContent byteCount: Int) -> Int { bucket(holding: byteCount + 1) }

    /// Appends padding after the plaintext, up to the capacity of `output`.
    static func pad(_ output: inout OutputSpan<UInt8>) {
        output.append(0x80)
        output.append(repeating: 0, count: output.freeCapacity)
    }

    /// The length of the plaintext in a padded record.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` for a length that is not a bucket's, or for invalid or excessive
    ///   padding: each plaintext has exactly one padded form.
    package static func contentByteCount(of padded: Span<UInt8>) throws -> Int {
        guard padded.count == bucket(holding: padded.count) else {
            throw VaultError(.tampered, "a record of \(padded.count) bytes has a length that no record has")
        }
        var count = padded.count
        while count > 0, padded[count - 1] == 0 { count -= 1 }
        guard count > 0, padded[count - 1] == 0x80 else {
            throw VaultError(.tampered, at: count, "a record's padding does not end as it should")
        }
        guard bucket(holding: count) == padded.count else {
            throw VaultError(.tampered, at: count, "a record has more padding than it needs")
        }
        return count - 1
    }
}
