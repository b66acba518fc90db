internal import ArcaTestSupport
internal import Foundation
import ArcaCore
import ArcaCrypto
import Testing

/// Interoperability with other programs, in both directions.
@Suite struct EllipticPeerTests {
    private static let curves: [(curve: EllipticCurve, python: String, openssl: String)] = [
        (.p224, "SECP224R1", "secp224r1"), (.p256, "SECP256R1", "prime256v1"), (.p384, "SECP384R1", "secp384r1"),
        (.p521, "SECP521R1", "secp521r1"), (.secp256k1, "SECP256K1", "secp256k1"),
        (.brainpoolP256r1, "BrainpoolP256R1", "brainpoolP256r1"),
        (.brainpoolP512r1, "BrainpoolP512R1", "brainpoolP512r1"),
    ]

    @Test(
        "Python verifies, signs and agrees", .enabled(if: Peer.hasPython(module: "cryptography")),
        arguments: curves.map(\.python))
    func python(name: String) throws {
        let (curve, _, _) = try #require(Self.curves.first { $0.python == name })
        let key = try EllipticPrivateKey(curve)
        let signature = try key.signature(forDigest: SHA256.hash("message".utf8))
        let answer = try Peer.python(
            """
            from cryptography.hazmat.primitives.asymmetric import ec
            from cryptography.hazmat.primitives import hashes, serialization as s
            ours = ec.EllipticCurvePublicKey.from_encoded_point(ec.\(name)(), bytes.fromhex('\(hexText(key.publicKey.point))'))
            ours.verify(bytes.fromhex('\(hexText(signature.derRepresentation))'), b'message', ec.ECDSA(hashes.SHA256()))
            own = ec.generate_private_key(ec.\(name)())
            print(own.sign(b'answer', ec.ECDSA(hashes.SHA256())).hex())
            print(own.public_key().public_bytes(s.Encoding.X962, s.PublicFormat.CompressedPoint).hex())
            print(own.exchange(ec.ECDH(), ours).hex())
            """)
        let lines = answer.text.split(separator: "\n").map { hex(String($0)) }
        guard lines.count == 3 else {
            Issue.record("\(answer.errors)")
            return
        }
        let theirs = try EllipticPublicKey(curve, point: lines[1])
        let theirSignature = try ECDSASignature(derRepresentation: lines[0], curve: curve)
        #expect(try theirs.isValidSignature(theirSignature, forDigest: SHA256.hash("answer".utf8)))
        let secret = try key.sharedSecretFromKeyAgreement(with: theirs)
        #expect(secret.withBytes { [UInt8](bytes: $0) } == lines[2])
    }

    @Test(
        "openssl verifies, signs and derives", .enabled(if: Peer.has("openssl")),
        arguments: curves.map(\.openssl) + [
            "brainpoolP160r1", "brainpoolP320t1", "secp112r2", "secp128r2", "prime239v2", "sect113r2", "sect239k1",
        ])
    func openssl(name: String) throws {
        let curve = try #require(
            Self.curves.first { $0.openssl == name }?.curve ?? EllipticCurve(rawValue: name))
        try Peer.inFolder { folder in
            func run(_ words: String) throws {
                let answer = try Peer.run(["openssl"] + words.split(separator: " ").map(String.init), in: folder)
                guard answer.status == 0 else { throw Peer.Failure(status: answer.status) }
            }
            func write(_ bytes: [UInt8], _ name: String) throws {
                try Data(bytes).write(to: folder.appendingPathComponent(name))
            }
            func read(_ name: String) throws -> [UInt8] {
                Array(try Data(contentsOf: folder.appendingPathComponent(name)))
            }
            try write(Array("message".utf8), "message")
            try run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:\(name) -out own.pem")
            try run("pkey -in own.pem -pubout -outform DER -out own.der")
            try run("dgst -sha256 -sign own.pem -out own.sig message")
            let spki = try read("own.der")
            // The point is at the end, following algorithm and curve.
            let pointByteCount = 1 + 2 * curve.byteCount
            let theirs = try EllipticPublicKey(curve, point: Array(spki.suffix(pointByteCount)))
            let digest = SHA256.hash("message".utf8)
            let signature = try ECDSASignature(derRepresentation: read("own.sig"), curve: curve)
            #expect(try theirs.isValidSignature(signature, forDigest: digest))

            let key = try EllipticPrivateKey(curve)
            // The header up to the number of unused bits is the same for every key on the curve.
            try write(spki.dropLast(pointByteCount) + key.publicKey.point, "ours.der")
            try run("pkey -pubin -inform DER -in ours.der -out ours.pem")
            try write(key.signature(forDigest: digest).derRepresentation, "ours.sig")
            try run("dgst -sha256 -verify ours.pem -signature ours.sig message")
            try run("pkeyutl -derive -inkey own.pem -peerkey ours.pem -out secret")
            let secret = try key.sharedSecretFromKeyAgreement(with: theirs)
            #expect(try read("secret") == secret.withBytes { [UInt8](bytes: $0) })
        }
    }
}
