internal import ArcaCrypto

/// C# with .NET 8.
enum CSharpCode: CodeLanguage {
    static let advice = """
        AesGcm with 12 new bytes from RandomNumberGenerator.GetBytes; a passphrase by Rfc2898DeriveBytes.Pbkdf2 with \
        SHA256 and 600,000 iterations.
        """

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8: return "Encoding.UTF8.GetBytes(\(a[0]))"
        case .utf16(let isLittle): return "Encoding.\(isLittle ? "Unicode" : "BigEndianUnicode").GetBytes(\(a[0]))"
        case .latin1: return "Encoding.Latin1.GetBytes(\(a[0]))"
        case .text: return "Encoding.UTF8.GetString(\(a[0]))"
        case .latin1Text: return "Encoding.Latin1.GetString(\(a[0]))"
        case .fromHex: return "Convert.FromHexString(\(a[0]))"
        case .fromBase64: return "Convert.FromBase64String(\(a[0]))"
        case .fromBase64URL, .fromKeyBase64:
            file.add(
                """
                private static byte[] FromAnyBase64(string text)
                {
                    if (text.StartsWith("base64:")) text = text[7..];
                    text = text.TrimEnd('=').Replace('-', '+').Replace('_', '/');
                    return Convert.FromBase64String(text.PadRight((text.Length + 3) / 4 * 4, '='));
                }
                """)
            return "FromAnyBase64(\(a[0]))"
        case .hex: return "Convert.ToHexString(\(a[0])).ToLowerInvariant()"
        case .upperHex: return "Convert.ToHexString(\(a[0]))"
        case .base64: return "Convert.ToBase64String(\(a[0]))"
        case .base64URL: return "Convert.ToBase64String(\(a[0])).Replace('+', '-').Replace('/', '_')"
        case .unpaddedBase64URL:
            return "Convert.ToBase64String(\(a[0])).Replace('+', '-').Replace('/', '_').TrimEnd('=')"
        case .element(let index, let separator): return "\(a[0]).Split(\(quoted(separator)))[\(index)]"
        case .joined(let separator): return "string.Join(\(quoted(separator)), \(a.joined(separator: ", ")))"
        case .member(let name):
            file.require("System.Text.Json")
            file.add(
                """
                private static string Member(string json, string name)
                {
                    using var document = JsonDocument.Parse(json);
                    return document.RootElement.GetProperty(name).GetString()!;
                }
                """)
            return "Member(\(a[0]), \(quoted(name)))"
        case .json(let names):
            let members = zip(names, a).map { "\\\"\($0)\\\":\\\"\" + \($1) + \"\\\"" }.joined(separator: ",")
            return "(\"{\(members)}\")"
        case .part(let start, let end):
            func index(_ value: Int) -> String { value < 0 ? "^\(-value)" : "\(value)" }
            return "\(a[0])[\(start == 0 ? "" : index(start))..\(end.map(index) ?? "")]"
        case .concatenated: return concatenation(a, &file)
        case .resized(let count):
            file.add(
                """
                private static byte[] Resize(byte[] data, int count)
                {
                    Array.Resize(ref data, count);
                    return data;
                }
                """)
            return "Resize(\(a[0]), \(count))"
        case .repeated(let count):
            file.require("System.Linq")
            file.add(
                """
                private static byte[] Repeat(byte[] data, int count) =>
                    Enumerable.Range(0, count).Select(i => data[i % data.Length]).ToArray();
                """)
            return "Repeat(\(a[0]), \(count))"
        case .folded(let count):
            file.add(
                """
                private static byte[] Fold(byte[] data, int count)
                {
                    var key = new byte[count];
                    for (var i = 0; i < data.Length; i++) key[i % count] ^= data[i];
                    return key;
                }
                """)
            return "Fold(\(a[0]), \(count))"
        case .hash(let function): return "\(try name(of: function)).HashData(\(a[0]))"
        case .hmac(let function): return "HMAC\(try name(of: function)).HashData(\(a[0]), \(a[1]))"
        case .sha1PRNG(let count):
            file.add(CSharpHelpers.concat)
            file.require("System.Linq")
            file.add(CSharpHelpers.sha1PRNG)
            return "Sha1Prng(\(a[0]), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            file.require("System.Linq")
            file.add(CSharpHelpers.concat)
            file.add(CSharpHelpers.bytesToKey(try name(of: function)))
            return "BytesToKey(\(a[0]), \(a[1]), \(iterations), \(count))"
        case .pbkdf2(let function, let iterations, let count):
            let hash = "HashAlgorithmName.\(try name(of: function))"
            return "Rfc2898DeriveBytes.Pbkdf2(\(a[0]), \(a[1]), \(iterations), \(hash), \(count))"
        case .scrypt: throw unsupported(".NET does not have scrypt", "use a package such as BouncyCastle.Cryptography")
        case .hkdf(let function, let count):
            return "HKDF.DeriveKey(HashAlgorithmName.\(try name(of: function)), \(a[0]), \(count), \(a[1]), \(a[2]))"
        case .random(let count): return "RandomNumberGenerator.GetBytes(\(count))"
        case .zeros(let count): return "new byte[\(count)]"
        case .timestamp:
            file.require("System.Buffers.Binary")
            file.add(
                """
                private static byte[] Timestamp()
                {
                    var bytes = new byte[8];
                    BinaryPrimitives.WriteInt64BigEndian(bytes, DateTimeOffset.UtcNow.ToUnixTimeSeconds());
                    return bytes;
                }
                """)
            return "Timestamp()"
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true, &file)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false, &file)
        case .filled(let byte, let block):
            file.add(
                """
                private static byte[] Fill(byte[] data, int block, byte filler)
                {
                    var padded = new byte[(data.Length + block - 1) / block * block];
                    Array.Fill(padded, filler);
                    data.CopyTo(padded, 0);
                    return padded;
                }
                """)
            return "Fill(\(a[0]), \(block), \(byte))"
        case .withoutFill(let byte): return "\(a[0]).AsSpan().TrimEnd((byte)\(byte)).ToArray()"
        case .counted(let block, let kind):
            file.require("System.Linq")
            file.add(CSharpHelpers.concat)
            let filler =
                switch kind {
                case .zeros: "new byte[count - 1]"
                case .random: "RandomNumberGenerator.GetBytes(count - 1)"
                case .count: "Enumerable.Repeat((byte)count, count - 1).ToArray()"
                }
            file.add(
                """
                private static byte[] FillCounted(byte[] data, int block)
                {
                    var count = block - data.Length % block;
                    return Concat(data, \(filler), new[] { (byte)count });
                }
                """)
            return "FillCounted(\(a[0]), \(block))"
        case .withoutCounted:
            file.add(
                """
                private static byte[] DropCounted(byte[] data) => data[..^data[^1]];
                """)
            return "DropCounted(\(a[0]))"
        }
    }

    private static func concatenation(_ a: [String], _ file: inout CodeFile) -> String {
        file.require("System.Linq")
        file.add(CSharpHelpers.concat)
        return "Concat(\(a.joined(separator: ", ")))"
    }

    private static func name(of function: AnyHashFunction) throws(CryptoError) -> String {
        try name(
            of: function,
            ["md5": "MD5", "sha1": "SHA1", "sha256": "SHA256", "sha384": "SHA384", "sha512": "SHA512"], ".NET")
    }

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        let verb = encrypts ? "Encrypt" : "Decrypt"
        let arguments = a.joined(separator: ", ")
        switch cipher.family {
        case .rc4:
            file.add(CSharpHelpers.rc4)
            return "Rc4(\(arguments))"
        case .sm4, .camellia, .blowfish:
            throw unsupported(".NET does not have \(cipher.name)", "use a package such as BouncyCastle.Cryptography")
        case .aes, .des, .tripleDES, .chaCha20: break
        }
        if cipher.isAuthenticated {
            guard cipher.ivByteCount == 12 else {
                throw unsupported("\(cipher.name) of .NET takes only a nonce of 12 bytes", "choose another language")
            }
            let new = cipher.mode == .gcm ? "new AesGcm(key, 16)" : "new ChaCha20Poly1305(key)"
            file.add(encrypts ? CSharpHelpers.seal(new) : CSharpHelpers.open(new))
            if encrypts {
                file.require("System.Linq")
                file.add(CSharpHelpers.concat)
            }
            return "\(encrypts ? "Seal" : "Open")(\(arguments))"
        }
        let type = cipher.family == .aes ? "Aes" : cipher.family == .des ? "DES" : "TripleDES"
        let padding = "PaddingMode.\(cipher.pads ? "PKCS7" : "None")"
        let call: String
        switch cipher.mode {
        case .ecb: call = "return cipher.\(verb)Ecb(data, \(padding));"
        case .cbc: call = "return cipher.\(verb)Cbc(data, iv, \(padding));"
        case .cfb8: call = "return cipher.\(verb)Cfb(data, iv, PaddingMode.None, 8);"
        case .ctr, .ofb, .cfb: call = CSharpHelpers.stream(cipher, encrypts: encrypts)
        case .gcm, .poly1305, .stream: call = ""
        }
        file.add(
            """
            private static byte[] \(verb)Bytes(byte[] key, \(cipher.hasIV ? "byte[] iv, " : "")byte[] data)
            {
                using var cipher = \(type).Create();
                cipher.Key = key;
                \(call)
            }
            """)
        return "\(verb)Bytes(\(arguments))"
    }

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String { "var \(name) = \(value);" }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        [
            "if (!CryptographicOperations.FixedTimeEquals(\(code), \(expected)))", "{",
            "    throw new CryptographicException(\"wrong key or changed data\");", "}",
        ]
    }

    static func function(_ function: CodeFunction) -> String {
        let data = function.isText ? "string" : "byte[]"
        let parameters = function.parameters.map { "\($0 == "data" ? data : "string") \($0)" }.joined(separator: ", ")
        let name = function.isEncrypting ? "Encrypt" : "Decrypt"
        return """
            public static \(function.isEncrypting ? data : "string") \(name)(\(parameters))
            {
            \(indented(function.lines + ["return \(function.result);"]))
            }
            """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        let usings = file.imports.union(["System", "System.Security.Cryptography", "System.Text"]).sorted()
            .map { "using \($0);" }.joined(separator: "\n")
        let members = (functions + file.helpers).joined(separator: "\n\n").split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        return sections([header, usings, "public static class DataCipher\n{\n\(indented(members))\n}"])
    }
}

