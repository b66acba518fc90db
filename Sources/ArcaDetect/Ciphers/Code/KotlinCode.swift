internal import ArcaCrypto

/// Kotlin with `javax.crypto`, also on Android.
enum KotlinCode: CodeLanguage {
    static let advice = """
        Cipher.getInstance("AES/GCM/NoPadding") with 12 new bytes from SecureRandom; a passphrase by \
        PBKDF2WithHmacSHA256 with 600,000 iterations.
        """

    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: "\\$") + "\""
    }

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8: return "\(a[0]).toByteArray()"
        case .utf16(let isLittle): return "\(a[0]).toByteArray(Charsets.UTF_16\(isLittle ? "LE" : "BE"))"
        case .latin1: return "\(a[0]).toByteArray(Charsets.ISO_8859_1)"
        case .text: return "String(\(bare(a[0])), Charsets.UTF_8)"
        case .latin1Text: return "String(\(bare(a[0])), Charsets.ISO_8859_1)"
        case .fromHex:
            file.add(
                """
                private fun fromHex(text: String): ByteArray =
                    text.chunked(2).map { it.toInt(16).toByte() }.toByteArray()
                """)
            return "fromHex(\(a[0]))"
        case .fromBase64: return base64(".getDecoder().decode(\(a[0]))", &file)
        case .fromBase64URL: return base64(".getUrlDecoder().decode(\(a[0]))", &file)
        case .fromKeyBase64:
            return base64(
                ".getDecoder().decode(\(a[0]).removePrefix(\"base64:\").replace('-', '+').replace('_', '/'))", &file)
        case .hex: return hex(a, "x", &file)
        case .upperHex: return hex(a, "X", &file)
        case .base64: return base64(".getEncoder().encodeToString(\(bare(a[0])))", &file)
        case .base64URL: return base64(".getUrlEncoder().encodeToString(\(bare(a[0])))", &file)
        case .unpaddedBase64URL:
            return base64(".getUrlEncoder().withoutPadding().encodeToString(\(bare(a[0])))", &file)
        case .element(let index, let separator): return "\(a[0]).split(\(quoted(separator)))[\(index)]"
        case .joined(let separator): return "listOf(\(a.joined(separator: ", "))).joinToString(\(quoted(separator)))"
        case .member(let name):
            file.add(KotlinHelpers.member)
            return "member(\(a[0]), \(quoted(name)))"
        case .json(let names):
            let members = zip(names, a).map { "\\\"\($0)\\\":\\\"\" + \($1) + \"\\\"" }.joined(separator: ",")
            return "(\"{\(members)}\")"
        case .part(let start, let end):
            func index(_ value: Int) -> String { value < 0 ? "\(a[0]).size - \(-value)" : "\(value)" }
            return "\(a[0]).copyOfRange(\(index(start)), \(end.map(index) ?? "\(a[0]).size"))"
        case .concatenated: return "(\(a.joined(separator: " + ")))"
        case .resized(let count): return "\(a[0]).copyOf(\(count))"
        case .repeated(let count):
            file.add(
                """
                private fun repeat(data: ByteArray, count: Int) = ByteArray(count) { data[it % data.size] }
                """)
            return "repeat(\(a[0]), \(count))"
        case .folded(let count):
            file.add(KotlinHelpers.fold)
            return "fold(\(a[0]), \(count))"
        case .hash(let function):
            file.require("java.security.MessageDigest")
            return "MessageDigest.getInstance(\"\(try JavaCode.name(of: function))\").digest(\(bare(a[0])))"
        case .hmac(let function):
            hmac(&file)
            return "hmac(\"\(try JavaCode.macName(of: function))\", \(bare(a[0])), \(bare(a[1])))"
        case .sha1PRNG(let count):
            file.require("java.security.MessageDigest")
            file.add(KotlinHelpers.sha1PRNG)
            return "sha1prng(\(a[0]), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            file.require("java.security.MessageDigest")
            file.add(KotlinHelpers.bytesToKey)
            return "bytesToKey(\"\(try JavaCode.name(of: function))\", \(a[0]), \(a[1]), \(iterations), \(count))"
        case .pbkdf2(let function, let iterations, let count):
            hmac(&file)
            file.require("java.nio.ByteBuffer")
            file.add(KotlinHelpers.pbkdf2)
            return "pbkdf2(\"\(try JavaCode.macName(of: function))\", \(a[0]), \(a[1]), \(iterations), \(count))"
        case .scrypt: throw unsupported("Java does not have scrypt", "use SCrypt of Bouncy Castle")
        case .hkdf(let function, let count):
            hmac(&file)
            file.add(KotlinHelpers.hkdf)
            // HMAC pads an empty salt with zeros, but Java rejects an empty key.
            let salt = a[1] == "ByteArray(0)" ? "ByteArray(\(function.digestByteCount))" : a[1]
            return "hkdf(\"\(try JavaCode.macName(of: function))\", \(a[0]), \(salt), \(a[2]), \(count))"
        case .random(let count):
            file.require("java.security.SecureRandom")
            return "ByteArray(\(count)).also { SecureRandom().nextBytes(it) }"
        case .zeros(let count): return "ByteArray(\(count))"
        case .timestamp:
            file.require("java.nio.ByteBuffer")
            return "ByteBuffer.allocate(8).putLong(System.currentTimeMillis() / 1000).array()"
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true, &file)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false, &file)
        case .filled(let byte, let block):
            file.add(
                """
                private fun fill(data: ByteArray, block: Int, filler: Byte) =
                    data + ByteArray((block - data.size % block) % block) { filler }
                """)
            return "fill(\(bare(a[0])), \(block), \(byte))"
        case .withoutFill(let byte):
            file.add(
                """
                private fun dropFill(data: ByteArray, filler: Byte) =
                    data.copyOf(data.indexOfLast { it != filler } + 1)
                """)
            return "dropFill(\(a[0]), \(byte))"
        case .counted(let block, let kind):
            if kind == .random { file.require("java.security.SecureRandom") }
            let filler =
                switch kind {
                case .zeros: "ByteArray(count - 1)"
                case .random: "ByteArray(count - 1).also { SecureRandom().nextBytes(it) }"
                case .count: "ByteArray(count - 1) { count.toByte() }"
                }
            file.add(
                """
                private fun fillCounted(data: ByteArray, block: Int): ByteArray {
                    val count = block - data.size % block
                    return data + \(filler) + count.toByte()
                }
                """)
            return "fillCounted(\(a[0]), \(block))"
        case .withoutCounted:
            file.require("javax.crypto.BadPaddingException")
            file.add(KotlinHelpers.dropCounted)
            return "dropCounted(\(a[0]))"
        }
    }

    private static func base64(_ call: String, _ file: inout CodeFile) -> String {
        file.require("java.util.Base64")
        return "Base64" + call
    }

    private static func hex(_ a: [String], _ digits: String, _ file: inout CodeFile) -> String {
        "\(a[0]).joinToString(\"\") { \"%02\(digits)\".format(it) }"
    }

    private static func hmac(_ file: inout CodeFile) {
        file.require("javax.crypto.Mac", "javax.crypto.spec.SecretKeySpec")
        file.add(KotlinHelpers.hmac)
    }

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        let (name, key) = try JavaCode.names(cipher, "Java")
        file.require("javax.crypto.Cipher", "javax.crypto.spec.SecretKeySpec")
        var parameters = ""
        if cipher.mode == .gcm {
            file.require("javax.crypto.spec.GCMParameterSpec")
            parameters = ", GCMParameterSpec(128, iv)"
        } else if cipher.hasIV {
            file.require("javax.crypto.spec.IvParameterSpec")
            parameters = ", IvParameterSpec(iv)"
        }
        file.add(
            """
            private fun crypt(mode: Int, key: ByteArray, \(cipher.hasIV ? "iv: ByteArray, " : "")data: ByteArray): ByteArray {
                val cipher = Cipher.getInstance("\(name)")
                cipher.init(mode, SecretKeySpec(key, "\(key)")\(parameters))
                return cipher.doFinal(data)
            }
            """)
        let arguments = a.map(bare).joined(separator: ", ")
        return "crypt(Cipher.\(encrypts ? "ENCRYPT" : "DECRYPT")_MODE, \(arguments))"
    }

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String { "val \(name) = \(value)" }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        file.require("java.security.MessageDigest", "java.security.GeneralSecurityException")
        return [
            "if (!MessageDigest.isEqual(\(code), \(expected))) {",
            "    throw GeneralSecurityException(\"wrong key or changed data\")", "}",
        ]
    }

    static func function(_ function: CodeFunction) -> String {
        let data = function.isText ? "String" : "ByteArray"
        let parameters = function.parameters.map { "\($0): \($0 == "data" ? data : "String")" }.joined(separator: ", ")
        let name = function.isEncrypting ? "encrypt" : "decrypt"
        return """
            fun \(name)(\(parameters)): \(function.isEncrypting ? data : "String") {
            \(indented(function.lines + ["return \(function.result)"]))
            }
            """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        let imports = file.imports.sorted().map { "import \($0)" }.joined(separator: "\n")
        return sections([header, imports] + functions + file.helpers)
    }
}

