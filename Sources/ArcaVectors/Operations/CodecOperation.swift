internal import ArcaCodecs

/// Bytes to text and back: `encode` and `decode`; the algorithm is the codec.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `encode` | `form`, `bytes` | `text`, in bytes |
/// | `decode` | `form`, `allow` (options with commas), `text` | `bytes` |
enum CodecOperation: VectorOperation {
    static let names = ["encode", "decode"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let form = try CodecChoice.form(question.algorithm, inputs.text("form"))
        guard question.operation == "encode" else {
            let options = try CodecChoice.options(inputs.text("allow"))
            return ["bytes": .bytes(try form.decode(inputs.bytes("text"), options))]
        }
        guard let encode = form.encode else {
            throw OperationError.unsupported("\(question.algorithm) is for reading alone here")
        }
        return ["text": .bytes(try encode(inputs.bytes("bytes")))]
    }
}
