internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// Parts of a request, such as timestamp and body, joined by a separator.
struct MACLineRecipe {
    /// A part of a request, or a value made from one.
    indirect enum Part: Sendable {
        case method, target, path, baseURL, url, host, query, body, timestamp, nonce, identifier, secret
        case literal(String)
        case header(String)
        /// The parameters, sorted: `a=1&b=2` with escapes as in RFC 3986, or `a1b2`.
        case parameters, pairs
        /// Percent-encoded as in RFC 3986.
        case encoded(Part)
        /// The digest of a part, in hexadecimal digits.
        case digest(AnyHashFunction, Part)

        var words: String {
            switch self {
            case .method: "method"
            case .target: "path with query"
            case .path: "path"
            case .baseURL: "URL without query"
            case .url: "URL"
            case .host: "host"
            case .query: "query"
            case .body: "body"
            case .timestamp: "timestamp"
            case .nonce: "nonce"
            case .identifier: "identifier"
            case .secret: "‹secret›"
            case .literal(let text): text
            case .header(let name): "header \(name)"
            case .parameters: "parameters (sorted, percent-encoded as in RFC 3986)"
            case .pairs: "parameters (sorted, joined as a1b2)"
            case .encoded(let part): "\(part.words), percent-encoded"
            case .digest(let function, let part): "\(function.name) of the \(part.words)"
            }
        }
    }

    let parts: [Part]
    let separator: String
    /// Whether the separator follows the last part too.
    var isTerminated = false
    /// The indices of the timestamp and nonce among the possible ones.
    var timestamp = 0
    var nonce = 0
    var cost: Double

    /// Sequences of parts, likely ones first; any separator may join them.
    private static let sequences: [[Part]] = [
        [.timestamp, .body],
        [.literal("v0"), .timestamp, .body],
        [.identifier, .timestamp, .body],
        [.timestamp, .nonce, .body],
        [.method, .target, .timestamp, .nonce, .body],
        [.timestamp, .method, .target, .body],
        [.method, .encoded(.baseURL), .encoded(.parameters)],
        [.method, .encoded(.path), .encoded(.parameters)],
        [.method, .host, .path, .parameters],
        [.url, .pairs],
        [.baseURL, .pairs],
        [.path, .pairs],
        [.path, .pairs, .body],
        [.path, .parameters],
        [.method, .target, .body],
        [.method, .path, .body],
        [.method, .target, .timestamp, .body],
        [.method, .target, .body, .timestamp],
        [.method, .path, .timestamp],
        [.target],
        [.url],
        [.target, .body],
        [.path, .body],
        [.url, .body],
        [.baseURL, .body],
        [.query, .body],
        [.body, .timestamp],
        [.body, .timestamp, .nonce],
        [.nonce, .timestamp, .body],
        [.timestamp, .nonce],
        [.nonce, .timestamp],
        [.timestamp],
        [.timestamp, .secret],
        [.secret, .timestamp],
        [.timestamp, .nonce, .secret],
        [.timestamp, .nonce, .secret, .body],
        [.timestamp, .secret, .body],
        [.method, .path, .query, .digest(.sha512, .body), .timestamp],
        [.method, .path, .query, .digest(.sha256, .body), .timestamp],
        [.method, .path, .query, .digest(.sha256, .body)],
        [.method, .target, .digest(.sha256, .body), .timestamp],
        [.method, .target, .digest(.md5, .body), .timestamp],
        [.timestamp, .digest(.sha256, .body)],
        [.timestamp, .digest(.md5, .body)],
        [.method, .header("content-md5"), .header("content-type"), .header("date"), .target],
        [.method, .header("content-md5"), .header("content-type"), .header("date"), .path],
        [.method, .header("accept"), .header("content-md5"), .header("content-type"), .header("date"), .target],
    ]
    private static let separators = ["\n", ".", "", ":", "&", "|", ","]

