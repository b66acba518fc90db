internal import ArcaCodecs
internal import ArcaCore

/// One call of a library's function: inputs as C values, and its outputs as JSON.
struct LibraryCall {
    private let operation: String
    private let algorithm: String
    /// Names and values, as C gets them.
    private let inputs: [(name: String, bytes: [UInt8])]
    private let hasAlphabet: Bool

    /// Converts the inputs of a request; `text` has the names of those that are text, others are hexadecimal.
    init(operation: String, algorithm: String, inputs: JSONField, text: Set<String>) throws {
        self.operation = operation
        self.algorithm = algorithm
        self.inputs = try inputs.members.map { name, field in
            if let number = field.value?.int { return (name, Array(String(number).utf8)) }
            if field.value?.array != nil {
                return (name, Array(try field.array.map { String(try $0.int) }.joined(separator: ",").utf8))
            }
            return (name, text.contains(name) ? Array(try field.string.utf8) : try field.hex)
        }
        hasAlphabet = self.inputs.contains { $0.name == "alphabet" }
    }

    /// Calls the function.
    ///
    /// - Returns: The member of the answer: `outputs`, `refused` or `unsupported`.
    func run(_ function: LibraryHost.Function) throws(VectorError) -> (name: String, value: JSONValue) {
        let outputs = Outputs()
        // All strings in one block, each followed by a NUL.
        var block: [UInt8] = []
        // The structures `arca_vectors_input`: two pointers, here as offsets, and a size_t.
        var words: [UInt] = []
        for (name, bytes) in inputs {
            words += [UInt(block.count), UInt(block.count + name.utf8.count + 1), UInt(bytes.count)]
            block += Array(name.utf8) + [0] + bytes + [0]
        }
        // Never empty, so it has an address.
        words.append(0)
        let status = withExtendedLifetime(outputs) {
            block.withUnsafeBytes { block in
                let base = UInt(bitPattern: block.baseAddress)
                for index in words.indices where index % 3 < 2 { words[index] += base }
                return function(
                    operation, algorithm, words, inputs.count, Self.add, Unmanaged.passUnretained(outputs).toOpaque())
            }
        }
        if let fault = outputs.fault { throw VectorError(.otherProgram, fault) }
        let reason = outputs.values.first { $0.name == "reason" }.map { String(decoding: $0.bytes, as: UTF8.self) }
        switch status {
        case 0: return ("outputs", try value(of: outputs.values))
        case 1: return ("refused", .string(reason ?? "refused"))
        case 2: return ("unsupported", .string(reason ?? "the library has no \(operation) \(algorithm)"))
        default: throw VectorError(.otherProgram, "the library returned \(status), not 0, 1 or 2")
        }
    }

    private func value(of outputs: [(name: String, bytes: [UInt8])]) throws(VectorError) -> JSONValue {
        var object = JSONObject()
        for (name, bytes) in outputs {
            let text = String(decoding: bytes, as: UTF8.self)
            func integers() throws(VectorError) -> [Int] {
                let numbers =
                    text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
                guard !numbers.contains(nil) else {
                    throw VectorError(.otherProgram, "the library's output \(name) is not an integer in decimal digits")
                }
                return numbers.compactMap(\.self)
            }
            switch ProgramProtocol.kind(ofOutput: name, operation: operation, hasAlphabet: hasAlphabet) {
            case .text: object[name] = .string(text)
            case .bytes: object[name] = .string(Base16.standard.encode(bytes))
            case .integers: object[name] = .array(try integers().map { .integer($0) })
            case .integer:
                guard let number = try integers().first else {
                    throw VectorError(.otherProgram, "the library's output \(name) is empty")
                }
                object[name] = .integer(number)
            }
        }
        return .object(object)
    }

    /// The outputs that the function adds.
    private final class Outputs {
        var values: [(name: String, bytes: [UInt8])] = []
        var fault: String?
    }

    private static let add: LibraryHost.Output = { context, name, bytes, count in
        guard let context else { return }
        let outputs = Unmanaged<Outputs>.fromOpaque(context).takeUnretainedValue()
        guard let name else {
            outputs.fault = "the library added an output without a name"
            return
        }
        let text = String(cString: name)
        guard count == 0 || count > 0 && bytes != nil else {
            outputs.fault = "the library added the output \(text) without bytes, or with a negative count"
            return
        }
        outputs.values.append((text, Array(UnsafeRawBufferPointer(start: bytes, count: count))))
    }
}
