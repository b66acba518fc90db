internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// A vault file's knowledge of its team, stored in the encrypted state.
///
/// Source: Documentation/TEAM-VAULT.md, section 3.
struct TeamState: Sendable, Equatable {
    var device: [UInt8]
    var role: TeamRole
    var position: TeamPosition
    /// The sum over the log's records at this position.
    var root: SetSums.Group
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
    var compared: SetSums?

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

    var bytes: SecretBytes {
        var writer = TLVWriter()
        writer.add(1, device)
        writer.add(2, role.rawValue)
        writer.add(3, position.generation.bigEndianBytes + position.head)
        writer.add(4, root.sum.bigEndianBytes + root.count.bigEndianBytes)
        writer.add(5, Array(place.utf8))
        writer.add(6, [], signingSeed)
        for key in keys { writer.add(7, key.number.bigEndianBytes, key.secret) }
        if let password { writer.add(8, [], password) }
        writer.add(9, identity)
        if let invitation {
            writer.add(10, [], invitation.code)
            for device in invitation.devices { writer.add(11, device.identifier + [device.role.rawValue]) }
        }
        if let compared { writer.add(12, compared.bytes) }
        return writer.unpadded()
    }

    init(_ bytes: SecretBytes) throws { self = try bytes.withBytes { try TeamState($0) } }

    private init(_ record: Span<UInt8>) throws {
        var reader = TLVReader(lists: [7, 11])
        var (device, role, position): ([UInt8]?, TeamRole?, TeamPosition?)
        var (root, place, seed): (SetSums.Group?, String?, SecretBytes?)
        var (identity, code): ([UInt8]?, SecretBytes?)
        var devices: [(identifier: [UInt8], role: TeamRole)] = []
        while let (number, found) = try reader.next(record) {
            var value = found
            switch number {
            case 1: device = try value.bytes(16, record)
            case 2: role = TeamRole(rawValue: try value.number(record))
            case 3: position = TeamPosition(generation: try value.number(record), head: try value.bytes(32, record))
            case 4: root = SetSums.Group(sum: try value.number(record), count: try value.number(record))
            case 5: place = try value.text(record)
            case 6: seed = SecretBytes(copying: record.extracting(try value.take(32)))
            case 7:
                let number: UInt32 = try value.number(record)
                keys.append(
                    Key(number: number, secret: SecretBytes(copying: record.extracting(try value.take(32)))))
            case 8: password = SecretBytes(copying: record.extracting(value.rest()))
            case 9: identity = try value.bytes(value.byteCount, record)
            case 10: code = SecretBytes(copying: record.extracting(try value.take(16)))
            case 11:
                let identifier = try value.bytes(16, record)
                guard let role = TeamRole(rawValue: try value.number(record)) else { throw Self.contradiction }
                devices.append((identifier, role))
            case 12: compared = try SetSums(&value, record)
            default: throw TLVReader.unknown(number, in: "what the vault knows of its team")
            }
            try value.finish()
        }
        guard let device, let role, let position, let root, let place, let seed, let identity else {
            throw TLVReader.missing("fields", in: "what the vault knows of its team")
        }
        (self.device, self.role, self.position, self.root) = (device, role, position, root)
        (self.place, signingSeed, self.identity) = (place, seed, identity)
        invitation = code.map { Invitation(code: $0, devices: devices) }
        guard keys.isEmpty == (code != nil) else { throw Self.contradiction }
    }

    init(
        device: [UInt8], role: TeamRole, position: TeamPosition, root: SetSums.Group, place: String,
        signingSeed: SecretBytes, identity: [UInt8]
    ) {
        (self.device, self.role, self.position, self.root) = (device, role, position, root)
        (self.place, self.signingSeed, self.identity) = (place, signingSeed, identity)
    }

    private static let contradiction = VaultError(.tampered, "what the vault knows of its team contradicts itself")
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
        var writer = TLVWriter()
        writer.add(1, [], authoritySeed)
        writer.add(2, [], wrapSeed)
        for invitation in invitations {
            let time = UInt64(bitPattern: invitation.expires.milliseconds).bigEndianBytes
            let names = invitation.memberName.utf8.lengthPrefixed + invitation.login.utf8.lengthPrefixed
            writer.add(3, invitation.member + [invitation.role.rawValue] + time + names, invitation.code)
        }
        return try TeamKeys.seal(
            writer.padded(), under: Self.key(vaultKey), authenticating: Self.label + vaultKey.vault)
    }

    init(_ sealed: [UInt8], under vaultKey: VaultKey) throws {
        let padded: SecretBytes
        do {
            padded = try TeamKeys.open(
                sealed, under: Self.key(vaultKey), authenticating: Self.label + vaultKey.vault)
        } catch let error as VaultError where error.code == .forged {
            throw VaultError(.tampered, "the keys of this device do not open: the vault was changed")
        }
        self = try padded.withBytes { padded in
            try TeamIdentity(padded.extracting(..<(try LengthBuckets.contentByteCount(of: padded))))
        }
    }

    private init(_ record: Span<UInt8>) throws {
        var reader = TLVReader(lists: [3])
        var seeds: [UInt8: SecretBytes] = [:]
        while let (number, found) = try reader.next(record) {
            var value = found
            switch number {
            case 1, 2: seeds[number] = SecretBytes(copying: record.extracting(try value.take(32)))
            case 3:
                let member = try value.bytes(16, record)
                guard let role = TeamRole(rawValue: try value.number(record)) else {
                    throw TLVReader.missing("role", in: "an invitation")
                }
                let expires = try value.time(record)
                let (memberName, login) = (try value.prefixedText(record), try value.prefixedText(record))
                let code = SecretBytes(copying: record.extracting(try value.take(16)))
                invitations.append(
                    Invitation(
                        code: code, member: member, memberName: memberName, role: role, login: login, expires: expires))
            default: throw TLVReader.unknown(number, in: "the keys of this device")
            }
            try value.finish()
        }
        guard let authority = seeds[1], let wrap = seeds[2] else {
            throw TLVReader.missing("fields", in: "the keys of this device")
        }
        (authoritySeed, wrapSeed) = (authority, wrap)
    }
}
