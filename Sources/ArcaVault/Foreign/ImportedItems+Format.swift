public import ArcaCore

extension ImportedItems {
    /// The kinds of files that items are imported from; the raw values are what options call them.
    ///
    /// Archives, which are encrypted, are read by ``VaultArchive``.
    public enum Format: String, Sendable, Hashable, CaseIterable {
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
        /// CSV with columns that the user names, or one of the above detected from its columns.
        case csv
        /// JSON as Bitwarden writes it, not encrypted.
        case bitwarden
        /// XML as KeePass 2 and KeePassXC write it.
        case keepassXML = "keepass-xml"
        /// One `otpauth://` URI a line.
        case otpauth
        /// Arca's own JSON.
        case json

        /// Detects a file's kind from its first bytes; nil if it is unknown.
        ///
        /// - Throws: ``VaultError`` with code `.unsupported` for UTF-16.
        init?(recognizing bytes: Span<UInt8>) throws {
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

        func read(_ bytes: Span<UInt8>, columns: ImportedItems.Columns?) throws -> ImportedItems {
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
}

extension ImportedItems {
    /// Which columns of a CSV file are read as what: `service=site,account=login,password=pass`.
    public struct Columns: Sendable, Hashable {
        /// What a column can be.
        public enum Meaning: String, Sendable, Hashable, CaseIterable {
            /// What people call the item; also the service when there is no other.
            case title
            /// The service of a generic password.
            case service
            /// The account.
            case account
            /// The password.
            case password
            /// A web address, which makes an internet password.
            case url
            /// A remark.
            case notes
            /// A one-time password: an `otpauth://` URI or a key in Base32.
            case otp
            /// The group or folder.
            case group
            /// When the item was made: ISO 8601, or seconds or milliseconds since 1970.
            case created
            /// When the item was last changed.
            case modified
            /// When the password was last changed.
            case changed
            /// When the password should no longer be used.
            case expires
        }

        /// The name of the column that is read as each meaning.
        public let names: [Meaning: String]

        /// Reads a list of meanings and columns.
        ///
        /// - Parameter text: `MEANING=COLUMN` with commas between them, such as `service=site,password=pass`; names of
        ///   columns are compared without regard to case.
        /// - Throws: ``VaultError`` with code `.invalidArgument` for an unknown or repeated meaning, a missing column, and for
        ///   a list that names neither an item nor a secret.
        public init(_ text: String) throws(VaultError) {
            var names: [Meaning: String] = [:]
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let equals = part.firstIndex(of: "="), equals < part.index(before: part.endIndex) else {
                    throw VaultError(.invalidArgument, "a column is given as MEANING=COLUMN, not as '\(part)'")
                }
                guard let meaning = Meaning(rawValue: String(part[..<equals])) else {
                    let known = Meaning.allCases.map(\.rawValue).joined(separator: ", ")
                    throw VaultError(
                        .invalidArgument, "'\(part[..<equals])' is not a meaning of a column; there are \(known)")
                }
                guard names.updateValue(String(part[part.index(after: equals)...]), forKey: meaning) == nil else {
                    throw VaultError(.invalidArgument, "two columns are given for \(meaning.rawValue)")
                }
            }
            guard names[.title] != nil || names[.service] != nil || names[.url] != nil else {
                throw VaultError(.invalidArgument, "no column is given that names an item: title, service or url")
            }
            self.names = names
        }
    }
}
