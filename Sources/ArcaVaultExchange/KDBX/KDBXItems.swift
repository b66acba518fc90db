internal import ArcaCore
internal import ArcaVault

/// Reads items from a KeePass database.
enum KDBXItems {
    static func read(
        _ bytes: Span<UInt8>, _ opening: ImportedItems.Opening, into gatherer: inout ItemGatherer
    ) throws {
        let database = try KDBXDatabase(bytes, opening)
        var reader = KeePassItems(database, byteCount: bytes.count)
        do {
            try database.content.withBytes { try reader.read($0.extracting(database.xml), into: &gatherer) }
        } catch {
            let error = VaultError(wrapping: error)
            // An offset in the XML is not one in the file.
            let place = error.offset.map { " (at \($0) of its XML)" } ?? ""
            throw VaultError(error.code, "the database: \(error.reason)\(place)", hint: error.hint)
        }
    }
}
