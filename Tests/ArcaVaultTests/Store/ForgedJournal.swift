import Foundation

@testable import ArcaVault

/// A forged journal that SQLite accepts as left by an interrupted write.
///
/// Source: "Database File Format", sqlite.org, section 3.
enum ForgedJournal {
    /// A journal that fills page 1 of a file with zeros when rolled back.
    static func zeroing(pageCount: Int) -> Data {
        let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        let numbers: [UInt32] = [1, 0, UInt32(pageCount), 512, 4096]  // Pages, nonce, size before, sector, page size.
        let header = magic + numbers.flatMap(\.bigEndianBytes)
        let page = UInt32(1).bigEndianBytes + [UInt8](repeating: 0, count: 4096) + UInt32(0).bigEndianBytes
        return Data(header + [UInt8](repeating: 0, count: 512 - header.count) + page)
    }
}
