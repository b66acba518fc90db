internal import ArcaCodecs
internal import ArcaVault

/// What `--from` takes.
enum VaultImportSource: ArgumentValue, Hashable {
    case format(ImportFormat)
    case archive

    init(argument: Argument) throws(UsageError) {
        if argument == "archive" {
            self = .archive
        } else if let format = ImportFormat(rawValue: argument.shown) {
            self = .format(format)
        } else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is no kind of file that is imported",
                hint: "there are \(Self.words.joined(separator: ", "))")
        }
    }

    private static let words = ImportFormat.allCases.map(\.rawValue) + ["archive"]

    static var completion: Completion { .words(words) }
}
