internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// Text, key and rule of schemes with their own structure.
struct MACScheme {
    let text: MACFinder.CanonicalText
    let key: MACFinder.HMACKey
    let words: [String]

    static func all(for request: MACRequest) -> [MACScheme] {
        scoped(request) + timestampKeys(request)
    }

    /// The timestamp and the secret are the key, and the message is empty, as in Feishu's webhooks.
    private static func timestampKeys(_ request: MACRequest) -> [MACScheme] {
        request.values(.timestamp).map { timestamp in
            var key = MACFinder.CanonicalText(timestamp + [.newline])
            key.appendSecret()
            return MACScheme(
                text: MACFinder.CanonicalText([]), key: MACFinder.HMACKey(text: key, derivation: []),
                words: ["an empty text", "the timestamp, a line feed and ‹secret› as the key"])
        }
    }

    // MARK: Signature 4 of AWS, and its relatives

    /// The credential scope of a request: `AWS4-HMAC-SHA256`, date, region, service and `aws4_request`.
    private struct Scope {
        let algorithm: [UInt8]
        let scope: [UInt8]
        let signedHeaders: [[UInt8]]
        let isQuery: Bool

        /// The text before the secret in the first key: `AWS4`, `TC3`.
        var prefix: [UInt8] {
            let name = String(decoding: algorithm, as: UTF8.self)
            return name.firstRange(of: "-HMAC").map { Array(name[..<$0.lowerBound].utf8) } ?? []
        }

        init?(_ request: MACRequest) {
            if let header = request.header("authorization") {
                let words = header.split(separator: .space, maxSplits: 1)
                guard words.count == 2 else { return nil }
                var values: [String: [UInt8]] = [:]
                for part in words[1].split(separator: .comma) {
                    let pair = MACRequest.Parameter(encoded: MACRequest.trimmed(Array(part))[...])
                    values[pair.lowerName] = pair.rawValue
                }
                self.init(Array(words[0]), values["credential"], values["signedheaders"], isQuery: false)
            } else {
                func parameter(_ name: String) -> [UInt8]? { request.query.first { $0.lowerName == name }?.value }
                guard let algorithm = parameter("x-amz-algorithm") else { return nil }
                self.init(
                    algorithm, parameter("x-amz-credential"), parameter("x-amz-signedheaders"), isQuery: true)
            }
        }

        private init?(_ algorithm: [UInt8], _ credential: [UInt8]?, _ headers: [UInt8]?, isQuery: Bool) {
            guard let credential, let headers, let slash = credential.firstIndex(of: .slash), credential.count < 512
            else { return nil }
            self.algorithm = algorithm
            scope = Array(credential[(slash + 1)...])
            signedHeaders = headers.split(separator: .semicolon).map { Array($0) }
            self.isQuery = isQuery
        }
    }

    /// Source: Signature Version 4 in the AWS reference; Tencent Cloud's TC3 and others differ in names only.
    private static func scoped(_ request: MACRequest) -> [MACScheme] {
        guard let scope = Scope(request) else { return [] }
        let components = scope.scope.split(separator: .slash).map { Array($0) }
        var schemes: [MACScheme] = []
        for time in request.values(.timestamp) {
            for path in paths(request) {
                for payload in payloads(request) {
                    let canonical = canonicalRequest(request, scope, path: path, payload: payload)
                    guard let digest = try? SHA256.function.hash(canonical) else { continue }
                    let lines = [scope.algorithm, time, scope.scope, Array(Base16.standard.encode(digest).utf8)]
                    var key = MACFinder.CanonicalText(scope.prefix)
                    key.appendSecret()
                    schemes.append(
                        MACScheme(
                            text: MACFinder.CanonicalText(Array(lines.joined(separator: [.newline]))),
                            key: MACFinder.HMACKey(text: key, derivation: components),
                            words: [
                                "algorithm, time, scope and SHA-256 of the canonical request, joined with line feeds",
                                "the key derived from \(key) by HMAC of each part of the scope",
                            ]))
                }
            }
        }
        return schemes
    }

    /// The path as it is, and encoded once more, as all services but S3 do.
    private static func paths(_ request: MACRequest) -> [[UInt8]] {
        let path = request.path ?? [.slash]
        let encoded = PercentEncoding.component.encode(path).replacing("%2F", with: "/")
        return path == Array(encoded.utf8) ? [path] : [path, Array(encoded.utf8)]
    }

    private static func payloads(_ request: MACRequest) -> [[UInt8]] {
        let digest = (try? SHA256.function.hash(request.body)).map { Array(Base16.standard.encode($0).utf8) }
        let named = request.header("x-amz-content-sha256")
        return ([named, digest].compactMap { $0 } + [Array("UNSIGNED-PAYLOAD".utf8)]).reduce(into: []) { list, next in
            if !list.contains(next) { list.append(next) }
        }
    }

    private static func canonicalRequest(
        _ request: MACRequest, _ scope: Scope, path: [UInt8], payload: [UInt8]
    ) -> [UInt8] {
        var recipe = MACParameterRecipe(omission: scope.isQuery ? .signature : .nothing)
        recipe.values = .component
        recipe.set = request.form.isEmpty ? 0 : 1
        let query = request.query.isEmpty ? [] : recipe.text(request, [])?.bytes ?? []
        var lines = [request.method ?? Array("GET".utf8), path, query]
        for name in scope.signedHeaders {
            let name = name.map(\.lowercased)
            let values = request.headers.filter { Array($0.name.utf8) == name }.map { folded($0.value) }
            lines.append(name + [.colon] + Array(values.joined(separator: [.comma])))
        }
        lines += [[], Array(scope.signedHeaders.joined(separator: [.semicolon])), payload]
        return Array(lines.joined(separator: [.newline]))
    }

    /// Runs of spaces as one.
    private static func folded(_ value: [UInt8]) -> [UInt8] {
        Array(value.split(separator: .space).joined(separator: [.space]))
    }
}
