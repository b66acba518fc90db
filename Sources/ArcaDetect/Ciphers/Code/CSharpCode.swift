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
