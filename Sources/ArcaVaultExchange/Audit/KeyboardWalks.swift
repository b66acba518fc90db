import ArcaCore
internal import ArcaPlatform

/// Keyboard walks in passwords, with or without shift: `qwert`, `1q2w3e`, `!QAZ2wsx`.
enum KeyboardWalks {
    /// The rows of three keyboard layouts; in the first one, each row is shifted right by half a key from the one
    /// above.
    private static let rows: [[UInt8]] = [
        "`1234567890-=", "qwertyuiop[]\\", "asdfghjkl;'", "zxcvbnm,./", "qwertzuiop", "yxcvbnm", "azertyuiop",
        "qsdfghjklm", "wxcvbn",
    ].map { Array($0.utf8) }
    private static let columns: [[UInt8]] = [
        "1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik,", "9ol.", "0p;/",
    ].map { Array($0.utf8) }

    /// Unshifted characters by shifted one.
    private static let shifted: [UInt8: UInt8] = Dictionary(
        uniqueKeysWithValues: zip("~!@#$%^&*()_+{}|:\"<>?".utf8, "`1234567890-=[]\\;',./".utf8))

    private static let places: [UInt8: [(row: Int, column: Int)]] = {
        var places: [UInt8: [(row: Int, column: Int)]] = [:]
        for (row, keys) in rows.enumerated() {
            for (column, key) in keys.enumerated() { places[key, default: []].append((row, column)) }
        }
        return places
    }()

    /// The position of each key of the first layout; neighbors differ by one of ``steps``.
    private static let grid: [UInt8: (x: Int, y: Int)] = {
        var grid: [UInt8: (x: Int, y: Int)] = [:]
        for (y, row) in rows.prefix(4).enumerated() {
            for (x, key) in row.enumerated() { grid[key] = (x + (y > 0 ? 1 : 0), y) }
        }
        return grid
    }()
    private static let steps = [(1, 0), (-1, 0), (0, 1), (-1, 1), (0, -1), (1, -1)]

    /// The approximate number of keys that a walk may begin with.
    private static let keyCount = 47.0

    /// Calls `reach` with the end and the bits of every walk that begins at `start`.
    static func walks(_ password: Span<UInt8>, _ start: Int, _ reach: (Int, Double) -> Void) {
        guard start + 2 < password.count else { return }
        alongRows(password, start, reach)
        alongColumns(password, start, reach)
        withTurns(password, start, reach)
    }

    /// The key of a character, identified by its unshifted character.
    private static func key(_ byte: UInt8) -> UInt8 { shifted[byte] ?? byte.lowercased }

    /// Bits for the use of shift: never, always, or the number of changes.
    private static func shiftBits(_ password: Span<UInt8>, _ start: Int, _ end: Int) -> Double {
        func isShifted(_ place: Int) -> Bool { password[place] != key(password[place]) }
        var changes = 0
        for place in start + 1..<end where isShifted(place) != isShifted(place - 1) { changes += 1 }
        return changes == 0 ? (isShifted(start) ? 1 : 0) : Double(changes) + 2
    }

    private static func alongRows(_ password: Span<UInt8>, _ start: Int, _ reach: (Int, Double) -> Void) {
        for place in places[key(password[start])] ?? [] {
            let row = rows[place.row]
            for step in [1, -1] {
                var end = start + 1
                while end < password.count {
                    let column = place.column + step * (end - start)
                    guard row.indices.contains(column), row[column] == key(password[end]) else { break }
                    end += 1
                }
                StrengthPatterns.ends(start, end) { end, count in
                    reach(
                        end,
                        log2(keyCount) + 1 + StrengthPatterns.kindBits + log2(Double(count))
                            + shiftBits(password, start, end))
                }
            }
        }
    }

    private static func alongColumns(_ password: Span<UInt8>, _ start: Int, _ reach: (Int, Double) -> Void) {
        for first in columns.indices {
            for step in [1, -1] {
                var (column, end, bits) = (first, start, log2(Double(columns.count)) + 1 + StrengthPatterns.kindBits)
                while columns.indices.contains(column), end + 4 <= password.count,
                    columns[column].indices.allSatisfy({ columns[column][$0] == key(password[end + $0]) })
                        || columns[column].indices.allSatisfy({ columns[column][3 - $0] == key(password[end + $0]) })
                {
                    bits += 1 + shiftBits(password, end, end + 4)
                    end += 4
                    column += step
                    reach(end, bits)
                }
            }
        }
    }

    /// Walks between neighboring keys in any direction, at least four characters.
    private static func withTurns(_ password: Span<UInt8>, _ start: Int, _ reach: (Int, Double) -> Void) {
        guard var place = grid[key(password[start])] else { return }
        var (end, turns) = (start + 1, 0)
        var direction: (Int, Int)?
        while end < password.count, let next = grid[key(password[end])] {
            let step = (next.x - place.x, next.y - place.y)
            guard steps.contains(where: { $0 == step }) else { return }
            if direction.map({ $0 != step }) ?? true { turns += 1 }
            (place, direction, end) = (next, step, end + 1)
            guard end - start >= 4 else { continue }
            // The positions and directions of the turns have to be guessed too.
            let count = Double(end - start)
            reach(
                end,
                log2(keyCount) + StrengthPatterns.kindBits + log2(count) + Double(turns)
                    * (log2(Double(steps.count)) + 0.5)
                    + shiftBits(password, start, end))
        }
    }
}
