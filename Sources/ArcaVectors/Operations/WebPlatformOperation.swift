internal import ArcaCodecs
internal import ArcaCore

/// Parsing as in browsers: `read-base64`, `read-data-url` and `read-mime-type`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `read-base64` | `text` | `bytes` |
/// | `read-data-url` | `text` | `type`, `bytes` |
/// | `read-mime-type` | `text` | `type`, serialized as in the standard |
///
/// Source: WHATWG Infra, section 7; Fetch, section 6; MIME Sniffing, section 4.
enum WebPlatformOperation: VectorOperation {
    static let names = ["read-base64", "read-data-url", "read-mime-type"]

    static func respond(to request: Request) throws -> NamedValues {
        let text = try request.inputs.text("text")
        switch request.operation {
        case "read-mime-type":
            guard let type = MediaType(sniffing: text) else { throw OperationError.refused("no MIME type") }
            return ["type": .text(type.description)]
        case "read-base64":
            // Arca decodes Base64 as in browsers only in data: URLs, which are percent-decoded first.
            let escaped = text.utf8.map { "%" + Base16.upper.encode([$0]) }.joined()
            return ["bytes": .bytes(try DataURI("data:;base64," + escaped, rules: .whatwg).bytes)]
        default:
            let url = try DataURI(text, rules: .whatwg)
            return ["type": .text(url.mediaType.description), "bytes": .bytes(url.bytes)]
        }
    }
}
