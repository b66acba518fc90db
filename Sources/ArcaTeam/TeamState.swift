internal import ArcaCore
internal import ArcaCrypto
public import ArcaVault

/// A vault file's knowledge of its team, stored in the encrypted state.
///
/// Source: Documentation/TEAM-VAULT.md, section 3.
struct TeamState: Sendable, Equatable {
    var device: [UInt8]
    var role: TeamRole
    var position: TeamPosition
    /// The sum over the log's records at this position.
    var root: GroupChecksums.Group
    var place: String
    var signingSeed: SecretBytes
    /// Team keys by epoch; empty until the device is admitted.
    var keys: [Key] = []
    var password: SecretBytes?
    /// The device's authority and wrap keys, encrypted under the vault key, which sessions lack.
    var identity: [UInt8]
    /// The invitation, with devices and roles at its position; nil once the device is admitted.
    var invitation: Invitation?
    /// The sums when all items last equaled the log's records, or nil; a group with the same sum has nothing to send.
    var compared: GroupChecksums?

    struct Key: Sendable, Equatable {
        let number: UInt32
        let secret: SecretBytes
    }

    struct Invitation: Sendable, Equatable {
        var code: SecretBytes
        /// All devices that could sign.
        var devices: [(identifier: [UInt8], role: TeamRole)]

        static func == (left: Self, right: Self) -> Bool {
            left.code == right.code && left.devices.elementsEqual(right.devices, by: ==)
        }
    }

    var isWaiting: Bool { invitation != nil }

    func keyring(of vault: [UInt8]) throws -> TeamKeyring {
        let keys = try keys.map { try TeamKeys($0.secret, number: $0.number, vault: vault) }
        guard let keyring = TeamKeyring(keys) else {
            throw VaultError(.locked, "nobody has admitted this device to the team yet")
        }
        return keyring
    }

    /// The MAC key that proves that rows of the log's tables were written by this file.
    func rowKey() throws -> PreparedHMAC {
        try PreparedHMAC(
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: signingSeed, info: Array("arca.team.v1/rows\0".utf8), outputByteCount: 32))
    }

    func signingKey() throws -> Curve25519.Signing.PrivateKey {
        try Curve25519.Signing.PrivateKey(rawRepresentation: signingSeed)
    }

    // MARK: In the state

    var bytes: SecretBytes { fields().unpadded() }

    init(_ bytes: SecretBytes) throws {
        self.init(
            device: [], role: .removed, position: TeamPosition(generation: 0, head: []), root: GroupChecksums.Group(),
            place: "", signingSeed: SecretBytes(byteCount: 0) { _ in }, identity: [])
        try bytes.withBytes { _ = try Self.format.read($0, into: &self) }
        guard keys.isEmpty == (invitation != nil) else { throw Self.contradiction }
    }

    init(
        device: [UInt8], role: TeamRole, position: TeamPosition, root: GroupChecksums.Group, place: String,
        signingSeed: SecretBytes, identity: [UInt8]
    ) {
        (self.device, self.role, self.position, self.root) = (device, role, position, root)
        (self.place, self.signingSeed, self.identity) = (place, signingSeed, identity)
    }

    private static let contradiction = VaultError(.tampered, "what the vault knows of its team contradicts itself")
}

extension TeamState: FieldRecord {
    enum Field: UInt8, CaseIterable {
        case device = 1
        case role, position, root, place, signingSeed, key, password, identity
        case invitationCode, invitationDevice, compared
    }

    static let format = RecordFormat<TeamState>(
        "what the vault knows of its team",
        [
            .required(.device, .bytes(16), \.device),
            .required(.role, .choice(), \.role),
            .required(.position, .position, \.position),
            .required(.root, .sum, \.root),
            .required(.place, .text, \.place),
            .required(.signingSeed, .secret(32), \.signingSeed),
            .list(.key, .epochKey, \.keys),
            .optional(.password, .secret, \.password),
            .required(.identity, .bytes, \.identity),
            RecordField(
                .invitationCode, .optional, .secret(16), values: { $0.invitation.map(\.code).map($1) },
                add: { $0.invitation = Invitation(code: $1, devices: []) }),
            RecordField(
                .invitationDevice, .list, .deviceRole(contradiction), values: { $0.invitation?.devices.forEach($1) },
                add: { $0.invitation?.devices.append($1) }),
            .optional(.compared, .sums, \.compared),
        ])
}

extension FieldType<TeamState.Key> {
    fileprivate static var epochKey: Self {
        Self("u32 epoch ‖ key[32]", writeSecret: { ($0.number.bigEndianBytes, $0.secret) }) { value, record in
            TeamState.Key(number: try value.number(record), secret: try value.secret(32, record))
        }
    }
}

