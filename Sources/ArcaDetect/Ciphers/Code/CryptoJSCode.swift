internal import ArcaCrypto

/// CryptoJS 3.1 to 4; bytes are word arrays, which `toString()` prints in hexadecimal digits.
enum CryptoJSCode: CodeLanguage {
    static let advice = """
        CryptoJS has no authenticated cipher; use crypto.subtle with AES-GCM, a new nonce from \
        crypto.getRandomValues, and PBKDF2 with 600,000 iterations for a passphrase.
        """

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8: return "CryptoJS.enc.Utf8.parse(\(a[0]))"
        case .utf16(let isLittle): return "CryptoJS.enc.Utf16\(isLittle ? "LE" : "").parse(\(a[0]))"
        case .latin1: return "CryptoJS.enc.Latin1.parse(\(a[0]))"
        case .text: return "\(a[0]).toString(CryptoJS.enc.Utf8)"
        case .latin1Text: return "\(a[0]).toString(CryptoJS.enc.Latin1)"
        case .fromHex: return "CryptoJS.enc.Hex.parse(\(a[0]))"
        case .fromBase64: return "CryptoJS.enc.Base64.parse(\(a[0]))"
        case .fromBase64URL, .fromKeyBase64:
            file.add(
                """
                function parseBase64(text) {
                  const standard = text.replace(/^base64:|=+$/g, "").replace(/-/g, "+").replace(/_/g, "/");
                  return CryptoJS.enc.Base64.parse(standard + "=".repeat((4 - (standard.length % 4)) % 4));
                }
                """)
            return "parseBase64(\(a[0]))"
        case .hex: return "\(a[0]).toString()"
        case .upperHex: return "\(a[0]).toString().toUpperCase()"
        case .base64: return "CryptoJS.enc.Base64.stringify(\(a[0]))"
        case .base64URL, .unpaddedBase64URL:
            let isPadded = if case .base64URL = call { true } else { false }
            return "CryptoJS.enc.Base64.stringify(\(a[0])).replace(/\\+/g, \"-\").replace(/\\//g, \"_\")"
                + (isPadded ? "" : ".replace(/=/g, \"\")")
        case .element(let index, let separator): return "\(a[0]).split(\(quoted(separator)))[\(index)]"
        case .joined(let separator): return "[\(a.joined(separator: ", "))].join(\(quoted(separator)))"
        case .member(let name): return "JSON.parse(\(a[0]))[\(quoted(name))]"
        case .json(let names):
            let members = zip(names, a).map { "\(quoted($0)): \($1)" }.joined(separator: ", ")
            return "JSON.stringify({ \(members) })"
        case .part(let start, let end):
            file.add(
                """
                function part(words, start, end) {
                  return CryptoJS.enc.Hex.parse(words.toString().slice(2 * start, end === undefined ? end : 2 * end));
                }
                """)
            return "part(\(a[0]), \(start)\(end.map { ", \($0)" } ?? ""))"
        case .concatenated:
            file.add(concatenation)
            return "concat(\(a.joined(separator: ", ")))"
        case .resized(let count):
            file.add(
                """
                function resize(words, count) {
                  return CryptoJS.enc.Hex.parse((words + "00".repeat(count)).slice(0, 2 * count));
                }
                """)
            return "resize(\(a[0]), \(count))"
        case .repeated(let count):
            return "CryptoJS.enc.Hex.parse(\(a[0]).toString().repeat(\(count)).slice(0, \(2 * count)))"
        case .folded(let count):
            file.add(toBytes)
            file.add(
                """
                function fold(words, count) {
                  const key = new Array(count).fill(0);
                  toBytes(words).forEach((byte, index) => (key[index % count] ^= byte));
                  return fromBytes(key);
                }
                """)
            return "fold(\(a[0]), \(count))"
        case .hash(let function): return "CryptoJS.\(try name(of: function))(\(a[0]))"
        case .hmac(let function): return "CryptoJS.Hmac\(try name(of: function))(\(a[1]), \(a[0]))"
        case .sha1PRNG(let count):
            file.add(toBytes)
            file.add(sha1PRNG)
            return "sha1prng(\(a[0]), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            return try derived("EvpKDF", function, iterations, count, a, &file)
        case .pbkdf2(let function, let iterations, let count):
            return try derived("PBKDF2", function, iterations, count, a, &file)
        case .scrypt: throw unsupported("CryptoJS does not have scrypt", "choose node")
        case .hkdf(let function, let count):
            let name = try name(of: function)
            file.add(concatenation)
            file.add(
                """
                function hkdf(secret, salt, info, count) {
                  const key = CryptoJS.Hmac\(name)(secret, salt);
                  let output = "";
                  let block = "";
                  for (let index = 1; output.length < 2 * count; index++) {
                    block = CryptoJS.Hmac\(name)(concat(block, info, index.toString(16).padStart(2, "0")), key);
                    output += block;
                  }
                  return CryptoJS.enc.Hex.parse(output.slice(0, 2 * count));
                }
                """)
            return "hkdf(\(a.joined(separator: ", ")), \(count))"
        case .random(let count): return "CryptoJS.lib.WordArray.random(\(count))"
        case .zeros(let count): return "CryptoJS.enc.Hex.parse(\(count == 0 ? "\"\"" : "\"00\".repeat(\(count))"))"
        case .timestamp: return "CryptoJS.enc.Hex.parse(Math.floor(Date.now() / 1000).toString(16).padStart(16, \"0\"))"
        case .encrypt(let cipher):
            let (name, options) = try parts(cipher, a)
            return "CryptoJS.\(name).encrypt(\(a[a.count - 1]), \(a[0])\(options)).ciphertext"
        case .decrypt(let cipher):
            let (name, options) = try parts(cipher, a)
            let data = a[a.count - 1]
            let params = data == "ciphertext" ? "{ ciphertext }" : "{ ciphertext: \(data) }"
            return "CryptoJS.\(name).decrypt(\(params), \(a[0])\(options))"
        case .filled(let byte, let block):
            file.add(concatenation)
            file.add(
                """
                function fill(words, block, byte) {
                  return concat(words, byte.repeat((block - (words.sigBytes % block)) % block));
                }
                """)
            return "fill(\(a[0]), \(block), \"\(byte == 0 ? "00" : "20")\")"
        case .withoutFill(let byte):
            return
                "CryptoJS.enc.Hex.parse(\(a[0]).toString().replace(/^((?:..)*?)(?:\(byte == 0 ? "00" : "20"))*$/, \"$1\"))"
        case .counted(let block, let kind):
            file.add(concatenation)
            let filler =
                switch kind {
                case .zeros: "\"00\".repeat(count - 1)"
                case .random: "CryptoJS.lib.WordArray.random(count - 1)"
                case .count: "count.toString(16).padStart(2, \"0\").repeat(count - 1)"
                }
            file.add(
                """
                function fillCounted(words, block) {
                  const count = block - (words.sigBytes % block);
                  return concat(words, \(filler), count.toString(16).padStart(2, "0"));
                }
                """)
            return "fillCounted(\(a[0]), \(block))"
        case .withoutCounted:
            file.add(
                """
                function dropCounted(words) {
                  const hex = words.toString();
                  return CryptoJS.enc.Hex.parse(hex.slice(0, hex.length - 2 * parseInt(hex.slice(-2), 16)));
                }
                """)
            return "dropCounted(\(a[0]))"
        }
    }

    static func shortcut(for scheme: CipherScheme) -> (encrypted: String, decrypted: String)? {
        let names = ["AES-256-CBC": "AES", "DES-EDE3-CBC": "TripleDES", "DES-CBC": "DES"]
        guard case .bytesToKey(.md5, 1, _, _)? = scheme.saltedDerivation, scheme.envelope.encodings == [.base64],
            let name = names[scheme.cipher.name]
        else { return nil }
        return (
            "CryptoJS.\(name).encrypt(plaintext, keyText).toString()",
            "CryptoJS.\(name).decrypt(data, keyText).toString(CryptoJS.enc.Utf8)"
        )
    }

    private static func name(of function: AnyHashFunction) throws(CryptoError) -> String {
        try name(
            of: function,
            [
                "md5": "MD5", "sha1": "SHA1", "sha224": "SHA224", "sha256": "SHA256", "sha384": "SHA384",
                "sha512": "SHA512", "ripemd160": "RIPEMD160",
            ], "CryptoJS")
    }

    private static func derived(
        _ name: String, _ function: AnyHashFunction, _ iterations: Int, _ count: Int, _ a: [String],
        _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        let options =
            "keySize: \((count + 3) / 4), iterations: \(iterations), hasher: CryptoJS.algo.\(try self.name(of: function))"
        let key = "CryptoJS.\(name)(\(a[0]), \(a[1]), { \(options) })"
        return count.isMultiple(of: 4) ? key : try expression(.part(0, count), [key], &file)
    }

    private static func parts(
        _ cipher: CodeCipher, _ a: [String]
    ) throws(CryptoError) -> (name: String, options: String) {
        let names: [CodeCipher.Family: String] = [.aes: "AES", .des: "DES", .tripleDES: "TripleDES", .rc4: "RC4"]
        guard let name = names[cipher.family], ![.cfb8, .gcm, .poly1305].contains(cipher.mode) else {
            throw unsupported("CryptoJS does not have \(cipher.name)", "choose node")
        }
        guard cipher.mode != .stream else { return (name, "") }
        var options = ["mode: CryptoJS.mode.\(cipher.mode.rawValue)"]
        if cipher.hasIV { options.insert(a[1] == "iv" ? "iv" : "iv: \(a[1])", at: 0) }
        options.append("padding: CryptoJS.pad.\(cipher.pads ? "Pkcs7" : "NoPadding")")
        return (name, ", { \(options.joined(separator: ", ")) }")
    }

    private static let concatenation = """
        function concat(...parts) {
          return CryptoJS.enc.Hex.parse(parts.join(""));
        }
        """

    private static let toBytes = """
        function toBytes(words) {
          return (words.toString().match(/../g) || []).map((digits) => parseInt(digits, 16));
        }

        function fromBytes(bytes) {
          return CryptoJS.enc.Hex.parse(bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(""));
        }
        """

    private static let sha1PRNG = """
        // Java's SHA1PRNG, which adds signed bytes.
        function sha1prng(seed, count) {
          const sha1 = (bytes) => toBytes(CryptoJS.SHA1(fromBytes(bytes)));
          const state = sha1(toBytes(seed));
          let output = [];
          while (output.length < count) {
            const digest = sha1(state);
            output = output.concat(digest);
            let carry = 1;
            for (let i = 0; i < 20; i++) {
              carry += ((state[i] << 24) >> 24) + ((digest[i] << 24) >> 24);
              state[i] = carry & 255;
              carry >>= 8;
            }
          }
          return fromBytes(output.slice(0, count));
        }
        """

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String { "const \(name) = \(value);" }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        ["if (\(code).toString() !== \(expected).toString()) throw new Error(\"wrong key or changed data\");"]
    }

    static func function(_ function: CodeFunction) -> String { NodeCode.function(function) }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        let draws = functions.contains { $0.contains("WordArray.random") || $0.contains("encrypt(plaintext, keyText)") }
        let notice = draws ? "\n// CryptoJS before 4.0 draws IVs and salts from Math.random; use 4.0 or newer." : ""
        return sections(
            [
                header + notice,
                "// In a browser, without this line: <script src=\"crypto-js.js\"></script>\n"
                    + "const CryptoJS = require(\"crypto-js\");",
            ] + file.helpers + functions + ["module.exports = { encrypt, decrypt };"])
    }
}
