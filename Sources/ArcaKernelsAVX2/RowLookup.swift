#if arch(x86_64)
internal import _Builtin_intrinsics.intel

/// Looks up the values of symbols whose distance from their value is the same in each row of sixteen characters, but
/// for one character: the alphabets of RFC 4648 are all like that.
///
/// The tables, in one piece of memory: 16 distances by row, of which those from row 8 on are the exception's; 16 sets
/// of rows in which the column is foreign; 16 sets that hold just the row itself (all for rows beyond ASCII); then the
/// exception.
struct RowLookup {
    private let distances: Vector
    private let foreignRows: Vector
    private let rowSets: Vector
    private let exception: Vector
    private let nibble = bytes(15)
    private let eight = bytes(8)
    /// What stood under foreign characters: zero while there was none.
    var foreign = _mm256_setzero_si256()

    @inline(__always) init(_ rows: Source) {
        distances = loadTwice(rows, 0)
        foreignRows = loadTwice(rows, 16)
        rowSets = loadTwice(rows, 32)
        exception = bytes(Int8(truncatingIfNeeded: rows[48]))
    }

    /// The values of 32 symbols.
    @inline(__always) mutating func values(_ symbols: Vector, hasException: Bool) -> Vector {
        let row = _mm256_and_si256(_mm256_srli_epi16(symbols, 4), nibble)
        let column = _mm256_and_si256(symbols, nibble)
        foreign = _mm256_or_si256(
            foreign,
            _mm256_and_si256(_mm256_shuffle_epi8(foreignRows, column), _mm256_shuffle_epi8(rowSets, row)))
        guard hasException else { return _mm256_add_epi8(symbols, _mm256_shuffle_epi8(distances, row)) }
        let other = _mm256_and_si256(_mm256_cmpeq_epi8(symbols, exception), eight)
        return _mm256_add_epi8(symbols, _mm256_shuffle_epi8(distances, _mm256_or_si256(row, other)))
    }
}
#endif
