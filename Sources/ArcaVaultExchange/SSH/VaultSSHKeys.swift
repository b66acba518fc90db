internal import ArcaCore
internal import ArcaCrypto
package import ArcaKeys
internal import ArcaPlatform
package import ArcaSignatures
package import ArcaVault

/// The SSH keys in a vault's items: in passwords, secret fields and attachments.
///
/// Private keys in OpenSSH's format are found everywhere. PEM files of other programs are often keys of servers, so
/// they are only taken from items that the user names. The passphrase of an encrypted key is the item's secret field
/// `passphrase`, else the item's password if the key is elsewhere.
package struct VaultSSHKeys: Sendable {
    package struct Key: Sendable, Hashable {
        package let identity: SSHAgentIdentity
        package let item: VaultItem.Name
        let place: Place
    }

    enum Place: Sendable, Hashable {
        case password
        case field(String)
        case attachment(String)
    }

    /// A key that cannot be used.
    package struct Skipped: Sendable, Hashable {
        package let item: VaultItem.Name
        package let reason: String
    }

    private struct Scan: Sendable {
        let version: UInt64
        let name: VaultItem.Name
        let keys: [Key]
        let skipped: [Skipped]
    }

    /// Maximum size of a key file in bytes.
    private static let maximumByteCount = 64 << 10
    private static let header = "-----BEGIN OPENSSH PRIVATE KEY-----"

    private let query: VaultQuery
    private let names: [(service: String, account: String?)]
    private var scans: [[UInt8]: Scan] = [:]
    private var generation: UInt64?

    /// The keys found last, by item name.
    package private(set) var keys: [Key] = []
    package private(set) var skipped: [Skipped] = []

    /// Chooses items: those of a group, or those of these names, or all.
    package init(group: String? = nil, names: [(service: String, account: String?)] = []) {
        query = VaultQuery(group: group)
        self.names = names
    }

    /// The names that no item has.
    package func missingNames(in vault: Vault) throws(VaultError) -> [VaultItem.Name] {
        let items = try vault.items(matching: query)
        return names.filter { name in !items.contains { Self.isMeant($0, by: name) } }
            .map { VaultItem.Name($0.service, $0.account ?? "") }
    }

    /// Finds the keys; reads only items that changed since the last call.
    package mutating func update(from vault: Vault) throws {
        let generation = try vault.status.generation
        guard generation != self.generation else { return }
        let known = scans
        scans = try vault.withSnapshot { snapshot in
            var scans: [[UInt8]: Scan] = [:]
            for item in try snapshot.items(matching: query) where isMeant(item) {
                if let scan = known[item.identifier], scan.version == item.version, scan.name == item.name {
                    scans[item.identifier] = scan
                } else {
                    scans[item.identifier] = try Self.scan(item, in: snapshot, takesAnyFormat: !names.isEmpty)
                }
            }
            return scans
        }
        self.generation = generation
        let sorted = scans.values.sorted { $0.name < $1.name }
        (keys, skipped) = (sorted.flatMap(\.keys), sorted.flatMap(\.skipped))
    }

    /// Forgets everything, while the vault is locked.
    package mutating func clear() { (scans, generation, keys, skipped) = ([:], nil, [], []) }

    private func isMeant(_ item: VaultItem) -> Bool {
        names.isEmpty || names.contains { Self.isMeant(item, by: $0) }
    }

    private static func isMeant(_ item: VaultItem, by name: (service: String, account: String?)) -> Bool {
        item.name.service == name.service && (name.account.map { item.name.account == $0 } ?? true)
    }
}

// MARK: Reading

extension VaultSSHKeys {
    /// Reads the private key, which must still be the one that was found.
    ///
    /// - Throws: ``VaultError`` `.notFound` if the item changed; errors of reading the key.
    package static func privateKey(_ key: Key, in vault: Vault) throws -> AnyPrivateKey {
        try vault.withSnapshot { snapshot in
            let secret = try snapshot.secret(of: key.item)
            guard let content = try content(at: key.place, of: key.item, secret, in: snapshot) else {
                throw VaultError(.notFound, "'\(key.item.text)' no longer has the key")
            }
            let (found, publicKey) = try read(content, at: key.place, secret)
            guard publicKey == key.identity.key else {
                throw VaultError(.notFound, "'\(key.item.text)' has another key now")
            }
            return found
        }
    }

