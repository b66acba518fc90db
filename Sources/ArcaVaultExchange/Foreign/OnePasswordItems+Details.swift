internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

extension OnePasswordItems {
    /// One item while it is read.
    struct Reading {
        var item = ForeignItem(line: 0)
        /// Messages about the item, which follow its title.
        var warnings: [String] = []
        /// The names and identifiers of its files.
        var files: [(name: String, document: String)] = []

        /// Section fields that hold the account and the password of an item other than a login, by identifier.
        private static let accounts: Set = ["username", "pop_username", "network_name"]
        private static let passwords: Set = ["password", "credential", "wireless_password", "pop_password"]
        /// Identifiers of numbers that are secret although 1Password shows them.
        private static let secretNumbers: [String: Set<String>] = [
            "100": ["reg_code"], "101": ["accountNo", "iban", "routingNo"], "103": ["number"], "106": ["number"],
            "108": ["number"], "115": ["walletAddress"],
        ]

        init(_ field: JSONField, group: String) {
            item.group = group
            item.created = OnePasswordItems.time(field["createdAt"])
            item.modified = OnePasswordItems.time(field["updatedAt"])
        }

        mutating func overview(_ field: JSONField) throws {
            let overview = field["overview"]
            item.title = try text(overview["title"])
            let first = try text(overview["url"])
            if !first.isEmpty { item.urls.append(first) }
            for url in try overview["urls"].ifNotNull?.array ?? [] {
                let text = try text(url["url"])
                if !text.isEmpty, text != first { item.urls.append(text) }
            }
            let tags = try overview["tags"].ifNotNull?.array.map { try text($0) } ?? []
            if !tags.isEmpty { item.fields.append(.init("tags", tags.joined(separator: ", "))) }
            if let favorite = field["favIndex"].value?.int, favorite > 0 {
                item.fields.append(.init("favorite", "true"))
            }
        }

        mutating func details(_ details: JSONField, category: String, isLogin: Bool) throws {
            item.notes = try secret(details["notesPlain"])
            for field in try details["loginFields"].ifNotNull?.array ?? [] { try loginField(field) }
            // Items of the category Password have no fields.
            let password = try secret(details["password"])
            if item.password.isEmpty { item.password = password }
            for section in try details["sections"].ifNotNull?.array ?? [] {
                let title = try text(section["title"])
                for field in try section["fields"].ifNotNull?.array ?? [] {
                    let own = try [field["title"], field["id"]].lazy.map { try text($0) }.first { !$0.isEmpty } ?? ""
                    try sectionField(field, title.isEmpty ? own : "\(title): \(own)", category, isLogin: isLogin)
                }
            }
            let document = details["documentAttributes"]
            if document.ifNotNull != nil { try file(document) }
            if details["passkey"].ifNotNull != nil { warnings.append("has a passkey, which is not imported") }
            if !isLogin, item.itemClass == nil {
                item.itemClass = .note
                if item.password.isEmpty {
                    item.password = item.notes
                    item.notes = SecretBytes(copying: [UInt8]())
                }
            }
            try history(details["passwordHistory"])
        }

        private mutating func loginField(_ field: JSONField) throws {
            let value = try text(field["value"])
            guard !value.isEmpty else { return }
            let designation = try text(field["designation"])
            let name = try [field["name"], field["id"]].lazy.map { try text($0) }.first { !$0.isEmpty } ?? designation
            if designation == "username", item.account.isEmpty {
                item.account = value
            } else if designation == "password", item.password.isEmpty {
                item.password = SecretBytes(copying: value.utf8)
            } else if try text(field["fieldType"]) == "P" || designation == "password" {
                protect(name, value)
            } else {
                show(name, value)
            }
        }

