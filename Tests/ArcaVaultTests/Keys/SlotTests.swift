internal import ArcaCore
import ArcaCrypto
import ArcaKeys
import ArcaPatterns
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite(.enabled(if: runsSlowTests, "slow")) struct SlotTests {
    private static let vault = [UInt8](repeating: 7, count: 16)
    private let cheap: Scrypt.Cost
    private static let passphrase = SecretBytes(copying: "correct horse".utf8)
    private static let contents = SecretBytes(copying: [UInt8](repeating: 9, count: 1000))
    private static let device = SecretBytes(copying: [UInt8](repeating: 5, count: 32))
    private let pattern: Pattern
    private let keyFile: VaultKeyFile
    private let code: RecoveryCode
    private let x25519: Curve25519.KeyAgreement.PrivateKey
    private let hybrid: XWingMLKEM768X25519.PrivateKey
    private let rsa: RSAPrivateKey

    init() throws {
        cheap = try Scrypt.Cost(logN: 10)
        pattern = try Pattern(dots: [0, 1, 2, 4, 6])
        keyFile = try VaultKeyFile()
        code = try RecoveryCode()
        x25519 = Curve25519.KeyAgreement.PrivateKey()
        hybrid = try XWingMLKEM768X25519.PrivateKey()
        rsa = try RSAPrivateKey(bitCount: 2048)
    }

    /// One slot of each kind with its credential.
    private func kinds() throws -> [(slot: NewVaultSlot, credential: VaultCredential)] {
        let kinds: [(NewVaultSlot, VaultCredential)] = [
            (.passphrase(Self.passphrase, cost: cheap), .passphrase(Self.passphrase)),
            (.keyFile(keyFile), .keyFile(keyFile)),
            (
                .passphraseAndKeyFile(Self.passphrase, contents: Self.contents, cost: cheap),
                .passphraseAndKeyFile(Self.passphrase, contents: Self.contents)
            ),
            (.x25519(x25519.publicKey), .x25519(x25519)),
            (.rsa(rsa.publicKey), .rsa(rsa)),
            (.recoveryCode(code), .recoveryCode(code)),
            (.pattern(pattern, cost: cheap), .pattern(pattern)),
            (.hybrid(hybrid.publicKey), .hybrid(hybrid)),
        ]
        return kinds.map { ($0.0.permittingAnyCostForTests, $0.1) }
    }

    private func made(_ new: NewVaultSlot, _ key: VaultKey) throws -> SealedSlot {
        let slot = try SealedSlot.wrap(key, in: new, deviceSecret: Self.device)
        return try SealedSlot(parsing: slot.body, identifier: slot.identifier, vault: Self.vault)
    }

    @Test("each kind wraps and unwraps, and no credential opens a slot of another kind")
    func roundTrips() throws {
        let key = try VaultKey(randomFor: Self.vault, epoch: 3)
        let kinds = try kinds()
        #expect(kinds.map(\.slot.kind) == VaultSlot.Kind.allCases)
        for (index, (new, _)) in kinds.enumerated() {
            let slot = try made(new, key)
            #expect(slot.kind == new.kind && slot.epoch == 3)
            for (other, (_, credential)) in kinds.enumerated() {
                let opened = try slot.unwrap(with: credential, deviceSecret: Self.device)
                #expect(opened?.bytes == (index == other ? key.bytes : nil), "\(slot.kind) by \(credential.kind!)")
                if index == other { #expect(opened?.epoch == 3 && opened?.vault == Self.vault) }
            }
        }
    }

    @Test("another passphrase, file, code, key, pattern or device opens nothing and is reported as a wrong credential")
    func wrongCredentials() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let others: [VaultCredential] = [
            .passphrase(SecretBytes(copying: "correct horse ".utf8)), .keyFile(try VaultKeyFile()),
            .passphraseAndKeyFile(Self.passphrase, contents: Self.passphrase),
            .x25519(Curve25519.KeyAgreement.PrivateKey()), .rsa(try RSAPrivateKey(bitCount: 2048)),
            .recoveryCode(try RecoveryCode()), .pattern(try Pattern(dots: [0, 1, 2, 4, 3])),
            .hybrid(try XWingMLKEM768X25519.PrivateKey()),
        ]
        for ((new, credential), other) in zip(try kinds(), others) {
            let table = try SlotSet([try made(.keyFile(keyFile), key), try made(new, key)])
            #expect(throws: VaultError.code(.wrongCredential)) {
                try table.unlock(with: other, deviceSecret: Self.device)
            }
            #expect(try table.unlock(with: credential, deviceSecret: Self.device).key.bytes == key.bytes)
        }
        let gesture = try made(NewVaultSlot.pattern(pattern, cost: cheap).permittingAnyCostForTests, key)
        let stranger = SecretBytes(copying: [UInt8](repeating: 6, count: 32))
        #expect(try gesture.unwrap(with: .pattern(pattern), deviceSecret: stranger) == nil)
        #expect(try gesture.unwrap(with: .pattern(pattern), deviceSecret: nil) == nil)
        #expect(throws: VaultError.code(.locked)) {
            try SlotSet([try made(.keyFile(keyFile), key)]).unlock(with: .session)
        }
    }

    // Exit status 4, not 3: a typo and a failing disk need different messages.
    @Test("a flipped bit in every byte of a body is damage and not a wrong passphrase")
    func flippedBytes() throws {
        let key = try VaultKey(randomFor: Self.vault)
        for (new, credential) in try kinds() where new.kind != .rsa {
            let slot = try made(new, key)
            for place in slot.body.indices {
                for bit in [0, 7] {
                    var body = slot.body
                    body[place] ^= 1 << bit
                    let table = try SlotSet(rows: [(slot.identifier, body)], vault: Self.vault, epoch: 1)
                    let error = #expect(throws: VaultError.self) {
                        try table.unlock(with: credential, deviceSecret: Self.device)
                    }
                    #expect(error?.code == .tampered, "\(slot.kind), byte \(place)")
                    #expect(table.damages.count == 1)
                }
            }
        }
    }

    @Test("a damaged slot does not keep another one from opening, and the digest detects it")
    func damagedNeighbor() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let (first, second) = (try made(.keyFile(keyFile), key), try made(.recoveryCode(code), key))
        let table = try SlotSet([first, second])
        var rows = table.rows
        let damaged = try #require(rows.firstIndex { $0.identifier == first.identifier })
        rows[damaged].body[60] ^= 1
        let other = try SlotSet(rows: rows.reversed(), vault: Self.vault, epoch: 1)
        #expect(try other.unlock(with: .recoveryCode(code)).key.bytes == key.bytes)
        #expect(throws: VaultError.code(.tampered, at: 146)) { try other.unlock(with: .keyFile(keyFile)) }
        #expect(try other.digest(under: key.subkeys) != table.digest(under: key.subkeys))
        #expect(
            try SlotSet(rows: table.rows, vault: Self.vault, epoch: 1).digest(under: key.subkeys)
                == table.digest(under: key.subkeys))
    }

    @Test("a slot of an earlier epoch or of another vault is reported as damage")
    func strangersPutIn() throws {
        let (old, new) = (try VaultKey(randomFor: Self.vault), try VaultKey(randomFor: Self.vault, epoch: 2))
        let slots = [try made(.keyFile(keyFile), old), try made(.recoveryCode(code), new)]
        let table = try SlotSet(rows: slots.map { ($0.identifier, $0.body) }, vault: Self.vault, epoch: 2)
        #expect(throws: VaultError.code(.tampered)) { try table.unlock(with: .keyFile(keyFile)) }
        #expect(try table.unlock(with: .recoveryCode(code)).key.epoch == 2)
        #expect(throws: VaultError.code(.tampered, at: 9)) {
            try SealedSlot(
                parsing: slots[0].body, identifier: slots[0].identifier, vault: [UInt8](repeating: 8, count: 16))
        }
        #expect(throws: VaultError.code(.tampered, at: 9)) {
            try SealedSlot(parsing: slots[0].body, identifier: slots[1].identifier, vault: Self.vault)
        }
    }

    @Test("two wraps of one key for one passphrase share neither salt, identifier nor wrapped key")
    func freshSalts() throws {
        let key = try VaultKey(randomFor: Self.vault)
        for (new, _) in try kinds() {
            let (first, second) = (try made(new, key), try made(new, key))
            #expect(first.salt != second.salt && first.identifier != second.identifier)
            #expect(first.wrappedKey != second.wrappedKey && first.tag != second.tag)
        }
    }

    @Test("new slots cost 2^17 by default, whatever the old one cost, and never less")
    func costs() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let weak = try made(NewVaultSlot.passphrase(Self.passphrase, cost: cheap).permittingAnyCostForTests, key)
        #expect(weak.parameters == .cost(.scrypt(cheap)))
        // Wrapping again copies nothing from the old slot.
        let unwrapped = try #require(try weak.unwrap(with: .passphrase(Self.passphrase)))
        #expect(try made(.passphrase(Self.passphrase), unwrapped).parameters.bytes == [17, 8, 1])
        let calibrated = try Scrypt.Cost(logN: 17, r: 8, p: 2)
        #expect(try made(.passphrase(Self.passphrase, cost: calibrated), key).parameters.bytes == [17, 8, 2])
        for new in [
            NewVaultSlot.passphrase(Self.passphrase, cost: try Scrypt.Cost(logN: 16)),
            .passphraseAndKeyFile(Self.passphrase, contents: Self.contents, cost: try Scrypt.Cost(logN: 17, r: 7)),
            .pattern(pattern, cost: .interactive),
        ] {
            #expect(throws: VaultError.code(.invalidArgument)) {
                try SealedSlot.wrap(key, in: new, deviceSecret: Self.device)
            }
        }
        // Costs that no reader accepts are not written.
        #expect(throws: VaultError.code(.costTooHigh)) {
            try SealedSlot.wrap(key, in: .passphrase(Self.passphrase, cost: try Scrypt.Cost(logN: 21)))
        }
    }

    @Test("Argon2id slots open for their secret, with the cost of the format document")
    func argon2() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let cost = try Argon2.Cost(memoryKiB: 64, passes: 2, lanes: 3)
        let kinds: [(NewVaultSlot, VaultCredential)] = [
            (.passphrase(Self.passphrase), .passphrase(Self.passphrase)),
            (
                .passphraseAndKeyFile(Self.passphrase, contents: Self.contents),
                .passphraseAndKeyFile(Self.passphrase, contents: Self.contents)
            ),
            (.pattern(pattern), .pattern(pattern)),
        ]
        for (new, credential) in kinds {
            let slot = try made(new.derived(with: .argon2id(cost)).permittingAnyCostForTests, key)
            #expect(slot.body[8] == 2 && slot.parameters.bytes.prefix(9) == [0, 0, 0, 64, 0, 0, 0, 2, 3])
            let read = try SealedSlot(parsing: slot.body, identifier: slot.identifier, vault: Self.vault)
            #expect(read.parameters == slot.parameters && read.work == 256)
            #expect(try read.unwrap(with: credential, deviceSecret: Self.device)?.bytes == key.bytes)
            let other = VaultCredential.passphrase(SecretBytes(copying: "other".utf8))
            #expect(try read.unwrap(with: other, deviceSecret: Self.device) == nil)
        }
        #expect(throws: VaultError.code(.invalidArgument)) {
            try made(.passphrase(Self.passphrase).derived(with: .argon2id(cost)), key)
        }
        let standard = try made(.passphrase(Self.passphrase).derived(with: .standardArgon2id), key)
        #expect(standard.parameters.bytes == [0, 4, 0, 0, 0, 0, 0, 2, 4])
        #expect(throws: VaultError.code(.costTooHigh)) {
            let wide = try Argon2.Cost(memoryKiB: 1 << 20, passes: 2, lanes: 256)
            _ = try made(.passphrase(Self.passphrase).derived(with: .argon2id(wide)), key)
        }
    }

    @Test("hostile Argon2id slots are rejected before anything is computed")
    func hostileArgon2() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let cost = VaultSlot.Cost.argon2id(try Argon2.Cost(memoryKiB: 64, passes: 1))
        let slot = try made(
            NewVaultSlot.passphrase(Self.passphrase).derived(with: cost).permittingAnyCostForTests, key)
        func error(_ change: (inout [UInt8]) -> Void) -> VaultError? {
            var body = Array(slot.body.dropLast(4))
            change(&body)
            body += SHA256.hash(body).prefix(4)
            return #expect(throws: VaultError.self) {
                try SealedSlot(parsing: body, identifier: slot.identifier, vault: Self.vault)
            }
        }
        for (parameters, code) in [
            ([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1, 1], .costTooHigh), ([0, 0x10, 0, 0, 0, 0, 0, 17, 1], .costTooHigh),
            ([0, 0x10, 0, 1, 0, 0, 0, 1, 1], .costTooHigh), ([0, 0, 0, 64, 0xff, 0xff, 0xff, 0xff, 1], .costTooHigh),
            ([0, 0, 0, 63, 0, 0, 0, 1, 1], .tampered), ([0, 0, 0, 64, 0, 0, 0, 0, 1], .tampered),
            ([0, 0, 0, 64, 0, 0, 0, 1, 0], .tampered), ([0, 0, 0, 64, 0, 0, 0, 1, 9], .tampered),
        ] as [([UInt8], VaultError.Code)] {
            #expect(error { $0.replaceSubrange(50..<59, with: parameters) }?.code == code, "\(parameters)")
        }
        // A cost of scrypt's length, other kinds, and versions to come.
        #expect(error { $0[8] = 1 }?.code == .tampered)
        for version in [0, 3] as [UInt8] { #expect(error { $0[8] = version }?.code == .unsupported) }
        for kind in [2, 4, 5, 6, 8, 9] as [UInt8] { #expect(error { $0[45] = kind }?.code == .unsupported) }
    }

    @Test("excessive costs and too many slots are rejected before anything is computed")
    func caps() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let slot = try made(NewVaultSlot.passphrase(Self.passphrase, cost: cheap).permittingAnyCostForTests, key)
        let start = ThreadClock.seconds
        do {
            for parameters in [[30, 8, 1], [20, 255, 1], [10, 8, 255], [20, 16, 4]] as [[UInt8]] {
                var body = slot.body
                body.replaceSubrange(50..<53, with: parameters)
                body = body.dropLast(4) + SHA256.hash(body.dropLast(4)).prefix(4)
                let table = try SlotSet(rows: [(slot.identifier, body)], vault: Self.vault, epoch: 1)
                #expect(throws: VaultError.code(.costTooHigh, at: 50)) {
                    try table.unlock(with: .passphrase(Self.passphrase))
                }
            }
            let rows = (0..<33).map { number in
                (identifier: [UInt8](repeating: UInt8(number), count: 16), body: slot.body)
            }
            #expect(throws: VaultError.code(.tampered)) { try SlotSet(rows: rows, vault: Self.vault, epoch: 1) }
        }
        // Scrypt with N = 2^30 would take an hour; the time shows that it never starts.
        #expect(ThreadClock.seconds - start < 0.5)
        let nine = try (0..<9).map { _ in
            try made(NewVaultSlot.passphrase(Self.passphrase, cost: cheap).permittingAnyCostForTests, key)
        }
        #expect(throws: VaultError.code(.tampered)) {
            try SlotSet(rows: nine.map { ($0.identifier, $0.body) }, vault: Self.vault, epoch: 1)
        }
        #expect(throws: VaultError.code(.invalidArgument)) { try SlotSet(nine) }
        let gesture = try made(NewVaultSlot.pattern(pattern, cost: cheap).permittingAnyCostForTests, key)
        #expect(throws: VaultError.code(.invalidArgument)) { try SlotSet(nine.prefix(8) + [gesture]) }
        #expect(throws: VaultError.code(.tampered)) {
            let rows = (nine.prefix(8) + [gesture]).map { ($0.identifier, $0.body) }
            _ = try SlotSet(rows: rows, vault: Self.vault, epoch: 1)
        }
        let many = try (0..<33).map { _ in try made(.recoveryCode(code), key) }
        #expect(throws: VaultError.code(.invalidArgument)) { try SlotSet(many) }
        #expect(try SlotSet(Array(many.prefix(24)) + Array(nine.prefix(8))).slots.count == 32)
    }

    @Test("a file without slots is damaged, and no credential is reported as wrong")
    func noSlots() throws {
        let table = try SlotSet(rows: [], vault: Self.vault, epoch: 1)
        #expect(throws: VaultError.code(.tampered)) { try table.unlock(with: .passphrase(Self.passphrase)) }
    }

    @Test("the cheapest slot is tried first, so planted ones do not delay the genuine one")
    func order() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let slots = try [12, 10, 13, 11].map { logN in
            try made(
                NewVaultSlot.passphrase(Self.passphrase, cost: try Scrypt.Cost(logN: logN)).permittingAnyCostForTests,
                key)
        }
        var table = try SlotSet(slots)
        for logN in 10...13 {
            let opened = try table.unlock(with: .passphrase(Self.passphrase)).slot
            #expect(opened.parameters.bytes == [UInt8(logN), 8, 1])
            if logN < 13 { try table.remove(opened.identifier) }
        }
    }

    @Test("planted slots for a post-quantum key do not hide the genuine one after them")
    func plantedHybrid() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let genuine = try made(.hybrid(hybrid.publicKey), key)
        let start = SealedSlot.parametersAt
        let end = start + genuine.parameters.bytes.count
        func planted(_ number: UInt8, _ change: (inout [UInt8]) -> Void) throws -> SealedSlot {
            var changed = Array(genuine.body.dropLast(SealedSlot.checkByteCount))
            let identifier = [UInt8](repeating: 0, count: 15) + [number]
            changed.replaceSubrange(SealedSlot.identifierAt..<SealedSlot.epochAt, with: identifier)
            change(&changed)
            changed += SHA256.hash(changed).prefix(SealedSlot.checkByteCount)
            return try SealedSlot(parsing: changed, identifier: identifier, vault: Self.vault)
        }
        // In the parameters, the X25519 share follows the ML-KEM ciphertext.
        let share = start + 1088..<start + 1120
        #expect(end >= share.upperBound)
        let slots = try [
            planted(1) { $0[start] ^= 1 }, planted(2) { $0[share.upperBound - 1] ^= 1 },
            planted(3) { $0.replaceSubrange(share, with: [UInt8](repeating: 0, count: 32)) },
            planted(4) { $0[$0.count - 1] ^= 1 }, made(.hybrid(XWingMLKEM768X25519.PrivateKey().publicKey), key),
            genuine,
        ]
        #expect(try SlotSet(slots).unlock(with: .hybrid(hybrid)).slot.identifier == genuine.identifier)
        for slot in slots[..<4] {
            #expect(throws: (any Error).self) { try SlotSet([slot]).unlock(with: .hybrid(hybrid)) }
        }
    }

    @Test("neither the last slot nor the last one that is not a gesture can be removed")
    func removal() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let gesture = try made(NewVaultSlot.pattern(pattern, cost: cheap).permittingAnyCostForTests, key)
        let (file, code) = (try made(.keyFile(keyFile), key), try made(.recoveryCode(code), key))
        #expect(throws: VaultError.code(.invalidArgument)) { try SlotSet([]) }
        #expect(throws: VaultError.code(.invalidArgument)) { try SlotSet([gesture]) }
        var table = try SlotSet([gesture, file, code])
        #expect(throws: VaultError.code(.notFound)) { try table.remove([UInt8](repeating: 0, count: 16)) }
        try table.remove(code.identifier)
        #expect(throws: VaultError.code(.invalidArgument)) { try table.remove(file.identifier) }
        #expect(throws: VaultError.code(.invalidArgument)) { try table.replace(file.identifier, by: gesture) }
        try table.replace(file.identifier, by: code)
        try table.remove(gesture.identifier)
        #expect(throws: VaultError.code(.invalidArgument)) { try table.remove(code.identifier) }
        #expect(table.slots.map(\.identifier) == [code.identifier])
    }

    // AES-GCM alone would allow one slot that opens under many passphrases, so an attacker could try them all at once.
    @Test("a slot that two passphrases open cannot be made: the tag commits to one")
    func commitment() throws {
        let key = try VaultKey(randomFor: Self.vault)
        let salt = [UInt8](repeating: 1, count: 32)
        let slot = try SealedSlot(
            wrapping: key, identifier: [UInt8](repeating: 2, count: 16), kind: .recoveryCode, parameters: .none,
            salt: salt, under: SymmetricKey(copying: [UInt8](repeating: 3, count: 16)))
        // The attacker knows both secrets and chooses the wrapped key and the tag freely. Each secret requires a
        // different 256-bit tag, and the slot holds only one.
        let other = try SlotKeys(
            secret: SymmetricKey(copying: [UInt8](repeating: 4, count: 16)), salt: salt, header: slot.header)
        let wanted = try other.tag(over: slot.header + slot.wrappedKey)
        #expect(wanted != Array(slot.tag))
        var body = Array(slot.body.dropLast(36)) + wanted
        body += SHA256.hash(body).prefix(4)
        let forged = try SealedSlot(parsing: body, identifier: slot.identifier, vault: Self.vault)
        #expect(try forged.unwrap(under: SymmetricKey(copying: [UInt8](repeating: 4, count: 16))) != nil)
        #expect(try forged.unwrap(under: SymmetricKey(copying: [UInt8](repeating: 3, count: 16))) == nil)
    }

    @Test("empty secrets, short keys and points of small order are rejected for new slots")
    func badRecipients() throws {
        let key = try VaultKey(randomFor: Self.vault)
        // Arca does not create keys this short.
        let short = try AnyKey(Peer.output(["openssl", "genrsa", "1024"]).utf8).privateKey().rsa()
        let refused: [NewVaultSlot] = [
            .passphrase(SecretBytes(copying: [])),
            .passphraseAndKeyFile(Self.passphrase, contents: SecretBytes(copying: []), cost: cheap)
                .permittingAnyCostForTests,
            .rsa(short.publicKey), .x25519(try .init(rawRepresentation: [UInt8](repeating: 0, count: 32))),
            .pattern(pattern),
            .hybrid(
                try .init(
                    rawRepresentation: hybrid.publicKey.rawRepresentation.prefix(1184)
                        + [UInt8](repeating: 0, count: 32))),
        ]
        for new in refused {
            #expect(throws: VaultError.code(.invalidArgument)) { try SealedSlot.wrap(key, in: new) }
        }
        let slot = try made(.rsa(rsa.publicKey), key)
        #expect(throws: VaultError.code(.invalidArgument)) { try slot.unwrap(with: .rsa(short)) }
    }

    @Test("a public-key slot is rebuilt from the recipient stored in the state")
    func recipients() throws {
        let key = try VaultKey(randomFor: Self.vault)
        for (new, credential) in try kinds() {
            let recipient = try new.recipient
            guard new.kind.isForPublicKey else {
                #expect(recipient.isEmpty)
                #expect(throws: VaultError.code(.invalidArgument)) { try NewVaultSlot(recipient: [], kind: new.kind) }
                continue
            }
            let again = try NewVaultSlot(recipient: recipient, kind: new.kind)
            #expect(try made(again, key).unwrap(with: credential)?.bytes == key.bytes)
            #expect(throws: VaultError.code(.tampered)) { try NewVaultSlot(recipient: [1], kind: new.kind) }
            let description = VaultSlot(
                identifier: [], kind: new.kind, label: "", created: Vault.Timestamp(seconds: 0), recipient: recipient,
                cost: nil)
            #expect(description.recipientText?.hasPrefix(new.kind == .rsa ? "RSA 2048 SHA256:" : "age1") == true)
        }
    }
}
