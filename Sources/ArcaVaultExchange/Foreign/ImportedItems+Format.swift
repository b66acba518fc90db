internal import ArcaContainers
public import ArcaCore
internal import ArcaCrypto
public import ArcaVault

extension ImportedItems {
    /// The file formats of imports; the raw values are option values.
    ///
    /// Encrypted archives are read by ``VaultArchive``.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// CSV of Chrome, Edge, Brave and other Chromium browsers.
        case chrome
        /// CSV of Firefox.
        case firefox
        /// CSV of Safari and Apple's Passwords.
        case safari
        /// CSV of LastPass.
        case lastpass
        /// CSV of KeePassXC and Arca.
        case keepassxc
        /// CSV with columns named by the user, or one of the above detected from its columns.
        case csv
        /// CSV of KeePass 1, and of KeePass 2 as "CSV (1.x)", with backslash escapes.
        case keepass1
        /// CSV of Bitwarden.
        case bitwardenCSV = "bitwarden-csv"
        /// CSV of Proton Pass.
        case protonPass = "protonpass"
        /// CSV of Dashlane.
        case dashlane
        /// JSON of Bitwarden, unencrypted or protected with a passphrase.
        case bitwarden
        /// The `.1pux` archive of 1Password, a ZIP archive.
        case onePassword = "1pux"
        /// JSON of Proton Pass, alone or in the ZIP archive of an export.
        case protonPassJSON = "protonpass-json"
        /// JSON of the FIDO Alliance's Credential Exchange Format 1.0.
        case cxf
        /// A database of KeePass 2 or KeePassXC, version 3 or 4.
        case kdbx
        /// XML of KeePass 2 and KeePassXC.
        case keepassXML = "keepass-xml"
        /// One `otpauth://` URI per line.
        case otpauth
        /// Arca's own JSON.
        case json

        /// Detects a file's format from its first bytes; nil if unknown.
        ///
        /// - Throws: ``VaultError`` with code `.unsupported` for UTF-16.
        init?(recognizing bytes: Span<UInt8>) throws {
            let mark: [UInt8] = [0xef, 0xbb, 0xbf]
            let first = Array(bytes: bytes.extracting(..<min(bytes.count, 4096)))
            guard !first.starts(with: [0xff, 0xfe]), !first.starts(with: [0xfe, 0xff]) else {
                throw VaultError(.unsupported, at: 0, "the text is UTF-16; save it as UTF-8")
            }
            let text = (first.starts(with: mark) ? first[3...] : first[...]).drop { $0 <= 0x20 }
            if first.starts(with: KDBXHeader.keePass1Signature) {
                throw VaultError(
                    .unsupported, at: 0, "the file is a database of KeePass 1 (KDB), which is not read",
                    hint: "open it in KeePass 2 or KeePassXC (Database, Import), and save it as .kdbx")
            } else if KDBXHeader.recognizes(first) {
                self = .kdbx
            } else if ZIPArchive.recognizes(bytes) {
                let files = try ZIPArchive(bytes).entries
                if files[OnePasswordItems.file] != nil {
                    self = .onePassword
                } else if files[ProtonPassItems.file] != nil {
                    self = .protonPassJSON
                } else if Self.document(of: files.keys) != nil {
                    self = .bitwarden
                } else {
                    return nil
                }
            } else if text.starts(with: "<".utf8) {
                self = .keepassXML
            } else if text.starts(with: "{".utf8) {
                // Arca's begins with its marker; `read` tells the others apart.
                let marker = Array("\"\(ItemsJSON.marker)\"".utf8)
                let isOurs = text.indices.contains { text[$0...].starts(with: marker) }
                self = isOurs ? .json : .bitwarden
            } else if text.starts(with: "otpauth".utf8) {
                self = .otpauth
            } else if text.prefix(while: { $0 != .newline }).contains(where: { ",;\t|".utf8.contains($0) })
                || text.starts(with: "sep=".utf8)
            {
                self = .csv
            } else {
                return nil
            }
        }