private enum KotlinHelpers {
    static let member = """
        private fun member(json: String, name: String): String =
            Regex("\\"" + name + "\\"\\\\s*:\\\\s*\\"([^\\"]*)\\"").find(json)!!.groupValues[1].replace("\\\\/", "/")
        """
    static let fold = """
        private fun fold(data: ByteArray, count: Int): ByteArray {
            val key = ByteArray(count)
            data.forEachIndexed { i, byte -> key[i % count] = (key[i % count].toInt() xor byte.toInt()).toByte() }
            return key
        }
        """
    static let hmac = """
        private fun hmac(name: String, key: ByteArray, data: ByteArray): ByteArray {
            val mac = Mac.getInstance(name)
            mac.init(SecretKeySpec(key, name))
            return mac.doFinal(data)
        }
        """
    static let sha1PRNG = """
        // Java's SHA1PRNG of the provider SUN, which adds signed bytes; Android's gives other bytes.
        private fun sha1prng(seed: ByteArray, count: Int): ByteArray {
            val sha1 = MessageDigest.getInstance("SHA-1")
            val state = sha1.digest(seed)
            var output = ByteArray(0)
            while (output.size < count) {
                val digest = sha1.digest(state)
                output += digest
                var carry = 1
                for (i in state.indices) {
                    carry += state[i] + digest[i]
                    state[i] = carry.toByte()
                    carry = carry shr 8
                }
            }
            return output.copyOf(count)
        }
        """
    static let bytesToKey = """
        private fun bytesToKey(hash: String, secret: ByteArray, salt: ByteArray, iterations: Int, count: Int): ByteArray {
            val digest = MessageDigest.getInstance(hash)
            var key = ByteArray(0)
            var block = ByteArray(0)
            while (key.size < count) {
                block = block + secret + salt
                for (i in 0 until iterations) block = digest.digest(block)
                key += block
            }
            return key.copyOf(count)
        }
        """
    static let pbkdf2 = """
        // SecretKeyFactory takes only texts, and Android's not all hash functions.
        private fun pbkdf2(name: String, secret: ByteArray, salt: ByteArray, iterations: Int, count: Int): ByteArray {
            val mac = Mac.getInstance(name)
            mac.init(SecretKeySpec(secret, name))
            var key = ByteArray(0)
            var index = 1
            while (key.size < count) {
                mac.update(salt)
                var block = mac.doFinal(ByteBuffer.allocate(4).putInt(index++).array())
                val sum = block.copyOf()
                for (i in 1 until iterations) {
                    block = mac.doFinal(block)
                    for (j in sum.indices) sum[j] = (sum[j].toInt() xor block[j].toInt()).toByte()
                }
                key += sum
            }
            return key.copyOf(count)
        }
        """
    static let hkdf = """
        private fun hkdf(name: String, secret: ByteArray, salt: ByteArray, info: ByteArray, count: Int): ByteArray {
            val prk = hmac(name, salt, secret)
            var key = ByteArray(0)
            var block = ByteArray(0)
            var index = 1
            while (key.size < count) {
                block = hmac(name, prk, block + info + (index++).toByte())
                key += block
            }
            return key.copyOf(count)
        }
        """
    static let dropCounted = """
        private fun dropCounted(data: ByteArray): ByteArray {
            val count = data.lastOrNull()?.toInt() ?: 0
            if (count < 1 || count > data.size) throw BadPaddingException("invalid padding: wrong key?")
            return data.copyOf(data.size - count)
        }
        """
}
