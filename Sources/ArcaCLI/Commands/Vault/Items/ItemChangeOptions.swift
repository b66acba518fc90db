internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
internal import ArcaSystem
internal import ArcaVault

struct ItemChangeOptions: OptionGroup {
    static let title = "Attributes"

    var label: String?
    var kind: String?
    var comment: String?
    var group: String?
    var expiry: Expiry?
    var neverExpires = false
    var fields: [FieldAssignment] = []
    var secretFields: [SecretFieldSource] = []
    var removedFields: [String] = []
    var oneTimePassword: SecretSource?
    var removesOneTimePassword = false

    static var parameters: [Parameter<Self>] {
        Parameter.option("--label", value: "TEXT", set: \.label, help: "a display name; empty removes it")
        Parameter.option("--kind", value: "TEXT", set: \.kind, help: "a description, such as 'database password'")
        Parameter.option("--comment", value: "TEXT", set: \.comment, help: "a remark; not secret")
        Parameter.option("--group", value: "TEXT", set: \.group, help: "a folder, such as Work/Servers")
        Parameter.option(
            "--expires", value: "WHEN", set: \.expiry, help: "a date such as 2027-12-31, or a time from now such as 90d"
        )
        Parameter.flag("--never-expires", set: \.neverExpires, help: "remove the expiry date").excludes("--expires")
        Parameter.repeated(
            "--field", value: "NAME=VALUE", append: \.fields, help: "a field of your own that is not secret")
        Parameter.repeated(
            "--secret-field", value: "NAME=SOURCE", append: \.secretFields,
            help: "a secret field of your own; SOURCE as for --secret-from")
        Parameter.repeated("--remove-field", value: "NAME", append: \.removedFields, help: "remove a field")
        Parameter.option(
            "--otp-from", value: "SOURCE", set: \.oneTimePassword,
            help: "a one-time password: an otpauth:// address, or its key in Base32")
        Parameter.flag("--remove-otp", set: \.removesOneTimePassword, help: "remove the one-time password")
            .excludes("--otp-from")
    }

    var isEmpty: Bool {
        label == nil && kind == nil && comment == nil && group == nil && expiry == nil && !neverExpires
            && fields.isEmpty && secretFields.isEmpty && removedFields.isEmpty && oneTimePassword == nil
            && !removesOneTimePassword
    }

    var readsStandardInput: Bool {
        oneTimePassword == .standardInput || secretFields.contains { $0.source == .standardInput }
    }

    /// Reads all secrets before the vault is opened for writing.
    func gathered(readsStandardInput: Bool, in context: CommandContext) throws -> Gathered {
        var names: Set<String> = []
        for name in removedFields + fields.map(\.name) + secretFields.map(\.name)
        where !names.insert(name).inserted {
            throw UsageError(
                .conflict, "the field '\(String(printable: name.utf8))' is given twice", hint: "give each field once")
        }
        var takesInput = readsStandardInput
        var secrets: [ItemSecret.Field] = []
        for field in secretFields {
            let value = try field.source.passphrase(
                "value of \(String(printable: field.name.utf8))", isNew: false, keepsFiles: true,
                readsStandardInput: takesInput, in: context)
            takesInput = takesInput || field.source == .standardInput
            secrets.append(ItemSecret.Field(field.name, value))
        }
        let generator = try oneTimePassword.map { source in
            let text = try source.passphrase(
                "one-time password", isNew: false, readsStandardInput: takesInput, in: context)
            return try Self.generator(text)
        }
        return Gathered(options: self, secretFields: secrets, oneTimePassword: generator)
    }

    /// Parses a one-time password: an `otpauth` address, or a time-based key in Base32.
    static func generator(_ text: SecretBytes) throws(OTPError) -> OneTimePassword {
        let isAddress = text.withBytes { bytes in
            let scheme = Array("otpauth".utf8)
            return bytes.count >= scheme.count && scheme.indices.allSatisfy { bytes[$0] | 0x20 == scheme[$0] }
        }
        if isAddress { return try OneTimePassword(uri: text) }
        return try OneTimePassword(.time, key: OneTimePassword.key(base32: text))
    }

    /// The requested changes, with all secrets resolved.
    struct Gathered {
        let options: ItemChangeOptions
        let secretFields: [ItemSecret.Field]
        let oneTimePassword: OneTimePassword?

        func apply(to draft: inout ItemDraft) throws {
            if let label = options.label { draft.attributes.label = label }
            if let kind = options.kind { draft.attributes.kind = kind }
            if let comment = options.comment { draft.attributes.comment = comment }
            if let group = options.group { draft.attributes.group = group }
            if let expiry = options.expiry { draft.attributes.expires = expiry.time() }
            if options.neverExpires { draft.attributes.expires = nil }
            for name in options.removedFields {
                let count = draft.attributes.fields.count + draft.secret.fields.count
                Self.remove(name, &draft)
                guard draft.attributes.fields.count + draft.secret.fields.count < count else {
                    throw VaultError(
                        .notFound, "'\(draft.name.shown)' has no field '\(String(printable: name.utf8))'")
                }
            }
            for field in options.fields {
                if let index = draft.attributes.fields.firstIndex(where: { $0.name == field.name }) {
                    draft.attributes.fields[index].value = field.value
                } else {
                    Self.remove(field.name, &draft)
                    draft.attributes.fields.append(VaultItem.Field(field.name, field.value))
                }
            }
            for field in secretFields {
                if let index = draft.secret.fields.firstIndex(where: { $0.name == field.name }) {
                    draft.secret.fields[index].value = field.value
                } else {
                    Self.remove(field.name, &draft)
                    draft.secret.fields.append(field)
                }
            }
            if options.removesOneTimePassword { draft.secret.oneTimePassword = nil }
            if let oneTimePassword { draft.secret.oneTimePassword = oneTimePassword }
        }

        /// Removes a field of either kind: a name belongs to one field, public or secret.
        private static func remove(_ name: String, _ draft: inout ItemDraft) {
            draft.attributes.fields.removeAll { $0.name == name }
            draft.secret.fields.removeAll { $0.name == name }
        }
    }
}

struct FieldAssignment: ArgumentValue, Hashable {
    let name: String
    let value: String

    init(argument: Argument) throws(UsageError) {
        let text = try String(argument: argument)
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
            throw UsageError(.invalidValue, "'\(argument.shown)' is not NAME=VALUE", hint: "write --field user=alice")
        }
        name = String(text[..<sign])
        value = String(text[text.index(after: sign)...])
    }
}

struct SecretFieldSource: ArgumentValue, Hashable {
    let name: String
    let source: SecretSource

    init(argument: Argument) throws(UsageError) {
        guard let sign = argument.bytes.firstIndex(of: .equals), sign > 0,
            let name = String(validating: argument.bytes[..<sign], as: UTF8.self)
        else {
            // The argument is not shown: it may be the secret itself.
            throw UsageError(.invalidValue, "expected NAME=SOURCE", hint: "write --secret-field pin=prompt")
        }
        self.name = name
        source = try SecretSource(argument: Argument(Array(argument.bytes[(sign + 1)...])))
    }

    init(argument: Argument, context: CommandContext) throws(UsageError) {
        try self.init(argument: argument)
        context.protect(source)
    }
}
