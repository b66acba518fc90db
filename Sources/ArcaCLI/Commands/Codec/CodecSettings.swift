internal import ArcaCodecs

/// What the options for codecs say; nil or false where an option is not given.
struct CodecSettings: Sendable {
    var wrap: Int?
    var hasNoPadding = false
    var isUpper = false
    var isLower = false
    var isLenient = false
    var alphabet: String?
    var hasCheck = false
    var hyphens: Int?
    var isAdobe = false
    var isBtoa = false
    var prefix: String?
    var shift: Int?
    var key: String?
    var isCrack = false
    var form: String?
    var escapesAll = false
    var isBinary = false
    var hasCRLF = false
    var layout: HexDumpLayout?
    var columns: Int?
    var group: Int?
    var mediaType: String?
    var label: String?
    var limit: Int?
    /// Whether codecs keep to themselves what they could tell beside the decoded bytes; no option says so.
    var isQuiet = false

    /// The options that are given.
    var given: CodecOption {
        var given: CodecOption = []
        func note(_ option: CodecOption, _ isGiven: Bool) { if isGiven { given.insert(option) } }
        note(.wrap, wrap != nil)
        note(.noPadding, hasNoPadding)
        note(.upper, isUpper)
        note(.lower, isLower)
        note(.lenient, isLenient)
        note(.alphabet, alphabet != nil)
        note(.check, hasCheck)
        note(.hyphens, hyphens != nil)
        note(.adobe, isAdobe)
        note(.btoa, isBtoa)
        note(.prefix, prefix != nil)
        note(.shift, shift != nil)
        note(.key, key != nil)
        note(.crack, isCrack)
        note(.form, form != nil)
        note(.escapesAll, escapesAll)
        note(.binary, isBinary)
        note(.crlf, hasCRLF)
        note(.layout, layout != nil)
        note(.columns, columns != nil)
        note(.group, group != nil)
        note(.mediaType, mediaType != nil)
        note(.label, label != nil)
        note(.limit, limit != nil)
        return given
    }

    /// Tells the user something that is no error.
    func note(_ text: String) {
        if !isQuiet { Messages.note(text) }
    }

    /// The choice that `--form` names; the first one when it is not given.
    func form<Form>(_ choices: KeyValuePairs<String, Form>, of codec: String) throws(UsageError) -> Form {
        guard let choice = form.map({ name in choices.first { $0.key == name } }) ?? choices.first else {
            throw UsageError(
                .invalidValue, "--form: \(codec) has no form '\(form ?? "")'",
                hint: "choose from \(choices.map(\.key).joined(separator: ", "))")
        }
        return choice.value
    }

    /// The value of an option that a codec can not do without.
    static func required<Value>(
        _ value: Value?, _ option: String, _ codec: String, hint: String
    ) throws(UsageError) -> Value {
        guard let value else { throw UsageError(.missingArgument, "\(codec) needs \(option)", hint: hint) }
        return value
    }
}

/// How `--layout` names the forms of a hex dump.
enum HexDumpLayout: String, CaseIterable, ArgumentValue { case xxd, canonical, plain }
