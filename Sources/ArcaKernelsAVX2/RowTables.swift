#if arch(x86_64)
internal import _Builtin_intrinsics.intel

/// Looks up the values of symbols whose distance from their value is the same in each row of sixteen characters, but
/// for one character: the alphabets of RFC 4648 are all like that.
///
/// The tables, in one piece of memory: 16 distances by row, of which those from row 8 on, and that of a row
/// without symbols below the exception's, are the exception's; 16 sets
/// of rows in which the column is foreign; 16 sets that hold just the row itself (all for rows beyond ASCII); then the
/// exception.
///
/// A tuple, because a struct would bring weak functions to copy itself with.
typealias RowTables = (distances: Vector, foreignRows: Vector, rowSets: Vector, exception: Vector)

@inline(__always) func loadRows(_ rows: Source) -> RowTables {
    (loadTwice(rows, 0), loadTwice(rows, 16), loadTwice(rows, 32), bytes(Int8(truncatingIfNeeded: rows[48])))
}

/// The values of 32 symbols; `foreign` becomes nonzero when one of them is not a symbol.
///
/// The exception's distance stands in the row below its own, or in rows from 8 on. (Two flags: an enumeration would
/// bring weak functions with it.)
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