private enum CSharpHelpers {
    static let concat = """
        private static byte[] Concat(params byte[][] parts) => parts.SelectMany(part => part).ToArray();
        """

    static func seal(_ new: String) -> String {
        """
        private static byte[] Seal(byte[] key, byte[] nonce, byte[] plaintext)
        {
            var (ciphertext, tag) = (new byte[plaintext.Length], new byte[16]);
            using var cipher = \(new);
            cipher.Encrypt(nonce, plaintext, ciphertext, tag);
            return Concat(ciphertext, tag);
        }
        """
    }

    static func open(_ new: String) -> String {
        """
        private static byte[] Open(byte[] key, byte[] nonce, byte[] data)
        {
            var plaintext = new byte[data.Length - 16];
            using var cipher = \(new);
            cipher.Decrypt(nonce, data[..^16], data[^16..], plaintext);
            return plaintext;
        }
        """
    }

    /// CTR, OFB and CFB, which .NET lacks or has only for whole blocks, by ECB.
    static func stream(_ cipher: CodeCipher, encrypts: Bool) -> String {
        let step =
            switch cipher.mode {
            case .ctr: "for (var j = block.Length - 1; j >= 0 && ++block[j] == 0; j--) { }"
            case .ofb: "block = output;"
            default: "for (var j = 0; j < block.Length && i + j < data.Length; j++) block[j] = \(encrypts ? "result" : "data")[i + j];"
            }
        return """
            var (block, result) = ((byte[])iv.Clone(), new byte[data.Length]);
                for (var i = 0; i < data.Length; i += block.Length)
                {
                    var output = cipher.EncryptEcb(block, PaddingMode.None);
                    for (var j = 0; j < block.Length && i + j < data.Length; j++) result[i + j] = (byte)(data[i + j] ^ output[j]);
                    \(step)
                }
                return result;
            """
    }

