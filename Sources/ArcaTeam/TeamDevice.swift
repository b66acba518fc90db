internal import ArcaCore
internal import ArcaCrypto
public import ArcaVault

/// The rights of a team member.
public enum TeamRole: UInt8, Sendable, CaseIterable, Comparable, CustomStringConvertible {
    /// A removed member, without rights.
    case removed = 0
    /// Reads everything.
    case reader = 1
    /// Reads and writes items.
    case writer = 2
    /// A writer who also manages members.
    case admin = 3

    /// The role's name in text.
    public var description: String {
        switch self {
        case .removed: "removed"
        case .reader: "reader"
        case .writer: "writer"
        case .admin: "admin"
        }
    }

    /// Parses a role name; ``removed`` cannot be given.
    public init?(name: String) {
        guard let role = Self.allCases.first(where: { $0 != .removed && "\($0)" == name }) else { return nil }
        self = role
    }

    /// Compares roles by their rights.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    var access: TeamAccess {
        switch self {
        case .removed: .none
        case .reader: .reader
        case .writer: .writer
        case .admin: .admin
        }
    }
}

/// A member's vault file on one machine, with the public keys that verify its signatures and receive team keys.
public struct TeamDevice: Sendable, Hashable {
    /// The display name.
    public internal(set) var name: String
    /// The display name of its owner.
    public internal(set) var memberName: String
    /// The role.
    public internal(set) var role: TeamRole
    /// The time of its admission.
    public internal(set) var added: Vault.Timestamp
    /// 16 bytes that commit to its keys.
    public internal(set) var identifier: [UInt8]
    /// 16 bytes shared by all devices of the member.
    public internal(set) var member: [UInt8]
    /// The log generation that set the role.
    public internal(set) var roleSince: UInt64
    /// Its login at the server; empty if unknown.
    public internal(set) var login: String
    /// Whether its keys come from a paper recovery code.
    public internal(set) var isOnPaper: Bool

    /// Ed25519, for commits of items.
    private(set) var signingKey: [UInt8]
    /// Ed25519, for commits that change members.
    private(set) var authorityKey: [UInt8]
    /// MLKEM768-X25519, the recipient of team keys.
    private(set) var wrapKey: [UInt8]
}

extension TeamDevice {
    /// The owner's and the device's names, separated by a slash.
    public var fullName: String { "\(memberName)/\(name)" }

    static func identifier(_ signingKey: [UInt8], _ authorityKey: [UInt8], _ wrapKey: [UInt8]) -> [UInt8] {
        Array(
            SHA256.hash(Array("arca.device.v1\0".utf8) + signingKey + authorityKey + wrapKey.lengthPrefixed)
                .prefix(16))
    }

    init(_ keys: TeamDeviceKeys.Public, _ name: String, of member: [UInt8], _ memberName: String, role: TeamRole) {
        self.init(
            name: name, memberName: memberName, role: role, added: .now(), identifier: keys.identifier, member: member,
            roleSince: 0, login: "", isOnPaper: false, signingKey: keys.signing, authorityKey: keys.authority,
            wrapKey: keys.wrap)
    }

    var recordName: TeamRecord.Name { TeamRecord.Name(kind: TeamRecord.Name.device, key: identifier) }

    /// Reads a record; throws `.forged` for keys that do not match its name.
    init(_ padded: SecretBytes, as recordName: TeamRecord.Name) throws {
        self.init(TeamDeviceKeys.Public(signing: [], authority: [], wrap: []), "", of: [], "", role: .removed)
        try Self.format.read(padded, into: &self)
        guard Self.identifier(signingKey, authorityKey, wrapKey) == recordName.key else {
            throw Self.format.incomplete
        }
        identifier = recordName.key
    }
}

extension TeamDevice: FieldRecord {
    package enum Field: UInt8, CaseIterable, Sendable {
        case name = 1
        case member, memberName, role, signingKey, authorityKey, wrapKey, added, roleSince, login, isOnPaper
    }

    package static let format = RecordFormat<TeamDevice>(
        "a device's record", incomplete: VaultError(.forged, "the record of a device contradicts itself"),
        [
            .required(.name, .text, \.name),
            .required(.member, .bytes(16), \.member),
            .required(.memberName, .text, \.memberName),
            .required(.role, .choice(), \.role),
            .required(.signingKey, .bytes(32), \.signingKey),
            .required(.authorityKey, .bytes(32), \.authorityKey),
            .required(.wrapKey, .bytes(TeamDeviceKeys.wrapKeyByteCount), \.wrapKey),
            .required(.added, .time, \.added),
            .required(.roleSince, .number, \.roleSince),
            .optional(.login, .text, unless: "", \.login),
            .optional(.isOnPaper, .one(), unless: false, \.isOnPaper),
        ])
}

extension TeamRecord.Name {
    /// An item; the key is its identifier.
    static let item: UInt8 = 1
    /// The digests of an attachment's pieces; the key is its identifier.
    static let attachment: UInt8 = 3
    /// A device; the key is its identifier.
    static let device: UInt8 = 5
    /// An epoch's key, for each device; the key is its name.
    static let epoch: UInt8 = 6

    /// Whether only admins may write it.
    var isOfMembers: Bool { kind == Self.device || kind == Self.epoch }
}

extension TeamRecord.Name: Comparable {
    /// The order of records in commits.
    public static func < (left: Self, right: Self) -> Bool {
        left.kind != right.kind ? left.kind < right.kind : left.key.lexicographicallyPrecedes(right.key)
    }
}

struct TeamDeviceKeys {
    static let wrapKeyByteCount = 1216
    static let wrapByteCount = 1120 + PreparedXAES.nonceByteCount + PreparedXAES.tagByteCount + TeamKeys.byteCount

