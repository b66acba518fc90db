internal import ArcaImages

/// The forms of text, as `--text` takes them.
extension ImageText: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        guard let name = argument.text, let form = ImageText(named: name) else {
            throw .unknownChoice(argument, of: ImageText.all.map(\.name))
        }
        self = form
    }

    static var completion: Completion { .choices(all.map(\.name)) }
    var argumentText: String? { name }
}
