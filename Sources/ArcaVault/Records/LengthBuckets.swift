internal import ArcaCore

/// The lengths that plaintexts are filled up to, so that the file tells a size only to within half of it.
///
/// Source: Documentation/VAULT-FORMAT.md, "Buckets".
enum LengthBuckets {
    /// The smallest bucket in bytes.
    static let smallest = 64

    /// The smallest bucket that holds so many bytes: 2^k or 3·2^(k−1).
    static func bucket(holding byteCount: Int) -> Int {
        guard byteCount > smallest else { return smallest }
        let power = 1 << (Int.bitWidth - (byteCount - 1).leadingZeroBitCount)
        return byteCount <= power / 4 * 3 ? power / 4 * 3 : power
    }

    /// The bucket of a plaintext, which has at least one byte of padding.
    static func bucket(forContent byteCount: Int) -> Int { bucket(holding: byteCount + 1) }

    /// Appends the padding behind a plaintext that `output` ends with, to the end of its free capacity.
    static func pad(_ output: inout OutputSpan<UInt8>) {
        output.append(0x80)
        output.append(repeating: 0, count: output.freeCapacity)
    }

    /// The length of the plaintext in what was padded.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` for another length than a bucket's, for padding that is not ours,
    ///   and for more of it than was needed: each plaintext has one padded form.
    static func contentByteCount(of padded: Span<UInt8>) throws -> Int {
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
