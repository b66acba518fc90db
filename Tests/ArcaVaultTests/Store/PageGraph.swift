@testable import ArcaVault

/// Pages of a vault file that refer to each other in a graph: each refers to the next one many times.
///
/// Source: "Database File Format", sqlite.org, sections 1.5 and 1.6.
enum PageGraph {
    private static let pageByteCount = 4096

    /// A file with a table that repeats its rows, `fanOut` times at each of `levelCount` levels.
    ///
    /// - Parameters:
    ///   - table: A table that fits into one page.
    ///   - file: The vault's file.
    ///   - levelCount: Number of pages above the rows; SQLite follows at most 19.
    ///   - fanOut: References from each page to the next, as many as fit.
    /// - Returns: The file, or nil if the table does not fit in one page.
    static func multiply(_ table: String, of file: [UInt8], levelCount: Int, fanOut: Int = 600) -> [UInt8]? {
        guard let root = root(of: table, in: file) else { return nil }
        var file = file
        let first = (root - 1) * pageByteCount
        var leaf = Array(file[first..<first + pageByteCount])
        // On the first page, the file header precedes the page header.
        let header = root == 1 ? Array(leaf[..<100]) : []
        if root == 1 {
            let count = 8 + 2 * number(leaf, 103)
            leaf.replaceSubrange(0..<100 + count, with: leaf[100..<100 + count] + [UInt8](repeating: 0, count: 100))
        }
        guard leaf[0] == 0x0d || leaf[0] == 0x0a else { return nil }
        let cell: [UInt8]
        if leaf[0] == 0x0d {
            cell = [1]  // A key of one byte.
        } else {
            // In index trees, interior pages contain rows too; uses the shortest of the leaf.
            let rows = (0..<number(leaf, 3)).map { row(in: leaf, at: number(leaf, 8 + 2 * $0)) }
            guard let shortest = rows.min(by: { $0.count < $1.count }) else { return nil }
            cell = shortest
        }
        file += leaf
        var child = file.count / pageByteCount
        for level in 0..<levelCount {
            let isRoot = level == levelCount - 1
            let page = page(leaf[0] == 0x0d ? 0x05 : 0x02, cell, child, fanOut, after: isRoot ? header : [])
            if isRoot {
                file.replaceSubrange(first..<first + pageByteCount, with: page)
            } else {
                file += page
                child = file.count / pageByteCount
            }
        }
        file.replaceSubrange(28..<32, with: UInt32(file.count / pageByteCount).bigEndianBytes)
        return file
    }

    /// An interior page with repeated references to `child`.
    private static func page(
        _ kind: UInt8, _ cell: [UInt8], _ child: Int, _ fanOut: Int, after header: [UInt8]
    ) -> [UInt8] {
        let cell = UInt32(child).bigEndianBytes + cell
        let start = header.count
        let count = min(fanOut, (pageByteCount - start - 12) / (cell.count + 2))
        var page = header + [UInt8](repeating: 0, count: pageByteCount - start)
        page[start] = kind
        func put(_ number: Int, at place: Int) {
            page.replaceSubrange(place..<place + 2, with: UInt16(number).bigEndianBytes)
        }
        put(count, at: start + 3)
        put(pageByteCount - count * cell.count, at: start + 5)
        page.replaceSubrange(start + 8..<start + 12, with: UInt32(child).bigEndianBytes)
        for index in 0..<count {
            let place = pageByteCount - (index + 1) * cell.count
            put(place, at: start + 12 + 2 * index)
            page.replaceSubrange(place..<place + cell.count, with: cell)
        }
        return page
    }

    /// The root page of a table, counted from 1, according to the first page.
    private static func root(of table: String, in file: [UInt8]) -> Int? {
        if table == "sqlite_schema" { return 1 }
        for index in 0..<number(file, 103) {
            var place = number(file, 108 + 2 * index)
            _ = variable(file, &place)  // Length.
            _ = variable(file, &place)  // Key.
            var header = place
            let end = header + variable(file, &header)
            var types: [Int] = []
            while header < end { types.append(variable(file, &header)) }
            // type, name, tbl_name, rootpage, sql: three texts precede the number.
            let lengths = types.prefix(3).map { ($0 - 13) / 2 }
            let name = file[header + lengths[0]..<header + lengths[0] + lengths[1]]
            guard name.elementsEqual(table.utf8) else { continue }
            let start = header + lengths.reduce(0, +)
            return file[start..<start + types[3]].reduce(0) { $0 << 8 | Int($1) }
        }
        return nil
    }

    /// A row without overflow pages, including its length prefix.
    private static func row(in leaf: [UInt8], at place: Int) -> [UInt8] {
        var end = place
        let count = variable(leaf, &end)
        return Array(leaf[place..<min(end + count, leaf.count)])
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    private static func variable(_ bytes: [UInt8], _ place: inout Int) -> Int {
        var value = 0
        while true {
            let byte = bytes[place]
            place += 1
            value = value << 7 | Int(byte & 0x7f)
            if byte < 0x80 { return value }
        }
    }
}
