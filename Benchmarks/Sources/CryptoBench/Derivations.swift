import ArcaCrypto
import CBenchArgon2
import CBenchLibcrypto

extension Main {
    static func derivations() throws {
        let passphrase = Array("password".utf8)
        let characters = passphrase.map { CChar(bitPattern: $0) }
        let salt = [UInt8](repeating: 0x73, count: 16)
        var output = [UInt8](repeating: 0, count: 64)
        for logN in [15, 17] {
            let cost = try Scrypt.Cost(logN: logN)
            compare(
                "scrypt, N = 2^\(logN), r = 8, p = 1, against EVP_PBE_scrypt", rounds: 5,
                { keep(try? Scrypt.deriveKey(from: passphrase, salt: salt, cost: cost)) },
                { EVP_PBE_scrypt(characters, 8, salt, 16, UInt64(cost.n), 8, 1, 1 << 30, &output, 32) })
        }
        for (memory, passes, lanes) in [(64 << 10, 3, 1), (64 << 10, 3, 4), (19 << 10, 2, 1), (1 << 20, 1, 1)] {
            let cost = try Argon2.Cost(memoryKiB: memory, passes: passes, lanes: lanes)
            compare(
                "Argon2id, \(memory >> 10) MiB, \(passes) passes, \(lanes) lanes, against libargon2", rounds: 5,
                { keep(try? Argon2.deriveKey(from: passphrase, salt: salt, cost: cost)) },
                {
                    argon2id_hash_raw(
                        UInt32(passes), UInt32(memory), UInt32(lanes), passphrase, 8, salt, 16, &output, 32)
                })
        }
        let functions: [(AnyHashFunction, OpaquePointer?, Int)] = [
            (.sha1, EVP_sha1(), 600_000), (.sha256, EVP_sha256(), 600_000), (.sha512, EVP_sha512(), 210_000),
        ]
        for (function, md, iterations) in functions {
            let count = function.digestByteCount
            compare(
                "PBKDF2-\(function.name), \(iterations), against PKCS5_PBKDF2_HMAC", rounds: 5,
                {
                    keep(
                        try? PBKDF2.deriveKey(
                            from: passphrase, salt: salt, using: function, iterations: iterations,
                            outputByteCount: count))
                },
                { PKCS5_PBKDF2_HMAC(characters, 8, salt, 16, Int32(iterations), md, Int32(count), &output) })
        }
    }
}
