internal import ArcaCodecs
internal import ArcaCore

/// Vectors for C2SP chunked encryption in the format of the Python package cryptography: `{"vectors": [{"name", …}]}`.
package enum ChunkedFileFormat: VectorFormat {
    package static let name = "c2sp-vectors"

    private static let labels: Set<String> = ["name", "comment"]

    /// Whether it is a JSON object with only `vectors`, an array of objects with `aead` or `ciphertext`.
    package static func claims(_ source: VectorSource) -> Bool {
        guard let object = source.object, object.names == ["vectors"], let first = object["vectors"]?[0] else {
            return false
        }
        return first["aead"] != nil || first["ciphertext"] != nil
    }

    package static func family(of kind: VectorKind) -> (any VectorFamily)? { ChunkedFileFamily() }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard let object = source.object else { throw VectorError(.malformed, "not a JSON object") }
        return VectorFile(
            cases: try JSONField(.object(object))["vectors"].array.map { item in
                let fields = try item.caseFields
                return VectorCase(
                    id: try item["name"].string, comment: try item["comment"].ifPresent?.string ?? "",
                    kind: VectorKind("chunked-encryption"), labels: fields.filter { labels.contains($0.name) },
                    fields: fields.filter { !labels.contains($0.name) })
            })
    }
}

/// C2SP chunked encryption with SHA-256: files to decrypt or reject.
struct ChunkedFileFamily: VectorFamily {
    let name = "c2sp-chunked"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("aead_key", "base_nonce", because: "what Arca derives inside, and the ciphertext proves")
        let inputs: NamedValues = [
            "key": try fields.value("key"), "context": try fields.utf8("context"),
            "hash": .text("sha256"), "file": .bytes(try file(&fields)), "digest": .text("sha256"),
        ]
        var expected: NamedValues = [:]
        if fields.has("payload_length") { expected["byteCount"] = .int(try fields.int("payload_length")) }
        if fields.has("payload_sha256") { expected["digest"] = try fields.value("payload_sha256") }
        let algorithm = try fields.text("aead")
        switch try fields.text("expect") {
        case "success": return .step("open-chunked", algorithm, inputs: inputs, expected: .outputs(expected))
        case "failure": return .step("open-chunked", algorithm, inputs: inputs, expected: .refusal)
        case let other:
            throw VectorError(.invalidField, at: "expect", "expect is \(other), not success or failure")
        }
    }

    private func file(_ fields: inout CaseFields) throws -> [UInt8] {
        // An empty file is represented as null.
        let text = try fields.json("ciphertext").value?.isNull == true ? "" : fields.text("ciphertext")
        let isCompressed = fields.has("compressed") ? try fields.json("compressed").value?.bool == true : false
        do {
            let file = try Base64.standard.decode(text)
            guard isCompressed else { return file }
            return try CaseLimits.decompress(file, format: nil)
        } catch { throw VectorError(.invalidField, at: "ciphertext", "ciphertext is malformed: \(error)") }
    }
}
