internal import ArcaCodecs
internal import ArcaCrypto

/// Digests of `evp_test`: of messages in one piece, or in several that are repeated.
struct FileTestDigest: VectorFamily {
    /// The longest message that is put together.
    private static let mostBytes = 1 << 24

    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name, kind.type == "Digest" else { return nil }
        let name = CAVPSubject.hash(kind.algorithm)
        guard (try? HashFunction(named: name)) != nil else { return nil }
        self.name = name
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        guard !fields.has("XOF") else { return .skip("output in pieces") }
        var message: [UInt8] = []
        var number = 1
        repeat {
            let suffix = number == 1 ? "" : " \(number)"
            let piece = try fields.quotedOrHex("Input" + suffix)
            var count = 1
            for name in ["Ncopy", "Count"] where fields.has(name + suffix) {
                let times = try fields.int(name + suffix)
                guard times > 0, times <= Self.mostBytes / max(1, piece.count * count) else {
                    throw VectorError(
                        .invalidField, at: name, "\(name) makes the message longer than 16 MiB, or nothing")
                }
                count *= times
            }
            for _ in 0..<count { message += piece }
            number += 1
        } while fields.has("Input \(number)")
        let digest = try fields.bytes("Output")
        var inputs: NamedValues = ["msg": .bytes(message)]
        if name.hasPrefix("shake") { inputs["outputByteCount"] = .int(digest.count) }
        return .steps([.init(Question("hash", name, inputs), .outputs(["digest": .bytes(digest)]))])
    }
}
