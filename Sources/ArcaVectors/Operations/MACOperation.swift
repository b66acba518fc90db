internal import ArcaCodecs
internal import ArcaCrypto

/// Message authentication codes: `mac` and `verify-mac`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `mac` | `key`, `msg`, `tagByteCount`, `nonce` (for `gmac`), `customization` (for KMAC) | `tag` |
/// | `verify-mac` | `key`, `msg`, `tag`, `nonce`, `customization` | none: yes or a refusal |
enum MACOperation: VectorOperation {
    static let names = ["mac", "verify-mac"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let function: MACFunction
        do {
            function = try MACFunction(named: question.algorithm)
        } catch {
            throw OperationError.unsupported("Arca has no \(question.algorithm)")
        }
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        let message = try inputs.bytes("msg")
        var options = MACFunction.Options()
        if inputs["nonce"] != nil { options.nonce = try inputs.bytes("nonce") }
        if inputs["customization"] != nil { options.customization = try inputs.bytes("customization") }
        if question.operation == "mac" {
            options.outputByteCount = try inputs.int("tagByteCount")
            return ["tag": .bytes(try function.code(for: message, using: key, options: options))]
        }
        let tag = try inputs.bytes("tag")
        options.outputByteCount = tag.count
        guard try function.isValid(tag, for: message, using: key, options: options) else {
            throw OperationError.refused("the code does not fit")
        }
        return [:]
    }
}
