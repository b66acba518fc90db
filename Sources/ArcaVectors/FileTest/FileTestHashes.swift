internal import ArcaCore

/// Digests of `evp_test`: messages in one piece, or in several repeated pieces.
struct FileTestDigest: VectorFamily {
    private static let maximumByteCount = 1 << 24

    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        guard !fields.has("XOF") else { return .skip("output in pieces") }
        var message: [UInt8] = []
        var number = 1
        repeat {
            let suffix = number == 1 ? "" : " \(number)"
            let piece = try fields.quotedOrHex("Input" + suffix)
            var count = 1
            for name in ["Ncopy", "Count"] where fields.has(name + suffix) {
                let times = try fields.int(name + suffix)
                guard times > 0, times <= Self.maximumByteCount / (max(1, piece.count) * count) else {
                    throw VectorError(
                        .invalidField, at: name, "\(name) makes the message longer than 16 MiB, or nothing")
                }
                count *= times
            }
            for _ in 0..<count { message += piece }
            number += 1
        } while fields.has("Input \(number)")
        let digest = try fields.bytes("Output")
        return .digest(name, ["msg": .bytes(message)], digest)
    }
}

struct FileTestMAC: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        guard !fields.has("Result"), !fields.has("XOF") else { return .skip("what concerns OpenSSL's own interface") }
        if name == "hmac" || name == "cmac" {
            guard !fields.has("Ctrl"), !fields.has("OutputSize"), !fields.has("BlockSize") else {
                return .skip("what concerns OpenSSL's own interface")
            }
        }
        var inputs: NamedValues = [
            "key": .bytes(try fields.quotedOrHex("Key")), "msg": .bytes(try fields.quotedOrHex("Input")),
        ]
        let tag = try fields.bytes("Output")
        switch name {
        case "hmac": return .authenticating(try "hmac-" + fields.hash("Algorithm"), inputs, tag: tag)
        case "cmac":
            let algorithm = try fields.text("Algorithm")
            guard algorithm.lowercased().hasPrefix("aes") else { return .skip("Arca has no CMAC with \(algorithm)") }
        case "gmac":
            let algorithm = try fields.text("Algorithm")
            guard algorithm.lowercased().hasPrefix("aes") else { return .skip("Arca has no GMAC with \(algorithm)") }
            inputs["nonce"] = try fields.value("IV")
        default:
            fields.passOver("OutputSize", "BlockSize", because: "what OpenSSL says about itself")
            var controls = try FileTestControls(&fields)
            guard (controls.take("xof") ?? "0") == "0" else { return .skip("KMAC with output of any length") }
            guard try (controls.takeInt("size") ?? tag.count) == tag.count, controls.left.isEmpty else {
                return .skip("what concerns OpenSSL's own interface")
            }
            inputs["customization"] = .bytes(fields.has("Custom") ? try fields.quotedOrHex("Custom") : [])
        }
        return .authenticating(name, inputs, tag: tag)
    }
}

/// Base64 of `evp_test`, with lines of 64 characters as in PEM.
struct FileTestEncoding: VectorFamily {
    let name = "base64"
    let type: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let text = try Self.text("Output", &fields)
        if type == "valid", text.contains(.hyphen) {
            fields.passOver("Input", because: "what comes before a hyphen, which ends the text for OpenSSL alone")
            return .skip("text that a hyphen ends")
        }
        let decode = Request(
            "decode", "base64",
            ["form": .text("standard"), "allow": .text("whitespace"), "text": .bytes(text)])
        guard type != "invalid" else {
            fields.passOver("Input", because: "an invalid text has no meaning")
            return .steps([.init(decode, .refusal)])
        }
        let bytes = VectorValue.bytes(try Self.text("Input", &fields))
        var steps: [TestPlan.Step] = [.init(decode, .outputs(["bytes": bytes]))]
        if type == "canonical" {
            // OpenSSL also terminates the last line.
            let lines = text.last == .newline ? text.dropLast() : text[...]
            let encode = Request("encode", "base64", ["form": .text("pem"), "bytes": bytes])
            steps.append(.init(encode, .outputs(["text": .bytes(Array(lines))])))
        }
        return .steps(steps)
    }

    /// Bytes in hexadecimal, or quoted text in which `\n` is a line ending.
    private static func text(_ name: String, _ fields: inout CaseFields) throws(VectorError) -> [UInt8] {
        let isQuoted = fields.ifPresent(name)?.text.hasPrefix("\"") ?? false
        let bytes = try fields.quotedOrHex(name)
        return isQuoted ? Array(String(decoding: bytes, as: UTF8.self).replacingText("\\n", with: "\n").utf8) : bytes
    }
}