    private static func scan(
        _ item: VaultItem, in snapshot: VaultSnapshot, takesAnyFormat: Bool
    ) throws -> Scan {
        let secret = try snapshot.secret(of: item.name)
        let places =
            [.password] + secret.fields.map { Place.field($0.name) }
            + item.attachments.filter { $0.byteCount <= UInt64(maximumByteCount) }.map { .attachment($0.name) }
        var keys: [Key] = []
        var skipped: [Skipped] = []
        for place in places {
            guard let content = try content(at: place, of: item.name, secret, in: snapshot),
                isKey(content, takesAnyFormat: takesAnyFormat)
            else { continue }
            do {
                let (_, publicKey) = try read(content, at: place, secret)
                let comment = ([item.name.text] + place.names).joined(separator: " ")
                keys.append(
                    Key(
                        identity: SSHAgentIdentity(publicKey, comment: String(printable: comment.utf8)),
                        item: item.name, place: place))
            } catch {
                let reason = (error as? any ArcaError)?.reason ?? "unexpected failure"
                skipped.append(Skipped(item: item.name, reason: (place.names + [reason]).joined(separator: ": ")))
            }
        }
        return Scan(version: item.version, name: item.name, keys: keys, skipped: skipped)
    }

    private static func content(
        at place: Place, of item: VaultItem.Name, _ secret: ItemSecret, in snapshot: VaultSnapshot
    ) throws -> SecretBytes? {
        switch place {
        case .password: secret.value
        case .field(let name): secret.fields.first { $0.name == name }?.value
        case .attachment(let name):
            try snapshot.extract(name, of: item, to: SecretWriter(maximumByteCount)).secret
        }
    }

    private static func isKey(_ content: SecretBytes, takesAnyFormat: Bool) -> Bool {
        content.withBytes { bytes in
            guard bytes.count <= maximumByteCount else { return false }
            let start = bytes.leadingSpaceCount
            guard takesAnyFormat else { return bytes.begins(with: header.utf8, at: start) }
            // The first line is `-----BEGIN … PRIVATE KEY-----`.
            let end = (start..<bytes.count).first { bytes[$0] == .newline || bytes[$0] == .carriageReturn }
            let label = "PRIVATE KEY-----"
            return bytes.begins(with: "-----BEGIN ".utf8, at: start)
                && end.map { bytes.begins(with: label.utf8, at: $0 - label.utf8.count) } ?? false
        }
    }

    private static func read(
        _ content: SecretBytes, at place: Place, _ secret: ItemSecret
    ) throws -> (AnyPrivateKey, SSHSignatureKey) {
        let field = secret.fields.first { $0.name.lowercased() == "passphrase" }?.value
        let passphrase = field ?? (place == .password || secret.value.isEmpty ? nil : secret.value)
        let key: AnyPrivateKey
        do {
            key = try AnyKey(content, passphrase: passphrase).privateKey()
        } catch {
            guard error.code == .passphraseNeeded else { throw error }
            throw KeyError(error.code, "the key is encrypted, and the item has no secret field 'passphrase'")
        }
        return (key, try SSHSignatureKey(try key.publicKey))
    }
}

extension VaultSSHKeys.Place {
    /// Nothing for the password, which is the item itself.
    fileprivate var names: [String] {
        switch self {
        case .password: []
        case .field(let name), .attachment(let name): [name]
        }
    }
}

/// Collects secret bytes in memory that is wiped.
private struct SecretWriter: ByteWriter, ~Copyable {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    init(_ maximumByteCount: Int) {
        memory = .allocate(capacity: maximumByteCount)
        memory.initialize(repeating: 0)
    }

    deinit {
        wipe(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    mutating func write(_ bytes: borrowing some Bytes) throws(VaultError) {
        try bytes.withBytes { bytes throws(VaultError) in
            guard bytes.count <= memory.count - count else {
                throw VaultError(.costTooHigh, "an attachment above \(memory.count) bytes")
            }
            for index in bytes.indices { memory[count + index] = bytes[index] }
            count += bytes.count
        }
    }

    var secret: SecretBytes { SecretBytes(copying: UnsafeBufferPointer(rebasing: memory[..<count]).span) }
}