        func read(_ bytes: Span<UInt8>, columns: ImportedItems.Columns?, _ opening: Opening) throws -> ImportedItems {
            var gatherer = ItemGatherer()
            switch self {
            case .chrome, .firefox, .safari, .lastpass, .keepassxc, .keepass1, .bitwardenCSV, .protonPass, .dashlane,
                .csv:
                var reader = try CSVItems(bytes, preset: CSVPreset(self), columns: columns)
                try reader.read(bytes, into: &gatherer)
            case .bitwarden:
                try Self.json(bytes) { root, files in
                    // Members may have any order, so detection needs the whole document.
                    if root[CXFItems.marker].ifPresent != nil {
                        try CXFItems.read(root, files, in: bytes, into: &gatherer)
                    } else if root["vaults"].ifPresent != nil, root["items"].ifPresent == nil {
                        try ProtonPassItems.read(root, files, in: bytes, into: &gatherer)
                    } else {
                        try BitwardenItems.read(root, files, in: bytes, opening, into: &gatherer)
                    }
                }
            case .cxf:
                try Self.json(bytes) { root, files in
                    try CXFItems.read(root, files, in: bytes, into: &gatherer)
                }
            case .protonPassJSON:
                try Self.json(bytes) { root, files in
                    try ProtonPassItems.read(root, files, in: bytes, into: &gatherer)
                }
            case .onePassword:
                var reader = OnePasswordItems(try ZIPArchive(bytes))
                try reader.read(bytes, into: &gatherer)
            case .kdbx: try KDBXItems.read(bytes, opening, into: &gatherer)
            case .keepassXML:
                var reader = KeePassItems(byteCount: bytes.count)
                try reader.read(bytes, into: &gatherer)
            case .otpauth: try OTPAuthItems.read(bytes, into: &gatherer)
            case .json: return try ItemsJSON.read(bytes)
            }
            return try gatherer.finish()
        }

        /// The only JSON file of an archive, apart from documents; nil if there are several, or none.
        private static func document(of names: some Sequence<String>) -> String? {
            let found = names.filter { name in
                let folders = name.split(separator: "/").dropLast()
                return name.hasSuffix(".json") && !folders.contains { ["documents", "files"].contains($0) }
            }
            return found.count == 1 ? found[0] : nil
        }

        /// Reads JSON, which may be in a ZIP archive with other files.
        private static func json(_ bytes: Span<UInt8>, _ read: (JSONField, ExportFiles) throws -> Void) throws {
            do {
                guard ZIPArchive.recognizes(bytes) else {
                    return try read(JSONField(try JSONReader.read(bytes)), ExportFiles())
                }
                let archive = try ZIPArchive(bytes)
                guard let name = document(of: archive.entries.keys), let data = try archive.content(name, in: bytes)
                else { throw VaultError(.malformed, "the ZIP archive does not have exactly one JSON file to import") }
                try read(JSONField(try JSONReader.read(data)), ExportFiles(archive))
            } catch let error as CodecError {
                throw VaultError(json: error)
            }
        }
    }

    /// The passphrase and the key file of an encrypted file, and the limits for its key derivation.
    struct Opening {
        let passphrase: SecretBytes?
        let keyFile: SecretBytes?
        let limits: CostLimits
    }
}

extension ImportedItems {
    /// The meanings of the columns of a CSV file: `service=site,account=login,password=pass`.
    public struct Columns: Sendable, Hashable {
        /// The meaning of a column.
        public enum Meaning: String, Sendable, Hashable, CaseIterable {
            /// The display name; also the service without a service column.
            case title
            /// The service of a generic password.
            case service
            /// The account.
            case account
            /// The password.
            case password
            /// A web address, which makes the item an internet password.
            case url
            /// A comment.
            case notes
            /// A one-time password: an `otpauth://` URI or a key in Base32.
            case otp
            /// The group or folder.
            case group
            /// The creation time: ISO 8601, or seconds or milliseconds since 1970.
            case created
            /// The time of the last change to the item.
            case modified
            /// The time of the last password change.
            case changed
            /// The expiry time of the password.
            case expires
        }

        /// The column name for each meaning.
        public let names: [Meaning: String]

        /// Parses a list of meanings and columns.
        ///
        /// - Parameter text: `MEANING=COLUMN` pairs separated by commas, such as `service=site,password=pass`; column
        ///   names are case-insensitive.
        /// - Throws: ``VaultError`` with code `.invalidArgument` for an unknown or repeated meaning, a missing column,
        ///   or a list without an item or a secret.
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
