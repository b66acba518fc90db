public import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
public import ArcaVault

/// An audit of a vault's passwords: weak, reused, old, expired.
///
/// It runs in memory, offline. Findings name items, never a secret. Only items of the two password classes are judged
/// as passwords; expiry is checked for all.
public struct VaultAudit: Sendable {
    /// Thresholds for findings.
    public struct Options: Sendable, Hashable {
        /// Minimum strength in bits; see ``PasswordStrength/weakBits``.
        public var minimumBits = PasswordStrength.weakBits
        /// Maximum age of a password, in milliseconds; nil for no limit.
        public var oldAfter: Int64? = 365 * 86_400_000
        /// The period before expiry in which items are reported, in milliseconds.
        public var expiringWithin: Int64 = 30 * 86_400_000

        /// Creates the default options.
        public init() {}
    }

    /// A finding about an item.
    public struct Finding: Sendable, Hashable {
        /// The kinds of findings; the raw values are part of reports.
        public enum Code: String, Sendable, Hashable, CaseIterable {
            /// Easy to guess.
            case weak
            /// Also the password of other items.
            case reused
            /// Not changed for a long time.
            case old
            /// Expired.
            case expired
            /// Expiring soon.
            case expiring
        }

        /// The item.
        public let item: VaultItem.Name
        /// The kind.
        public let code: Code
        /// A description in lower case, without a full stop.
        public let text: String
        /// For a reused password, the first 20 other items that have it.
        public let others: [VaultItem.Name]
    }

    private static let largestOtherCount = 20

    /// The findings, sorted by code (weak first) and then by item.
    public let findings: [Finding]
    /// The damage that hides items from the audit; empty if all items were audited.
    public let damage: [VaultFinding]
    /// The number of items.
    public let itemCount: Int
    /// The number of items with a password that was judged.
    public let passwordCount: Int

    /// Audits items.
    ///
    /// - Throws: Any error of `contents`; ``VaultError`` with code `.systemFailed` if random bytes are not available.
    public init<Contents: VaultContents>(
        _ contents: Contents, matching query: VaultQuery = .all, options: Options = Options(),
        at now: Vault.Timestamp = .now()
    ) throws {
        let fingerprint = try SecretFingerprint()
        var findings: [Finding] = []
        var users: [[UInt8]: [VaultItem.Name]] = [:]
        var digests: [(VaultItem.Name, [UInt8])] = []
        (itemCount, damage) = try contents.withSnapshot { contents in
            let listing = try contents.listing(matching: query)
            var damage = listing.findings
            for item in listing.items {
                findings += Self.expiry(of: item, options, now)
                guard item.name.itemClass == .genericPassword || item.name.itemClass == .internetPassword else {
                    continue
                }
                let password: SecretBytes
                do {
                    password = try contents.secret(of: item.name).value
                } catch let error as VaultError where error.code == .tampered {
                    damage.append(VaultFinding(.recordDamaged, item.name, "the secret does not open"))
                    continue
                }
                guard !password.isEmpty else { continue }
                let digest = try fingerprint.digest(of: password)
                users[digest, default: []].append(item.name)
                digests.append((item.name, digest))
                findings += Self.faults(of: item, password, options, now)
            }
            return (listing.items.count, damage)
        }
        for (name, digest) in digests {
            let names = users[digest] ?? []
            guard names.count > 1 else { continue }
            let text =
                names.count == 2
                ? "the password of another item too" : "the password of \(names.count - 1) other items too"
            let others = names.prefix(Self.largestOtherCount + 1).filter { $0 != name }.prefix(Self.largestOtherCount)
            findings.append(Finding(item: name, code: .reused, text: text, others: Array(others)))
        }
        let order = Finding.Code.allCases
        self.findings = order.flatMap { code in findings.filter { $0.code == code } }
        passwordCount = digests.count
    }

    private static func faults(
        of item: VaultItem, _ password: SecretBytes, _ options: Options, _ now: Vault.Timestamp
    ) -> [Finding] {
        var findings: [Finding] = []
        let bits = PasswordStrength(of: password, knowing: item.knownTexts).bits
        if bits < options.minimumBits {
            findings.append(
                Finding(item: item.name, code: .weak, text: "about \(Int(bits)) bits to guess", others: []))
        }
        if let limit = options.oldAfter, item.secretChanged.advanced(byMilliseconds: limit) < now {
            findings.append(
                Finding(item: item.name, code: .old, text: "unchanged since \(item.secretChanged)", others: []))
        }
        return findings
    }

    private static func expiry(of item: VaultItem, _ options: Options, _ now: Vault.Timestamp) -> [Finding] {
        guard let expires = item.attributes.expires else { return [] }
        if expires <= now {
            return [Finding(item: item.name, code: .expired, text: "expired at \(expires)", others: [])]
        }
        guard expires <= now.advanced(byMilliseconds: options.expiringWithin) else { return [] }
        return [Finding(item: item.name, code: .expiring, text: "expires at \(expires)", others: [])]
    }

    /// The report as JSON: `schema`, `items`, `passwords`, `findings` with `code`, `item`, `text` and `others`, and
    /// `damage` as in a verification report, if any.
    public var json: JSONValue {
        let list = findings.map { finding -> JSONValue in
            var object = JSONObject()
            object["code"] = .string(finding.code.rawValue)
            object["item"] = Self.json(finding.item)
            object["text"] = .string(finding.text)
            if !finding.others.isEmpty { object["others"] = .array(finding.others.map(Self.json)) }
            return .object(object)
        }
        var report = JSONObject()
        report["schema"] = 1
        report["items"] = .integer(itemCount)
        report["passwords"] = .integer(passwordCount)
        report["findings"] = .array(list)
        if !damage.isEmpty { report["damage"] = .array(damage.map(\.json)) }
        return .object(report)
    }

    private static func json(_ name: VaultItem.Name) -> JSONValue {
        var object = JSONObject()
        object["service"] = .string(name.service)
        object["account"] = .string(name.account)
        if !name.scheme.isEmpty { object["scheme"] = .string(name.scheme) }
        if name.port != 0 { object["port"] = .integer(name.port) }
        if !name.path.isEmpty { object["path"] = .string(name.path) }
        return .object(object)
    }
}

extension VaultItem {
    /// The facts about an item that an attacker may know.
    fileprivate var knownTexts: [String] {
        [name.service, name.account, attributes.label, attributes.group]
            + attributes.fields.map(\.value)
            .filter { $0.utf8.count <= 100 }
    }
}

/// Compares secrets without keeping them: HMAC-SHA-256 under a temporary random key.
///
/// Without the key, which is wiped with this value, the digests are useless.
struct SecretFingerprint {
    private let key: SymmetricKey

    init() throws {
        key = try SymmetricKey(bitCount: 256)
    }

    func digest(of value: SecretBytes) throws -> [UInt8] { try digest([value]) }

    func digest(of secret: ItemSecret) throws -> [UInt8] {
        var parts = [secret.value]
        for field in secret.fields { parts += [SecretBytes(copying: field.name.utf8), field.value] }
        if let password = secret.oneTimePassword { parts.append(password.uri) }
        return try digest(parts)
    }

    /// The digest of parts, each preceded by its length to keep them separate.
    private func digest(_ parts: [SecretBytes]) throws -> [UInt8] {
        var stream = HMAC<SHA256>(key: key)
        for part in parts {
            stream.update(data: UInt64(part.count).bigEndianBytes)
            stream.update(data: part)
        }
        return stream.finalize().bytes
    }
}
