extension Vault {
    /// Whether a file is a vault, from at least its first 100 bytes.
    package static func isVault(header: [UInt8]) -> Bool {
        header.count >= 100 && header.starts(with: "SQLite format 3\0".utf8)
            && header[68..<72].elementsEqual(UInt32(Schema.applicationIdentifier).bigEndianBytes)
    }

    /// The kinds of the slots in a vault's pages, found by their magic number; nothing is decrypted or authenticated.
    package static func slotKinds(in pages: [UInt8]) -> [VaultSlot.Kind] {
        let magic = SealedSlot.magic
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
    /// The identifier and kind of a body that may be truncated.
    fileprivate static func summary(_ body: ArraySlice<UInt8>) -> (identifier: [UInt8], kind: VaultSlot.Kind)? {
        let bytes = Array(body.prefix(kindAt + 1))
        guard bytes.count == kindAt + 1, versions.contains(bytes[magic.count]),
            let kind = VaultSlot.Kind(rawValue: bytes[kindAt])
        else { return nil }
        return (Array(bytes[identifierAt..<epochAt]), kind)
    }
}
