internal import ArcaTestSupport
internal import Foundation
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys

/// Keys made by other programs, in a folder that exists as long as the test process.
enum PeerKeys {
    static let passphrase = SecretBytes(copying: "correct horse".utf8)
    static let canRun = Peer.has("openssl") && Peer.has("ssh-keygen")

    /// Several files that contain the same key.
    struct Family: Sendable, CustomStringConvertible {
        let name: String
        let algorithmName: String
        /// `SubjectPublicKeyInfo` as written by `openssl pkey -pubout`.
        let spki: [UInt8]
        /// The private key in several formats.
        let files: [(name: String, bytes: [UInt8])]
        /// The key in unencrypted PKCS #8 DER, as written by OpenSSL.
        let pkcs8: [UInt8]

        var description: String { name }
    }

    struct Failed: Error { let messages: String }

    static let families: [Family] = (try? makeAll()) ?? []

    static func family(_ name: String) -> Family? { families.first { $0.name == name } }

    private static func makeAll() throws -> [Family] {
        guard canRun else { return [] }
        return try Peer.inFolder { folder in
            try [
                make("rsa", "RSA", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], folder, hasPKCS1: true),
                make(
                    "rsa-3-primes", "RSA",
                    ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-pkeyopt", "rsa_keygen_primes:3"],
                    folder,
                    hasPKCS1: true),
                make(
                    "rsa-exponent-3", "RSA",
                    ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-pkeyopt", "rsa_keygen_pubexp:3"],
                    folder,
                    hasPKCS1: true),
                make(
                    "rsa-pss-any", "RSASSA-PSS", ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048"], folder),
                make(
                    "rsa-pss", "RSASSA-PSS",
                    [
                        "-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048", "-pkeyopt",
                        "rsa_pss_keygen_md:sha512", "-pkeyopt", "rsa_pss_keygen_mgf1_md:sha256", "-pkeyopt",
                        "rsa_pss_keygen_saltlen:11",
                    ], folder),
                make("ed25519", "Ed25519", ["-algorithm", "ED25519"], folder),
                make("ed448", "Ed448", ["-algorithm", "ED448"], folder),
                make("x25519", "X25519", ["-algorithm", "X25519"], folder),
                make("x448", "X448", ["-algorithm", "X448"], folder),
            ]
                + [("P-256", "P-256"), ("P-384", "P-384"), ("P-521", "P-521"), ("P-224", "P-224")].map {
                    try make(
                        $0.0, $0.1, ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\($0.0)"], folder,
                        hasPKCS1: true)
                }
                + [("secp256k1", "secp256k1"), ("brainpoolP384r1", "brainpoolP384r1")].map {
                    try make(
                        $0.0, $0.1, ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\($0.0)"], folder,
                        hasPKCS1: true)
                }
        }
    }

    private static func make(
        _ name: String, _ algorithmName: String, _ options: [String], _ folder: URL, hasPKCS1: Bool = false
    ) throws -> Family {
        func run(_ words: String...) throws -> [UInt8] {
            let answer = try Peer.run(["openssl"] + words, in: folder)
            guard answer.status == 0 else { throw Failed(messages: answer.errors) }
            return answer.output
        }
        let made = try Peer.run(["openssl", "genpkey", "-out", "\(name).pem"] + options, in: folder)
        guard made.status == 0 else { throw Failed(messages: made.errors) }
        let file = "\(name).pem"
        var files: [(String, [UInt8])] = [
            ("PKCS #8 PEM", try run("pkey", "-in", file)),
            ("PKCS #8 DER", try run("pkcs8", "-topk8", "-nocrypt", "-in", file, "-outform", "DER")),
        ]
        let pass = ["-passout", "pass:correct horse"]
        let encryptions: [(String, [String])] = [
            ("PBKDF2 SHA-256", ["-v2", "aes-256-cbc", "-iter", "100"]),
            ("PBKDF2 SHA-1 3DES", ["-v2", "des3", "-v2prf", "hmacWithSHA1", "-iter", "3"]),
            ("PBKDF2 SHA-512 AES-128", ["-v2", "aes-128-cbc", "-v2prf", "hmacWithSHA512"]),
            ("scrypt", ["-scrypt", "-scrypt_N", "1024", "-scrypt_r", "4", "-scrypt_p", "2"]),
            ("PKCS #12 3DES", ["-v1", "PBE-SHA1-3DES"]),
            ("PKCS #12 2-key 3DES", ["-v1", "PBE-SHA1-2DES"]),
        ]
        // The encryption does not depend on the kind of key: four kinds are enough.
        let isEncrypted = ["rsa", "rsa-pss", "ed25519", "P-256"].contains(name)
        for (title, words) in isEncrypted ? encryptions : [] {
            let answer = try Peer.run(
                ["openssl", "pkcs8", "-topk8", "-in", file] + words + pass, in: folder)
            guard answer.status == 0 else { throw Failed(messages: answer.errors) }
            files.append((title, answer.output))
        }
        if hasPKCS1 {
            files.append(("traditional", try run("pkey", "-in", file, "-traditional")))
            files.append(("traditional DER", try run("pkey", "-in", file, "-traditional", "-outform", "DER")))
            for cipher in isEncrypted ? ["aes256", "aes128", "des3"] : [] {
                let answer = try Peer.run(
                    ["openssl", "pkey", "-in", file, "-traditional", "-\(cipher)"] + pass, in: folder)
                files.append(("traditional \(cipher)", answer.output))
            }
        }
        return Family(
            name: name, algorithmName: algorithmName,
            spki: try run("pkey", "-in", file, "-pubout", "-outform", "DER"), files: files,
            // `pkey` writes the traditional format if there is one.
            pkcs8: try run("pkcs8", "-topk8", "-nocrypt", "-in", file, "-outform", "DER"))
    }
}
