internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
internal import ArcaVault

enum ForeignOneTimePassword {
    /// Reads a URI, KeeOtp's `key=…&step=…&size=…`, or a bare key in Base32.
    static func read(_ text: SecretBytes, issuer: String, account: String) throws -> OTPGenerator {
        try text.withBytes { span in
            if begins(span, with: "otpauth") { return try OTPGenerator(uri: span) }
            if begins(span, with: "steam:") {
                throw VaultError(.unsupported, at: 0, "codes of Steam are not digits, and are not supported")
            }
            if begins(span, with: "key=") { return try keeOtp(span, issuer: issuer, account: account) }
            return try OTPGenerator(
                .time, key: OTPGenerator.key(base32: span), issuer: issuer, account: account)
        }
    }

    private static func keeOtp(
        _ span: Span<UInt8>, issuer: String, account: String
    ) throws -> OTPGenerator {
        var key: SecretBytes?
        var (period, digits) = (30, 6)
        var start = 0
        while start < span.count {
            let end = (start..<span.count).first { span[$0] == .ampersand } ?? span.count
            guard let equals = (start..<end).first(where: { span[$0] == .equals }) else { break }
            let name = String(decoding: Array(bytes: span.extracting(start..<equals)), as: UTF8.self)
            let value = span.extracting(equals + 1..<end)
            switch name {
            // Padding may be percent-encoded.
            case "key":
                key = try OTPGenerator.key(base32: span.extracting(equals + 1..<keyEnd(span, equals + 1, end)))
            case "step": period = Int(String(decoding: Array(bytes: value), as: UTF8.self)) ?? 0
            case "size": digits = Int(String(decoding: Array(bytes: value), as: UTF8.self)) ?? 0
            default:
                throw VaultError(.unsupported, at: start, "a one-time password with a setting that is not known")
            }
            start = end + 1
        }
        guard let key else { throw VaultError(.malformed, at: 0, "a one-time password without a key") }
        return try OTPGenerator(
            .time, key: key, digits: digits, period: period, issuer: issuer, account: account)
    }

    private static func keyEnd(_ span: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        (start..<end).first { span[$0] == .percent || span[$0] == .equals } ?? end
    }

    private static func begins(_ span: Span<UInt8>, with text: String) -> Bool {
        let start = Array(bytes: span.extracting(..<min(span.count, text.utf8.count)))
        return String(decoding: start, as: UTF8.self).lowercased() == text
    }
}

/// One-time passwords in the fields of a KeePass entry: those of KeePass, KeePassXC, KeeTrayTOTP and KeeOtp.
enum KeePassOneTimePassword {
    /// Removes the fields of a one-time password and returns its URI or source text; if they do not form one, throws
    /// and removes none.
    static func take(from fields: inout [KeePassItems.Field]) throws -> SecretBytes? {
        if let place = fields.firstIndex(where: { $0.name == "otp" && !$0.value.isEmpty }) {
            _ = try ForeignOneTimePassword.read(fields[place].value, issuer: "", account: "")
            return fields.remove(at: place).value
        }
        if let seed = value("TOTP Seed", fields), !seed.isEmpty {
            let uri = try tray(seed, settings: value("TOTP Settings", fields).map(text))
            fields.removeAll { $0.name == "TOTP Seed" || $0.name == "TOTP Settings" }
            return uri
        }
        for (prefix, kind) in [("TimeOtp-", OTPGenerator.Kind.time), ("HmacOtp-", .counter)] {
            guard let key = try key(prefix, fields) else { continue }
            let digits = value(prefix + "Length", fields).map(text).map { Int($0) ?? 0 } ?? 6
            let period = value(prefix + "Period", fields).map(text).map { Int($0) ?? 0 } ?? 30
            let counter = value(prefix + "Counter", fields).map(text).map { UInt64($0) } ?? 0
            let name = value(prefix + "Algorithm", fields).map(text) ?? "SHA1"
            guard let counter, let algorithm = OTPGenerator.Algorithm(foreignName: name) else {
                throw VaultError(.unsupported, "a counter or an algorithm that is not known")
            }
            let password = try OTPGenerator(
                kind, key: key, algorithm: algorithm, digits: digits, period: kind == .time ? period : 30,
                counter: kind == .counter ? counter : 0)
            fields.removeAll { $0.name.hasPrefix(prefix) }
            return password.uri
        }
        return nil
    }

    /// The seed of KeeTrayTOTP; the settings are period and digits, as in `30;6`.
    private static func tray(_ seed: SecretBytes, settings: String?) throws -> SecretBytes {
        let parts = (settings ?? "30;6").split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count >= 2, let period = Int(parts[0]), let digits = Int(parts[1]) else {
            throw VaultError(.unsupported, "settings that are not known, such as those of Steam")
        }
        return try OTPGenerator(
            .time, key: OTPGenerator.key(base32: seed), digits: digits, period: period
        ).uri
    }

    /// The key in KeePass's own fields, in one of four encodings.
    private static func key(_ prefix: String, _ fields: [KeePassItems.Field]) throws -> SecretBytes? {
        if let plain = value(prefix + "Secret", fields) { return plain }
        if let base32 = value(prefix + "Secret-Base32", fields) { return try OTPGenerator.key(base32: base32) }
        do {
            if let text = value(prefix + "Secret-Hex", fields) {
                return try decode(text, Base16.standard.allowing([.letterCase, .whitespace]))
            }
            if let text = value(prefix + "Secret-Base64", fields) { return try decode(text, Base64.standard) }
            return nil
        } catch {
            throw VaultError(.malformed, "a key that is neither hexadecimal nor Base64")
        }
    }

