internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// A way to write the canonical text of a request, with a cost: likely ways are tried first.
enum MACTextRecipe {
    case message(MACMessageRecipe)
    case json(MACJSONRecipe)
    case parameters(MACParameterRecipe)
    case lines(MACLineRecipe)
    indirect case transformed(MACTextRecipe, MACTransform)

    var cost: Double {
        switch self {
        case .message(let recipe): recipe.cost
        case .json(let recipe): recipe.cost
        case .parameters(let recipe): recipe.cost
        case .lines(let recipe): recipe.cost
        case .transformed(let recipe, let transform): recipe.cost + transform.cost
        }
    }

    /// The rule in words.
    func words(_ request: MACRequest) -> [String] {
        switch self {
        case .message(let recipe): [recipe.words(request)]
        case .json(let recipe): recipe.words
        case .parameters(let recipe): recipe.words(request)
        case .lines(let recipe): recipe.words
        case .transformed(let recipe, let transform): recipe.words(request) + [transform.words]
        }
    }

    func text(_ request: MACRequest, _ signatures: [MACSignature]) -> MACFinder.CanonicalText? {
        switch self {
        case .message(let recipe): recipe.text(request).map { MACFinder.CanonicalText($0) }
        case .json(let recipe): recipe.text(request, signatures).map { MACFinder.CanonicalText($0) }
        case .parameters(let recipe): recipe.text(request, signatures)
        case .lines(let recipe): recipe.text(request, signatures)
        case .transformed(let recipe, let transform): recipe.text(request, signatures).flatMap(transform.apply)
        }
    }

    /// Costs up to which a text is also transformed, and combined with unusual places of the secret.
    private static let transformedCost = 1.0
    static let commonCost = 3.0

    /// All recipes that may apply to a request, likely ones first.
    static func all(for request: MACRequest, _ signatures: [MACSignature]) -> [MACTextRecipe] {
        var recipes = MACMessageRecipe.allCases.map(MACTextRecipe.message)
        if request.json != nil { recipes += MACJSONRecipe.all(for: request).map(MACTextRecipe.json) }
        recipes += MACParameterRecipe.all(for: request, signatures).map(MACTextRecipe.parameters)
        recipes += MACLineRecipe.all(for: request).map(MACTextRecipe.lines)
        let common = recipes.filter { $0.cost <= transformedCost }
        for transform in MACTransform.allCases { recipes += common.map { .transformed($0, transform) } }
        // A stable order: the same input gives the same result.
        return recipes.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
            .map(\.element)
    }
}

/// The message as it is.
enum MACMessageRecipe: CaseIterable {
    case body, withoutLineEnd, withLineFeeds, whole

    var cost: Double {
        switch self {
        case .body, .withoutLineEnd: 0
        case .withLineFeeds: 1
        case .whole: 2
        }
    }

    func words(_ request: MACRequest) -> String {
        let name = request.kind == "an HTTP request" ? "the body" : "the message"
        return switch self {
        case .body: "\(name) unchanged"
        case .withoutLineEnd: "\(name) without white space at its ends"
        case .withLineFeeds: "\(name) with line feeds only, without carriage returns"
        case .whole: "the query as it is"
        }
    }

    func text(_ request: MACRequest) -> [UInt8]? {
        switch self {
        case .body: request.body
        case .withoutLineEnd: MACRequest.trimmed(request.body)
        case .withLineFeeds: request.body.filter { $0 != .carriageReturn }
        case .whole: request.rawQuery
        }
    }
}

/// A change of the whole text.
enum MACTransform: CaseIterable {
    case md5, sha256, upperMD5, lower, upper, encoded, lowerEncoded

    var cost: Double { self == .md5 || self == .sha256 ? 1 : 2 }

    var words: String {
        switch self {
        case .md5: "replaced by its MD5 in hexadecimal digits"
        case .sha256: "replaced by its SHA-256 in hexadecimal digits"
        case .upperMD5: "replaced by its MD5 in upper-case hexadecimal digits"
        case .lower: "in lower case"
        case .upper: "in upper case"
        case .encoded: "percent-encoded as in forms"
        case .lowerEncoded: "percent-encoded as in forms, in lower case"
        }
    }

    func apply(_ text: MACFinder.CanonicalText) -> MACFinder.CanonicalText? {
        guard text.secretOffsets.isEmpty, let bytes = apply(text.bytes) else { return nil }
        return MACFinder.CanonicalText(bytes)
    }

    private func apply(_ bytes: [UInt8]) -> [UInt8]? {
        func digest(_ function: AnyHashFunction) -> [UInt8]? {
            (try? function.hash(bytes)).map { Array(Base16.standard.encode($0).utf8) }
        }
        return switch self {
        case .md5: digest(.md5)
        case .sha256: digest(.sha256)
        case .upperMD5: digest(.md5)?.map(\.uppercased)
        case .lower: bytes.map(\.lowercased)
        case .upper: bytes.map(\.uppercased)
        case .encoded: Array(PercentEncoding.form.encode(bytes).utf8)
        case .lowerEncoded: PercentEncoding.form.encode(bytes).utf8.map(\.lowercased)
        }
    }
}
