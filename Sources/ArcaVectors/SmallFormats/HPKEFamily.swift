internal import ArcaCore

/// HPKE: the key schedule, messages in both directions, and exported secrets on both sides.
struct HPKEFamily: VectorFamily {
    let name = "hpke"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let suite = try HPKESuite(&fields)
        if let absent = suite.absent { return .skip("Arca has no HPKE with \(absent)") }
        let mode = try fields.int("mode")
        guard (0...3).contains(mode) else {
            throw VectorError(.invalidField, at: "mode", "the mode is \(mode), not from 0 to 3")
        }
        guard suite.isClassical || mode < 2 else { return .skip("Arca has no HPKE with X-Wing and a sender's key") }
        fields.passOver("ikmR", "ikmS", because: "what keys were made of, which Arca makes at random")
        var conversation = try HPKEConversation(suite, &fields)
        if mode & 1 != 0 {
            conversation.addToBoth("psk", try fields.value("psk"))
            conversation.addToBoth("pskID", try fields.value("psk_id"))
        }
        if mode & 2 != 0 { try conversation.addSender(&fields) }
        try conversation.addSchedule(&fields)
        if fields.has("secret") || fields.has("key_schedule_context") {
            try conversation.addContext(&fields, mode: mode)
        }
        try conversation.addMessages(try fields.json("encryptions").array)
        try conversation.addExports(try fields.json("exports").array)
        return .steps(conversation.steps)
    }
}

private struct HPKESuite {
    private static let kems = [
        0x0010: "p-256", 0x0011: "p-384", 0x0012: "p-521", 0x0020: "x25519", 0x0021: "DHKEM(X448, HKDF-SHA512)",
        0x0040: "ML-KEM-512", 0x0041: "ML-KEM-768",
        0x0042: "ML-KEM-1024", 0x0050: "MLKEM768-P256", 0x0051: "MLKEM1024-P384", 0x647a: "x-wing",
    ]
    private static let kdfs = [
        0x0001: "sha256", 0x0002: "sha384", 0x0003: "sha512", 0x0010: "SHAKE128", 0x0011: "SHAKE256",
        0x0012: "TurboSHAKE128", 0x0013: "TurboSHAKE256",
    ]
    private static let aeads = [
        0x0001: "aes-128-gcm", 0x0002: "aes-256-gcm", 0x0003: "chacha20-poly1305", 0xffff: "export-only",
    ]

    /// The KEM, hash function and cipher as named in requests, if Arca supports them.
    let kem, kdf, aead: String
    let identifier: [UInt8]

    /// Reads the identifiers and checks them against `suite_id`.
    init(_ fields: inout CaseFields) throws {
        var identifier = Array("HPKE".utf8)
        func name(_ field: String, _ table: [Int: String]) throws -> String {
            let number = try fields.int(field)
            guard let name = table[number] else {
                throw VectorError(.invalidField, at: field, "unknown \(field) \(number)")
            }
            identifier += [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
            return name
        }
        kem = try name("kem_id", Self.kems)
        kdf = try name("kdf_id", Self.kdfs)
        aead = try name("aead_id", Self.aeads)
        guard try fields.bytesIfPresent("suite_id") ?? identifier == identifier else {
            throw VectorError(.invalidField, at: "suite_id", "suite_id is not made of the three numbers")
        }
        self.identifier = identifier
    }

    var isClassical: Bool { HPKEOperation.curves[kem] != nil }

    var absent: String? {
        guard isClassical || kem == "x-wing" else { return kem }
        return kdf.hasPrefix("sha") ? nil : "the one-stage KDF \(kdf)"
    }
}

private struct HPKEConversation {
    private(set) var steps: [TestPlan.Step] = []
    private let suite: HPKESuite
    private var sender: NamedValues
    private var recipient: NamedValues
    private let encapsulated: VectorValue
    private var baseNonce: [UInt8] = []

    /// Reads the recipient's keys and the ephemeral key: of the same curve, or 64 random bytes for X-Wing.
    init(_ suite: HPKESuite, _ fields: inout CaseFields) throws {
        self.suite = suite
        let (privateKey, publicKey) = (try fields.value("skRm"), try fields.value("pkRm"))
        encapsulated = try fields.value("enc")
        let common: NamedValues = [
            "hash": .text(suite.kdf), "cipher": .text(suite.aead), "info": try fields.value("info"),
        ]
        recipient = common.with("private", privateKey).with("enc", encapsulated)
        sender = common.with("public", publicKey)
        guard suite.isClassical else {
            steps.append(.publicKey(suite.kem, of: privateKey, publicKey))
            sender["ephemeral"] = try fields.value("ikmE")
            return
        }
        fields.passOver("ikmE", because: "what the ephemeral key was made of")
        let ephemeral = try fields.value("skEm")
        sender["ephemeral"] = ephemeral
        steps.append(.keyPair(suite.kem, privateKey, publicKey))
        steps.append(.keyPair(suite.kem, ephemeral, try fields.value("pkEm")))
    }

    mutating func addToBoth(_ name: String, _ value: VectorValue) {
        sender[name] = value
        recipient[name] = value
    }

    mutating func addSender(_ fields: inout CaseFields) throws {
        let (privateKey, publicKey) = (try fields.value("skSm"), try fields.value("pkSm"))
        steps.append(.keyPair(suite.kem, privateKey, publicKey))
        sender["senderPrivate"] = privateKey
        recipient["senderPublic"] = publicKey
    }

