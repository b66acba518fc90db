internal import ArcaTestSupport
internal import Foundation
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct SM2Tests {
    /// The key of GM/T 0003.5-2012, appendices A and C.
    private static let scalar = hex("3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8")
    private static let point = hex(
        "09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020"
            + "ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13")

    @Test("verifies the signature of the standard, and decrypts its ciphertext")
    func standard() throws {
        let key = try SM2.PrivateKey(rawRepresentation: Self.scalar)
        #expect(key.publicKey.rawRepresentation == Self.point)
        let signature = try SM2.Signature(
            rawRepresentation: hex(
                "f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3"
                    + "b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa"))
        #expect(try key.publicKey.isValidSignature(signature, for: "message digest".utf8))
        #expect(try !key.publicKey.isValidSignature(signature, for: "message digesT".utf8))
        #expect(try !key.publicKey.isValidSignature(signature, for: "message digest".utf8, identifier: "alice".utf8))
        let c1 = hex(
            "0404ebfc718e8d1798620432268e77feb6415e2ede0e073c0f4f640ecd2e149a73"
                + "e858f9d81e5430a57b36daab8f950a3c64e6ee6a63094d99283aff767e124df0")
        let c3 = hex("59983c18f809e262923c53aec295d30383b54e39d609d160afcb1908d0bd8766")
        let c2 = hex("21886ca989ca9c7d58087307ca93092d651efa")
        for ciphertext in [
            try SM2.Ciphertext(rawRepresentation: c1 + c3 + c2),
            try SM2.Ciphertext(rawRepresentation: c1.dropFirst() + c3 + c2),
            try SM2.Ciphertext(rawRepresentation: c1 + c2 + c3, order: .c1c2c3),
            try SM2.Ciphertext(rawRepresentation: [2 | c1[64] & 1] + c1[1...32] + c3 + c2),
        ] {
            #expect(text(try key.decrypt(ciphertext)) == "encryption standard")
            #expect(try SM2.Ciphertext(derRepresentation: ciphertext.derRepresentation) == ciphertext)
            #expect(ciphertext.rawRepresentation() == c1 + c3 + c2)
        }
        let swapped = try SM2.Ciphertext(rawRepresentation: c1 + c2 + c3)
        #expect(throws: CryptoError.code(.authenticationFailed)) { try key.decrypt(swapped) }
    }

    @Test("signs and encrypts so that it verifies and decrypts, 300 times with new keys and lengths")
    func roundTrips() throws {
        for index in 1...300 {
            let key = SM2.PrivateKey()
            let message = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: index)
            let identifier = [UInt8](repeating: 0x41, count: index * 27)
            let signature = try key.signature(for: message, identifier: identifier)
            #expect(try key.publicKey.isValidSignature(signature, for: message, identifier: identifier))
            #expect(try !key.publicKey.isValidSignature(signature, for: message))
            let raw = try SM2.Signature(rawRepresentation: signature.rawRepresentation)
            #expect(raw == signature)
            let sealed = try key.publicKey.encrypt(message)
            #expect(bytes(try key.decrypt(sealed)) == message)
            for order in SM2.Ciphertext.Order.allCases {
                let bytes = sealed.rawRepresentation(order: order)
                #expect(try SM2.Ciphertext(rawRepresentation: bytes, order: order) == sealed)
                #expect(try SM2.Ciphertext(rawRepresentation: bytes.dropFirst(), order: order) == sealed)
            }
        }
    }

    @Test("rejects every changed byte and every cut of a ciphertext")
    func changes() throws {
        let key = SM2.PrivateKey()
        let der = try key.publicKey.encrypt("attack at dawn".utf8).derRepresentation
        for index in der.indices {
            var changed = der
            changed[index] ^= 1
            #expect(throws: (any Error).self) { try key.decrypt(SM2.Ciphertext(derRepresentation: changed)) }
            #expect(throws: CryptoError.code(.invalidFormat)) { try SM2.Ciphertext(derRepresentation: der[..<index]) }
        }
        #expect(throws: CryptoError.code(.invalidFormat)) { try SM2.Ciphertext(derRepresentation: der + [0]) }
        let raw = try SM2.Ciphertext(derRepresentation: der).rawRepresentation()
        for count in 0...97 {
            #expect(throws: CryptoError.code(.invalidFormat)) { try SM2.Ciphertext(rawRepresentation: raw[..<count]) }
        }
    }

    @Test("refuses what the standard excludes: long identifiers, empty messages, the scalar n - 1, ECDSA and ECDH")
    func limits() throws {
        let key = SM2.PrivateKey()
        let long = [UInt8](repeating: 1, count: 8192)
        #expect(throws: CryptoError.code(.invalidParameter)) { try key.signature(for: [1], identifier: long) }
        _ = try key.signature(for: [1], identifier: long.dropFirst())
        #expect(throws: CryptoError.code(.invalidInputLength)) { try key.publicKey.encrypt([] as [UInt8]) }
        #expect(throws: CryptoError.code(.invalidInputLength)) { try key.signature(forSM2Digest: [1]) }
        let order = try #require(EllipticGroup.named(.sm2)).order
        for (difference, isValid) in [(0, false), (1, false), (2, true)] as [(UInt8, Bool)] {
            let scalar = SecretBytes(copying: order.dropLast() + [order[31] - difference])
            #expect(((try? SM2.PrivateKey(rawRepresentation: scalar)) != nil) == isValid, "\(difference)")
        }
        #expect(throws: CryptoError.code(.unsupported)) { try key.key.signature(forDigest: SHA256.hash([1])) }
        #expect(throws: CryptoError.code(.unsupported)) {
            try key.key.sharedSecretFromKeyAgreement(with: key.publicKey.key)
        }
    }

    @Test("openssl verifies, signs, decrypts and encrypts, and reads the keys", .enabled(if: Peer.has("openssl")))
    func openssl() throws {
        try Peer.inFolder { folder in
            func run(_ words: String...) throws -> [UInt8] {
                let answer = try Peer.run(["openssl"] + words, in: folder)
                #expect(answer.status == 0, "\(words): \(answer.errors)")
                return answer.output
            }
            func write(_ bytes: [UInt8], _ name: String) throws {
                try Data(bytes).write(to: folder.appendingPathComponent(name))
            }
            let key = SM2.PrivateKey()
            try write(bytes(key.pemRepresentation), "key.pem")
            try write(Array(key.publicKey.pemRepresentation.utf8), "pub.pem")
            try write(Array("message".utf8), "message")
            try write(key.signature(for: "message".utf8).derRepresentation, "sig")
            let identifier = ["-sigopt", "distid:1234567812345678"]
            let verified = try Peer.run(
                ["openssl", "dgst", "-sm3", "-verify", "pub.pem", "-signature", "sig"] + identifier + ["message"],
                in: folder)
            #expect(verified.status == 0, "\(verified.text)\(verified.errors)")
            let made = try run("dgst", "-sm3", "-sign", "key.pem", "-sigopt", "distid:alice", "message")
            let signature = try SM2.Signature(derRepresentation: made)
            #expect(try key.publicKey.isValidSignature(signature, for: "message".utf8, identifier: "alice".utf8))
            try write(key.publicKey.encrypt("message".utf8).derRepresentation, "sealed")
            #expect(try run("pkeyutl", "-decrypt", "-inkey", "key.pem", "-in", "sealed") == Array("message".utf8))
            let sealed = try run("pkeyutl", "-encrypt", "-pubin", "-inkey", "pub.pem", "-in", "message")
            #expect(text(try key.decrypt(SM2.Ciphertext(derRepresentation: sealed))) == "message")
            let theirs = try run("genpkey", "-algorithm", "SM2")
            let read = try SM2.PrivateKey(file: theirs)
            try write(theirs, "theirs.pem")
            #expect(try SM2.PublicKey(file: run("pkey", "-in", "theirs.pem", "-pubout")) == read.publicKey)
            _ = try SM2.PrivateKey(file: run("ecparam", "-name", "SM2", "-genkey", "-noout"))
        }
    }

    @Test("gmssl of PyPI verifies, signs, decrypts and encrypts", .enabled(if: Peer.hasPython(module: "gmssl.sm2")))
    func gmssl() throws {
        let key = try SM2.PrivateKey(rawRepresentation: Self.scalar)
        let signature = try key.signature(for: "message".utf8)
        let sealed = try key.publicKey.encrypt("message".utf8)
        let answer = try Peer.python(
            """
            from gmssl import sm2, func
            c = sm2.CryptSM2(private_key='\(hexText(Self.scalar))', public_key='\(hexText(Self.point))', mode=1)
            print(c.verify_with_sm3('\(hexText(signature.rawRepresentation))', b'message'))
            print(c.decrypt(bytes.fromhex('\(hexText(Array(sealed.rawRepresentation().dropFirst())))')).decode())
            print(c.sign_with_sm3(b'answer', func.random_hex(c.para_len)))
            print(c.encrypt(b'answer').hex())
            c.mode = 0
            print(c.encrypt(b'answer').hex())
            """)
        let lines = answer.text.split(separator: "\n").map(String.init)
        try #require(lines.count == 5, "\(answer.errors)")
        #expect(lines[0] == "True" && lines[1] == "message")
        let theirs = try SM2.Signature(rawRepresentation: hex(lines[2]))
        #expect(try key.publicKey.isValidSignature(theirs, for: "answer".utf8))
        #expect(text(try key.decrypt(SM2.Ciphertext(rawRepresentation: hex(lines[3])))) == "answer")
        let old = try SM2.Ciphertext(rawRepresentation: hex(lines[4]), order: .c1c2c3)
        #expect(text(try key.decrypt(old)) == "answer")
    }

    private func bytes(_ secret: SecretBytes) -> [UInt8] { secret.withBytes { [UInt8](bytes: $0) } }

    private func text(_ secret: SecretBytes) -> String { String(decoding: bytes(secret), as: UTF8.self) }
}
