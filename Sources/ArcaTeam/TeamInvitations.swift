internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Encrypts and decrypts letters at the store with an invitation code: the invitation and its answer.
///
/// Source: Documentation/TEAM-VAULT.md, section 7.
struct TeamInvitationCode {
    private static let label = Array("arca.invite.v1/".utf8)

    let code: SecretBytes

    var invitationName: [UInt8] { get throws { try derive("id", 16).withBytes { [UInt8](bytes: $0) } } }
    var answerName: [UInt8] { get throws { try derive("reply", 16).withBytes { [UInt8](bytes: $0) } } }

    private func derive(_ purpose: String, _ count: Int) throws -> SymmetricKey {
        try HKDF<SHA256>.deriveKey(
            inputKeyMaterial: code, info: Self.label + Array("\(purpose)\0".utf8), outputByteCount: count)
    }

    func seal(_ invitation: TeamInvitation) throws -> [UInt8] {
        try TeamKeys.seal(
            invitation.fields.padded(), under: PreparedXAES(derive("seal", 32)),
            authenticating: Self.label + invitationName)
    }

    func openInvitation(_ letter: [UInt8]) throws -> TeamInvitation {
        try open(letter, "seal", invitationName) { try TeamInvitation($0) }
    }

    func seal(_ answer: TeamInvitationAnswer) throws -> [UInt8] {
        try TeamKeys.seal(
            answer.fields.padded(), under: PreparedXAES(derive("answer", 32)), authenticating: Self.label + answerName)
    }

    func openAnswer(_ letter: [UInt8]) throws -> TeamInvitationAnswer {
        try open(letter, "answer", answerName) { try TeamInvitationAnswer($0) }
    }

    private func open<Letter>(
        _ letter: [UInt8], _ purpose: String, _ name: [UInt8], _ read: (Span<UInt8>) throws -> Letter
    ) throws -> Letter {
        do {
            let padded = try TeamKeys.open(
                letter, under: PreparedXAES(derive(purpose, 32)), authenticating: Self.label + name)
            return try padded.withBytes { padded in
                try read(padded.extracting(..<(try LengthBuckets.contentByteCount(of: padded))))
            }
        } catch let error as VaultError where error.code == .forged || error.code == .tampered {
            throw VaultError(
                .forged, "a letter at the server was not written with this code: it was exchanged or changed")
        }
    }
}

/// The content of an invitation: the vault, a log position, and the devices that may sign.
struct TeamInvitation {
    let vault: [UInt8]
    let position: TeamPosition
    let member: [UInt8]
    let memberName: String
    let role: TeamRole
    /// Nil for the paper recovery code.
    let expires: Vault.Timestamp?
    let devices: [(identifier: [UInt8], role: TeamRole)]

    fileprivate var fields: TLVWriter {
        var writer = TLVWriter()
        writer.add(1, vault)
        writer.add(2, position.generation.bigEndianBytes + position.head)
        writer.add(3, member)
        writer.add(4, Array(memberName.utf8))
        writer.add(5, role.rawValue)
        if let expires { writer.add(6, expires) }
        for device in devices { writer.add(7, device.identifier + [device.role.rawValue]) }
        return writer
    }

    fileprivate init(_ record: Span<UInt8>) throws {
        var reader = TLVReader(lists: [7])
        var (vault, position, member): ([UInt8]?, TeamPosition?, [UInt8]?)
        var (memberName, role, expires): (String?, TeamRole?, Vault.Timestamp?)
        var devices: [(identifier: [UInt8], role: TeamRole)] = []
        while let (number, found) = try reader.next(record) {
            var value = found
            switch number {
            case 1: vault = try value.bytes(16, record)
            case 2: position = TeamPosition(generation: try value.number(record), head: try value.bytes(32, record))
            case 3: member = try value.bytes(16, record)
            case 4: memberName = try value.text(record)
            case 5: role = TeamRole(rawValue: try value.number(record))
            case 6: expires = try value.time(record)
            case 7:
                let identifier = try value.bytes(16, record)
                guard let role = TeamRole(rawValue: try value.number(record)) else {
                    throw TLVReader.missing("role", in: "an invitation")
                }
                devices.append((identifier, role))
            default: throw TLVReader.unknown(number, in: "an invitation")
            }
            try value.finish()
        }
        guard let vault, let position, let member, let memberName, let role, position.generation > 0 else {
            throw TLVReader.missing("fields", in: "an invitation")
        }
        self.init(
            vault: vault, position: position, member: member, memberName: memberName, role: role, expires: expires,
            devices: devices)
    }

