import ArcaCrypto
import CBenchLibcrypto

/// Measures the overhead of `ArcaCrypto` over libcrypto: medians of both in one run, and their ratio.
@main struct Main {
    static func main() throws {
        if CommandLine.arguments.dropFirst().first == "rsa" {
            try rsa()
            return try paddingTimes()
        }
        if CommandLine.arguments.dropFirst().first == "threads" { return try threads() }
        if CommandLine.arguments.dropFirst().first == "keys" { return try keyFormats() }
        if CommandLine.arguments.dropFirst().first == "kem" { return try keyEncapsulation() }
        let message = [UInt8](repeating: 0x61, count: 1 << 20)
        // Must run first: after libcrypto's ChaCha20-Poly1305, SHA-256 was a fifth slower in the same process.
        try derivations()
        try digests(message)
        try ciphers(message)
        try macs(message)
    }

    static func digests(_ message: [UInt8]) throws {
        let md = EVP_MD_fetch(nil, "SHA256", nil)
        for count in [64, 1 << 20] {
            let piece = Array(message[..<count])
            var digest = [UInt8](repeating: 0, count: 32)
            compare(
                "SHA-256, \(count) B, against EVP_Digest(EVP_sha256())",
                { keep(SHA256.hash(piece)) },
                { EVP_Digest(piece, count, &digest, nil, EVP_sha256(), nil) })
            compare(
                "SHA-256, \(count) B, against EVP_Digest(fetched)",
                { keep(SHA256.hash(piece)) },
                { EVP_Digest(piece, count, &digest, nil, md, nil) })
        }
    }

    static func ciphers(_ message: [UInt8]) throws {
        let key = try SymmetricKey(bitCount: 256)
        let bytes = [UInt8](repeating: 7, count: 32)
        let nonce = [UInt8](repeating: 9, count: 12)
        for (name, libcryptoName) in [("aes-256-gcm", "AES-256-GCM"), ("chacha20-poly1305", "ChaCha20-Poly1305")] {
            let peer = RawCipher(libcryptoName, bytes)
            let cipher = try AEADCipher(named: name)
            for count in [64, 1024, 16 << 10, 1 << 20] {
                let piece = Array(message[..<count])
                var output = [UInt8](repeating: 0, count: count + 16)
                let sealed = try cipher.seal(piece, using: key, nonce: nonce)
                if name == "aes-256-gcm" {
                    compare(
                        "AES.GCM.seal, random nonce, \(count) B, against kept context",
                        { keep(try? AES.GCM.seal(piece, using: key)) }, { peer.seal(piece, nonce, &output) })
                    let box = try AES.GCM.seal(piece, using: key)
                    compare(
                        "AES.GCM.open, \(count) B, against kept context sealing",
                        { keep(try? AES.GCM.open(box, using: key)) }, { peer.seal(piece, nonce, &output) })
                }
                compare(
                    "\(name) seal, \(count) B, against kept context",
                    { keep(try? cipher.seal(piece, using: key, nonce: nonce)) }, { peer.seal(piece, nonce, &output) })
                var target = [UInt8](repeating: 0, count: count + 16)
                compare(
                    "\(name) seal into, \(count) B, against kept context",
                    {
                        target.withUnsafeMutableBufferPointer { space in
                            var span = OutputSpan(buffer: space, initializedCount: 0)
                            try? cipher.seal(piece, using: key, nonce: nonce, into: &span)
                            keep(span.finalize(for: space))
                        }
                    }, { peer.seal(piece, nonce, &output) })
                compare(
                    "\(name) open, \(count) B, against kept context sealing",
                    { keep(try? cipher.open(sealed, using: key, nonce: nonce)) }, { peer.seal(piece, nonce, &output) })
            }
        }
        let iv = [UInt8](repeating: 9, count: 16)
        for (name, libcryptoName) in [("aes-256-ctr", "AES-256-CTR"), ("aes-256-cbc", "AES-256-CBC")] {
            let peer = RawCipher(libcryptoName, bytes)
            let cipher = try Cipher(named: name)
            for count in [64, 1 << 20] {
                let piece = Array(message[..<count])
                var output = [UInt8](repeating: 0, count: count + 16)
                compare(
                    "\(name) encrypt, \(count) B, against kept context",
                    { keep(try? cipher.encrypt(piece, using: key, iv: iv)) }, { peer.encrypt(piece, iv, &output) })
            }
        }
    }

    static func macs(_ message: [UInt8]) throws {
        let bytes = [UInt8](repeating: 7, count: 32)
        let key = SymmetricKey(copying: bytes)
        for count in [64, 1 << 20] {
            let piece = Array(message[..<count])
            var tag = [UInt8](repeating: 0, count: 32)
            compare(
                "HMAC-SHA-256, \(count) B, against HMAC()",
                { keep(HMAC<SHA256>.authenticationCode(for: piece, using: key)) },
                { HMAC(EVP_sha256(), bytes, 32, piece, count, &tag, nil) })
        }
    }
}

/// A cipher context that keeps its key, as in a careful C program.
final class RawCipher {
    private let context = EVP_CIPHER_CTX_new()

    init(_ name: String, _ key: [UInt8]) {
        EVP_EncryptInit_ex2(context, EVP_CIPHER_fetch(nil, name, nil), key, nil, nil)
    }

    func seal(_ message: [UInt8], _ nonce: [UInt8], _ output: inout [UInt8]) {
        output.withUnsafeMutableBufferPointer { output in
            var count: Int32 = 0
            EVP_EncryptInit_ex2(context, nil, nil, nonce, nil)
            EVP_EncryptUpdate(context, output.baseAddress, &count, message, Int32(message.count))
            EVP_EncryptFinal_ex(context, output.baseAddress?.advanced(by: message.count), &count)
            _ = bench_get_tag(context, 16, output.baseAddress?.advanced(by: message.count))
        }
    }

    func encrypt(_ message: [UInt8], _ iv: [UInt8], _ output: inout [UInt8]) {
        output.withUnsafeMutableBufferPointer { output in
            var count: Int32 = 0
            EVP_EncryptInit_ex2(context, nil, nil, iv, nil)
            EVP_EncryptUpdate(context, output.baseAddress, &count, message, Int32(message.count))
            EVP_EncryptFinal_ex(context, output.baseAddress?.advanced(by: Int(count)), &count)
        }
    }

    deinit { EVP_CIPHER_CTX_free(context) }
}
