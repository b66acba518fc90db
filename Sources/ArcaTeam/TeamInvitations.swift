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
            invitation.fields().padded(), under: PreparedXAES(derive("seal", 32)),
            authenticating: Self.label + invitationName)
    }

    func openInvitation(_ letter: [UInt8]) throws -> TeamInvitation {
        try open(letter, "seal", name: invitationName) { try TeamInvitation($0) }
    }

    func seal(_ answer: TeamInvitationAnswer) throws -> [UInt8] {
        try TeamKeys.seal(
            answer.fields().padded(), under: PreparedXAES(derive("answer", 32)), authenticating: Self.label + answerName
        )
    }

    func openAnswer(_ letter: [UInt8]) throws -> TeamInvitationAnswer {
        try open(letter, "answer", name: answerName) { try TeamInvitationAnswer($0) }
    }

    private func open<Letter>(
        _ letter: [UInt8], _ purpose: String, name: [UInt8], _ read: (SecretBytes) throws -> Letter
    ) throws -> Letter {
        do {
            return try read(
                TeamKeys.open(letter, under: PreparedXAES(derive(purpose, 32)), authenticating: Self.label + name))
        } catch let error as VaultError where error.code == .forged || error.code == .tampered {
            throw VaultError(
                .forged, "a letter at the server was not written with this code: it was exchanged or changed")
        }
    }
}

/// The content of an invitation: the vault, a log position, and the devices that may sign.
struct TeamInvitation {
    var vault: [UInt8] = []
    var position = TeamPosition(generation: 0, head: [])
    var member: [UInt8] = []
    var memberName = ""
    var role = TeamRole.removed
    /// Nil for the paper recovery code.
    var expires: Vault.Timestamp?
    var devices: [(identifier: [UInt8], role: TeamRole)] = []
}

extension TeamInvitation: FieldRecord {
    enum Field: UInt8, CaseIterable { case vault = 1, position, member, memberName, role, expires, device }

    static let format = RecordFormat<TeamInvitation>(
        "an invitation",
        [
            .required(.vault, .bytes(16), \.vault),
            .required(.position, .position, \.position),
            .required(.member, .bytes(16), \.member),
            .required(.memberName, .text, \.memberName),
            .required(.role, .choice(), \.role),
            .optional(.expires, .time, \.expires),
            .list(.device, .deviceRole(TeamRole.missing), \.devices),
        ])

    fileprivate init(_ padded: SecretBytes) throws {
        self.init()
        try Self.format.read(padded, into: &self)
        guard position.generation > 0 else { throw Self.format.incomplete }
    }
}

extension TeamRole {
    static let missing = VaultError(.tampered, "an invitation lacks its role")
}

extension FieldType<TeamPosition> {
    static var position: Self {
        Self("u64 generation ‖ head[32]", write: { $0.generation.bigEndianBytes + $0.head }) { value, record in
            TeamPosition(generation: try value.number(record), head: try value.bytes(32, record))
        }
    }
}

extension FieldType<(identifier: [UInt8], role: TeamRole)> {
    /// A device that may sign; an unknown role throws `unknown`.
    static func deviceRole(_ unknown: VaultError) -> Self {
        Self("device[16] ‖ u8 role", write: { $0.identifier + [$0.role.rawValue] }) { value, record in
            let identifier = try value.bytes(16, record)
            guard let role = TeamRole(rawValue: try value.number(record)) else { throw unknown }
            return (identifier, role)
        }
    }
}

/// The public keys of the person who redeemed the code.
struct TeamInvitationAnswer {
    var deviceName: String
    var keys: TeamDeviceKeys.Public
    /// A signature with the new signing key, which proves its possession.
    var signature: [UInt8]

    private static let label = Array("arca.answer.v1\0".utf8)

    private static func message(_ name: String, _ keys: TeamDeviceKeys.Public) -> [UInt8] {
        label + keys.identifier + name.utf8
    }

    init(_ deviceName: String, _ keys: TeamDeviceKeys) throws {
        (self.deviceName, self.keys) = (deviceName, keys.publicKeys)
        signature = try keys.signing.signature(for: Self.message(deviceName, keys.publicKeys))
    }

    fileprivate init(_ padded: SecretBytes) throws {
        (deviceName, keys, signature) = ("", TeamDeviceKeys.Public(signing: [], authority: [], wrap: []), [])
        try Self.format.read(padded, into: &self)
        guard
            try Curve25519.Signing.PublicKey(rawRepresentation: keys.signing)
                .isValidSignature(signature, for: Self.message(deviceName, keys))
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

extension TeamInvitationAnswer: FieldRecord {
    enum Field: UInt8, CaseIterable {
        case deviceName = 1
        case signing = 5
        case authority, wrap
        case signature = 10
    }

    static let format = RecordFormat<TeamInvitationAnswer>(
        "an answer to an invitation",
        [
            .required(.deviceName, .text, \.deviceName),
            .required(.signing, .bytes(32), \.keys.signing),
            .required(.authority, .bytes(32), \.keys.authority),
            .required(.wrap, .bytes(TeamDeviceKeys.wrapKeyByteCount), \.keys.wrap),
            .required(.signature, .bytes(64), \.signature),
        ])
}