    /// Adds steps for the shared secret and the keys; optional, because other programs may not expose them.
    mutating func addSchedule(_ fields: inout CaseFields) throws {
        let secret = TestPlan.Expectation.secret(try fields.value("shared_secret"))
        let key = suite.isClassical ? "dk" : "seed"
        var decapsulation: NamedValues = ["ct": encapsulated]
        decapsulation[key] = recipient["private"]
        decapsulation["senderPublic"] = recipient["senderPublic"]
        add(
            "decapsulate", suite.isClassical ? "dhkem-\(suite.kem)" : suite.kem, inputs: decapsulation,
            expected: secret,
            isOptional: true)
        baseNonce = try fields.bytes("base_nonce")
        let keys: NamedValues = [
            "key": try fields.value("key"), "nonce": .bytes(baseNonce),
            "exporterSecret": try fields.value("exporter_secret"),
        ]
        add("hpke-schedule", suite.kem, inputs: recipient, expected: .outputs(keys), isOptional: true)
        add(
            "hpke-schedule", suite.kem, inputs: sender, expected: .outputs(keys.with("enc", encapsulated)),
            isOptional: true)
    }

    /// Adds steps for the key schedule context: the hashes by HKDF-Extract (RFC 9180, sections 4 and 5.1).
    mutating func addContext(_ fields: inout CaseFields, mode: Int) throws {
        let context = try fields.bytes("key_schedule_context")
        guard context.count % 2 == 1, Int(context[0]) == mode else {
            throw VectorError(.invalidField, at: "key_schedule_context", "not the mode and two digests")
        }
        let half = context.count / 2
        try addExtraction("psk_id_hash", sender["pskID"], salt: .bytes([]), .bytes(Array(context[1..<1 + half])))
        try addExtraction("info_hash", sender["info"], salt: .bytes([]), .bytes(Array(context[(1 + half)...])))
        try addExtraction(
            "secret", sender["psk"], salt: try fields.value("shared_secret"), try fields.value("secret"))
    }

    private mutating func addExtraction(
        _ label: String, _ material: VectorValue?, salt: VectorValue, _ digest: VectorValue
    ) throws {
        var labeled = Array("HPKE-v1".utf8) + suite.identifier + Array(label.utf8)
        if case .bytes(let bytes) = material { labeled += bytes }
        add(
            "hkdf-extract", suite.kdf, inputs: ["ikm": .bytes(labeled), "salt": salt],
            expected: .outputs(["prk": digest]),
            isOptional: true)
    }

    /// Adds messages, with their numbers derived from the nonces.
    mutating func addMessages(_ messages: [JSONField]) throws {
        let isExportOnly = suite.aead == "export-only"
        guard messages.isEmpty == isExportOnly else {
            let reason = isExportOnly ? "a suite that only exports has messages" : "there are no messages"
            throw VectorError(.invalidField, at: "encryptions", reason)
        }
        try Self.check(messages, "encryptions")
        for message in messages {
            try message.allowOnly(["aad", "ct", "nonce", "pt"])
            let number = VectorValue.int(try self.number(message["nonce"]))
            let (aad, text) = (VectorValue.bytes(try message["aad"].hex), VectorValue.bytes(try message["pt"].hex))
            let ciphertext = VectorValue.bytes(try message["ct"].hex)
            add(
                "hpke-seal", suite.kem, inputs: sender.with("number", number).with("aad", aad).with("msg", text),
                expected: .outputs(["enc": encapsulated, "ct": ciphertext]))
            add(
                "hpke-open", suite.kem,
                inputs: recipient.with("number", number).with("aad", aad).with("ct", ciphertext),
                expected: .outputs(["msg": text]))
        }
    }

    private func number(_ field: JSONField) throws -> Int {
        let nonce = try field.hex
        let number = zip(nonce, baseNonce).reduce(UInt64(0)) { $0 << 8 | UInt64($1.0 ^ $1.1) }
        guard nonce.count == 12, baseNonce.count == 12, nonce.prefix(4) == baseNonce.prefix(4),
            let number = Int(exactly: number)
        else { throw field.error("is not the nonce of a message") }
        return number
    }

    mutating func addExports(_ exports: [JSONField]) throws {
        try Self.check(exports, "exports")
        for export in exports {
            try export.allowOnly(["exporter_context", "L", "exported_value"])
            let (value, byteCount) = (try export["exported_value"].hex, try export["L"].int)
            for side in [sender, recipient] {
                add(
                    "hpke-export", suite.kem,
                    inputs: side.with("context", .bytes(try export["exporter_context"].hex))
                        .with("outputByteCount", .int(byteCount)), expected: .outputs(["secret": .bytes(value)]))
            }
        }
    }

    private mutating func add(
        _ operation: String, _ algorithm: String, inputs: NamedValues, expected: TestPlan.Expectation,
        isOptional: Bool = false
    ) {
        steps.append(.init(Request(operation, algorithm, inputs), expected, isOptional: isOptional))
    }

    private static func check(_ entries: [JSONField], _ name: String) throws(VectorError) {
        guard entries.count <= CaseLimits.fieldCount else {
            throw VectorError(.tooCostly, at: name, "\(entries.count) \(name); the limit is \(CaseLimits.fieldCount)")
        }
    }
}