        private mutating func sectionField(
            _ field: JSONField, _ name: String, _ category: String, isLogin: Bool
        ) throws {
            // A value is an object with one member, which names its kind.
            guard let (kind, value) = try field["value"].ifNotNull?.members.first, value.ifNotNull != nil else {
                return
            }
            let id = try text(field["id"])
            switch kind {
            case "totp":
                let seed = try secret(value)
                guard !seed.isEmpty else { return }
                if item.oneTimePassword == nil {
                    item.oneTimePassword = seed
                } else {
                    item.protected.append(.init(name, seed))
                    warnings.append("has several one-time passwords: '\(name.shortened)' is kept as a protected field")
                }
            case "concealed", "creditCardNumber":
                let secret = try secret(value)
                guard !secret.isEmpty else { return }
                if isLogin, Self.passwords.contains(id), item.password.isEmpty {
                    item.password = secret
                } else {
                    item.protected.append(.init(name, secret))
                }
            case "string", "url", "phone", "menu", "gender", "creditCardType", "reference", "email":
                let text = try text(value["email_address"].ifPresent ?? value)
                guard !text.isEmpty else { return }
                if isLogin, Self.accounts.contains(id), item.account.isEmpty {
                    item.account = text
                } else if Self.secretNumbers[category]?.contains(id) == true {
                    protect(name, text)
                } else {
                    show(name, text)
                }
            case "date": try date(value, name)
            case "monthYear": try monthYear(value, name)
            case "address":
                for (part, value) in try value.members { show("\(name): \(part)", try text(value)) }
            case "sshKey": try key(value)
            case "file": try file(value)
            default:
                protect(name, value.value?.text() ?? "")
                warnings.append("has a field of an unknown kind: '\(name.shortened)' is kept as protected JSON")
            }
        }

        private mutating func date(_ value: JSONField, _ name: String) throws {
            guard let time = OnePasswordItems.time(value) else { return show(name, try text(value)) }
            show(name, String(time.description.prefix(10)))
        }

        /// A number such as 202611.
        private mutating func monthYear(_ value: JSONField, _ name: String) throws {
            guard let number = value.value?.int, (1...12).contains(number % 100), (1...9999).contains(number / 100)
            else {
                return show(name, try text(value))
            }
            let month = number % 100
            show(name, "\(number / 100)-\(month < 10 ? "0" : "")\(month)")
        }

        private mutating func key(_ value: JSONField) throws {
            item.itemClass = .key
            item.password = try secret(value["privateKey"])
            for (name, member) in [
                ("publicKey", value["metadata"]["publicKey"]), ("keyFingerprint", value["metadata"]["fingerprint"]),
            ] {
                show(name, try text(member))
            }
        }

        private mutating func file(_ value: JSONField) throws {
            let name = try text(value["fileName"])
            files.append((name.isEmpty ? "attachment" : name, try text(value["documentId"])))
        }

        /// Older passwords, each with the time at which it was replaced.
        private mutating func history(_ field: JSONField) throws {
            var replaced = item.created
            let old = try (field.ifNotNull?.array ?? []).map {
                try (secret($0["value"]), OnePasswordItems.time($0["time"]))
            }
            // `sort` is not stable: equal times keep their order by position, the oldest last in the file.
            let sorted = old.enumerated().sorted { left, right in
                let times = (left.element.1?.milliseconds ?? 0, right.element.1?.milliseconds ?? 0)
                return times.0 == times.1 ? left.offset > right.offset : times.0 < times.1
            }
            for (password, time) in sorted.map(\.element) {
                var version = item
                version.history = []
                version.attachments = []
                version.password = password
                version.modified = replaced
                version.secretChanged = replaced
                replaced = time ?? replaced
                item.history.append(version)
            }
            if !item.history.isEmpty { item.secretChanged = replaced }
        }

        /// Adds a plain field, or a protected one for an address with a password.
        private mutating func show(_ name: String, _ value: String) {
            guard !value.isEmpty else { return }
            if ForeignURL.mayHoldPassword(value) { return protect(name, value) }
            item.fields.append(.init(name, value))
        }

        private mutating func protect(_ name: String, _ value: String) {
            item.protected.append(.init(name, SecretBytes(copying: value.utf8)))
        }

        private func text(_ field: JSONField) throws -> String { try OnePasswordItems.text(field) }

        private func secret(_ field: JSONField) throws -> SecretBytes { try OnePasswordItems.secret(field) }
    }
}
