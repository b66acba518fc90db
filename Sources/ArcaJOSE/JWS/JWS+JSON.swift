public import ArcaCore

extension JWS {
    private static let largestSignatureCount = 16

    /// Verifies a token in JSON, flattened or with several signatures.
    ///
    /// One signature must be valid; ``index`` is its index. Signatures for other keys or with unknown algorithms are
    /// skipped. A signature that is for one of the keys and invalid rejects the token.
    ///
    /// - Parameters:
    ///   - json: The token as a JSON object; at most 16 signatures.
    ///   - keys: The trusted keys.
    ///   - payload: The detached payload; the token must then have no `payload`.
    ///   - algorithms: The allowed algorithms; nil for all that the keys allow.
    /// - Throws: ``JOSEError``, the same as for compact tokens; if all signatures are skipped, the error of the last
    ///   one.
    ///
    /// Source: RFC 7515, section 7.2.
    public init(
        verifyingJSON json: borrowing some Bytes, keys: JWKSet, detached payload: [UInt8]? = nil,
        algorithms: Set<JWSAlgorithm>? = nil
    ) throws(JOSEError) {
        let value: JSONValue
        do throws(CodecError) {
            value = try JSONReader.read(
                json, options: JSONReader.Options(maximumDepth: 12, maximumByteCount: 16 << 20))
        } catch {
            throw JOSEError(.malformed, at: error.place, "the token is not strict JSON: \(error.reason)")
        }
        guard let object = value.object else { throw JOSEError(.malformed, "the token is not a JSON object") }
        guard object["ciphertext"] == nil else {
            throw JOSEError(.unsupported, "this is an encrypted token (JWE) in JSON, which has no signature")
        }
        var entries = [object]
        if let list = object["signatures"] {
            guard object["signature"] == nil, object["protected"] == nil, object["header"] == nil else {
                throw JOSEError(.malformed, "the token has one signature and a list of signatures")
            }
            let members = list.array?.compactMap(\.object)
            guard let members, members.count == list.array?.count, !members.isEmpty else {
                throw JOSEError(.malformed, "signatures is not a list of objects")
            }
            guard members.count <= Self.largestSignatureCount else {
                throw JOSEError(.costTooHigh, "the token has more than \(Self.largestSignatureCount) signatures")
            }
            entries = members
        }
        guard payload == nil || object["payload"] == nil else {
            throw JOSEError(
                .malformed, "the token contains a payload, though a detached one was given too")
        }
        let payloadText = payload == nil ? try Self.text(object, "payload") : []
        // RFC 7797, section 3: the payload is encoded for all signatures or for none.
        let signatures = try entries.map { entry throws(JOSEError) in try Self.signed(entry) }
        let isEncoded = signatures.map { $0.header.members["b64"]?.bool ?? true }
        guard Set(isEncoded).count == 1 else {
            throw JOSEError(.malformed, "b64 is not the same in all signatures of the token")
        }
        var refusal: JOSEError?
        for (index, signed) in signatures.enumerated() {
            do throws(JOSEError) {
                try self.init(
                    signed, payloadText: payloadText, detached: payload, index: index, keys: keys,
                    algorithms: algorithms)
                return
            } catch {
                switch error.code {
                case .wrongKeyType, .unknownKey, .unsupported, .algorithmNotAllowed: refusal = error
                default: throw error
                }
            }
        }
        throw refusal ?? JOSEError(.malformed, "the token has no signature")
    }

    private static func text(_ object: JSONObject, _ name: String) throws(JOSEError) -> [UInt8] {
        guard let text = object[name]?.string else {
            throw JOSEError(.malformed, "the token has no text member \(name)")
        }
        return Array(text.utf8)
    }

    private static func signed(_ entry: JSONObject) throws(JOSEError) -> SignedText {
        var protectedText: [UInt8] = []
        var protected = JSONObject()
        if entry["protected"] != nil {
            protectedText = try text(entry, "protected")
            protected = try CompactText.object(try CompactText.decode(protectedText, "header"), "header")
        }
        var unprotected = JSONObject()
        if let header = entry["header"] {
            guard let object = header.object else {
                throw JOSEError(.malformed, "the unprotected header is \(header.kindName), not an object")
            }
            unprotected = object
        }
        return SignedText(
            protectedText: protectedText, header: try JOSEHeader(protected: protected, unprotected: unprotected),
            signatureText: try text(entry, "signature"), isCompact: false)
    }
}