    init(
        vault: [UInt8], position: TeamPosition, member: [UInt8], memberName: String, role: TeamRole,
        expires: Vault.Timestamp?, devices: [(identifier: [UInt8], role: TeamRole)]
    ) {
        (self.vault, self.position, self.member, self.memberName) = (vault, position, member, memberName)
        (self.role, self.expires, self.devices) = (role, expires, devices)
    }
}

/// The public keys of the person who redeemed the code.
struct TeamInvitationAnswer {
    let deviceName: String
    let keys: TeamDeviceKeys.Public
    /// A signature with the new signing key, which proves its possession.
    let signature: [UInt8]

    private static let label = Array("arca.answer.v1\0".utf8)

    private static func message(_ name: String, _ keys: TeamDeviceKeys.Public) -> [UInt8] {
        label + keys.identifier + name.utf8
    }

    init(_ deviceName: String, _ keys: TeamDeviceKeys) throws {
        (self.deviceName, self.keys) = (deviceName, keys.publicKeys)
        signature = try keys.signing.signature(for: Self.message(deviceName, keys.publicKeys))
    }

    fileprivate var fields: TLVWriter {
        var writer = TLVWriter()
        writer.add(1, Array(deviceName.utf8))
        writer.add(5, keys.signing)
        writer.add(6, keys.authority)
        writer.add(7, keys.wrap)
        writer.add(10, signature)
        return writer
    }

    fileprivate init(_ record: Span<UInt8>) throws {
        var reader = TLVReader()
        var name: String?
        var bytes: [UInt8: [UInt8]] = [:]
        while let (number, found) = try reader.next(record) {
            var value = found
            switch number {
            case 1: name = try value.text(record)
            case 5, 6: bytes[number] = try value.bytes(32, record)
            case 7: bytes[7] = try value.bytes(TeamDeviceKeys.wrapKeyByteCount, record)
            case 10: bytes[10] = try value.bytes(64, record)
            default: throw TLVReader.unknown(number, in: "an answer to an invitation")
            }
            try value.finish()
        }
        guard let name, let signing = bytes[5], let authority = bytes[6], let wrap = bytes[7], let signature = bytes[10]
        else { throw TLVReader.missing("fields", in: "an answer to an invitation") }
        (deviceName, self.signature) = (name, signature)
        keys = TeamDeviceKeys.Public(signing: signing, authority: authority, wrap: wrap)
        guard
            try Curve25519.Signing.PublicKey(rawRepresentation: signing)
                .isValidSignature(signature, for: Self.message(name, keys))
        else { throw VaultError(.forged, "an answer to an invitation is not signed by its own key") }
    }

    /// Four words to compare by voice: 51 bits of a digest of the keys.
    var words: String {
        let digest = SHA256.hash(Array("arca.words.v1\0".utf8) + keys.identifier + keys.signing + keys.wrap)
        var bits: UInt64 = digest.prefix(8).bigEndianNumber()
        let list = WordList.english
        return (0..<4).map { _ in
            defer { bits /= UInt64(list.count) }
            return String(decoding: list[Int(bits % UInt64(list.count))] ?? [], as: UTF8.self)
        }.joined(separator: " ")
    }
}