    static func bytesToKey(_ hash: String) -> String {
        """
        private static byte[] BytesToKey(byte[] secret, byte[] salt, int iterations, int count)
        {
            var (key, block) = (Array.Empty<byte>(), Array.Empty<byte>());
            while (key.Length < count)
            {
                block = Concat(block, secret, salt);
                for (var i = 0; i < iterations; i++) block = \(hash).HashData(block);
                key = Concat(key, block);
            }
            return key[..count];
        }
        """
    }

    static let sha1PRNG = """
        // Java's SHA1PRNG, which adds signed bytes.
        private static byte[] Sha1Prng(byte[] seed, int count)
        {
            var state = SHA1.HashData(seed);
            var output = Array.Empty<byte>();
            while (output.Length < count)
            {
                var digest = SHA1.HashData(state);
                output = Concat(output, digest);
                var carry = 1;
                for (var i = 0; i < state.Length; i++)
                {
                    carry += unchecked((sbyte)state[i]) + unchecked((sbyte)digest[i]);
                    state[i] = unchecked((byte)carry);
                    carry >>= 8;
                }
            }
            return output[..count];
        }
        """

    static let rc4 = """
        private static byte[] Rc4(byte[] key, byte[] data)
        {
            var s = new byte[256];
            for (var n = 0; n < 256; n++) s[n] = (byte)n;
            var (i, j) = (0, 0);
            for (; i < 256; i++)
            {
                j = (j + s[i] + key[i % key.Length]) & 255;
                (s[i], s[j]) = (s[j], s[i]);
            }
            (i, j) = (0, 0);
            var result = new byte[data.Length];
            for (var n = 0; n < data.Length; n++)
            {
                i = (i + 1) & 255;
                j = (j + s[i]) & 255;
                (s[i], s[j]) = (s[j], s[i]);
                result[n] = (byte)(data[n] ^ s[(s[i] + s[j]) & 255]);
            }
            return result;
        }
        """
}
