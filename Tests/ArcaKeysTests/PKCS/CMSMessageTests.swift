internal import ArcaTestSupport
internal import Foundation
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite(.enabled(if: Peer.has("openssl"))) struct CMSMessageTests {
    private static let script = """
        set -e
        for kind in RSA EC; do
          openssl genpkey -out $kind.key -algorithm $kind -pkeyopt \
            $([ $kind = RSA ] && echo rsa_keygen_bits:2048 || echo ec_paramgen_curve:P-256) 2>/dev/null
          openssl req -x509 -key $kind.key -subj /CN=$kind -days 9 -out $kind.pem
        done
        seq 1 5000 > message
        """

    private func inFolder(_ body: (_ made: (String) throws -> [UInt8]) throws -> Void) throws {
        try Peer.inFolder { folder in
            let answer = try Peer.run(["bash", "-c", Self.script], in: folder)
            #expect(answer.status == 0, "\(answer.errors)")
            try body { command in
                let answer = try Peer.run(
                    ["bash", "-c", "openssl cms -outform DER -in message \(command)"], in: folder)
                #expect(answer.status == 0, "\(command): \(answer.errors)")
                return answer.output
            }
        }
    }

    @Test("names cipher, recipients and signers of openssl's messages, in DER and BER, whole or cut")
    func readsMessages() throws {
        try inFolder { made in
            for (options, kind, cipher, recipients) in [
                ("-encrypt -aes256 RSA.pem", CMSMessage.Kind.enveloped, "AES-256-CBC", ["RSA: serial"]),
                ("-encrypt -stream -aes-128-cbc RSA.pem EC.pem", .enveloped, "AES-128-CBC", ["RSA: serial", "ECDH"]),
                ("-encrypt -des3 -keyid RSA.pem", .enveloped, "3DES-CBC", ["RSA: key identifier "]),
                (
                    "-encrypt -stream -aes-256-gcm -recip RSA.pem -keyopt rsa_padding_mode:oaep",
                    .authenticatedAndEnveloped, "AES-256-GCM", ["RSA-OAEP: serial"]
                ),
                ("-encrypt -camellia256 -pwri_password x", .enveloped, "Camellia-256-CBC", ["passphrase, PBKDF2, "]),
                (
                    "-encrypt -aes128 -secretkey 000102030405060708090a0b0c0d0e0f -secretkeyid c0ffee", .enveloped,
                    "AES-128-CBC", ["AES-128-Wrap: shared key c0ffee"]
                ),
                (
                    "-EncryptedData_encrypt -aes128 -secretkey 000102030405060708090a0b0c0d0e0f", .encrypted,
                    "AES-128-CBC", []
                ),
            ] as [(String, CMSMessage.Kind, String, [String])] {
                let bytes = try made(options)
                for (bytes, isPrefix) in [(bytes, false), (Array(bytes.prefix(2000)), true)] {
                    let message = try CMSMessage(bytes, isPrefix: isPrefix)
                    #expect(message.kind == kind && message.cipher == cipher, "\(options): \(message)")
                    #expect(message.recipients.count == recipients.count, "\(options)")
                    for (recipient, start) in zip(message.recipients, recipients) {
                        #expect(recipient.description.hasPrefix(start), "\(options): \(recipient)")
                    }
                }
            }
            for options in ["", "-nodetach", "-nodetach -stream"] {
                let message = try CMSMessage(try made("-sign -signer RSA.pem -inkey RSA.key \(options)"))
                #expect(message.kind == .signed && message.isDetached == options.isEmpty)
                #expect(message.certificates.map(\.subject.commonName) == ["RSA"])
                #expect(message.signers.count == 1 && message.signers[0].certificate.hasSuffix(", issuer CN=RSA"))
                #expect(message.signers[0].algorithm == "RSA, SHA-256", "\(message.signers)")
            }
            #expect(try CMSMessage(try made("-digest_create")).kind == .digested)
        }
    }

    @Test("a cut or changed message never traps") func survivesDamage() throws {
        try inFolder { made in
            for options in ["-encrypt -stream RSA.pem EC.pem", "-sign -nodetach -stream -signer EC.pem -inkey EC.key"] {
                let bytes = try made(options)
                func changed(_ index: Int) -> [UInt8] {
                    var bytes = bytes
                    bytes[index] ^= 0x80
                    return bytes
                }
                // The recipients, and the certificates and signers after the content.
                for index in Array(0..<1500) + Array(bytes.count - 1500..<bytes.count) where index % 3 == 0 {
                    #expect(throws: KeyError.self) { try CMSMessage(bytes[..<index]) }
                    _ = try? CMSMessage(bytes[..<index], isPrefix: true)
                    _ = try? CMSMessage(changed(index))
                }
                // The tags of the message, its type and its content.
                for index in [0, 2, 13, 15] {
                    #expect(throws: KeyError.self, "\(index)") { try CMSMessage(changed(index)) }
                }
            }
            #expect(throws: KeyError.self) {
                try CMSMessage([UInt8](repeating: 0x30, count: 100).flatMap { [$0, 0x80] })
            }
        }
    }
}
