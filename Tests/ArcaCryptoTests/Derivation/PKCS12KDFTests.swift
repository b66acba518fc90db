internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct PKCS12KDFTests {
    @Test(
        "agrees with a Python implementation for each purpose, hash and length", .enabled(if: Peer.has("python3"))
    )
    func agreesWithPython() throws {
        // RFC 7292, appendix B.2, implemented in Python.
        let script = """
            import hashlib
            def kdf(name, password, salt, count, purpose, size):
                block = 128 if name in ("sha384", "sha512") else 64
                fill = lambda x: b"".join(x[i % len(x)].to_bytes(1, "big") for i in range(-(-len(x) // block) * block))
                text = password.encode("utf-16-be") + bytes(2)
                mixed = bytearray(fill(salt) + fill(text))
                result = b""
                while len(result) < size:
                    digest = hashlib.new(name, bytes([purpose]) * block + bytes(mixed)).digest()
                    for _ in range(count - 1): digest = hashlib.new(name, digest).digest()
                    result += digest
                    addend = int.from_bytes(fill(digest)[:block], "big") + 1
                    for start in range(0, len(mixed), block):
                        part = (int.from_bytes(mixed[start:start + block], "big") + addend) % (1 << 8 * block)
                        mixed[start:start + block] = part.to_bytes(block, "big")
                return result[:size].hex()
            for name, password, salt, count, purpose, size in CASES: print(kdf(name, password, salt, count, purpose, size))
            """
        let cases: [(AnyHashFunction, String, String, [UInt8], Int, Insecure.PKCS12KDF.Purpose, Int)] = [
            (.sha1, "sha1", "smeg", [0x0a, 0x58, 0xcf, 0x64, 0x53, 0x0d, 0x82, 0x3f], 1, .key, 24),
            (.sha1, "sha1", "queeg", [1, 2, 3, 4, 5, 6, 7, 8], 1000, .iv, 8),
            (.sha256, "sha256", "grün 🔑", [9], 3, .mac, 70),
            (.sha512, "sha512", "", [1, 2, 3], 2, .key, 64),
        ]
        let list = cases.map { function, name, password, salt, count, purpose, size in
            "(\"\(name)\", \"\(password)\", bytes(\(salt)), \(count), \(purpose.rawValue), \(size))"
        }
        let answer = try Peer.python(
            script.replacing("CASES", with: "[" + list.joined(separator: ", ") + "]"))
        #expect(answer.lines.count == cases.count, "\(answer.errors)")
        for (line, one) in zip(answer.lines, cases) {
            let key = try Insecure.PKCS12KDF.deriveKey(
                from: one.2.utf8, salt: one.3, using: one.0, iterations: one.4, purpose: one.5, outputByteCount: one.6)
            #expect(hexText([UInt8](bytes: key)) == line, "\(one.2)")
        }
    }

    @Test("rejects parameters out of range")
    func refusesParameters() {
        func refuses(_ hash: AnyHashFunction, _ iterations: Int, _ byteCount: Int) -> Bool {
            do {
                _ = try Insecure.PKCS12KDF.deriveKey(
                    from: [UInt8](), salt: [UInt8](), using: hash, iterations: iterations, purpose: .key,
                    outputByteCount: byteCount)
                return false
            } catch { return error.code == .invalidParameter }
        }
        #expect(refuses(.sha1, 0, 8))
        #expect(refuses(.sha1, 1, 0))
        #expect(refuses(.shake128, 1, 8))
    }
}
