internal import ArcaCrypto
internal import ArcaVault

/// An item as in the team log: each cell with its values, the displayed one first.
///
/// The log is linear, so three states suffice for merging: the log's previous state, its current state, and the file's.
/// A value that either side removed or replaced is dropped, and a value that either side added is kept. Two values of a
/// cell therefore conflict only if their writers had not seen each other's.
///
/// Source: Documentation/TEAM-VAULT.md, section 6.
struct TeamItem {
    /// The log generation of the last change to the secret; earlier readers may know it.
    var secretGeneration: UInt64
    /// A single version with all values.
    var contents: ItemContents

    init(_ contents: ItemContents, secretGeneration: UInt64) {
        (self.contents, self.secretGeneration) = (contents, secretGeneration)
    }

    // MARK: As a record

    func padded() throws -> SecretBytes {
        let (attributes, secret) = try contents.fields()
        return TeamItemRecord(secretGeneration: secretGeneration, attributes: attributes, secret: secret)
            .fields().padded()
    }

    init(_ padded: SecretBytes, identifier: [UInt8]) throws {
        var read = TeamItemRecord()
        try TeamItemRecord.format.read(padded, into: &read)
        contents = try read.attributes.withBytes { attributes in
            try read.secret.withBytes { secret in
                try ItemContents(identifier: identifier, attributes: attributes, secret: secret)
            }
        }
        secretGeneration = read.secretGeneration
    }
}

private struct TeamItemRecord: FieldRecord {
    enum Field: UInt8, CaseIterable { case secretGeneration = 1, attributes, secret }

    var secretGeneration: UInt64 = 0
    var attributes = SecretBytes(byteCount: 0) { _ in }
    var secret = SecretBytes(byteCount: 0) { _ in }

    static let format = RecordFormat<TeamItemRecord>(
        "an item of the team's log",
        [
            .required(.secretGeneration, .number, \.secretGeneration),
            .required(.attributes, .secret, \.attributes),
            .required(.secret, .secret, \.secret),
        ])
}
