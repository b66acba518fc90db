internal import ArcaCodecs
internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
import Testing

@Suite struct AgeX25519Tests {
    @Test("reads and writes the example keys of the specification")
    func text() throws {
        #expect(AgeFixtures.identity.recipient == AgeFixtures.recipient)
        #expect(AgeFixtures.recipient.description == AgeFixtures.recipientText)
        #expect(AgeFixtures.identity.text == SecretBytes(copying: AgeFixtures.identityText.utf8))
        let fresh = try Age.X25519Identity()
        let again = try Age.X25519Identity(fresh.text)
        #expect(again.recipient == fresh.recipient && fresh.recipient != AgeFixtures.recipient)
    }

    @Test("rejects other text with a specific code, without quoting it")
    func refusesText() throws {
        let (identity, recipient) = (AgeFixtures.identityText, AgeFixtures.recipientText)
        let recipients: [(String, ContainerError.Code)] = [
            ("", .malformed), ("age1", .malformed), (recipient.uppercased(), .malformed), (recipient + "q", .malformed),
            (String(recipient.dropLast()), .malformed), (identity, .malformed), (" " + recipient, .malformed),
            (try Bech32.encode([UInt8](repeating: 1, count: 31), prefix: "age"), .malformed),
            (try Bech32.encode([UInt8](repeating: 1, count: 32), prefix: "age", variant: .bech32m), .malformed),
            (try Bech32.encode([UInt8](repeating: 1, count: 32), prefix: "bc"), .malformed),
            (try Bech32.encode([UInt8](repeating: 1, count: 33), prefix: "age1yubikey"), .unsupported),
            (try Bech32.encode([UInt8](repeating: 1, count: 1216), prefix: "age1pq", maximumCount: nil), .malformed),
            (try Bech32.encode([UInt8](repeating: 1, count: 33), prefix: "age1tag"), .unsupported),
        ]
        for (text, code) in recipients {
            let error = #expect(throws: ContainerError.self) { try Age.X25519Recipient(text) }
            #expect(error?.code == code, "\(text)")
            if text.count > 20 { #expect(error?.reason.contains(text.dropFirst(10).prefix(10)) == false) }
        }
        let identities: [(String, ContainerError.Code)] = [
            (identity.lowercased(), .malformed), (recipient, .malformed), (identity + "A", .malformed),
            (try Bech32.encode([UInt8](repeating: 1, count: 32), prefix: "AGE-SECRET-KEY-PQ-"), .malformed),
            (try Bech32.encode([UInt8](repeating: 1, count: 8), prefix: "AGE-PLUGIN-YUBIKEY-"), .unsupported),
            (try Bech32.encode([UInt8](repeating: 1, count: 33), prefix: "AGE-SECRET-KEY-"), .malformed),
        ]
        for (text, code) in identities {
            let error = #expect(throws: ContainerError.self) { try Age.X25519Identity(text.utf8) }
            #expect(error?.code == code, "\(text)")
        }
    }

    @Test("rejects a share of small order, of another length or encoding, and a body of another length")
    func refusesStanzas() throws {
        let share = String(repeating: "B", count: 42) + "A"
        let body = [UInt8](repeating: 0, count: 32)
        let cases: [([String], [UInt8])] = [
            ([String(repeating: "A", count: 43)], body), ([], body), ([share, share], body), ([share + "="], body),
            ([String(share.dropLast())], body), ([String(share.dropLast()) + "B"], body), ([share + "A"], body),
            ([share], Array(body.dropLast())), ([share], body + [0]), ([share], []),
        ]
        for (arguments, body) in cases {
            let stanza = try Age.Stanza(type: "X25519", arguments: arguments, body: body)
            #expect(throws: ContainerError.code(.malformed), "\(arguments)") {
                try AgeFixtures.identity.unwrap([stanza])
            }
        }
        let other = try Age.Stanza(type: "x25519", arguments: [], body: [])
        #expect(try AgeFixtures.identity.unwrap([other]) == nil)
        let wrong = try Age.Stanza(type: "X25519", arguments: [share], body: body)
        #expect(try AgeFixtures.identity.unwrap([wrong]) == nil)
    }
}
