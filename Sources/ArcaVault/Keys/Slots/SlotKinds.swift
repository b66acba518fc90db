internal import ArcaCore

extension Vault {
    /// Whether a file that begins like this is a vault.
    ///
    /// - Parameter header: The first 100 bytes of the file, or more.
    /// - Returns: Whether it is.
    package static func isVault(header: [UInt8]) -> Bool {
        header.count >= 100 && header.starts(with: "SQLite format 3\0".utf8)
            && header[68..<72].elementsEqual(UInt32(Schema.applicationIdentifier).bigEndianBytes)
    }

    /// The kinds of the slots that stand in a vault's pages, found by their magic; nothing is opened or proven.
    ///
    /// - Parameter pages: The file, or the beginning of it.
    /// - Returns: One kind for each slot, in ascending order; kinds of a newer Arca are left out.
    package static func slotKinds(in pages: [UInt8]) -> [VaultSlot.Kind] {
        let magic = SealedSlot.magic + [SealedSlot.version]
        var kinds: [[UInt8]: VaultSlot.Kind] = [:]
        var place = 0
        while let found = pages[place...].firstRange(of: magic)?.lowerBound {
            if let (identifier, kind) = SealedSlot.summary(pages[found...]) { kinds[identifier] = kind }
            place = found + magic.count
        }
        return kinds.values.sorted { $0.rawValue < $1.rawValue }
    }
}

extension SealedSlot {
    /// Identifier and kind of a body of which only the beginning may be there.
    fileprivate static func summary(_ body: ArraySlice<UInt8>) -> (identifier: [UInt8], kind: VaultSlot.Kind)? {
        let bytes = Array(body.prefix(kindAt + 1))
        guard bytes.count == kindAt + 1, let kind = VaultSlot.Kind(rawValue: bytes[kindAt]) else { return nil }
        return (Array(bytes[identifierAt..<epochAt]), kind)
    }
}
