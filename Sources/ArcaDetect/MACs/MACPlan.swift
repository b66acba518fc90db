internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// A place of the secret, and how it is used: in the text, as the key, or both.
struct MACPlan {
    /// Templates before and after the text; `\0` is the secret.
    var before = ""
    var after = ""
    /// The template of the HMAC's key; nil for a plain hash function.
    var key: String?
    var form = MACFinder.SecretForm.text

    /// Names under which a secret is appended or put first.
    private static let names = [
        "key", "secret", "app_secret", "appSecret", "appsecret", "AppSecret", "app_key", "appKey", "appkey", "AppKey",
        "secret_key", "secretKey", "secretkey", "SecretKey", "api_key", "apiKey", "apikey", "api_secret", "apiSecret",
        "token", "sign_key", "signKey", "signkey", "client_secret", "private_key", "privateKey", "md5key", "md5Key",
        "salt", "Key", "KEY",
    ]
    private static let signs = ["&", "\n", "|", ":", ",", ".", "-", "_", "#", "+", ";"]

    /// The usual plans.
    static let common = [
        MACPlan(key: "\0"), MACPlan(after: "&key=\0"), MACPlan(after: "\0"), MACPlan(before: "\0"),
        MACPlan(before: "\0", after: "\0"), MACPlan(), MACPlan(key: "\0&"), MACPlan(after: "&key=\0", key: "\0"),
    ]

    /// Unusual ones, for common texts.
    static func rare(_ forms: [MACFinder.SecretForm]) -> [MACPlan] {
        var plans: [MACPlan] = []
        for name in names {
            let isDone = name == "key"
            if !isDone { plans.append(MACPlan(after: "&\(name)=\0")) }
            plans.append(MACPlan(after: "\(name)=\0"))
            plans.append(MACPlan(before: "\(name)=\0&"))
            plans.append(MACPlan(after: "\(name)\0"))
            plans.append(MACPlan(before: "\(name)\0"))
        }
        for sign in signs {
            plans.append(MACPlan(after: "\(sign)\0"))
            plans.append(MACPlan(before: "\0\(sign)"))
            plans.append(MACPlan(before: "\0\(sign)", after: "\(sign)\0"))
        }
        for form in forms where form != .text {
            plans += common.filter { $0.key != "\0&" && $0.hasSecret }.map { plan in
                var plan = plan
                plan.form = form
                return plan
            }
        }
        plans += [MACPlan(before: "\0", after: "\0", key: "\0"), MACPlan(after: "\0", key: "\0")]
        return plans + [MACPlan(before: "\0", key: "\0"), MACPlan(after: "&secret=\0", key: "\0")]
    }

    private var hasSecret: Bool { !before.isEmpty || !after.isEmpty || key != nil }

    var usesKeyAlone: Bool { before.isEmpty && after.isEmpty && key != nil }

    func text(_ text: MACFinder.CanonicalText) -> MACFinder.CanonicalText {
        guard !before.isEmpty || !after.isEmpty else { return text }
        var whole = MACFinder.CanonicalText(template: before)
        whole.append(text)
        whole.append(MACFinder.CanonicalText(template: after))
        return whole
    }

    var words: [String] {
        func shown(_ template: String) -> String {
            template.replacing("\0", with: "‹secret›").replacing("\n", with: "a line feed ")
        }
        var words: [String] = []
        if !before.isEmpty { words.append("after \(shown(before))") }
        if !after.isEmpty { words.append("followed by \(shown(after))") }
        return words
    }

    /// The forms of a secret that differ from its text, in memory that is wiped.
    static func forms(of secret: SecretBytes) -> [MACFinder.SecretForm: SecretBytes] {
        var forms: [MACFinder.SecretForm: SecretBytes] = [.text: secret]
        func add(_ form: MACFinder.SecretForm, _ value: SecretBytes?) {
            guard let value, !value.isEmpty, !forms.values.contains(value) else { return }
            forms[form] = value
        }
        secret.withBytes { bytes in
            let line = bytes.extracting(trimmedRange(of: bytes))
            let hasPrefix = line.count > prefix.count && prefix.indices.allSatisfy { line[$0] == prefix[$0] }
            let rest = line.extracting(hasPrefix ? prefix.count..<line.count : 0..<line.count)
            add(.trimmed, SecretBytes(copying: line))
            add(.hexadecimal, decoded(line, Base16.standard.allowing(.letterCase)))
            add(.base64, decoded(rest, Base64.standard.allowing([.missingPadding, .mixedAlphabets])))
            add(.md5Digest, digits(ofDigest: line))
        }
        return forms
    }

    /// The prefix of secrets in the form of Standard Webhooks.
    private static let prefix = Array("whsec_".utf8)

    private static func trimmedRange(of bytes: Span<UInt8>) -> Range<Int> {
        guard let start = bytes.indices.first(where: { !bytes[$0].isWhitespace }),
            let last = bytes.indices.last(where: { !bytes[$0].isWhitespace })
        else { return 0..<0 }
        return start..<last + 1
    }

    private static func decoded(_ text: Span<UInt8>, _ codec: some TextCodec) -> SecretBytes? {
        try? SecretBytes(byteCount: codec.maximumDecodedCount(for: text.count)) { output in
            try codec.decode(text, into: &output)
        }
    }

    private static func digits(ofDigest text: Span<UInt8>) -> SecretBytes? {
        guard let digest = try? AnyHashFunction.md5.hash(text) else { return nil }
        return SecretBytes(byteCount: 2 * digest.count) { output in
            Base16.standard.encode(digest.span, into: &output)
        }
    }
}

extension MACFinder.SecretForm {
    /// The remark on a form; nil for the text itself.
    var words: String? {
        switch self {
        case .text: nil
        case .trimmed: "the secret without white space at its ends"
        case .hexadecimal: "the secret as the bytes of its hexadecimal digits"
        case .base64: "the secret as the bytes of its Base64"
        case .md5Digest: "the secret as its MD5 in hexadecimal digits"
        }
    }
}
