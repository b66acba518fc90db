internal import ArcaCore
internal import ArcaCrypto

/// The lines that other programs read and write: Documentation/VECTORS.md.
enum ProgramProtocol {
    enum OutputKind { case bytes, text, integer, integers }

    private static let integerOutputs: Set<String> = [
        "byteCount", "modificationTime", "digits", "period", "counter", "epoch",
    ]

    /// The kind of an output.
    ///
    /// Programs may write any integer as a number; a library has only bytes.
    static func kind(ofOutput name: String, operation: String, hasAlphabet: Bool) -> OutputKind {
        if hasAlphabet || ["outcome", "type"].contains(name) { return .text }
        if integerOutputs.contains(name) { return .integer }
        return operation.hasPrefix("fpe-") ? .integers : .bytes
    }

    /// A request; for a library, with the names of the inputs that are text.
    static func line(_ request: Request, id: Int, namingText: Bool) -> [UInt8] {
        var object = JSONObject()
        object["id"] = .integer(id)
        object["operation"] = .string(request.operation)
        object["algorithm"] = .string(ProtocolName.algorithm(request.algorithm))
        object["inputs"] = ProtocolName.inputs(request.inputs).json
        if namingText {
            object["text"] = .array(
                request.inputs.elements.compactMap {
                    guard case .text = $0.value else { return nil }
                    return .string($0.name)
                })
        }
        return Array(JSONValue.object(object).text().utf8)
    }

    /// A request that only asks whether a library is loaded.
    static let greeting = Array(#"{"id": 0}"#.utf8)

    /// Throws the fault that the host of a library reports instead of an answer.
    static func checkFault(_ line: [UInt8]) throws(VectorError) {
        guard let fault = (try? JSONReader.read(line))?["fault"]?.string else { return }
        throw VectorError(.otherProgram, fault)
    }

    /// Parses an answer: `outputs`, `refused` or `unsupported`, and the `id` of the request.
    static func response(
        _ line: [UInt8], to request: Request, id: Int, ofLibrary isLibrary: Bool
    ) throws(VectorError) -> Response {
        do {
            let root = JSONField(try JSONReader.read(line), name: "answer")
            try root.allowOnly(["id", "outputs", "refused", "unsupported"])
            guard try root["id"].int == id else {
                throw root["id"].error("is not that of the request, \(id): answers come in the order of the requests")
            }
            guard try root.members.count == 2 else {
                throw root.error("must have one of outputs, refused and unsupported")
            }
            if let reason = root["unsupported"].ifPresent { return .unsupported(try reason.string) }
            if let reason = root["refused"].ifPresent { return .refused(.init(code: nil, try reason.string)) }
            var outputs: NamedValues = [:]
            for (name, field) in try root["outputs"].members { outputs[name] = try output(field, name, request) }
            return .outputs(outputs)
        } catch {
            if isLibrary { try checkFault(line) }
            throw notUnderstood(error)
        }
    }

    private static func notUnderstood(_ error: any Error) -> VectorError {
        VectorError(.otherProgram, "the program's answer is not understood: \(error)")
    }

    /// Parses a value; strings are bytes in hexadecimal, unless the operation returns text.
    private static func output(_ field: JSONField, _ name: String, _ request: Request) throws -> VectorValue {
        if let number = field.value?.int { return .int(number) }
        if field.value?.array != nil { return .ints(try field.array.map { try $0.int }) }
        let hasAlphabet = request.inputs["alphabet"] != nil
        let kind = kind(ofOutput: name, operation: request.operation, hasAlphabet: hasAlphabet)
        return kind == .text ? .text(try field.string) : .bytes(try field.hex)
    }
}

/// Canonical names for requests to other programs, which skip any name they do not know.
enum ProtocolName {
    static let hashInputs: Set<String> = ["hash", "mgfHash"]

    /// An algorithm name with its hash function in canonical form: `sha1` for `SHA-1`, `hmac-sha512-256`.
    static func algorithm(_ word: String) -> String {
        if word.hasPrefix("hmac-") { return "hmac-" + hash(String(word.dropFirst(5))) }
        if word.hasPrefix("pbes2-"), let end = word.ranges(of: "-aes-").last {
            return "pbes2-" + hash(String(word[..<end.lowerBound].dropFirst(6))) + word[end.lowerBound...]
        }
        return hash(word)
    }

    /// The canonical name of a hash function; returns other words unchanged.
    static func hash(_ word: String) -> String {
        guard let function = try? AnyHashFunction(named: word) else { return word }
        return HashName.arca(function.name)
    }

    static func inputs(_ inputs: NamedValues) -> NamedValues {
        hashInputs.reduce(inputs) { inputs, name in
            guard case .text(let word) = inputs[name] else { return inputs }
            return inputs.with(name, .text(hash(word)))
        }
    }
}
