import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import CBenchLibcrypto

extension Main {
    /// Compares parsing keys up to a usable key with libcrypto's readers.
    static func keyFormats() throws {
        let rsa = try RSAPrivateKey(bitCount: 3072)
        let ed25519 = Curve25519.Signing.PrivateKey()
        for (name, key) in [("RSA-3072", AnyPrivateKey(rsa)), ("Ed25519", .ed25519(ed25519))] {
            let privateDER = [UInt8](bytes: try PKCS8.encode(key))
            let publicDER = try SPKI.encode(key.publicKey)
            let privatePEM = [UInt8](bytes: try AnyKey.Content.privateKey(key).encoded(as: .pkcs8))
            let publicPEM = [UInt8](bytes: try AnyKey.Content.privateKey(key).encoded(as: .spki))
            compare(
                "\(name) private key, DER, against d2i_AutoPrivateKey",
                { keep(try? usable(PKCS8.privateKey(der: privateDER))) },
                { bench_private_der(privateDER, privateDER.count) })
            compare(
                "\(name) private key, any form (PEM), against PEM_read_bio_PrivateKey",
                { keep(try? usable(AnyKey(privatePEM).privateKey())) },
                { bench_private_pem(privatePEM, Int32(privatePEM.count)) })
            compare(
                "\(name) public key, DER, against d2i_PUBKEY",
                { keep(try? usable(SPKI.publicKey(der: publicDER))) },
                { bench_public_der(publicDER, publicDER.count) })
            compare(
                "\(name) public key, any form (PEM), against PEM_read_bio_PUBKEY",
                { keep(try? usable(AnyKey(publicPEM).publicKey())) },
                { bench_public_pem(publicPEM, Int32(publicPEM.count)) })
        }
        let pkcs1 = [UInt8](bytes: PKCS1.encode(rsa.numbers))
        compare(
            "RSA-3072 numbers alone, PKCS #1, against d2i_RSAPrivateKey",
            { keep(try? PKCS1.privateNumbers(der: pkcs1)) }, { bench_rsa_der(pkcs1, pkcs1.count) })
    }

    private static func usable(_ key: AnyPrivateKey) throws -> Any {
        if case .rsa = key { return try key.rsa() }
        return key
    }

    private static func usable(_ key: AnyPublicKey) throws -> Any {
        if case .rsa = key { return try key.rsa() }
        return key
    }
}
