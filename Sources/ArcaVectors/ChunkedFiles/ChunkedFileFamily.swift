internal import ArcaCodecs
internal import ArcaCompression

/// Files in chunks, opened or refused: C2SP chunked encryption with SHA-256.
struct ChunkedFileFamily: VectorFamily {
    private static let maximumByteCount = 64 << 20

    let name = "c2sp-chunked"

    init?(_ kind: VectorKind) {
        guard kind.format == ChunkedFileFormat.name else { return nil }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("aead_key", "base_nonce", because: "what Arca derives inside, and the ciphertext proves")
        let inputs: NamedValues = [
            "key": .bytes(try fields.bytes("key")), "context": .bytes(Array(try fields.text("context").utf8)),
            "hash": .text("sha256"), "file": .bytes(try file(&fields)), "digest": .text("sha256"),
        ]
        var expected: NamedValues = [:]
        if fields.has("payload_length") { expected["byteCount"] = .int(try fields.int("payload_length")) }
        if fields.has("payload_sha256") { expected["digest"] = .bytes(try fields.bytes("payload_sha256")) }
        let question = Question("open-chunked", try fields.text("aead"), inputs)
        switch try fields.text("expect") {
        case "success": return .steps([.init(question, .outputs(expected))])
        case "failure": return .steps([.init(question, .refusal)])
        case let other:
            throw VectorError(.invalidField, at: "expect", "expect is \(other), neither success nor failure")
        }
    }

    private func file(_ fields: inout CaseFields) throws(VectorError) -> [UInt8] {
        // A file without any byte stands there as null.
        let text = try fields.json("ciphertext").value?.isNull == true ? "" : fields.text("ciphertext")
        let isCompressed = fields.has("compressed") ? try fields.json("compressed").value?.bool == true : false
        do {
            let file = try Base64.standard.decode(text)
            guard isCompressed else { return file }
            return try Inflater.inflate(
                file, limits: InflateLimits(maximumByteCount: Self.maximumByteCount, maximumRatio: nil))
        } catch { throw VectorError(.invalidField, at: "ciphertext", "ciphertext cannot be read: \(error)") }
    }
}
