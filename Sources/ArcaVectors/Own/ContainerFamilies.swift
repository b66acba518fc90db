internal import ArcaCore

/// AESCrypt-ObjC files: `format` is `aescrypt-objc`.
struct AESCryptFamily: VectorFamily {
    let name = "container-aescrypt-objc"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        .step(
            "open-file", "aescrypt-objc",
            inputs: ["password": try fields.utf8("password"), "file": try fields.utf8("file")],
            expected: .outputs(["bytes": try fields.utf8("plaintext")]))
    }
}

/// RNCryptor 3 files: `format` is `rncryptor`.
struct RNCryptorFamily: VectorFamily {
    let name = "container-rncryptor"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("origin", because: "it says where the case is from")
        var inputs: NamedValues = ["file": try fields.value("file")]
        if fields.has("password") {
            inputs["password"] = try fields.utf8("password")
        } else {
            inputs["encryptionKey"] = try fields.value("encryptionKey")
            inputs["authenticationKey"] = try fields.value("hmacKey")
        }
        return .step(
            "open-file", "rncryptor", inputs: inputs, expected: .outputs(["bytes": try fields.value("plaintext")]))
    }
}

/// Encryption and decryption in chunks: `format` is `c2sp-chunked`.
struct ChunkedSealFamily: VectorFamily {
    let name = "container-c2sp-chunked"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let byteCount = try fields.int("plaintextByteCount")
        try CaseLimits.check(byteCount, of: "plaintextByteCount")
        // A plaintext given only by its length has these bytes.
        let message = VectorValue.bytes((0..<byteCount).map { UInt8(truncatingIfNeeded: 7 * $0 + $0 / 256) })
        let inputs: NamedValues = [
            "key": try fields.value("key"), "context": try fields.utf8("context"),
            "hash": .text(try fields.hash("hash")),
        ]
        let algorithm = try fields.text("aead")
        let sealing = inputs.with("salt", try fields.value("salt")).with("msg", message)
        guard fields.has("file") else {
            // Salt and commitment, then chunks of 16 KiB with a tag each; the last chunk is shorter.
            let fileByteCount = 56 + byteCount + (byteCount / 16_384 + 1) * 16
            return .step(
                "seal-chunked", algorithm, inputs: sealing.with("digest", .text("sha256")),
                expected: .outputs(["byteCount": .int(fileByteCount), "digest": try fields.value("fileSHA256")]))
        }
        let file = try fields.value("file")
        return .steps([
            .init(Request("seal-chunked", algorithm, sealing), .outputs(["bytes": file])),
            .init(Request("open-chunked", algorithm, inputs.with("file", file)), .outputs(["bytes": message])),
        ])
    }
}

/// Compressed data: `compression` is `streams` (gzip, zlib, deflate) or `short` (short strings).
struct CompressionFamily: VectorFamily {
    let kind: String

    var name: String { "compression-" + kind }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let format = kind == "short" ? kind : try fields.text("format")
        let inputs: NamedValues = ["compressed": try fields.value("compressed")]
        guard try fields.isAccepted() else {
            return .step("decompress", format, inputs: inputs, expected: try fields.refusal())
        }
        var steps = [
            TestPlan.Step(Request("decompress", format, inputs), .outputs(["bytes": try fields.value("output")]))
        ]
        if fields.has("name") {
            let header: NamedValues = [
                "name": try fields.utf8("name"), "modificationTime": .int(try fields.int("modificationTime")),
            ]
            steps.append(.init(Request("read-gzip-header", format, inputs), .outputs(header)))
        }
        return .steps(steps)
    }
}

/// Images as salted strings: `image` is `envelope`.
struct ImageFamily: VectorFamily {
    let name = "image-envelope"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("none", because: "it says that no secret is given")
        let text = try fields.utf8("input")
        var secret: NamedValues = [:]
        if let key = try fields.bytesIfPresent("key") { secret["key"] = .bytes(key) }
        if fields.has("passphrase") { secret["passphrase"] = try fields.utf8("passphrase") }
        let unpack = Request("unpack-image", "salted-string", secret.with("text", text))
        guard try fields.isAccepted() else { return .steps([.init(unpack, try fields.refusal())]) }
        let opened: NamedValues = [
            "bytes": try fields.value("output"), "mediaType": .text(try fields.text("mediaType")),
            "form": .text(try fields.text("text")),
        ]
        var seal = secret.with("image", opened["bytes"]).with("mediaType", opened["mediaType"])
        seal["form"] = opened["form"]
        seal["salt"] = try fields.value("salt")
        if fields.has("cost") {
            let cost = try fields.json("cost")
            for (place, name) in ["logN", "r", "p"].enumerated() { seal[name] = .int(try cost[place].int) }
        }
        return .steps([
            .init(unpack, .outputs(opened)),
            .init(Request("pack-image", "salted-string", seal), .outputs(["text": text])),
        ])
    }
}
