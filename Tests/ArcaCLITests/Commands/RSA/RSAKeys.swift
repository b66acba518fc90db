internal import ArcaTestSupport
internal import Foundation
import Testing

/// Keys that `openssl` made, once for all tests.
enum RSAKeys {
    /// A private key of 2,048 bits, PKCS #8 in PEM.
    static let privatePEM = Result { try make(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]) }
    /// The public half, SPKI in PEM.
    static let publicPEM = Result { try make(["pkey", "-pubout"], input: privatePEM.get()) }

    /// Puts `key.pem` and `pub.pem` into a folder.
    static func write(to folder: URL) throws {
        try Data(privatePEM.get()).write(to: folder.appendingPathComponent("key.pem"))
        try Data(publicPEM.get()).write(to: folder.appendingPathComponent("pub.pem"))
    }

    /// What `openssl` prints.
    static func make(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
        let answer = try Peer.run(["openssl"] + arguments, input: input)
        return try answer.status == 0 ? answer.output : #require(nil, "\(answer.errors)")
    }
}
