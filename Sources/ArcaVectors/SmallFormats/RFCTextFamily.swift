internal import ArcaCore

/// Test vectors in RFCs: HMAC, HKDF, PBKDF2, Edwards curves and base-N encodings.
struct RFCTextFamily: VectorFamily {
    let name: String
    let algorithm: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        switch name {
        case "hmac": try hmac(&fields)
        case "hkdf": try hkdf(&fields)
        case "pbkdf2": try pbkdf2(&fields)
        case "eddsa": try eddsa(&fields)
        default: try codec(&fields)
        }
    }

    private func codec(_ fields: inout CaseFields) throws -> TestPlan {
        let codec = algorithm.hasPrefix("base32") ? "base32" : algorithm
        let form = VectorValue.text(
            algorithm == "base32-hex" ? "hex" : algorithm == "base16" ? "upper" : "standard")
        let (bytes, text) = (try fields.value("bytes"), try fields.utf8("text"))
        return .steps([
            .init(
                Request("decode", codec, ["form": form, "allow": .text(""), "text": text]), .outputs(["bytes": bytes])),
            .init(Request("encode", codec, ["form": form, "bytes": bytes]), .outputs(["text": text])),
        ])
    }

    private func pbkdf2(_ fields: inout CaseFields) throws -> TestPlan {
        let key = try fields.bytes("DK")
        guard try fields.int("dkLen") == key.count else {
            throw VectorError(.invalidField, at: "DK", "the key is not dkLen bytes long")
        }
        let inputs: NamedValues = [
            "password": try fields.value("P"), "salt": try fields.value("S"), "iterations": .int(try fields.int("c")),
            "outputByteCount": .int(key.count),
        ]
        return .derivation("pbkdf2", "sha1", inputs, key: .bytes(key))
    }

    /// MACs of one message with one key and several hash functions.
    private func hmac(_ fields: inout CaseFields) throws -> TestPlan {
        let inputs: NamedValues = ["key": try fields.value("Key"), "msg": try fields.value("Data")]
        var steps: [TestPlan.Step] = []
        for label in fields.unread where label.hasPrefix("HMAC-") {
            let algorithm = "hmac-" + HashName.arca(label.dropFirst(5))
            if case .steps(let more) = TestPlan.authenticating(algorithm, inputs, tag: try fields.bytes(label)) {
                steps += more
            }
        }
        return .steps(steps)
    }

    private func hkdf(_ fields: inout CaseFields) throws -> TestPlan {
        let hash = try fields.hash("Hash")
        let material = try fields.value("IKM")
        let (salt, info) = (try Self.bytesIfGiven("salt", &fields), try Self.bytesIfGiven("info", &fields))
        let key = try fields.bytes("OKM")
        guard try fields.int("L") == key.count else {
            throw VectorError(.invalidField, at: "OKM", "the key is not L bytes long")
        }
        return .hkdf(
            hash, material: material, salt: salt, info: info, outputByteCount: key.count,
            extracted: try fields.value("PRK"), key: .bytes(key))
    }

    /// Bytes, or empty if the text says `not provided`.
    private static func bytesIfGiven(_ name: String, _ fields: inout CaseFields) throws -> VectorValue {
        guard fields.has(name) else { return .bytes([]) }
        return fields.ifPresent(name)?.text.hasPrefix("notprovided") == true ? .bytes([]) : try fields.value(name)
    }

    private func eddsa(_ fields: inout CaseFields) throws -> TestPlan {
        if fields.has("CONTEXT") { return .skip("signatures with a context") }
        let message = try fields.bytes("MESSAGE")
        let point = try fields.bytes("PUBLIC KEY")
        var seed = try fields.bytes("SECRET KEY")
        let name =
            fields.has("ALGORITHM")
            ? try fields.text("ALGORITHM").lowercased() : point.count == 57 ? "ed448" : "ed25519"
        guard ["ed25519", "ed448"].contains(name) else { return .skip("Arca has no \(name)") }
        let signature: [UInt8]
        if fields.has("signed message") {
            // The secret key includes the public key, and the signature includes the message.
            let signed = try fields.bytes("signed message")
            guard seed.suffix(32) == point[...], signed.dropFirst(64) == message[...] else {
                throw VectorError(.invalidField, at: "signed message", "the parts of the line contradict each other")
            }
            seed = Array(seed.prefix(32))
            signature = Array(signed.prefix(64))
        } else {
            signature = try fields.bytes("SIGNATURE")
        }
        return .signature(
            name, verifying: ["point": .bytes(point), "msg": .bytes(message)],
            signing: ["seed": .bytes(seed), "msg": .bytes(message)], .bytes(signature))
    }
}
