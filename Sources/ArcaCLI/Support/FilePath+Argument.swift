internal import ArcaCodecs
internal import ArcaSystem

extension BytePath: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        guard !argument.bytes.isEmpty else {
            throw UsageError(.invalidValue, "a file name is empty", hint: "use - for standard input or output")
        }
        self.init(argument.bytes)
    }

    static var completion: Completion { .files }
    var argumentText: String? { description }

    /// Whether it stands for standard input or output.
    var isDash: Bool { bytes == [UInt8(ascii: "-")] }
}