    static func all(for request: MACRequest) -> [MACLineRecipe] {
        let timestamps = max(1, request.values(.timestamp).count)
        let nonces = max(1, request.values(.nonce).count + request.values(.identifier).count)
        var recipes: [MACLineRecipe] = []
        for (rank, parts) in sequences.enumerated() {
            // The first value of each role, then the others.
            for timestamp in 0..<timestamps {
                for nonce in 0..<nonces {
                    for separator in parts.count == 1 ? [""] : separators {
                        let cost = 1.1 + Double(rank) * 0.03 + Double(timestamp + nonce) * 0.3
                        recipes.append(
                            Self(
                                parts: parts, separator: separator, timestamp: timestamp, nonce: nonce, cost: cost))
                        guard separator == "\n" else { continue }
                        recipes.append(
                            Self(
                                parts: parts, separator: separator, isTerminated: true, timestamp: timestamp,
                                nonce: nonce, cost: cost))
                    }
                }
            }
        }
        return recipes
    }

    var words: [String] {
        let names = parts.map(\.words)
        guard names.count > 1 else { return ["the \(names[0])"] }
        let joined =
            switch separator {
            case "\n": isTerminated ? "each with a line feed" : "joined with line feeds"
            case "": "joined without separators"
            case ".": "joined with periods"
            case ":": "joined with colons"
            case ",": "joined with commas"
            default: "joined with \(separator)"
            }
        return [names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] + ", \(joined)"]
    }

    /// The text; nil if a part is missing.
    func text(_ request: MACRequest, _ signatures: [MACSignature]) -> MACFinder.CanonicalText? {
        var text = MACFinder.CanonicalText([])
        for (index, part) in parts.enumerated() {
            if index > 0 { text.bytes += separator.utf8 }
            if case .secret = part {
                text.appendSecret()
            } else {
                guard let bytes = value(of: part, request, signatures) else { return nil }
                text.bytes += bytes
            }
        }
        if isTerminated { text.bytes += separator.utf8 }
        return text
    }

    private func value(of part: Part, _ request: MACRequest, _ signatures: [MACSignature]) -> [UInt8]? {
        switch part {
        case .method: return request.method
        case .target: return request.target
        case .path: return request.path
        case .baseURL: return request.host.isEmpty ? nil : request.baseURL
        case .url: return request.host.isEmpty ? nil : request.url
        case .host: return request.host.isEmpty ? nil : request.host
        case .query: return request.rawQuery
        case .body: return request.body
        case .timestamp: return request.values(.timestamp).element(at: timestamp)
        case .nonce: return (request.values(.nonce) + request.values(.identifier)).element(at: nonce)
        case .identifier: return request.values(.identifier).element(at: nonce)
        case .secret: return nil
        case .literal(let text): return Array(text.utf8)
        case .header(let name): return request.header(name) ?? []
        case .parameters, .pairs: return Self.parameters(part, request, signatures)
        case .encoded(let part):
            return value(of: part, request, signatures).map { Array(PercentEncoding.component.encode($0).utf8) }
        case .digest(let function, let part):
            guard let bytes = value(of: part, request, signatures), let digest = try? function.hash(bytes) else {
                return nil
            }
            return Array(Base16.standard.encode(digest).utf8)
        }
    }

    /// The parameters of query, form and an OAuth header.
    private static func parameters(
        _ part: Part, _ request: MACRequest, _ signatures: [MACSignature]
    ) -> [UInt8]? {
        var request = request
        request.addOAuthParameters()
        let set = request.parameterSets.count - 1
        guard set >= 0 else { return request.target == nil ? nil : [] }
        var recipe = MACParameterRecipe(set: set, omission: .signature)
        if case .pairs = part {
            recipe.join = 1
            // Those of the form; with a body in JSON, those of the query.
            if set == 2 { recipe.set = request.json == nil ? 0 : 1 }
        } else {
            recipe.values = .component
        }
        return recipe.text(request, signatures)?.bytes
    }
}

extension Array {
    fileprivate func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