    struct Public: Sendable, Equatable {
        var signing: [UInt8]
        var authority: [UInt8]
        var wrap: [UInt8]

        var identifier: [UInt8] { TeamDevice.identifier(signing, authority, wrap) }
    }

    let signing: Curve25519.Signing.PrivateKey
    let authority: Curve25519.Signing.PrivateKey
    let wrap: XWingMLKEM768X25519.PrivateKey
    let publicKeys: Public

    init() throws {
        try self.init(
            signing: SecretBytes(randomByteCount: 32), authority: SecretBytes(randomByteCount: 32),
            wrap: SecretBytes(randomByteCount: 32))
    }

    init(paper code: SecretBytes) throws {
        func seed(_ purpose: String) throws -> SecretBytes {
            try HKDF<SHA256>.deriveKey(
                inputKeyMaterial: code, info: Array("arca.paper.v1/\(purpose)\0".utf8), outputByteCount: 32
            ).withBytes { SecretBytes(copying: $0) }
        }
        try self.init(signing: seed("signing"), authority: seed("authority"), wrap: seed("wrap"))
    }

    /// Creates the keys from three 32-byte seeds.
    init(signing: SecretBytes, authority: SecretBytes, wrap: SecretBytes) throws {
        self.signing = try Curve25519.Signing.PrivateKey(rawRepresentation: signing)
        self.authority = try Curve25519.Signing.PrivateKey(rawRepresentation: authority)
        self.wrap = try XWingMLKEM768X25519.PrivateKey(seedRepresentation: wrap)
        publicKeys = Public(
            signing: self.signing.publicKey.rawRepresentation, authority: self.authority.publicKey.rawRepresentation,
            wrap: self.wrap.publicKey.rawRepresentation)
    }

    /// Wraps a team key for a device, post-quantum, because a server may keep wrapped keys forever.
    static func wrap(_ keys: TeamKeys, for device: TeamDevice, of vault: [UInt8]) throws -> [UInt8] {
        let made: (encapsulatedKey: [UInt8], secret: SymmetricKey)
        let recipient = try XWingMLKEM768X25519.PublicKey(rawRepresentation: device.wrapKey)
        do { made = try HybridSlot.make(for: recipient, label: label(vault, device.identifier, keys.name)) } catch {
            throw VaultError(.forged, "the key of \(device.fullName) is invalid: \(VaultError(wrapping: error).reason)")
        }
        let sealed = try TeamKeys.seal(keys.secret, under: PreparedXAES(made.secret), authenticating: [])
        return made.encapsulatedKey + sealed
    }

    func unwrap(_ sealed: [UInt8], named name: [UInt8], number: UInt32, of vault: [UInt8]) throws -> TeamKeys {
        let encapsulated = Array(sealed.prefix(1120))
        let secret = try HybridSlot.secret(
            wrap, encapsulatedKey: encapsulated, label: Self.label(vault, publicKeys.identifier, name))
        let opened = try TeamKeys.open(
            Array(sealed.dropFirst(1120)), under: PreparedXAES(secret), authenticating: [])
        let keys = try TeamKeys(opened, number: number, vault: vault)
        guard keys.name == name else {
            throw VaultError(.forged, "the team's key for this device is another than that of the others")
        }
        return keys
    }

    private static func label(_ vault: [UInt8], _ device: [UInt8], _ name: [UInt8]) -> [UInt8] {
        Array("arca.team.v1/wrap\0".utf8) + vault + device + name
    }
}

/// The record of an epoch: the team key wrapped for each device, and the previous key.
struct TeamEpoch {
    private(set) var number: UInt32
    /// The previous epoch's key, encrypted under this one; nil for the first epoch.
    var previous: [UInt8]?
    var wraps: [[UInt8]: [UInt8]]

    static func recordName(_ name: [UInt8]) -> TeamRecord.Name {
        TeamRecord.Name(kind: TeamRecord.Name.epoch, key: name)
    }

    init(_ keys: TeamKeys, before: TeamKeys?, for devices: some Sequence<TeamDevice>, of vault: [UInt8]) throws {
        number = keys.number
        previous = try before.map { try keys.seal(previous: $0) }
        wraps = [:]
        for device in devices where device.role != .removed {
            wraps[device.identifier] = try TeamDeviceKeys.wrap(keys, for: device, of: vault)
        }
    }

    var body: [UInt8] { fields().unpadded().withBytes { [UInt8](bytes: $0) } }

    init(_ body: [UInt8]) throws {
        (number, wraps) = (0, [:])
        try Self.format.read(body.span, into: &self)
        guard number > 0, (number == 1) == (previous == nil) else { throw Self.contradiction }
    }

    private static let contradiction = VaultError(.forged, "the record of an epoch contradicts itself")
}

extension TeamEpoch: FieldRecord {
    enum Field: UInt8, CaseIterable { case number = 1, previous, wrap }

    static let format = RecordFormat<TeamEpoch>(
        "an epoch's record", incomplete: contradiction,
        [
            .required(.number, .number, \.number),
            .optional(.previous, .bytes, \.previous),
            RecordField(
                .wrap, .list, .wrap,
                values: { $0.wraps.sorted { $0.key.lexicographicallyPrecedes($1.key) }.forEach($1) },
                add: { epoch, wrap in
                    guard epoch.wraps.updateValue(wrap.value, forKey: wrap.key) == nil else { throw contradiction }
                }),
        ])
}

extension FieldType<(key: [UInt8], value: [UInt8])> {
    fileprivate static var wrap: Self {
        Self("device[16] ‖ wrap", write: { $0.key + $0.value }) { value, record in
            (try value.bytes(16, record), try value.bytes(TeamDeviceKeys.wrapByteCount, record))
        }
    }
}
