internal import ArcaCore
internal import ArcaCrypto
internal import Synchronization

/// Hybrid public key encryption (RFC 9180); the algorithm is the KEM: `x25519`, `p-256`, `p-384`, `p-521` or `x-wing`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `hpke-seal` | sender inputs, `number`, `aad`, `msg` | `enc`, `ct` |
/// | `hpke-open` | recipient inputs, `number`, `aad`, `ct` | `msg` |
/// | `hpke-export` | sender or recipient inputs, `context`, `outputByteCount` | `secret` |
/// | `hpke-schedule` | sender or recipient inputs | `key`, `nonce`, `exporterSecret`; for the sender also `enc` |
///
/// The sender inputs are `public`, `ephemeral` (64 bytes for X-Wing) and optionally `senderPrivate`. The recipient
/// inputs are `private`, `enc` and optionally `senderPublic`. Both include `hash`, `cipher` (`export-only` for none),
/// `info`, and optionally `psk` with `pskID`. `number` is the message number, from 0.
enum HPKEOperation: VectorOperation {
    static let names = ["hpke-seal", "hpke-open", "hpke-export", "hpke-schedule"]

    /// The private keys of the Diffie-Hellman KEMs.
    static let curves: [String: any HPKEDiffieHellmanPrivateKey.Type] = [
        "x25519": Curve25519.KeyAgreement.PrivateKey.self, "p-256": P256.KeyAgreement.PrivateKey.self,
        "p-384": P384.KeyAgreement.PrivateKey.self, "p-521": P521.KeyAgreement.PrivateKey.self,
    ]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        switch request.operation {
        case "hpke-seal":
            let (number, message, data) = (try number(inputs), try inputs.bytes("msg"), try inputs.bytes("aad"))
            return try senders.value(for: request) { KeptSender(try sender(request)) }.sender.withLock { sender in
                sender.skip(to: number)
                let sealed = try sender.seal(message, authenticating: data)
                return ["enc": .bytes(sender.encapsulatedKey), "ct": .bytes(sealed)]
            }
        case "hpke-open":
            var recipient = try recipients.value(for: request) { try Self.recipient(request) }
            recipient.skip(to: try number(inputs))
            return ["msg": .bytes(try recipient.open(inputs.bytes("ct"), authenticating: inputs.bytes("aad")))]
        case "hpke-export":
            let (context, byteCount) = (try inputs.bytes("context"), try inputs.int("outputByteCount"))
            let secret =
                inputs["ephemeral"] != nil
                ? try sender(request).exportSecret(context: context, outputByteCount: byteCount)
                : try recipient(request).exportSecret(context: context, outputByteCount: byteCount)
            return ["secret": .bytes([UInt8](bytes: secret))]
        default:
            guard inputs["ephemeral"] != nil else { return values(try recipient(request).keySchedule) }
            let sender = try sender(request)
            return values(sender.keySchedule).with("enc", .bytes(sender.encapsulatedKey))
        }
    }

    private static let senders = RecentContexts<KeptSender>()
    private static let recipients = RecentContexts<HPKE.Recipient>()

    private static func values(_ schedule: HPKE.KeySchedule) -> NamedValues {
        [
            "key": .bytes([UInt8](bytes: schedule.key)), "nonce": .bytes([UInt8](bytes: schedule.baseNonce)),
            "exporterSecret": .bytes([UInt8](bytes: schedule.exporterSecret)),
        ]
    }

    private static func sender(_ request: Request) throws -> HPKE.Sender {
        let inputs = request.inputs
        let suite = try suite(request)
        let (psk, identifier) = try presharedKey(inputs)
        let (info, recipientKey) = (try inputs.bytes("info"), try inputs.bytes("public"))
        func sender<Key: HPKEDiffieHellmanPrivateKey>(_: Key.Type) throws -> HPKE.Sender {
            let author = try inputs["senderPrivate"].map { _ in try inputs.bytes("senderPrivate") }
            return try HPKE.Sender(
                recipientKey: Key.PublicKey(hpkeRepresentation: recipientKey), ciphersuite: suite, info: info,
                authenticatedBy: author.map { try Key(rawRepresentation: $0) }, presharedKey: psk,
                presharedKeyIdentifier: identifier, ephemeral: Key(rawRepresentation: inputs.bytes("ephemeral")))
        }
        if let curve = curves[request.algorithm] { return try sender(curve) }
        try refuseSenderKey(inputs)
        let sent = try EncapsulationOperation.encapsulateXWing(to: recipientKey, random: inputs.bytes("ephemeral"))
        return try HPKE.Sender(
            encapsulation: sent, ciphersuite: suite, info: info, presharedKey: psk,
            presharedKeyIdentifier: identifier)
    }

    private static func recipient(_ request: Request) throws -> HPKE.Recipient {
        let inputs = request.inputs
        let suite = try suite(request)
        let (psk, identifier) = try presharedKey(inputs)
        let (info, encapsulated) = (try inputs.bytes("info"), try inputs.bytes("enc"))
        let privateKey = SecretBytes(copying: try inputs.bytes("private"))
        func recipient<Key: HPKEDiffieHellmanPrivateKey>(_: Key.Type) throws -> HPKE.Recipient {
            try HPKE.Recipient(
                privateKey: Key(rawRepresentation: privateKey), ciphersuite: suite, info: info,
                encapsulatedKey: encapsulated, authenticatedBy: senderKey(inputs, Key.self), presharedKey: psk,
                presharedKeyIdentifier: identifier)
        }
        if let curve = curves[request.algorithm] { return try recipient(curve) }
        try refuseSenderKey(inputs)
        return try HPKE.Recipient(
            privateKey: .init(seedRepresentation: privateKey), ciphersuite: suite, info: info,
            encapsulatedKey: encapsulated, presharedKey: psk, presharedKeyIdentifier: identifier)
    }

    static func senderKey<Key: HPKEDiffieHellmanPrivateKey>(
        _ inputs: NamedValues, _: Key.Type
    ) throws -> Key.PublicKey? {
        guard inputs["senderPublic"] != nil else { return nil }
        return try Key.PublicKey(hpkeRepresentation: inputs.bytes("senderPublic"))
    }

    private static func suite(_ request: Request) throws -> HPKE.Ciphersuite {
        let kems: [String: HPKE.KEM] = [
            "x25519": .Curve25519_HKDF_SHA256, "p-256": .P256_HKDF_SHA256, "p-384": .P384_HKDF_SHA384,
            "p-521": .P521_HKDF_SHA512, "x-wing": .XWingMLKEM768X25519,
        ]
        let kdfs: [String: HPKE.KDF] = ["sha256": .HKDF_SHA256, "sha384": .HKDF_SHA384, "sha512": .HKDF_SHA512]
        let ciphers: [String: HPKE.AEAD] = [
            "aes-128-gcm": .AES_GCM_128, "aes-256-gcm": .AES_GCM_256, "chacha20-poly1305": .chaChaPoly,
            "export-only": .exportOnly,
        ]
        let (hash, cipher) = (try request.inputs.text("hash"), try request.inputs.text("cipher"))
        guard let kem = kems[request.algorithm], let kdf = kdfs[hash], let aead = ciphers[cipher] else {
            throw OperationError.unsupported("Arca has no HPKE with \(request.algorithm), \(hash) and \(cipher)")
        }
        return HPKE.Ciphersuite(kem: kem, kdf: kdf, aead: aead)
    }

    private static func presharedKey(_ inputs: NamedValues) throws(VectorError) -> (SymmetricKey?, [UInt8]) {
        guard inputs["psk"] != nil else { return (nil, []) }
        return (SymmetricKey(copying: try inputs.bytes("psk")), try inputs.bytes("pskID"))
    }

    private static func refuseSenderKey(_ inputs: NamedValues) throws(OperationError) {
        guard inputs["senderPrivate"] == nil, inputs["senderPublic"] == nil else {
            throw .unsupported("X-Wing does not authenticate senders")
        }
    }

    private static func number(_ inputs: NamedValues) throws -> UInt64 {
        let number = try inputs.int("number")
        guard let number = UInt64(exactly: number) else { throw OperationError.refused("a message before the first") }
        return number
    }
}

private final class KeptSender: Sendable {
    let sender: Mutex<HPKE.Sender>

    init(_ sender: consuming sending HPKE.Sender) { self.sender = Mutex(sender) }
}

/// The contexts of the last requests: a file has up to 257 messages for one key exchange, which takes most of the time.
private final class RecentContexts<Context: Sendable>: Sendable {
    /// Threads work on different cases.
    private static var maximumCount: Int { 16 }
    private static var messageNames: Set<String> { ["number", "aad", "msg", "ct"] }

    private struct Entry: Sendable {
        let algorithm: String
        let inputs: [NamedValues.Element]
        let context: Context
    }

    private let entries = Mutex<[Entry]>([])

    func value(for request: Request, make: () throws -> Context) throws -> Context {
        let inputs = request.inputs.elements.filter { !Self.messageNames.contains($0.name) }
        let known = entries.withLock { entries in
            entries.first { $0.algorithm == request.algorithm && $0.inputs == inputs }?.context
        }
        if let known { return known }
        let context = try make()
        entries.withLock { entries in
            if entries.count == Self.maximumCount { entries.removeFirst() }
            entries.append(Entry(algorithm: request.algorithm, inputs: inputs, context: context))
        }
        return context
    }
}
