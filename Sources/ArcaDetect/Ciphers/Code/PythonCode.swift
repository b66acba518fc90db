internal import ArcaCrypto

/// Python 3 with PyCryptodome.
enum PythonCode: CodeLanguage {
    static let commentMark = "#"
    static let advice = """
        AES.new(key, AES.MODE_GCM, nonce=get_random_bytes(12)); a passphrase by \
        hashlib.pbkdf2_hmac("sha256", …, 600_000) or hashlib.scrypt.
        """

    static func variable(_ name: String) -> String { snakeCased(name) }

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8: return "\(a[0]).encode()"
        case .utf16(let isLittle): return "\(a[0]).encode(\"utf-16-\(isLittle ? "le" : "be")\")"
        case .latin1: return "\(a[0]).encode(\"latin-1\")"
        case .text: return "\(a[0]).decode()"
        case .latin1Text: return "\(a[0]).decode(\"latin-1\")"
        case .fromHex: return "bytes.fromhex(\(a[0]))"
        case .fromBase64: return base64("b64decode(\(a[0]))", &file)
        case .fromBase64URL: return base64("urlsafe_b64decode(\(a[0]) + \"==\")", &file)
        case .fromKeyBase64:
            file.require("import base64")
            file.add(
                """
                def base64_key(text):
                    text = text.removeprefix("base64:").replace("-", "+").replace("_", "/")
                    return base64.b64decode(text.rstrip("=") + "==")
                """)
            return "base64_key(\(a[0]))"
        case .hex: return "\(a[0]).hex()"
        case .upperHex: return "\(a[0]).hex().upper()"
        case .base64: return base64("b64encode(\(bare(a[0]))).decode()", &file)
        case .base64URL: return base64("urlsafe_b64encode(\(bare(a[0]))).decode()", &file)
        case .unpaddedBase64URL: return base64("urlsafe_b64encode(\(bare(a[0]))).decode().rstrip(\"=\")", &file)
        case .element(let index, let separator): return "\(a[0]).split(\(quoted(separator)))[\(index)]"
        case .joined(let separator): return "\(quoted(separator)).join([\(a.joined(separator: ", "))])"
        case .member(let name):
            file.require("import json")
            return "json.loads(\(a[0]))[\(quoted(name))]"
        case .json(let names):
            file.require("import json")
            let members = zip(names, a).map { "\(quoted($0)): \($1)" }.joined(separator: ", ")
            return "json.dumps({\(members)}, separators=(\",\", \":\"))"
        case .part(let start, let end): return "\(a[0])[\(start == 0 ? "" : "\(start)"):\(end.map(String.init) ?? "")]"
        case .concatenated: return "(\(a.joined(separator: " + ")))"
        case .resized(let count): return "\(a[0])[:\(count)].ljust(\(count), b\"\\0\")"
        case .repeated(let count): return "(\(a[0]) * \(count))[:\(count)]"
        case .folded(let count):
            file.add(
                """
                def fold(data, count):
                    key = bytearray(count)
                    for index, byte in enumerate(data):
                        key[index % count] ^= byte
                    return bytes(key)
                """)
            return "fold(\(a[0]), \(count))"
        case .hash(let function):
            file.require("import hashlib")
            return "hashlib.\(try name(of: function))(\(bare(a[0]))).digest()"
        case .hmac(let function):
            file.require("import hmac")
            return "hmac.digest(\(bare(a[0])), \(bare(a[1])), \"\(try name(of: function))\")"
        case .sha1PRNG(let count):
            file.require("import hashlib")
            file.add(sha1PRNG)
            return "sha1prng(\(a[0]), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            file.require("import hashlib")
            file.add(bytesToKey)
            return "bytes_to_key(\"\(try name(of: function))\", \(a[0]), \(a[1]), \(iterations), \(count))"
        case .pbkdf2(let function, let iterations, let count):
            file.require("import hashlib")
            return "hashlib.pbkdf2_hmac(\"\(try name(of: function))\", \(a[0]), \(a[1]), \(iterations), \(count))"
        case .scrypt(let logN, let r, let p, let count):
            file.require("import hashlib")
            return
                "hashlib.scrypt(\(a[0]), salt=\(a[1]), n=2**\(logN), r=\(r), p=\(p), dklen=\(count), maxmem=2**31 - 1)"
        case .hkdf(let function, let count):
            let module = try name(
                of: function,
                ["sha1": "SHA1", "sha256": "SHA256", "sha384": "SHA384", "sha512": "SHA512", "md5": "MD5"],
                "HKDF of PyCryptodome")
            file.require("from Crypto.Protocol.KDF import HKDF", "from Crypto.Hash import \(module)")
            return "HKDF(\(a[0]), \(count), \(a[1]), \(module), context=\(a[2]))"
        case .random(let count):
            file.require("from Crypto.Random import get_random_bytes")
            return "get_random_bytes(\(count))"
        case .zeros(let count): return count == 0 ? "b\"\"" : "bytes(\(count))"
        case .timestamp:
            file.require("import time")
            return "int(time.time()).to_bytes(8, \"big\")"
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true, &file)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false, &file)
        case .filled(let byte, let block):
            file.add(
                """
                def fill(data, block, byte):
                    return data + byte * (-len(data) % block)
                """)
            return "fill(\(bare(a[0])), \(block), b\"\(byte == 0 ? "\\0" : " ")\")"
        case .withoutFill(let byte): return "\(a[0]).rstrip(b\"\(byte == 0 ? "\\0" : " ")\")"
        case .counted(let block, let kind):
            if kind == .random { file.require("from Crypto.Random import get_random_bytes") }
            let filler =
                switch kind {
                case .zeros: "bytes(count - 1)"
                case .random: "get_random_bytes(count - 1)"
                case .count: "bytes([count] * (count - 1))"
                }
            file.add(
                """
                def fill_counted(data, block):
                    count = block - len(data) % block
                    return data + \(filler) + bytes([count])
                """)
            return "fill_counted(\(a[0]), \(block))"
        case .withoutCounted:
            file.add(
                """
                def drop_counted(data):
                    return data[:-data[-1]]
                """)
            return "drop_counted(\(a[0]))"
        }
    }

    private static func base64(_ call: String, _ file: inout CodeFile) -> String {
        file.require("import base64")
        return "base64.\(call)"
    }

    private static func name(of function: AnyHashFunction) throws(CryptoError) -> String {
        try name(
            of: function,
            [
                "md5": "md5", "sha1": "sha1", "sha224": "sha224", "sha256": "sha256", "sha384": "sha384",
                "sha512": "sha512", "sha3-256": "sha3_256", "sha3-512": "sha3_512", "sha3-224": "sha3_224",
                "sha3-384": "sha3_384", "blake2b": "blake2b", "blake2s": "blake2s",
            ], "hashlib")
    }

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        let verb = encrypts ? "encrypt" : "decrypt"
        if cipher.family == .sm4 || cipher.family == .camellia { return try other(cipher, a, verb, &file) }
        let modules: [CodeCipher.Family: String] = [
            .aes: "AES", .des: "DES", .tripleDES: "DES3", .blowfish: "Blowfish", .rc4: "ARC4",
            .chaCha20: "ChaCha20_Poly1305",
        ]
        let module = modules[cipher.family] ?? ""
        file.require("from Crypto.Cipher import \(module)")
        if cipher.isAuthenticated {
            let new =
                cipher.mode == .gcm ? "AES.new(key, AES.MODE_GCM, nonce=nonce)" : "\(module).new(key=key, nonce=nonce)"
            file.add(
                encrypts
                    ? """
                    def seal(key, nonce, plaintext):
                        ciphertext, tag = \(new).encrypt_and_digest(plaintext)
                        return ciphertext + tag
                    """
                    : """
                    def open_sealed(key, nonce, sealed):
                        return \(new).decrypt_and_verify(sealed[:-16], sealed[-16:])
                    """)
            return "\(encrypts ? "seal" : "open_sealed")(\(a.map(bare).joined(separator: ", ")))"
        }
        var arguments = [a[0]]
        switch cipher.mode {
        case .ctr: arguments += ["\(module).MODE_CTR", "nonce=b\"\"", "initial_value=\(a[1])"]
        case .cfb: arguments += ["\(module).MODE_CFB", a[1], "segment_size=\(8 * cipher.blockByteCount)"]
        case .cfb8: arguments += ["\(module).MODE_CFB", a[1], "segment_size=8"]
        case .stream: break
        case .ecb: arguments.append("\(module).MODE_ECB")
        default: arguments += ["\(module).MODE_\(cipher.mode.rawValue)", a[1]]
        }
        let new = "\(module).new(\(arguments.joined(separator: ", ")))"
        let data = bare(a[a.count - 1])
        guard cipher.pads else { return "\(new).\(verb)(\(data))" }
        file.require("from Crypto.Util.Padding import pad, unpad")
        return encrypts
            ? "\(new).encrypt(pad(\(data), \(cipher.blockByteCount)))"
            : "unpad(\(new).decrypt(\(data)), \(cipher.blockByteCount))"
    }

    /// A cipher that PyCryptodome lacks.
    private static func other(
        _ cipher: CodeCipher, _ a: [String], _ verb: String, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        guard cipher.mode != .gcm else {
            throw unsupported("neither PyCryptodome nor cryptography 38 has \(cipher.name)", "choose another mode")
        }
        file.require(
            "from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes",
            "from cryptography.hazmat.primitives.padding import PKCS7")
        let iv = cipher.hasIV ? "iv" : ""
        file.add(
            """
            def run(context, data):
                return context.update(data) + context.finalize()
            """)
        file.add(
            """
            def new_cipher(key\(cipher.hasIV ? ", iv" : "")):
                return Cipher(algorithms.\(cipher.family.rawValue)(key), modes.\(cipher.mode.rawValue)(\(iv)))
            """)
        let new = "new_cipher(\(a.dropLast().joined(separator: ", "))).\(verb)or()"
        let data = bare(a[a.count - 1])
        guard cipher.pads else { return "run(\(new), \(data))" }
        return verb == "encrypt"
            ? "run(\(new), run(PKCS7(128).padder(), \(data)))" : "run(PKCS7(128).unpadder(), run(\(new), \(data)))"
    }

    private static let bytesToKey = """
        def bytes_to_key(hash_name, secret, salt, iterations, count):
            key = block = b""
            while len(key) < count:
                block += secret + salt
                for _ in range(iterations):
                    block = hashlib.new(hash_name, block).digest()
                key += block
            return key[:count]
        """

    /// With the same arithmetic on signed bytes as Java.
    private static let sha1PRNG = """
        # Java's SHA1PRNG, which adds signed bytes.
        def sha1prng(seed, count):
            state = bytearray(hashlib.sha1(seed).digest())
            output = b""
            while len(output) < count:
                digest = hashlib.sha1(state).digest()
                output += digest
                carry = 1
                for index in range(20):
                    carry += (state[index] ^ 128) + (digest[index] ^ 128) - 256
                    state[index] = carry & 255
                    carry >>= 8
            return output[:count]
        """

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String { "\(name) = \(value)" }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        file.require("import hmac")
        return [
            "if not hmac.compare_digest(\(code), \(expected)):", "    raise ValueError(\"wrong key or changed data\")",
        ]
    }

    static func function(_ function: CodeFunction) -> String {
        let data = function.isText ? "str" : "bytes"
        let parameters = function.parameters.map { "\($0): \($0 == "data" ? data : "str")" }.joined(separator: ", ")
        return """
            def \(function.isEncrypting ? "encrypt" : "decrypt")(\(parameters)) -> \(function.isEncrypting ? data : "str"):
            \(indented(function.lines + ["return \(function.result)"]))
            """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        let standard = file.imports.filter { $0.hasPrefix("import ") }.sorted()
        let others = file.imports.filter { !$0.hasPrefix("import ") }.sorted()
        let imports = [standard, others].filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
        let hint =
            others.contains { $0.contains("from Crypto.") } ? "\n\(commentMark) Needs: pip install pycryptodome" : ""
        return sections([header + hint, imports.joined(separator: "\n\n")]) + "\n\n"
            + (file.helpers + functions).joined(separator: "\n\n\n") + "\n"
    }
}

/// `keyText` as `key_text`.
func snakeCased(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
}
