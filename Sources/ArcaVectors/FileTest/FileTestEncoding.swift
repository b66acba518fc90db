/// Base64 of `evp_test`, in lines of 64 characters as PEM has them.
struct FileTestEncoding: VectorFamily {
    let name = "base64"
    private let type: String

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name, kind.type == "Encoding",
            ["canonical", "valid", "invalid"].contains(kind.algorithm)
        else { return nil }
        type = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let text = try Self.text("Output", &fields)
        if type == "valid", text.contains(UInt8(ascii: "-")) {
            fields.passOver("Input", because: "what comes before a hyphen, which ends the text for OpenSSL alone")
            return .skip("text that a hyphen ends")
        }
        let decode = Question(
            "decode", "base64",
            ["form": .text("standard"), "allow": .text("whitespace"), "text": .bytes(text)])
        guard type != "invalid" else {
            fields.passOver("Input", because: "an invalid text has no meaning")
            return .steps([.init(decode, .refusal)])
        }
        let bytes = VectorValue.bytes(try Self.text("Input", &fields))
        var steps: [Trial.Step] = [.init(decode, .outputs(["bytes": bytes]))]
        if type == "canonical" {
            // OpenSSL ends the last line too.
            let lines = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
            let encode = Question("encode", "base64", ["form": .text("pem"), "bytes": bytes])
            steps.append(.init(encode, .outputs(["text": .bytes(Array(lines))])))
        }
        return .steps(steps)
    }

    /// Bytes in hexadecimal digits, or text in quotes with `\n` for the end of a line.
    private static func text(_ name: String, _ fields: inout CaseFields) throws(VectorError) -> [UInt8] {
        let isQuoted = fields.ifPresent(name)?.text.hasPrefix("\"") ?? false
        let bytes = try fields.quotedOrHex(name)
        return isQuoted ? Array(String(decoding: bytes, as: UTF8.self).replacing("\\n", with: "\n").utf8) : bytes
    }
}
