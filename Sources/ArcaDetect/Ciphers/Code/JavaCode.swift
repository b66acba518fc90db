internal import ArcaCrypto

/// Java 17 with the providers of the JDK.
enum JavaCode: CodeLanguage {
    static let advice = """
        Cipher.getInstance("AES/GCM/NoPadding") with 12 new bytes from SecureRandom; a passphrase by \
        PBKDF2WithHmacSHA256 with 600,000 iterations.
        """

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8: return charset("\(a[0]).getBytes(StandardCharsets.UTF_8)", &file)
        case .utf16(let isLittle):
            return charset("\(a[0]).getBytes(StandardCharsets.UTF_16\(isLittle ? "LE" : "BE"))", &file)
        case .latin1: return charset("\(a[0]).getBytes(StandardCharsets.ISO_8859_1)", &file)
        case .text: return charset("new String(\(a[0]), StandardCharsets.UTF_8)", &file)
        case .latin1Text: return charset("new String(\(a[0]), StandardCharsets.ISO_8859_1)", &file)
        case .fromHex: return util("HexFormat", ".of().parseHex(\(a[0]))", &file)
        case .fromBase64: return util("Base64", ".getDecoder().decode(\(a[0]))", &file)
        case .fromBase64URL: return util("Base64", ".getUrlDecoder().decode(\(a[0]))", &file)
        case .fromKeyBase64:
            return util(
                "Base64",
                ".getDecoder().decode(\(a[0]).replaceFirst(\"^base64:\", \"\").replace('-', '+').replace('_', '/'))",
                &file)
        case .hex: return util("HexFormat", ".of().formatHex(\(a[0]))", &file)
        case .upperHex: return util("HexFormat", ".of().withUpperCase().formatHex(\(a[0]))", &file)
        case .base64: return util("Base64", ".getEncoder().encodeToString(\(a[0]))", &file)
        case .base64URL: return util("Base64", ".getUrlEncoder().encodeToString(\(a[0]))", &file)
        case .unpaddedBase64URL:
            return util("Base64", ".getUrlEncoder().withoutPadding().encodeToString(\(a[0]))", &file)
        case .element(let index, let separator):
            file.require("java.util.regex.Pattern")
            return "\(a[0]).split(Pattern.quote(\(quoted(separator))), -1)[\(index)]"
        case .joined(let separator): return "String.join(\(quoted(separator)), \(a.joined(separator: ", ")))"
        case .member(let name):
            file.require("java.util.regex.Pattern", "java.util.regex.Matcher")
            file.add(JavaHelpers.member)
            return "member(\(a[0]), \(quoted(name)))"
        case .json(let names):
            let members = zip(names, a).map { "\\\"\($0)\\\":\\\"\" + \($1) + \"\\\"" }.joined(separator: ",")
            return "(\"{\(members)}\")"
        case .part(let start, let end):
            func index(_ value: Int) -> String { value < 0 ? "\(a[0]).length - \(-value)" : "\(value)" }
            let last = end.map(index) ?? "\(a[0]).length"
            return util("Arrays", ".copyOfRange(\(a[0]), \(index(start)), \(last))", &file)
        case .concatenated:
            file.require("java.io.ByteArrayOutputStream")
            file.add(JavaHelpers.concat)
            return "concat(\(a.joined(separator: ", ")))"
        case .resized(let count): return util("Arrays", ".copyOf(\(a[0]), \(count))", &file)
        case .repeated(let count):
            file.add(JavaHelpers.repeated)
            return "repeat(\(a[0]), \(count))"
        case .folded(let count):
            file.add(JavaHelpers.fold)
            return "fold(\(a[0]), \(count))"
        case .hash(let function):
            file.require("java.security.MessageDigest")
            return "MessageDigest.getInstance(\"\(try name(of: function))\").digest(\(a[0]))"
        case .hmac(let function):
            hmac(&file)
            return "hmac(\"\(try macName(of: function))\", \(a[0]), \(a[1]))"
        case .sha1PRNG(let count):
            file.require("java.security.SecureRandom")
            file.add(JavaHelpers.sha1PRNG)
            return "sha1prng(\(a[0]), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            file.require("java.security.MessageDigest", "java.util.Arrays")
            file.add(JavaHelpers.bytesToKey)
            return "bytesToKey(\"\(try name(of: function))\", \(a[0]), \(a[1]), \(iterations), \(count))"
        case .pbkdf2(let function, let iterations, let count):
            let text = ".getBytes(StandardCharsets.UTF_8)"
            if a[0] == "keyText\(text)", a[1] != "new byte[0]" {
                file.require("javax.crypto.SecretKeyFactory", "javax.crypto.spec.PBEKeySpec")
                file.add(JavaHelpers.factoryPBKDF2)
                return "pbkdf2(\"PBKDF2With\(try macName(of: function))\", keyText, \(a[1]), \(iterations), \(count))"
            }
            hmac(&file)
            file.require("java.nio.ByteBuffer", "javax.crypto.Mac")
            file.add(JavaHelpers.pbkdf2)
            return "pbkdf2(\"\(try macName(of: function))\", \(a[0]), \(a[1]), \(iterations), \(count))"
        case .scrypt: throw unsupported("the JDK does not have scrypt", "use SCrypt of Bouncy Castle")
        case .hkdf(let function, let count):
            hmac(&file)
            file.require("java.util.Arrays", "java.io.ByteArrayOutputStream")
            file.add(JavaHelpers.concat)
            file.add(JavaHelpers.hkdf)
            // HMAC pads an empty salt with zeros, but the JDK rejects an empty key.
            let salt = a[1] == "new byte[0]" ? "new byte[\(function.digestByteCount)]" : a[1]
            return "hkdf(\"\(try macName(of: function))\", \(a[0]), \(salt), \(a[2]), \(count))"
        case .random(let count):
            file.require("java.security.SecureRandom")
            file.add(JavaHelpers.random)
            return "random(\(count))"
        case .zeros(let count): return "new byte[\(count)]"
        case .timestamp:
            file.require("java.nio.ByteBuffer", "java.time.Instant")
            return "ByteBuffer.allocate(8).putLong(Instant.now().getEpochSecond()).array()"
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true, &file)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false, &file)
        case .filled(let byte, let block):
            file.require("java.util.Arrays")
            file.add(JavaHelpers.fill)
            return "fill(\(a[0]), \(block), (byte) \(byte))"
        case .withoutFill(let byte):
            file.require("java.util.Arrays")
            file.add(JavaHelpers.dropFill)
            return "dropFill(\(a[0]), (byte) \(byte))"
        case .counted(let block, let kind):
            if kind == .random { file.require("java.security.SecureRandom") }
            file.require("java.util.Arrays", "java.io.ByteArrayOutputStream")
            file.add(JavaHelpers.concat)
            if kind == .random { file.add(JavaHelpers.random) }
            let filler =
                switch kind {
                case .zeros: "new byte[count - 1]"
                case .random: "random(count - 1)"
                case .count: "filled(count - 1, count)"
                }
            if kind == .count { file.add(JavaHelpers.filled) }
            file.add(
                """
                private static byte[] fillCounted(byte[] data, int block) {
                    int count = block - data.length % block;
                    return concat(data, \(filler), new byte[] {(byte) count});
                }
                """)
            return "fillCounted(\(a[0]), \(block))"
        case .withoutCounted:
            file.require("java.util.Arrays", "javax.crypto.BadPaddingException")
            file.add(JavaHelpers.dropCounted)
            return "dropCounted(\(a[0]))"
        }
    }

    private static func charset(_ text: String, _ file: inout CodeFile) -> String {
        file.require("java.nio.charset.StandardCharsets")
        return text
    }

    private static func util(_ type: String, _ call: String, _ file: inout CodeFile) -> String {
        file.require("java.util.\(type)")
        return type + call
    }

    private static func hmac(_ file: inout CodeFile) {
        file.require("javax.crypto.Mac", "javax.crypto.spec.SecretKeySpec")
        file.add(JavaHelpers.hmac)
    }

    static func name(of function: AnyHashFunction) throws(CryptoError) -> String {
        try name(
            of: function,
            [
                "md5": "MD5", "sha1": "SHA-1", "sha224": "SHA-224", "sha256": "SHA-256", "sha384": "SHA-384",
                "sha512": "SHA-512", "sha3-224": "SHA3-224", "sha3-256": "SHA3-256", "sha3-384": "SHA3-384",
                "sha3-512": "SHA3-512",
            ], "the JDK")
    }

    static func macName(of function: AnyHashFunction) throws(CryptoError) -> String {
        "Hmac" + (try name(of: function).replacing("SHA-", with: "SHA"))
    }

    /// JCA's names of a cipher and of its keys.
    static func names(_ cipher: CodeCipher, _ library: String) throws(CryptoError) -> (cipher: String, key: String) {
        switch cipher.family {
        case .rc4: return ("RC4", "RC4")
        case .chaCha20: return ("ChaCha20-Poly1305", "ChaCha20")
        case .sm4, .camellia:
            throw unsupported("\(library) does not have \(cipher.name)", "add Bouncy Castle as a provider")
        case .aes, .des, .tripleDES, .blowfish:
            let key = cipher.family == .tripleDES ? "DESede" : cipher.family.rawValue
            return ("\(key)/\(cipher.mode.rawValue)/\(cipher.pads ? "PKCS5Padding" : "NoPadding")", key)
        }
    }

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        let (name, key) = try names(cipher, "the JDK")
        file.require("javax.crypto.Cipher", "javax.crypto.spec.SecretKeySpec")
        var parameters = ""
        if cipher.mode == .gcm {
            file.require("javax.crypto.spec.GCMParameterSpec")
            parameters = ", new GCMParameterSpec(128, iv)"
        } else if cipher.hasIV {
            file.require("javax.crypto.spec.IvParameterSpec")
            parameters = ", new IvParameterSpec(iv)"
        }
        file.add(
            """
            private static byte[] crypt(int mode, byte[] key, \(cipher.hasIV ? "byte[] iv, " : "")byte[] data)
                    throws GeneralSecurityException {
                Cipher cipher = Cipher.getInstance("\(name)");
                cipher.init(mode, new SecretKeySpec(key, "\(key)")\(parameters));
                return cipher.doFinal(data);
            }
            """)
        return "crypt(Cipher.\(encrypts ? "ENCRYPT" : "DECRYPT")_MODE, \(a.joined(separator: ", ")))"
    }

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String {
        "\(isText ? "String" : "byte[]") \(name) = \(value);"
    }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        file.require("java.security.MessageDigest")
        return [
            "if (!MessageDigest.isEqual(\(code), \(expected))) {",
            "    throw new GeneralSecurityException(\"wrong key or changed data\");", "}",
        ]
    }

    static func function(_ function: CodeFunction) -> String {
        let data = function.isText ? "String" : "byte[]"
        let parameters = function.parameters.map { "\($0 == "data" ? data : "String") \($0)" }.joined(separator: ", ")
        let name = function.isEncrypting ? "encrypt" : "decrypt"
        return """
            public static \(function.isEncrypting ? data : "String") \(name)(\(parameters)) throws GeneralSecurityException {
            \(indented(function.lines + ["return \(function.result);"]))
            }
            """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        let imports = file.imports.union(["java.security.GeneralSecurityException"]).sorted()
            .map { "import \($0);" }.joined(separator: "\n")
        let members = (functions + file.helpers).joined(separator: "\n\n").split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        return sections([header, imports, "public final class DataCipher {\n\(indented(members))\n}"])
    }
}