    private static func decode(_ text: SecretBytes, _ codec: some TextCodec) throws -> SecretBytes {
        try SecretBytes(byteCount: codec.maximumDecodedCount(for: text.count)) { output in
            try text.withBytes { span in try codec.decode(span, into: &output) }
        }
    }

    private static func value(_ name: String, _ fields: [KeePassItems.Field]) -> SecretBytes? {
        fields.first { $0.name == name }?.value
    }

    private static func text(_ value: SecretBytes) -> String { String(decoding: Array(bytes: value), as: UTF8.self) }
}

extension ForeignItem {
    /// Protects everything that may be the seed of a one-time password, whatever its source, because plain fields and
    /// names are shown; returns the names of the parts.
    mutating func protectSeeds() -> [String] {
        var names: [String] = []
        for (name, part) in [
            ("title", \ForeignItem.title), ("service", \.service), ("account", \.account), ("group", \.group),
            ("kind", \.kind),
        ] where Self.isSeedURI(self[keyPath: part]) {
            protected.append(.init(name, SecretBytes(copying: self[keyPath: part].utf8)))
            names.append(name)
            self[keyPath: part] = ""
        }
        for url in urls where Self.isSeed(url) {
            protected.append(.init("url", SecretBytes(copying: url.utf8)))
            names.append("url")
        }
        for field in fields where Self.namesSeed(field.name) || Self.isSeed(field.value) {
            protected.append(.init(field.name, SecretBytes(copying: field.value.utf8)))
            names.append(field.name.shortened)
        }
        urls.removeAll(where: Self.isSeed)
        fields.removeAll { Self.namesSeed($0.name) || Self.isSeed($0.value) }
        return names
    }

    /// Whether a field is named like a seed: `otp`, `TOTP Seed`, `TimeOtp-Secret`, `2fa key`, but not `footprint`.
    private static func namesSeed(_ name: String) -> Bool {
        var words: [String] = []
        var last: Character = " "
        for character in name {
            let isNew = !(last.isLetter || last.isNumber) || last.isLowercase && character.isUppercase
            if isNew { words.append("") }
            if character.isLetter || character.isNumber { words[words.count - 1] += character.lowercased() }
            last = character
        }
        let folded = words.joined()
        return words.contains { word in word == "seed" || ["otp", "totp", "hotp"].contains(where: word.hasPrefix) }
            || words.contains { $0.hasSuffix("otp") }
            || ["2fa", "mfa", "twofactor", "twostep", "onetime", "authenticator"].contains {
                folded.suffix(after: $0) != nil
            }
    }

    /// The title for messages, unless it may be a seed.
    var shownTitle: String { title.isEmpty || Self.isSeedURI(title) ? "untitled" : title.shortened }

    private static func isSeed(_ text: String) -> Bool { isSeedURI(text) || isBase32(text) }

    static func isSeedURI(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["otpauth", "secret="].contains { text.suffix(after: $0) != nil }
            || ["steam:", "motp:", "phonefactor:", "key="].contains { text.drop { $0.isWhitespace }.hasPrefix($0) }
    }

    /// Whether a text looks like a key for typing: at least 16 symbols of Base32 in one case, also in equal groups.
    private static func isBase32(_ text: String) -> Bool {
        let groups = text.utf8.split { $0 == .space || $0 == .hyphen || $0 == .equals }
        let symbols = groups.joined()
        let isUpper = symbols.contains { (0x41...0x5a).contains($0) }
        guard let first = groups.first, let last = groups.last, symbols.count >= 16,
            groups.dropLast().allSatisfy({ $0.count == first.count }), last.count <= first.count,
            // Words have no digits, and are rarely written in capitals.
            isUpper || symbols.contains(where: \.isDigit)
        else { return false }
        let letters: ClosedRange<UInt8> = isUpper ? 0x41...0x5a : 0x61...0x7a
        return symbols.allSatisfy { letters.contains($0) || (0x32...0x37).contains($0) }
    }
}

/// Reads a list of `otpauth://` URIs, one per line; skips empty lines and lines that begin with `#`.
enum OTPAuthItems {
    static func read(_ bytes: Span<UInt8>, into gatherer: inout ItemGatherer) throws {
        var (start, line) = (0, 0)
        if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { start = 3 }
        while start < bytes.count {
            line += 1
            let end = (start..<bytes.count).first { bytes[$0] == .newline } ?? bytes.count
            var range = start..<end
            while let last = range.last, bytes[last] <= 0x20 { range.removeLast() }
            while let first = range.first, bytes[first] <= 0x20 { range.removeFirst() }
            start = end + 1
            guard let first = range.first, bytes[first] != .numberSign else { continue }
            let (password, otherIssuer): (OTPGenerator, String?)
            do {
                (password, otherIssuer) = try OTPGenerator.reading(bytes.extracting(range))
            } catch {
                throw VaultError(
                    VaultErrorCode(kind: error.kind), at: range.lowerBound + (error.offset ?? 0),
                    "line \(line): \(error.reason)")
            }
            var item = ForeignItem(line: line)
            item.title = password.issuer.isEmpty ? password.account : password.issuer
            item.account = password.issuer.isEmpty ? "" : password.account
            item.kind = "one-time password"
            if let otherIssuer { item.fields.append(.init("issuer in the label", otherIssuer)) }
            item.oneTimePassword = SecretBytes(copying: bytes.extracting(range))
            try gatherer.add(item)
        }
    }
}
