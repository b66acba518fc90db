internal import ArcaCore
internal import ArcaDetect

enum CompressedInspector: InspectingKind {
    private static let identifiers: Set<String> = [
        "gzip", "zip", "xz", "bzip2", "zstd", "lz4", "7z", "rar", "tar", "deb", "rpm", "ar", "jks", "jceks",
    ]

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard let kind = data.kind, identifiers.contains(kind.identifier) else { return nil }
        var inspection = Inspection(kind)
        switch kind.identifier {
        case "gzip": gzip(data, &inspection)
        case "zip": zip(data, &inspection)
        case "tar": add(ArchiveEntries(tar: data.bytes), isWhole: data.isWhole, &inspection)
        default: break
        }
        if let opener = kind.opener { inspection.add("opened by", opener) }
        return inspection
    }

    private static func add(_ entries: ArchiveEntries, isWhole: Bool, _ inspection: inout Inspection) {
        guard entries.count > 0 else { return }
        if isWhole { inspection.add("entries", entries.count) }
        inspection.add("content", entries.lines)
        if entries.count > entries.lines.count {
            inspection.note("only the first \(entries.lines.count) entries are listed")
        } else if !isWhole {
            inspection.note("only the entries among the first \(InspectedData.wantedByteCount) bytes are listed")
        }
    }

    /// Source: RFC 1952, section 2.3.
    private static func gzip(_ data: InspectedData, _ inspection: inout Inspection) {
        let bytes = data.bytes
        var cursor = ByteCursor(bytes, at: 4)
        if let time = cursor.little(4), time > 0 { inspection.add("modified", time) }
        _ = cursor.take(2)
        if bytes[3] & 4 != 0, let length = cursor.little(2) { _ = cursor.take(length) }
        if bytes[3] & 8 != 0 {
            let name = bytes[min(cursor.offset, bytes.count)...].prefix { $0 != 0 }
            inspection.add("name", String(decoding: name, as: UTF8.self))
        }
        if data.isWhole {
            var end = ByteCursor(bytes, at: bytes.count - 4)
            if let count = end.little(4) { inspection.add("plaintext bytes", count) }
        }
    }

    /// Source: PKWARE APPNOTE.TXT, section 4.3.7.
    private static func zip(_ data: InspectedData, _ inspection: inout Inspection) {
        var cursor = ByteCursor(data.bytes, at: 6)
        guard let flags = cursor.little(2), let method = cursor.little(2) else { return }
        if flags & 1 != 0 {
            inspection.add(
                "cipher", method == 99 ? "AES (WinZip)" : flags & 0x40 != 0 ? "strong encryption" : "ZipCrypto")
            if method != 99, flags & 0x40 == 0 { inspection.note("ZipCrypto is broken: known plaintext gives the key") }
            inspection.add(
                method == 99 ? .pbkdf2("SHA-1", iterations: 1000) : .other("ZipCrypto", "a checksum", .none))
        }
        if data.isWhole, let entries = ArchiveEntries(zip: data.bytes) {
            return add(entries, isWhole: true, &inspection)
        }
        cursor = ByteCursor(data.bytes, at: 26)
        if let length = cursor.little(2), cursor.take(2) != nil, let name = cursor.take(length) {
            inspection.add("first entry", String(decoding: name, as: UTF8.self))
        }
    }
}
