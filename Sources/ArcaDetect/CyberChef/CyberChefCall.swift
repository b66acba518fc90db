internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaCore

/// An unparsed operation of a recipe: a name and arguments.
struct CyberChefCall {
    /// The name with spaces: `From Base64`.
    let name: String
    /// The arguments; recipes from older versions of CyberChef may have fewer.
    let arguments: [JSONValue]
    var isDisabled = false
    /// The position in the recipe, if known.
    var position: TextPosition?

    /// The compact form.
    var text: String {
        var list = JSONValue.array(arguments).text()
        list = String(list.dropFirst().dropLast())
        // Quotes become apostrophes, which need no escape in links.
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in list.unicodeScalars {
            switch scalar {
            case "'": result.append(contentsOf: "\\'".unicodeScalars)
            case "\"":
                if isEscaped { result.removeLast() }
                result.append(isEscaped ? "\"" : "'")
            default: result.append(scalar)
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return "\(name.replacingEach(" ", with: "_"))(\(String(result)))"
    }

    var json: JSONValue {
        var object = JSONObject()
        object["op"] = .string(name)
        object["args"] = .array(arguments)
        return .object(object)
    }

    // MARK: Reading

    private static let maximumCount = 1 << 20

    /// Parses the operations of a recipe in any form.
    static func list(_ text: String) throws(CodecError) -> [CyberChefCall] {
        guard text.utf8.count <= maximumCount else {
            throw CodecError(.limitExceeded, "a recipe of more than \(maximumCount) bytes")
        }
        var text = text
        if let recipe = text.suffix(after: "#recipe=") {
            let value = recipe.prefix { $0 != "&" }
            text = String(decoding: try PercentEncoding.component.decode(Array(value.utf8)), as: UTF8.self)
        }
        let bytes = Array(text.utf8)
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.count
        return start < bytes.count && bytes[start] == .leftBracket
            ? try read(json: bytes) : try read(compact: bytes)
    }

    private static func read(json bytes: [UInt8]) throws(CodecError) -> [CyberChefCall] {
        var calls: [CyberChefCall] = []
        for (index, element) in (try JSONReader.read(bytes).array ?? []).enumerated() {
            guard let name = element["op"]?.string else {
                throw CodecError(.invalidSyntax, "operation \(index + 1) has no name", hint: "it is the member op")
            }
            guard let arguments = element["args"].map({ $0.array }) ?? [] else {
                throw CodecError(.invalidSyntax, "the arguments of operation \(index + 1), \(name), are not an array")
            }
            calls.append(
                CyberChefCall(
                    name: name, arguments: arguments, isDisabled: element["disabled"]?.bool ?? false))
        }
        return calls
    }

    private static func read(compact bytes: [UInt8]) throws(CodecError) -> [CyberChefCall] {
        func error(_ place: Int, _ reason: String, _ hint: String? = nil) -> CodecError {
            CodecError(.invalidSyntax, at: TextPosition(offset: place, in: bytes), reason, hint: hint)
        }
        var calls: [CyberChefCall] = []
        var index = 0
        while true {
            while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
            guard index < bytes.count else { return calls }
            let start = index
            guard let open = bytes[start...].firstIndex(of: .leftParenthesis), open > start else {
                throw error(start, "an operation without parentheses", "write it as Gunzip()")
            }
            let name = String(decoding: bytes[start..<open], as: UTF8.self).replacingEach("_", with: " ")
            index = open + 1
            let (list, flags) = try arguments(bytes, &index)
            let arguments: [JSONValue]
            do throws(CodecError) { arguments = try JSONReader.read("[\(list)]").array ?? [] } catch {
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: open + 1, in: bytes),
                    "the arguments of \(name) are malformed: \(error.reason)")
            }
            calls.append(
                CyberChefCall(
                    name: name, arguments: arguments, isDisabled: flags.suffix(after: "/disabled") != nil,
                    position: TextPosition(offset: start, in: bytes)))
        }
    }

    /// Reads arguments up to their closing parenthesis, as JSON, and the flags after a slash.
    private static func arguments(_ bytes: [UInt8], _ index: inout Int) throws(CodecError) -> (String, flags: String) {
        let start = index
        var json: [UInt8] = []
        var flags: [UInt8] = []
        var isInside = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case .backslash where isInside && index < bytes.count:
                if bytes[index] != .apostrophe { json.append(byte) }
                json.append(bytes[index])
                index += 1
            case .apostrophe:
                isInside.toggle()
                json.append(.quotationMark)
            case .quotationMark where isInside: json += [UInt8.backslash, byte]
            case _ where isInside: json.append(byte)
            case .rightParenthesis:
                return (String(decoding: json, as: UTF8.self), String(decoding: flags, as: UTF8.self))
            case .slash: flags.append(byte)
            case .newline, .carriageReturn: break
            default: if flags.isEmpty { json.append(byte) } else { flags.append(byte) }
            }
        }
        throw CodecError(
            .truncated, at: TextPosition(offset: start, in: bytes),
            isInside ? "a text without its closing apostrophe" : "no closing parenthesis")
    }
}

extension CyberChefOperation {
    static func operation(of call: CyberChefCall) throws(CodecError) -> Codec.Operation {
        let rows = all.filter { $0.name == call.name }
        guard !rows.isEmpty else {
            throw CodecError(
                .unsupported, at: call.position, "the operation '\(call.name)' is not available",
                hint: "remove it from the recipe, or do it with another program")
        }
        for row in rows {
            do throws(CodecError) {
                guard let options = try row.read(CyberChefArguments(call.arguments)) else { continue }
                return Codec.Operation(Codec.Step(row.codec, options), row.direction)
            } catch {
                throw CodecError(error.code, at: call.position, "\(call.name): \(error.reason)", hint: error.hint)
            }
        }
        throw CodecError(
            .unsupported, at: call.position,
            "the operation '\(call.name)' is not available with the arguments \(JSONValue.array(call.arguments).text())"
        )
    }

    static func call(for operation: Codec.Operation) throws(CodecError) -> CyberChefCall {
        var options = operation.step.options
        options[.lenient] = nil
        for row in all where row.codec == operation.step.codec && row.direction == operation.direction {
            if let arguments = row.write(options) { return CyberChefCall(name: row.name, arguments: arguments) }
        }
        let way = operation.direction == .encoding ? "encode" : "decode"
        throw CodecError(.unsupported, "CyberChef has no operation for '\(way) \(operation.step)'")
    }
}
