internal import ArcaCodecs
internal import ArcaCore

/// Parameters, chosen, ordered, encoded and joined.
struct MACParameterRecipe {
    enum Omission: Double, CaseIterable { case signatureAndType = 0, signature = 0.4, nothing = 1.2 }
    enum Order: Double, CaseIterable { case name = 0, given = 0.5, foldedName = 2, value = 2.5, descending = 3 }
    enum Names: Double, CaseIterable { case given = 0, lower = 1.5, upper = 2.5 }
    enum Values: Double, CaseIterable { case decoded = 0, raw = 0.6, component = 1, form = 1.1, lowerForm = 2 }

    /// Joins names and values.
    struct Join {
        let assignment: String?
        let separator: String
        let words: String
        let cost: Double

        static let all = [
            Join(assignment: "=", separator: "&", words: "joined as a=1&b=2", cost: 0),
            Join(assignment: "", separator: "", words: "joined as a1b2", cost: 0.5),
            Join(assignment: nil, separator: "", words: "the values alone, joined without separators", cost: 1),
            Join(assignment: "=", separator: "", words: "joined as a=1b=2", cost: 1.2),
            Join(assignment: nil, separator: "&", words: "the values alone, joined with &", cost: 1.5),
            Join(assignment: nil, separator: "\n", words: "the values alone, one per line", cost: 1.5),
            Join(assignment: nil, separator: "|", words: "the values alone, joined with |", cost: 1.5),
            Join(assignment: nil, separator: ",", words: "the values alone, joined with commas", cost: 1.6),
            Join(assignment: nil, separator: "-", words: "the values alone, joined with hyphens", cost: 2),
            Join(assignment: nil, separator: "_", words: "the values alone, joined with _", cost: 2),
            Join(assignment: nil, separator: ":", words: "the values alone, joined with colons", cost: 2),
            Join(assignment: nil, separator: ".", words: "the values alone, joined with periods", cost: 2),
            Join(assignment: "=", separator: "|", words: "joined as a=1|b=2", cost: 2),
            Join(assignment: "=", separator: "\n", words: "joined as a=1, one per line", cost: 2),
            Join(assignment: "=", separator: ",", words: "joined as a=1,b=2", cost: 2),
            Join(assignment: "=", separator: ";", words: "joined as a=1;b=2", cost: 2.2),
            Join(assignment: ":", separator: ",", words: "joined as a:1,b:2", cost: 2.5),
            Join(assignment: ":", separator: "\n", words: "joined as a:1, one per line", cost: 2.5),
            Join(assignment: ":", separator: "", words: "joined as a:1b:2", cost: 2.5),
        ]
    }

    /// Names of a parameter that holds the secret and is sorted with the others.
    private static let secretNames = [
        "key", "secret", "app_secret", "appSecret", "appsecret", "secret_key", "secretKey", "token", "app_key",
        "appKey",
        "appkey", "api_key", "apiKey", "client_secret",
    ]

    var set = 0
    var omission = Omission.signatureAndType
    var omitsEmpty = false
    var order = Order.name
    var names = Names.given
    var values = Values.decoded
    var join = 0
    var secretName: String?
    /// Whether the parameters include a signature, which is then likely omitted.
    var hasSignature = true

    var cost: Double {
        Double(set) + (hasSignature ? omission.rawValue : 0) + (omitsEmpty ? 0.1 : 0) + order.rawValue + names.rawValue
            + values.rawValue
            + Join.all[join].cost + (secretName == nil ? 0 : 2)
    }

    /// The recipes that differ for these parameters.
    static func all(for request: MACRequest, _ signatures: [MACSignature]) -> [MACParameterRecipe] {
        request.parameterSets.enumerated().flatMap { index, set in
            all(for: set.parameters, signatures).map { recipe in
                var recipe = recipe
                recipe.set = index
                return recipe
            }
        }
    }

    private static func all(for parameters: [MACRequest.Parameter], _ signatures: [MACSignature]) -> [Self] {
        let hasSignature = parameters.contains { isOmitted($0, .signatureAndType, signatures) }
        let hasEmpty = parameters.contains { $0.value.isEmpty }
        let hasEscapes = parameters.contains { $0.rawValue != $0.value || $0.rawName != $0.name }
        let hasUpper = parameters.contains { $0.name.contains { $0.isUppercase } }
        let isPlain = parameters.allSatisfy { parameter in
            (parameter.name + parameter.value).allSatisfy { $0.isAlphanumeric || $0 == .underscore }
        }
        let omissions = hasSignature ? Omission.allCases : [.nothing]
        let names = Names.allCases.filter { $0 != .lower || hasUpper }
        let values = Values.allCases.filter { $0 == .decoded || $0 == .raw && hasEscapes || $0 != .raw && !isPlain }
        var recipes: [Self] = []
        for omission in omissions {
            for omitsEmpty in hasEmpty ? [true, false] : [false] {
                for order in Order.allCases {
                    for name in names {
                        for value in values {
                            for join in Join.all.indices where name == .given || Join.all[join].assignment != nil {
                                recipes.append(
                                    Self(
                                        omission: omission, omitsEmpty: omitsEmpty, order: order, names: name,
                                        values: value, join: join, hasSignature: hasSignature))
                            }
                        }
                    }
                }
            }
        }
        return recipes.filter { $0.cost <= 5 }
            .flatMap { recipe in [recipe] + recipe.withSecret }
    }

