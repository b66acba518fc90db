internal import ArcaCodecs

/// Encrypted files: files with `format`, which each case opens.
struct ContainerFamily: VectorFamily {
    /// How the bytes of a plaintext go on that a file gives by its length alone.
    private static func pattern(_ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: 7 * $0 + $0 / 256) }
    }

    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == OwnFormat.name, kind.type == "format",
            ["aescrypt-objc", "c2sp-chunked", "rncryptor"].contains(kind.algorithm)
        else { return nil }
        name = "container-" + kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        switch name {
        case "container-aescrypt-objc": try textFile(&fields)
        case "container-rncryptor": try passwordFile(&fields)
        default: try chunkedFile(&fields)
        }
    }

    private func textFile(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let inputs: NamedValues = [
            "password": .bytes(Array(try fields.text("password").utf8)),
            "file": .bytes(Array(try fields.text("file").utf8)),
        ]
        let message = VectorValue.bytes(Array(try fields.text("plaintext").utf8))
        return .steps([.init(Question("open-file", "aescrypt-objc", inputs), .outputs(["bytes": message]))])
    }

    private func passwordFile(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("origin", because: "it tells where the case is from")
        var inputs: NamedValues = ["file": .bytes(try fields.bytes("file"))]
        if fields.has("password") {
            inputs["password"] = .bytes(Array(try fields.text("password").utf8))
        } else {
            inputs["encryptionKey"] = .bytes(try fields.bytes("encryptionKey"))
            inputs["authenticationKey"] = .bytes(try fields.bytes("hmacKey"))
        }
        let message = VectorValue.bytes(try fields.bytes("plaintext"))
        return .steps([.init(Question("open-file", "rncryptor", inputs), .outputs(["bytes": message]))])
    }

    private func chunkedFile(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let message = Self.pattern(try fields.int("plaintextByteCount"))
        let inputs: NamedValues = [
            "key": .bytes(try fields.bytes("key")), "context": .bytes(Array(try fields.text("context").utf8)),
            "hash": .text(WycheproofNames.hash(try fields.text("hash"))),
        ]
        let algorithm = try fields.text("aead")
        var seal = inputs
        seal["salt"] = .bytes(try fields.bytes("salt"))
        seal["msg"] = .bytes(message)
        guard fields.has("file") else {
            seal["digest"] = .text("sha256")
            let digest = VectorValue.bytes(try fields.bytes("fileSHA256"))
            let byteCount = Self.fileByteCount(message.count)
            let expected: NamedValues = ["byteCount": .int(byteCount), "digest": digest]
            return .steps([.init(Question("seal-chunked", algorithm, seal), .outputs(expected))])
        }
        let file = VectorValue.bytes(try fields.bytes("file"))
        var open = inputs
        open["file"] = file
        return .steps([
            .init(Question("seal-chunked", algorithm, seal), .outputs(["bytes": file])),
            .init(Question("open-chunked", algorithm, open), .outputs(["bytes": .bytes(message)])),
        ])
    }

    /// The length of a file: salt and commitment, then chunks of 16 KiB with a tag each, the last one not full.
    private static func fileByteCount(_ byteCount: Int) -> Int { 56 + byteCount + (byteCount / 16_384 + 1) * 16 }
}