/// The secrets of a device that only a credential unlocks, not a session.
struct TeamIdentity {
    /// An invitation that has no answer yet.
    struct Invitation: Equatable {
        let code: SecretBytes
        let member: [UInt8]
        let memberName: String
        let role: TeamRole
        let login: String
        let expires: Vault.Timestamp
    }

    var authoritySeed: SecretBytes
    var wrapSeed: SecretBytes
    var invitations: [Invitation] = []

    private static let label = Array("arca.team.v1/identity\0".utf8)

    init(_ keys: TeamDeviceKeys) {
        (authoritySeed, wrapSeed) = (keys.authority.rawRepresentation, keys.wrap.seedRepresentation)
    }

    func keys(with signingSeed: SecretBytes) throws -> TeamDeviceKeys {
        try TeamDeviceKeys(signing: signingSeed, authority: authoritySeed, wrap: wrapSeed)
    }

    private static func key(_ vaultKey: VaultKey) throws -> PreparedXAES {
        try PreparedXAES(
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: vaultKey.bytes, salt: vaultKey.vault, info: label + vaultKey.epoch.bigEndianBytes,
                outputByteCount: 32))
    }

    func sealed(under vaultKey: VaultKey) throws -> [UInt8] {
        try TeamKeys.seal(
            fields().padded(), under: Self.key(vaultKey), authenticating: Self.label + vaultKey.vault)
    }

    init(_ sealed: [UInt8], under vaultKey: VaultKey) throws {
        let padded: SecretBytes
        do {
            padded = try TeamKeys.open(
                sealed, under: Self.key(vaultKey), authenticating: Self.label + vaultKey.vault)
        } catch let error as VaultError where error.code == .forged {
            throw VaultError(.tampered, "the keys of this device do not open: the vault was changed")
        }
        (authoritySeed, wrapSeed) = (SecretBytes(byteCount: 0) { _ in }, SecretBytes(byteCount: 0) { _ in })
        try Self.format.read(padded, into: &self)
    }
}

extension TeamIdentity: FieldRecord {
    enum Field: UInt8, CaseIterable { case authoritySeed = 1, wrapSeed, invitation }

    static let format = RecordFormat<TeamIdentity>(
        "the keys of this device",
        [
            .required(.authoritySeed, .secret(32), \.authoritySeed),
            .required(.wrapSeed, .secret(32), \.wrapSeed),
            .list(.invitation, .openInvitation, \.invitations),
        ])
}

extension FieldType<TeamIdentity.Invitation> {
    fileprivate static var openInvitation: Self {
        Self("member[16] ‖ u8 role ‖ i64 expires ‖ lp(name) ‖ lp(login) ‖ code[16]") { invitation in
            let names = invitation.memberName.utf8.lengthPrefixed + invitation.login.utf8.lengthPrefixed
            let head = invitation.member + [invitation.role.rawValue] + invitation.expires.bigEndianBytes + names
            return (head, invitation.code)
        } read: { value, record in
            let member = try value.bytes(16, record)
            guard let role = TeamRole(rawValue: try value.number(record)) else { throw TeamRole.missing }
            let expires = try value.time(record)
            let (memberName, login) = (try value.prefixedText(record), try value.prefixedText(record))
            return TeamIdentity.Invitation(
                code: try value.secret(16, record), member: member, memberName: memberName, role: role, login: login,
                expires: expires)
        }
    }
}

extension VaultExtension {
    /// The rules of a team's vault: only writers and admins change items.
    ///
    /// Set it as `OpenOptions.extension` of every vault that may be a team's.
    public static let team = VaultExtension { state in
        _ = try TeamState(state)
    } refusal: { state in
        let role = try TeamState(state).role
        guard role < .writer else { return nil }
        return VaultError(
            .notAllowed,
            role == .removed
                ? "you were removed from the team of this vault, and have read-only access"
                : "you have read-only access to this vault",
            hint: role == .removed ? nil : "ask an admin of the team for the role of a writer")
    } move: { state, old, new in
        var team = try TeamState(state)
        team.identity = try TeamIdentity(team.identity, under: old).sealed(under: new)
        return team.bytes
    }
}

extension VaultEngine {
    /// Writes as the team itself, which may change items of a reader's file too.
    func writeTeam<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        try write(as: .module(.team), body)
    }

    /// Changes what the file knows of its team.
    func changeTeam(_ change: (inout TeamState) throws -> Void) throws {
        try writeTeam { transaction in
            var team = try transaction.team()
            try change(&team)
            transaction.set(team)
        }
    }
}
