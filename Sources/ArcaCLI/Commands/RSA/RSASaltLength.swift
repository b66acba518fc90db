internal import ArcaCodecs

/// The length of a PSS salt, as `--salt` takes it.
enum RSASaltLength: ArgumentValue, Hashable {
    /// As long as the digest.
    case digest
    /// As long as the key has room for.
    case longest
    /// Whatever the signature has.
    case any
    /// So many bytes.
    case bytes(Int)

    init(argument: Argument) throws(UsageError) {
        switch argument.text ?? "" {
        case "digest": self = .digest
        case "max": self = .longest
        case "auto": self = .any
        case let text:
            guard let count = Int(text), (0...65_535).contains(count) else {
                throw UsageError(
                    .invalidValue, "'\(argument.shown)' is no length of a salt",
                    hint: "give a number of bytes, digest, max or auto")
            }
            self = .bytes(count)
        }
    }

    static var completion: Completion { .words(["digest", "max", "auto"]) }
}
