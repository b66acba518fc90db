internal import ArcaCrypto

/// Node.js with its module `crypto`.
enum NodeCode: CodeLanguage {
    static let advice = """
        crypto.createCipheriv("aes-256-gcm", key, crypto.randomBytes(12)); a passphrase by crypto.scryptSync, or \
        crypto.pbkdf2Sync with 600,000 iterations.
        """

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8: return "Buffer.from(\(a[0]), \"utf8\")"
        case .utf16(let isLittle): return "Buffer.from(\(a[0]), \"utf16le\")" + (isLittle ? "" : ".swap16()")
        case .latin1: return "Buffer.from(\(a[0]), \"latin1\")"
        case .text: return "\(a[0]).toString(\"utf8\")"
        case .latin1Text: return "\(a[0]).toString(\"latin1\")"
        case .fromHex: return "Buffer.from(\(a[0]), \"hex\")"
        case .fromBase64, .fromBase64URL: return "Buffer.from(\(a[0]), \"base64\")"
        case .fromKeyBase64: return "Buffer.from(\(a[0]).replace(/^base64:/, \"\"), \"base64\")"
        case .hex: return "\(a[0]).toString(\"hex\")"
        case .upperHex: return "\(a[0]).toString(\"hex\").toUpperCase()"
        case .base64: return "\(a[0]).toString(\"base64\")"
        case .base64URL: return "\(a[0]).toString(\"base64\").replaceAll(\"+\", \"-\").replaceAll(\"/\", \"_\")"
        case .unpaddedBase64URL: return "\(a[0]).toString(\"base64url\")"
        case .element(let index, let separator): return "\(a[0]).split(\(quoted(separator)))[\(index)]"
        case .joined(let separator): return "[\(a.joined(separator: ", "))].join(\(quoted(separator)))"
        case .member(let name): return "JSON.parse(\(a[0]))[\(quoted(name))]"
        case .json(let names):
            let members = zip(names, a).map { "\(quoted($0)): \($1)" }.joined(separator: ", ")
            return "JSON.stringify({ \(members) })"
        case .part(let start, let end): return "\(a[0]).subarray(\(start)\(end.map { ", \($0)" } ?? ""))"
        case .concatenated: return "Buffer.concat([\(a.joined(separator: ", "))])"
        case .resized(let count): return "Buffer.concat([\(a[0]), Buffer.alloc(\(count))]).subarray(0, \(count))"
        case .repeated(let count): return "Buffer.alloc(\(count), \(a[0]))"
        case .folded(let count):
            file.add(
                """
                function fold(data, count) {
                  const key = Buffer.alloc(count);
                  data.forEach((byte, index) => (key[index % count] ^= byte));
                  return key;
                }
                """)
            return "fold(\(a[0]), \(count))"
        case .hash(let function):
            return "crypto.createHash(\"\(try name(of: function))\").update(\(a[0])).digest()"
        case .hmac(let function):
            return "crypto.createHmac(\"\(try name(of: function))\", \(a[0])).update(\(a[1])).digest()"
        case .sha1PRNG(let count):
            file.add(sha1PRNG)
            return "sha1prng(\(a[0]), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            file.add(bytesToKey)
            return "bytesToKey(\"\(try name(of: function))\", \(a[0]), \(a[1]), \(iterations), \(count))"
        case .pbkdf2(let function, let iterations, let count):
            return "crypto.pbkdf2Sync(\(a[0]), \(a[1]), \(iterations), \(count), \"\(try name(of: function))\")"
        case .scrypt(let logN, let r, let p, let count):
            return "crypto.scryptSync(\(a[0]), \(a[1]), \(count), "
                + "{ N: 2 ** \(logN), r: \(r), p: \(p), maxmem: 2 ** 31 - 1 })"
        case .hkdf(let function, let count):
            return "Buffer.from(crypto.hkdfSync(\"\(try name(of: function))\", \(a.joined(separator: ", ")), \(count)))"
        case .random(let count): return "crypto.randomBytes(\(count))"
        case .zeros(let count): return "Buffer.alloc(\(count))"
        case .timestamp:
            file.add(
                """
                function seconds() {
                  const bytes = Buffer.alloc(8);
                  bytes.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000)));
                  return bytes;
                }
                """)
            return "seconds()"
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true, &file)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false, &file)
        case .filled(let byte, let block):
            file.add(
                """
                function fill(data, block, byte) {
                  const count = (block - (data.length % block)) % block;
                  return Buffer.concat([data, Buffer.alloc(count, byte)]);
                }
                """)
            return "fill(\(a[0]), \(block), \(byte))"
        case .withoutFill(let byte):
            file.add(
                """
                function dropFill(data, byte) {
                  let end = data.length;
                  while (end > 0 && data[end - 1] === byte) end--;
                  return data.subarray(0, end);
                }
                """)
            return "dropFill(\(a[0]), \(byte))"
        case .counted(let block, let kind):
            let filler =
                switch kind {
                case .zeros: "Buffer.alloc(count - 1)"
                case .random: "crypto.randomBytes(count - 1)"
                case .count: "Buffer.alloc(count - 1, count)"
                }
            file.add(
                """
                function fillCounted(data, block) {
                  const count = block - (data.length % block);
                  return Buffer.concat([data, \(filler), Buffer.from([count])]);
                }
                """)
            return "fillCounted(\(a[0]), \(block))"
        case .withoutCounted:
            file.add(
                """
                function dropCounted(data) {
                  return data.subarray(0, data.length - data[data.length - 1]);
                }
                """)
            return "dropCounted(\(a[0]))"
        }
    }

    private static func name(of function: AnyHashFunction) throws(CryptoError) -> String {
        try name(of: function, HashNames.openSSL, "Node.js")
    }

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        let verb = encrypts ? "encrypt" : "decrypt"
        if cipher.family == .rc4 {
            file.add(rc4)
            return "rc4(\(a.joined(separator: ", ")))"
        }
        let name = try cipher.openSSLName("Node.js")
        let make = encrypts ? "createCipheriv" : "createDecipheriv"
        if cipher.isAuthenticated {
            let new = "crypto.\(make)(\"\(name)\", key, nonce, { authTagLength: 16 })"
            file.add(
                encrypts
                    ? """
                    function seal(key, nonce, plaintext) {
                      const cipher = \(new);
                      return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
                    }
                    """
                    : """
                    function open(key, nonce, sealed) {
                      const cipher = \(new);
                      cipher.setAuthTag(sealed.subarray(-16));
                      return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
                    }
                    """)
            return "\(encrypts ? "seal" : "open")(\(a.joined(separator: ", ")))"
        }
        let iv = cipher.hasIV ? "iv" : "null"
        let padding = cipher.hasBlocks && !cipher.pads ? "\n  cipher.setAutoPadding(false);" : ""
        file.add(
            """
            function \(verb)Bytes(key, \(cipher.hasIV ? "iv, " : "")data) {
              const cipher = crypto.\(make)("\(name)", key, \(iv));\(padding)
              return Buffer.concat([cipher.update(data), cipher.final()]);
            }
            """)
        var a = a
        if cipher.family == .des { a[0] = "Buffer.alloc(24, \(a[0]))" }
        return "\(verb)Bytes(\(a.joined(separator: ", ")))"
    }

    private static let bytesToKey = """
        function bytesToKey(hash, secret, salt, iterations, count) {
          let key = Buffer.alloc(0);
          let block = Buffer.alloc(0);
          while (key.length < count) {
            block = Buffer.concat([block, secret, salt]);
            for (let i = 0; i < iterations; i++) block = crypto.createHash(hash).update(block).digest();
            key = Buffer.concat([key, block]);
          }
          return key.subarray(0, count);
        }
        """

    private static let sha1PRNG = """
        // Java's SHA1PRNG, which adds signed bytes.
        function sha1prng(seed, count) {
          const sha1 = (data) => crypto.createHash("sha1").update(data).digest();
          const state = sha1(seed);
          let output = Buffer.alloc(0);
          while (output.length < count) {
            const digest = sha1(state);
            output = Buffer.concat([output, digest]);
            let carry = 1;
            for (let i = 0; i < 20; i++) {
              carry += state.readInt8(i) + digest.readInt8(i);
              state[i] = carry & 255;
              carry >>= 8;
            }
          }
          return output.subarray(0, count);
        }
        """

    private static let rc4 = """
        // OpenSSL 3 has RC4 only in its legacy provider.
        function rc4(key, data) {
          const s = Uint8Array.from({ length: 256 }, (_, i) => i);
          for (let i = 0, j = 0; i < 256; i++) {
            j = (j + s[i] + key[i % key.length]) & 255;
            [s[i], s[j]] = [s[j], s[i]];
          }
          let i = 0;
          let j = 0;
          return Buffer.from(data).map((byte) => {
            i = (i + 1) & 255;
            j = (j + s[i]) & 255;
            [s[i], s[j]] = [s[j], s[i]];
            return byte ^ s[(s[i] + s[j]) & 255];
          });
        }
        """

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String { "const \(name) = \(value);" }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        [
            "if (\(code).length !== \(expected).length || !crypto.timingSafeEqual(\(code), \(expected))) {",
            "  throw new Error(\"wrong key or changed data\");", "}",
        ]
    }

    static func function(_ function: CodeFunction) -> String {
        """
        function \(function.isEncrypting ? "encrypt" : "decrypt")(\(function.parameters.joined(separator: ", "))) {
        \(indented(function.lines + ["return \(function.result);"], by: "  "))
        }
        """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        sections(
            [header, "const crypto = require(\"node:crypto\");"] + file.helpers + functions
                + ["module.exports = { encrypt, decrypt };"])
    }
}

