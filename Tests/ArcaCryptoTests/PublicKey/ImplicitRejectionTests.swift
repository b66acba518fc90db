internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct ImplicitRejectionTests {
    /// Generates a key and decrypts many kinds of blocks with Python's libcrypto; exits early if it is too old.
    static let script = """
        import os, sys
        from cryptography.hazmat.primitives.asymmetric import rsa, padding
        key = rsa.generate_private_key(65537, int(sys.stdin.read()))
        private = key.private_numbers(); n = private.public_numbers.n; k = (n.bit_length() + 7) // 8
        print('%x %x %x %x %x' % (n, 65537, private.d, private.p, private.q))
        pad = lambda count: bytes(b % 255 + 1 for b in os.urandom(count))
        blocks = [b'\\0\\2' + pad(k - 3 - m) + b'\\0' + os.urandom(m) for m in (0, 1, 2, 32, 64, k - 12, k - 11)]
        blocks += [b'\\0\\2' + pad(k - 3 - m) + b'\\0' + os.urandom(m) for m in (k - 10, k - 9, k - 3)]
        blocks += [b'\\0\\2' + pad(k - 2), b'\\0\\1' + pad(k - 2), b'\\1\\2' + pad(k - 2), b'\\0\\0' + pad(k - 2)]
        blocks += [b'\\0\\2' + bytes(k - 2), b'\\0' * k, b'\\0\\2\\0' + pad(k - 3), b'\\0\\1' + b'\\xff' * (k - 3) + b'\\0']
        values = [int.from_bytes(block, 'big') for block in blocks]
        values += [int.from_bytes(os.urandom(k + 8), 'big') for _ in range(20)]
        for value in values:
            ciphertext = pow(value % n, 65537, n).to_bytes(k, 'big')
            print(ciphertext.hex(), key.decrypt(ciphertext, padding.PKCS1v15()).hex())
        """

    /// Whether Python's libcrypto supports implicit rejection: 3.2 or later.
    static let hasNewLibcrypto: Bool = {
        let question = """
            from cryptography.hazmat.backends.openssl import backend
            print([int(part) for part in backend.openssl_version_text().split()[1].split('.')[:2]] >= [3, 2])
            """
        return (try? Peer.python(question))?.text == "True\n"
    }()

    @Test(
        "matches libcrypto 3.2 and later byte for byte, for valid and invalid padding", .enabled(if: hasNewLibcrypto),
        arguments: [1024, 2056, 3072])
    func agreesWithNewLibcrypto(bitCount: Int) throws {
        let answer = try Peer.python(Self.script, input: Array("\(bitCount)".utf8))
        let numbers = try #require(answer.lines.first).split(separator: " ").map { digits in
            hex(digits.count.isMultiple(of: 2) ? String(digits) : "0" + digits)
        }
        let key = try RSAPrivateKey(
            RSAPrivateNumbers(
                publicNumbers: RSAPublicNumbers(modulus: numbers[0], exponent: numbers[1]),
                privateExponent: numbers[2], primes: numbers[3...].map { SecretBytes(copying: $0) }))
        #expect(answer.lines.count == 39)
        for line in answer.lines.dropFirst() {
            let fields = line.split(separator: " ", omittingEmptySubsequences: false).map { hex(String($0)) }
            let message = try [UInt8](bytes: key.decrypt(fields[0], padding: .pkcs1v15))
            #expect(message == fields[1], "\(hexText(fields[0]))")
        }
    }

    @Test("never fails on a damaged block, but gives pseudorandom bytes that depend on it")
    func rejectsDeterministically() throws {
        let key = try RSAKeyTests.key.get()
        let sealed = try key.publicKey.encrypt("secret".utf8, padding: .pkcs1v15)
        #expect(try constantTimeEqual(key.decrypt(sealed, padding: .pkcs1v15), "secret".utf8))
        var seen: [[UInt8]] = []
        for bit in 0..<16 {
            var damaged = sealed
            damaged[damaged.count - 1 - bit / 8] ^= 1 << (bit % 8)
            let noise = try [UInt8](bytes: key.decrypt(damaged, padding: .pkcs1v15))
            #expect(try [UInt8](bytes: key.decrypt(damaged, padding: .pkcs1v15)) == noise)
            #expect(noise.count <= key.byteCount - 11 && noise != Array("secret".utf8))
            if noise.count > 4 {
                #expect(!seen.contains(noise))
                seen.append(noise)
            }
        }
    }

    @Test("rejects blocks of invalid length or range, which are public")
    func refusesLengths() throws {
        let key = try RSAKeyTests.key.get()
        for padding in [RSAEncryptionPadding.pkcs1v15, .oaep] {
            for count in [0, 1, 255, 257] {
                #expect(throws: CryptoError.code(.invalidInputLength)) {
                    try key.decrypt([UInt8](repeating: 1, count: count), padding: padding)
                }
            }
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try key.decrypt(key.publicKey.modulus, padding: padding)
            }
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try key.decrypt([UInt8](repeating: 0xff, count: 256), padding: padding)
            }
        }
    }
}
