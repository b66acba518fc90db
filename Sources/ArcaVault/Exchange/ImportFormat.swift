internal import ArcaCodecs

/// The kinds of files that items are imported from; the raw values are what options call them.
///
/// Archives, which are encrypted, are read by ``VaultArchive``.
public enum ImportFormat: String, Sendable, Hashable, CaseIterable {
    /// CSV as Chrome, Edge, Brave and other browsers of that family write it.
    case chrome
    /// CSV as Firefox writes it.
    case firefox
    /// CSV as Safari and Apple's Passwords write it.
    case safari
    /// CSV as LastPass writes it.
    case lastpass
    /// CSV as KeePassXC writes it, and Arca.
    case keepassxc
    /// CSV with columns that the user names, or one of the above told by its columns.
    case csv
    /// JSON as Bitwarden writes it, not encrypted.
    case bitwarden
    /// XML as KeePass 2 and KeePassXC write it.
    case keepassXML = "keepass-xml"
    /// One `otpauth://` URI a line.
    case otpauth
    /// Arca's own JSON.
    case json

    /// Tells a file's kind by its first bytes; nil for none of them.
    ///
    /// - Throws: ``VaultError`` with code `.unsupported` for UTF-16.
    init?(recognising bytes: Span<UInt8>) throws(VaultError) {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let first = Array(bytes: bytes.extracting(..<min(bytes.count, 4096)))
        guard !first.starts(with: [0xff, 0xfe]), !first.starts(with: [0xfe, 0xff]) else {
            throw VaultError(.unsupported, at: 0, "the text is UTF-16; save it as UTF-8")
        }
        let text = (first.starts(with: mark) ? first[3...] : first[...]).drop { $0 <= 0x20 }
        if text.starts(with: "<".utf8) {
            self = .keepassXML
        } else if text.starts(with: "{".utf8) {
            // Arca's begins with its name; every other object is taken for Bitwarden's, whose reader says what it lacks.
            let marker = Array("\"\(ItemsJSON.marker)\"".utf8)
            let isOurs = text.indices.contains { text[$0...].starts(with: marker) }
            self = isOurs ? .json : .bitwarden
        } else if text.starts(with: "otpauth".utf8) {
            self = .otpauth
        } else if text.prefix(while: { $0 != 0x0a }).contains(UInt8(ascii: ",")) {
            self = .csv
        } else {
            return nil
        }
    }

    func read(_ bytes: Span<UInt8>, columns: CSVColumns?) throws(VaultError) -> ImportedItems {
        var gatherer = ItemGatherer()
        switch self {
        case .chrome, .firefox, .safari, .lastpass, .keepassxc, .csv:
            var reader = try CSVItems(bytes, preset: CSVPreset(self), columns: columns)
            try reader.read(bytes, into: &gatherer)
        case .bitwarden: try BitwardenItems.read(bytes, into: &gatherer)
        case .keepassXML:
            var reader = KeePassItems()
            try reader.read(bytes, into: &gatherer)
        case .otpauth: try OTPAuthItems.read(bytes, into: &gatherer)
        case .json: return try ItemsJSON.read(bytes)
        }
        return try gatherer.finish()
    }
}
