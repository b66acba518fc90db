internal import ArcaCore
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
        var writer = TLVWriter()
        writer.add(1, secretGeneration)
        writer.add(2, [], attributes)
        writer.add(3, [], secret)
        return writer.padded()
    }

    init(_ padded: SecretBytes, identifier: [UInt8]) throws {
        self = try padded.withBytes { padded in
            try TeamItem(padded.extracting(..<(try LengthBuckets.contentByteCount(of: padded))), identifier)
        }
    }

    private init(_ plain: Span<UInt8>, _ identifier: [UInt8]) throws {
        var reader = TLVReader()
        var secretGeneration: UInt64?
        var (attributes, secret): (Range<Int>?, Range<Int>?)
        while let (number, found) = try reader.next(plain) {
            var value = found
            switch number {
            case 1: secretGeneration = try value.number(plain)
            case 2: attributes = value.rest()
            case 3: secret = value.rest()
            default: throw TLVReader.unknown(number, in: "an item of the team's log")
            }
            try value.finish()
        }
        guard let secretGeneration, let attributes, let secret else {
            throw TLVReader.missing("fields", in: "an item of the team's log")
        }
        let contents = try ItemContents(
            identifier: identifier, attributes: plain.extracting(attributes), secret: plain.extracting(secret))
        self.init(contents, secretGeneration: secretGeneration)
    }
}
