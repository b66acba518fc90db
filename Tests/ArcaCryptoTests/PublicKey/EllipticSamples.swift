internal import ArcaTestSupport
internal import Foundation
import ArcaCrypto

/// Keys and tables of the samples next to the repository.
enum EllipticSamples {
    static let folder = "signatures/ec/"
    static let curves: [String: EllipticCurve] = [
        "p256": .p256, "p384": .p384, "p521": .p521, "secp256k1": .secp256k1,
    ]
    static let hashes: [String: AnyHashFunction] = [
        "sha1": .sha1, "sha224": .sha224, "sha256": .sha256, "sha384": .sha384, "sha512": .sha512,
    ]

    /// The private key with a name such as `p256`.
    static func key(_ name: String) throws -> EllipticPrivateKey {
        let object = try JSONSerialization.jsonObject(with: SharedSamples.data(folder + "keys/\(name).jwk"))
        guard let members = object as? [String: String], let curve = curves[name] else { throw Missing() }
        func bytes(_ member: String) throws -> [UInt8] {
            let text = (members[member] ?? "").replacing("-", with: "+").replacing("_", with: "/")
            guard let data = Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
            else { throw Missing() }
            return Array(data)
        }
        return try EllipticPrivateKey(
            publicKey: EllipticPublicKey(curve, point: [4] + bytes("x") + bytes("y")),
            scalar: SecretBytes(copying: bytes("d")))
    }

    /// The rows of a table, without its header.
    static func rows(_ name: String) throws -> [[String]] {
        String(decoding: try SharedSamples.data(folder + name), as: UTF8.self).split(separator: "\n").dropFirst()
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    /// A missing sample.
    struct Missing: Error {}
}
