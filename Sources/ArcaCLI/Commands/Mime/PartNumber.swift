internal import ArcaCodecs

/// The number of a part, as an operand.
struct PartNumber: ArgumentValue, Hashable {
    let path: PartPath

    init(argument: Argument) throws(UsageError) {
        guard let path = argument.text.flatMap({ PartPath($0) }) else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not the number of a part", hint: "numbers look like 1 and 2.1")
        }
        self.path = path
    }

    var argumentText: String? { path.description }
}