/// Names of hash functions that languages share, by Arca's short name.
enum HashNames {
    static let openSSL = [
        "md5": "md5", "sha1": "sha1", "sha224": "sha224", "sha256": "sha256", "sha384": "sha384", "sha512": "sha512",
        "sha3-224": "sha3-224", "sha3-256": "sha3-256", "sha3-384": "sha3-384", "sha3-512": "sha3-512",
        "ripemd160": "ripemd160", "sm3": "sm3", "blake2b": "blake2b512", "blake2s": "blake2s256",
    ]
}

extension CodeCipher {
    /// OpenSSL's name of the cipher, also in PHP and Node.js.
    ///
    /// DES is the Triple-DES of a repeated key, because OpenSSL 3 has plain DES only in its legacy provider.
    func openSSLName(_ library: String) throws(CryptoError) -> String {
        let mode = mode.rawValue.lowercased()
        switch family {
        case .aes: return "aes-\(8 * keyByteCount)-\(mode)"
        case .camellia: return "camellia-\(8 * keyByteCount)-\(mode)"
        case .sm4 where self.mode != .gcm: return "sm4-\(mode)"
        case .des, .tripleDES: return "des-ede3-\(mode)"
        case .chaCha20: return "chacha20-poly1305"
        case .blowfish, .rc4, .sm4:
            throw CryptoError(.unsupported, "\(library) does not have \(name)", hint: "choose another language")
        }
    }
}