    /// The recipes in which the secret is sorted among the parameters.
    private var withSecret: [Self] {
        guard names == .given, join == 0 && order == .name || join == 2 && order == .value, values != .lowerForm
        else { return [] }
        let names = join == 0 ? Self.secretNames : ["token"]
        return names.map { name in
            var recipe = self
            recipe.secretName = name
            return recipe
        }
    }

    private static let signatureNames: Set<String> = [
        "sign", "signature", "sig", "hmac", "oauth_signature", "paysign", "x-amz-signature", "signvalue", "sign_value",
    ]
    private static let typeNames: Set<String> = ["sign_type", "signtype", "sign-type", "signature_type"]

    static func isOmitted(
        _ parameter: MACRequest.Parameter, _ omission: Omission, _ signatures: [MACSignature]
    ) -> Bool {
        guard omission != .nothing else { return false }
        let name = parameter.lowerName
        if signatureNames.contains(name) || omission == .signatureAndType && typeNames.contains(name) { return true }
        return signatures.contains { $0.text == parameter.value || $0.text == parameter.rawValue }
    }

    // MARK: Writing

    /// A parameter as it is written; the value is nil for the secret.
    private struct Written {
        let name: [UInt8]
        let value: [UInt8]?
        let key: [UInt8]
    }

    /// The text; nil if it is empty.
    ///
    /// The secret is sorted by its name. By value, it is assumed to be greater than a digit, which holds for most.
    func text(_ request: MACRequest, _ signatures: [MACSignature]) -> MACFinder.CanonicalText? {
        let join = Join.all[join]
        var written = request.parameterSets[set].parameters.compactMap { parameter -> Written? in
            if Self.isOmitted(parameter, omission, signatures) || omitsEmpty && parameter.value.isEmpty { return nil }
            let (name, value) = encoded(parameter)
            let key =
                switch order {
                case .value: value
                case .foldedName: parameter.name.map(\.lowercased)
                default: values == .raw || values == .decoded ? parameter.name : name
                }
            return Written(name: name, value: value, key: key)
        }
        guard !written.isEmpty else { return nil }
        if let secretName {
            let name = Array(secretName.utf8)
            written.append(Written(name: name, value: nil, key: order == .value ? Array(":".utf8) : name))
        }
        switch order {
        case .given: break
        case .descending: written.sort { $1.key.lexicographicallyPrecedes($0.key) }
        default: written.sort { ($0.key, $0.value ?? []) < ($1.key, $1.value ?? []) }
        }
        var text = MACFinder.CanonicalText([])
        for (index, parameter) in written.enumerated() {
            if index > 0 { text.bytes += join.separator.utf8 }
            if let assignment = join.assignment { text.bytes += parameter.name + Array(assignment.utf8) }
            if let value = parameter.value { text.bytes += value } else { text.appendSecret() }
        }
        return text
    }

    private func encoded(_ parameter: MACRequest.Parameter) -> (name: [UInt8], value: [UInt8]) {
        func encoded(_ text: [UInt8], _ raw: [UInt8]) -> [UInt8] {
            switch values {
            case .decoded: text
            case .raw: raw
            case .component: Array(PercentEncoding.component.encode(text).utf8)
            case .form: Array(PercentEncoding.form.encode(text).utf8)
            case .lowerForm: PercentEncoding.form.encode(text).utf8.map(\.lowercased)
            }
        }
        let name = encoded(parameter.name, parameter.rawName)
        let value = encoded(parameter.value, parameter.rawValue)
        return switch names {
        case .given: (name, value)
        case .lower: (name.map(\.lowercased), value)
        case .upper: (name.map(\.uppercased), value)
        }
    }

    // MARK: In words

    func words(_ request: MACRequest) -> [String] {
        let name = request.parameterSets[set].name
        var chosen = "parameters" + (name.isEmpty ? "" : " \(name)")
        switch omission {
        case .signatureAndType: chosen += ", without the signature and its type"
        case .signature: chosen += ", without the signature"
        case .nothing: break
        }
        if omitsEmpty { chosen += ", without empty ones" }
        if let secretName { chosen += ", with \(secretName)=‹secret›" }
        var words = [chosen]
        switch order {
        case .name: words.append("sorted by name")
        case .given: words.append("in the given order")
        case .foldedName: words.append("sorted by name, ignoring case")
        case .value: words.append("sorted by value")
        case .descending: words.append("sorted by name, in descending order")
        }
        switch names {
        case .given: break
        case .lower: words.append("names in lower case")
        case .upper: words.append("names in upper case")
        }
        switch values {
        case .decoded: if request.hasEscapes(set) { words.append("values decoded") }
        case .raw: words.append("percent-encoded as received")
        case .component: words.append("percent-encoded as in RFC 3986")
        case .form: words.append("percent-encoded as in forms, spaces as +")
        case .lowerForm: words.append("percent-encoded as in forms, then in lower case")
        }
        return words + [Join.all[join].words]
    }
}

extension MACRequest {
    fileprivate func hasEscapes(_ set: Int) -> Bool {
        parameterSets[set].parameters.contains { $0.rawValue != $0.value }
    }
}

/// Orders names, then values, byte by byte.
private func < (left: ([UInt8], [UInt8]), right: ([UInt8], [UInt8])) -> Bool {
    left.0 == right.0
        ? left.1.lexicographicallyPrecedes(right.1) : left.0.lexicographicallyPrecedes(right.0)
}
