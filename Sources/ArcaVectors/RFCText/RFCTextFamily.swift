internal import ArcaCodecs

/// What RFCs print test vectors of: HMAC, HKDF, PBKDF2, Edwards curves and base-N encodings.
struct RFCTextFamily: VectorFamily {
    let name: String
    private let algorithm: String

    init?(_ kind: VectorKind) {
        guard kind.format == RFCTextFormat.name, ["hmac", "hkdf", "pbkdf2", "eddsa", "codec"].contains(kind.type) else {
            return nil
        }
        name = kind.type
        algorithm = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        switch name {
        case "hmac": return try hmac(&fields)
        case "hkdf": return try hkdf(&fields)
        case "pbkdf2":
            let key = try fields.bytes("DK")
            guard try fields.int("dkLen") == key.count else {
                throw VectorError(.invalidField, at: "DK", "the key is not dkLen bytes long")
            }
            let inputs: NamedValues = [
                "password": .bytes(try fields.bytes("P")), "salt": .bytes(try fields.bytes("S")),
                "iterations": .int(try fields.int("c")), "outputByteCount": .int(key.count),
            ]
            return .steps([.init(Question("pbkdf2", "sha1", inputs), .outputs(["key": .bytes(key)]))])
        case "eddsa": return try eddsa(&fields)
        default:
            let codec = algorithm.hasPrefix("base32") ? "base32" : algorithm
            let form = algorithm == "base32-hex" ? "hex" : algorithm == "base16" ? "upper" : "standard"
            let bytes = VectorValue.bytes(try fields.bytes("bytes"))
            let text = VectorValue.bytes(Array(try fields.text("text").utf8))
            return .steps([
                .init(
                    Question("decode", codec, ["form": .text(form), "allow": .text(""), "text": text]),
                    .outputs(["bytes": bytes])),
                .init(Question("encode", codec, ["form": .text(form), "bytes": bytes]), .outputs(["text": text])),
            ])
        }
    }

    /// One key and message, and the codes by several hash functions.
    private func hmac(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let inputs: NamedValues = [
            "key": .bytes(try fields.bytes("Key")), "msg": .bytes(try fields.bytes("Data")),
        ]
        var steps: [Trial.Step] = []
        for label in fields.unread where label.hasPrefix("HMAC-") {
            let word = label.dropFirst(5).lowercased()
            let hash = CAVPSubject.hash(word.hasPrefix("sha-") ? "sha" + word.dropFirst(4) : word)
            if case .steps(let more) = CAVPMAC.trial("hmac-" + hash, inputs, tag: try fields.bytes(label)) {
                steps += more
            }
        }
        return .steps(steps)
    }

    private func hkdf(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let word = try fields.text("Hash").lowercased()
        let hash = CAVPSubject.hash(word.hasPrefix("sha-") ? "sha" + word.dropFirst(4) : word)
        let material = VectorValue.bytes(try fields.bytes("IKM"))
        let salt = VectorValue.bytes(try Self.bytesIfGiven("salt", &fields))
        let info = VectorValue.bytes(try Self.bytesIfGiven("info", &fields))
        let key = try fields.bytes("OKM")
        guard try fields.int("L") == key.count else {
            throw VectorError(.invalidField, at: "OKM", "the key is not L bytes long")
        }
        let extracted = VectorValue.bytes(try fields.bytes("PRK"))
        let count = VectorValue.int(key.count)
        return .steps([
            .init(Question("hkdf-extract", hash, ["ikm": material, "salt": salt]), .outputs(["prk": extracted])),
            .init(
                Question("hkdf-expand", hash, ["prk": extracted, "info": info, "outputByteCount": count]),
                .outputs(["key": .bytes(key)])),
            .init(
                Question("hkdf", hash, ["ikm": material, "salt": salt, "info": info, "outputByteCount": count]),
                .outputs(["key": .bytes(key)])),
        ])
    }

    /// Bytes, or none where the text says `not provided`.
    private static func bytesIfGiven(_ name: String, _ fields: inout CaseFields) throws(VectorError) -> [UInt8] {
        guard fields.has(name) else { return [] }
        return fields.ifPresent(name)?.text.hasPrefix("notprovided") == true ? [] : try fields.bytes(name)
    }

    private func eddsa(_ fields: inout CaseFields) throws(VectorError) -> Trial {
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
            // The secret key has the public one behind it, and the signature has the message.
            let signed = try fields.bytes("signed message")
            guard seed.suffix(32) == point[...], signed.dropFirst(64) == message[...] else {
                throw VectorError(.invalidField, at: "signed message", "the parts of the line do not fit each other")
            }
            seed = Array(seed.prefix(32))
            signature = Array(signed.prefix(64))
        } else {
            signature = try fields.bytes("SIGNATURE")
        }
        return .steps([
            .init(
                Question("sign", name, ["seed": .bytes(seed), "msg": .bytes(message)]),
                .outputs(["sig": .bytes(signature)])),
            .init(
                Question("verify", name, ["point": .bytes(point), "msg": .bytes(message), "sig": .bytes(signature)]),
                .outputs([:])),
        ])
    }
}
