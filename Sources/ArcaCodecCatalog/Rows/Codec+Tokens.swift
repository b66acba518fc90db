internal import ArcaCore
internal import ArcaJOSE

// Tokens with readable contents.
extension Codec {
    static let tokens: [Codec] = [jwt]

    private static let tokenLimit = 1 << 20

    package static let jwt = Codec(
        "jwt", ["jws", "json-web-token"], "header and claims of a token as JSON; no signature is verified (RFC 7519)",
        clue: .jwt,
        encode: nil,
        decode: Way([.lenient, .limit]) { options in
            whole("jwt", options, limit: tokenLimit) { bytes, notes in
                let token = try token(options[flag: .lenient] ? bytes.filter { $0 > 0x20 } : line(bytes))
                notes.append(
                    token.payload == nil
                        ? "only the header of an encrypted token can be read; anybody may have written it"
                        : "the signature was not verified: anybody may have written this")
                return Array((JSONValue.object(token.report).text(.pretty) + "\n").utf8)
            }
        })

    private static func token(_ text: [UInt8]) throws(CodecError) -> UnverifiedToken {
        do throws(JOSEError) {
            return try UnverifiedToken(text)
        } catch {
            // An error in the JSON of a part has its position relative to that part.
            let offset = if case .offset(let offset) = error.place { offset } else { 0 }
            throw CodecError(.invalidSyntax, at: TextPosition(offset: offset, in: text), error.reason)
        }
    }
}
