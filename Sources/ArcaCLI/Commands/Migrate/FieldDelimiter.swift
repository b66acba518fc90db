internal import ArcaCore

/// The field delimiter of a table: one character, or the word `tab`.
struct FieldDelimiter: ArgumentValue, Hashable {
    let byte: UInt8

    static let usual = [UInt8.comma, .semicolon, .tab].map(FieldDelimiter.init(byte:))

    /// Delimiters that do not occur in Base64, so new values need no quotes.
    private static let possible = Array("\t,;:|!#$%&*@^_~.'".utf8)

    private init(byte: UInt8) { self.byte = byte }

    init(argument: Argument) throws(UsageError) {
        let bytes: [UInt8] = argument == "tab" || argument == "\\t" ? [.tab] : argument.bytes
        guard bytes.count == 1, Self.possible.contains(bytes[0]) else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' cannot stand between fields",
                hint: "give ',', ';', '|' or tab")
        }
        byte = bytes[0]
    }

    static var completion: Completion { .words([",", ";", "tab"]) }
}
