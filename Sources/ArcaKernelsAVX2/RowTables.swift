#if arch(x86_64)
internal import _Builtin_intrinsics.intel

/// Lookup tables for symbols with a constant distance to their value in each row of 16 characters, except for one
/// character.
///
/// All alphabets of RFC 4648 have this property. The tables are contiguous in memory:
///
/// - 16 distances by row. Rows from 8, or the empty row below the exception's, have the exception's distance.
/// - 16 sets of rows in which the column is invalid.
/// - 16 sets with only the row itself, or all rows for non-ASCII bytes.
/// - The exception.
///
/// A tuple, because a struct would emit weak copy functions.
typealias RowTables = (distances: Vector, foreignRows: Vector, rowSets: Vector, exception: Vector)

@inline(__always) func loadRows(_ rows: Source) -> RowTables {
    (loadTwice(rows, 0), loadTwice(rows, 16), loadTwice(rows, 32), bytes(Int8(truncatingIfNeeded: rows[48])))
}

/// The values of 32 symbols; `foreign` becomes nonzero if any is invalid.
///
/// The exception's distance is in the row below its own, or in rows from 8. Two flags, because an enum would emit weak
/// functions.
@inline(__always) func values(
    _ symbols: Vector, _ tables: RowTables, hasException: Bool, isBelow: Bool, _ foreign: inout Vector
) -> Vector {
    let nibble = bytes(15)
    let row = _mm256_and_si256(_mm256_srli_epi16(symbols, 4), nibble)
    let column = _mm256_and_si256(symbols, nibble)
    foreign = _mm256_or_si256(
        foreign,
        _mm256_and_si256(
            _mm256_shuffle_epi8(tables.foreignRows, column), _mm256_shuffle_epi8(tables.rowSets, row)))
    let isException = _mm256_cmpeq_epi8(symbols, tables.exception)
    let place = isBelow ? isException : _mm256_and_si256(isException, bytes(8))
    let index = hasException ? _mm256_add_epi8(row, place) : row
    return _mm256_add_epi8(symbols, _mm256_shuffle_epi8(tables.distances, index))
}
#endif
