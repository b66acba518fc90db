internal import ArcaCodecs
internal import ArcaCompression

/// Encrypted files in chunks: `ChunkedEncryption`, of c2sp.org/chunked-encryption.
struct WycheproofChunked: VectorFamily {
    /// A file inflates to little more than the longest message, of some 50 chunks.
    private static let maximumByteCount = 64 << 20

    let name = "c2sp-chunked"

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name, kind.type == "ChunkedEncryption" else { return nil }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        fields.passOver("aeadKey", "baseNonce", because: "what Arca derives inside, and the ciphertext proves")
        let file: [UInt8]
        do {
            file = try Inflater.inflate(
                try fields.bytes("ct"), format: .zlib,
                limits: InflateLimits(maximumByteCount: Self.maximumByteCount, maximumRatio: nil))
        } catch let error as VectorError {
            throw error
        } catch { throw VectorError(.invalidField, at: "ct", "ct cannot be inflated: \(error)") }
        let inputs: NamedValues = [
            "key": .bytes(try fields.bytes("key")), "context": .bytes(try fields.bytes("ctx")),
            "hash": .text(try fields.hash("sha")), "file": .bytes(file), "digest": .text("sha512"),
        ]
        let algorithm = try fields.text("aead")
        // Of an invalid file these describe what comes before the damage, and may come out before it is seen.
        var expected: NamedValues = [:]
        if fields.has("msgLength") { expected["byteCount"] = .int(try fields.int("msgLength")) }
        if fields.has("msgSha512") { expected["digest"] = .bytes(try fields.bytes("msgSha512")) }
        return .steps([
            .init(
                Question("open-chunked", algorithm, inputs), verdict == .invalid ? .refusal : verdict.of(expected))
        ])
    }
}
