/// How the columns of a program's CSV are read.
struct CSVPreset {
    let format: ImportFormat
    /// Columns by which the program is known, in small letters.
    let required: [String]
    /// What columns mean, by their names in small letters; nil for those that are left out on purpose.
    let meanings: [String: CSVColumns.Meaning?]
    /// Columns that become plain fields under their own names.
    var plain: [String] = []

    /// Those that can be told from the others, the most special first.
    static let all = [
        CSVPreset(
            format: .firefox, required: ["url", "username", "password", "httprealm", "formactionorigin"],
            meanings: [
                "url": .url, "username": .account, "password": .password, "formactionorigin": nil, "guid": nil,
                "timecreated": .created, "timelastused": nil, "timepasswordchanged": .changed,
            ], plain: ["httprealm"]),
        CSVPreset(
            format: .lastpass, required: ["url", "username", "password", "extra", "name", "grouping"],
            meanings: [
                "url": .url, "username": .account, "password": .password, "totp": .otp, "extra": .notes,
                "name": .title, "grouping": .group, "fav": nil,
            ]),
        CSVPreset(
            format: .keepassxc, required: ["group", "title", "username", "password", "url", "notes"],
            meanings: [
                "group": .group, "title": .title, "username": .account, "password": .password, "url": .url,
                "notes": .notes, "totp": .otp, "icon": nil, "last modified": .modified, "created": .created,
            ]),
        CSVPreset(
            format: .safari, required: ["title", "url", "username", "password", "otpauth"],
            meanings: [
                "title": .title, "url": .url, "username": .account, "password": .password, "notes": .notes,
                "otpauth": .otp,
            ]),
        CSVPreset(
            format: .chrome, required: ["name", "url", "username", "password"],
            meanings: [
                "name": .title, "url": .url, "username": .account, "password": .password, "note": .notes,
            ]),
    ]

    /// The one of a program; nil for a format that leaves it open.
    init?(_ format: ImportFormat) {
        guard let preset = Self.all.first(where: { $0.format == format }) else { return nil }
        self = preset
    }

    private init(
        format: ImportFormat, required: [String], meanings: [String: CSVColumns.Meaning?], plain: [String] = []
    ) {
        self.format = format
        self.required = required
        self.meanings = meanings
        self.plain = plain
    }
}
