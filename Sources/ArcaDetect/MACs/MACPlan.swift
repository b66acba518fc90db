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

    /// The forms of a secret that differ from its text.
    static func forms(of secret: SecretBytes) -> [MACFinder.SecretForm: SecretBytes] {
        var forms: [MACFinder.SecretForm: SecretBytes] = [.text: secret]
        func add(_ form: MACFinder.SecretForm, _ bytes: [UInt8]?) {
            guard let bytes, !bytes.isEmpty else { return }
            let value = SecretBytes(copying: bytes)
            if !forms.values.contains(value) { forms[form] = value }
        }
        secret.withBytes { bytes in
            let text = [UInt8](bytes: bytes)
            let line = MACRequest.trimmed(text)
            add(.trimmed, line)
            add(.hexadecimal, try? Base16.standard.allowing(.letterCase).decode(line))
            let rest = line.starts(with: "whsec_".utf8) ? Array(line.dropFirst(6)) : line
            add(.base64, try? Base64.standard.allowing([.missingPadding, .mixedAlphabets]).decode(rest))
            add(.md5Digest, (try? AnyHashFunction.md5.hash(line)).map { Array(Base16.standard.encode($0).utf8) })
        }
        return forms
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
