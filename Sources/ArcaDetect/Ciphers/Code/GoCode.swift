internal import ArcaCrypto

/// Go 1.19 or newer; `golang.org/x/crypto` for scrypt, Blowfish and ChaCha20-Poly1305.
enum GoCode: CodeLanguage {
    static let advice = """
        cipher.NewGCM with a new nonce from rand.Read; a passphrase by argon2.IDKey of golang.org/x/crypto, or PBKDF2 \
        with 600,000 iterations.
        """

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8, .latin1: return "[]byte(\(a[0]))"
        case .text, .latin1Text: return "string(\(a[0]))"
        case .utf16(let isLittle):
            let order = isLittle ? "LittleEndian" : "BigEndian"
            file.require("encoding/binary", "unicode/utf16")
            file.add(
                """
                func utf16Bytes(text string) (bytes []byte) {
                	for _, unit := range utf16.Encode([]rune(text)) {
                		bytes = binary.\(order).AppendUint16(bytes, unit)
                	}
                	return bytes
                }
                """)
            return "utf16Bytes(\(a[0]))"
        case .fromHex: return decoded("hex.DecodeString(\(a[0]))", "encoding/hex", &file)
        case .fromBase64: return decoded("base64.StdEncoding.DecodeString(\(a[0]))", "encoding/base64", &file)
        case .fromBase64URL:
            file.require("strings")
            return decoded(
                "base64.RawURLEncoding.DecodeString(strings.TrimRight(\(a[0]), \"=\"))", "encoding/base64", &file)
        case .fromKeyBase64:
            file.require("strings")
            file.add(
                """
                func keyFromBase64(text string) []byte {
                	text = strings.NewReplacer("base64:", "", "+", "-", "/", "_", "=", "").Replace(text)
                	return must(base64.RawURLEncoding.DecodeString(text))
                }
                """)
            _ = decoded("", "encoding/base64", &file)
            return "keyFromBase64(\(a[0]))"
        case .hex: return required("hex.EncodeToString(\(a[0]))", "encoding/hex", &file)
        case .upperHex:
            file.require("strings")
            return required("strings.ToUpper(hex.EncodeToString(\(a[0])))", "encoding/hex", &file)
        case .base64: return required("base64.StdEncoding.EncodeToString(\(a[0]))", "encoding/base64", &file)
        case .base64URL: return required("base64.URLEncoding.EncodeToString(\(a[0]))", "encoding/base64", &file)
        case .unpaddedBase64URL:
            return required("base64.RawURLEncoding.EncodeToString(\(a[0]))", "encoding/base64", &file)
        case .element(let index, let separator):
            file.add(
                """
                func element(text, separator string, index int) string {
                	parts := strings.Split(text, separator)
                	if index >= len(parts) {
                		panic(errors.New("the data has too few parts"))
                	}
                	return parts[index]
                }
                """)
            file.require("strings", "errors")
            return "element(\(a[0]), \(quoted(separator)), \(index))"
        case .joined(let separator):
            return "(" + a.joined(separator: " + \(quoted(separator)) + ") + ")"
        case .member(let name):
            file.require("encoding/json")
            file.add(
                """
                func member(text, name string) string {
                	var object map[string]any
                	if err := json.Unmarshal([]byte(text), &object); err != nil {
                		panic(err)
                	}
                	value, _ := object[name].(string)
                	return value
                }
                """)
            return "member(\(a[0]), \(quoted(name)))"
        case .json(let names):
            let members = zip(names, a).map { "\\\"\($0)\\\":\\\"\" + \($1) + \"\\\"" }.joined(separator: ",")
            return "(\"{\(members)}\")"
        case .part(let start, let end):
            func index(_ value: Int) -> String { value < 0 ? "len(\(a[0]))-\(-value)" : "\(value)" }
            return "\(a[0])[\(start == 0 ? "" : index(start)):\(end.map(index) ?? "")]"
        case .concatenated:
            file.require("bytes")
            return "bytes.Join([][]byte{\(a.joined(separator: ", "))}, nil)"
        case .resized(let count): return "append(\(a[0]), make([]byte, \(count))...)[:\(count)]"
        case .repeated(let count):
            file.require("bytes")
            return "bytes.Repeat(\(a[0]), \(count))[:\(count)]"
        case .folded(let count):
            file.add(
                """
                func fold(data []byte, count int) []byte {
                	key := make([]byte, count)
                	for i, b := range data {
                		key[i%count] ^= b
                	}
                	return key
                }
                """)
            return "fold(\(a[0]), \(count))"
        case .hash(let function):
            let hash = try name(of: function, &file)
            file.add(
                """
                func digest(newHash func() hash.Hash, data []byte) []byte {
                	h := newHash()
                	h.Write(data)
                	return h.Sum(nil)
                }
                """)
            return "digest(\(hash), \(a[0]))"
        case .hmac(let function):
            let hash = try name(of: function, &file)
            file.require("crypto/hmac")
            file.add(GoHelpers.hmac)
            return "hmacSum(\(hash), \(a[0]), \(a[1]))"
        case .sha1PRNG(let count):
            file.require("crypto/sha1")
            file.add(GoHelpers.sha1PRNG)
            return "sha1prng(\(a[0]), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            let hash = try name(of: function, &file)
            file.add(GoHelpers.bytesToKey)
            return "bytesToKey(\(hash), \(a[0]), \(a[1]), \(iterations), \(count))"
        case .pbkdf2(let function, let iterations, let count):
            let hash = try name(of: function, &file)
            file.require("crypto/hmac", "encoding/binary")
            file.add(GoHelpers.pbkdf2)
            return "pbkdf2(\(hash), \(a[0]), \(a[1]), \(iterations), \(count))"
        case .scrypt(let logN, let r, let p, let count):
            return decoded(
                "scrypt.Key(\(a[0]), \(a[1]), 1<<\(logN), \(r), \(p), \(count))", "golang.org/x/crypto/scrypt", &file)
        case .hkdf(let function, let count):
            let hash = try name(of: function, &file)
            file.require("crypto/hmac")
            file.add(GoHelpers.hmac)
            file.add(GoHelpers.hkdf)
            return "hkdf(\(hash), \(a.joined(separator: ", ")), \(count))"
        case .random(let count):
            file.require("crypto/rand")
            file.add(GoHelpers.random)
            return "random(\(count))"
        case .zeros(let count): return "make([]byte, \(count))"
        case .timestamp:
            file.require("encoding/binary", "time")
            return "binary.BigEndian.AppendUint64(nil, uint64(time.Now().Unix()))"
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true, &file)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false, &file)
        case .filled(let byte, let block):
            file.require("bytes")
            file.add(
                """
                func fill(data []byte, block int, b byte) []byte {
                	count := (block - len(data)%block) % block
                	return append(data, bytes.Repeat([]byte{b}, count)...)
                }
                """)
            return "fill(\(a[0]), \(block), \(byte))"
        case .withoutFill(let byte):
            file.require("bytes")
            return "bytes.TrimRight(\(a[0]), \(byte == 0 ? "\"\\x00\"" : "\" \""))"
        case .counted(let block, let kind):
            if kind == .random {
                file.require("crypto/rand")
                file.add(GoHelpers.random)
            }
            let filler =
                switch kind {
                case .zeros: "make([]byte, count-1)"
                case .random: "random(count-1)"
                case .count: "bytes.Repeat([]byte{byte(count)}, count-1)"
                }
            if kind == .count { file.require("bytes") }
            file.add(
                """
                func fillCounted(data []byte, block int) []byte {
                	count := block - len(data)%block
                	return append(append(data, \(filler)...), byte(count))
                }
                """)
            return "fillCounted(\(a[0]), \(block))"
        case .withoutCounted:
            file.require("errors")
            file.add(GoHelpers.dropCounted)
            return "dropCounted(\(a[0]))"
        }
    }

    private static func required(_ text: String, _ package: String, _ file: inout CodeFile) -> String {
        file.require(package)
        return text
    }

    /// A call with an error, which becomes a panic that `Encrypt` and `Decrypt` turn back into an error.
    private static func decoded(_ text: String, _ package: String, _ file: inout CodeFile) -> String {
        file.require(package)
        file.add(GoHelpers.must)
        return "must(\(text))"
    }

    private static func name(of function: AnyHashFunction, _ file: inout CodeFile) throws(CryptoError) -> String {
        let names = [
            "md5": "md5.New", "sha1": "sha1.New", "sha224": "sha256.New224", "sha256": "sha256.New",
            "sha384": "sha512.New384", "sha512": "sha512.New",
        ]
        let name = try name(of: function, names, "Go's standard library")
        file.require("crypto/" + name.prefix { $0 != "." }, "hash")
        return name
    }

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String { "\(name) := \(value)" }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        file.require("crypto/hmac", "errors")
        return ["if !hmac.Equal(\(code), \(expected)) {", "\tpanic(errors.New(\"wrong key or changed data\"))", "}"]
    }

    static func function(_ function: CodeFunction) -> String {
        let data = function.isText ? "string" : "[]byte"
        let name = function.isEncrypting ? "Encrypt" : "Decrypt"
        let parameters = function.parameters.map { "\($0) \($0 == "data" ? data : "string")" }.joined(separator: ", ")
        let lines = ["defer recovered(&err)"] + function.lines + ["return \(function.result), nil"]
        return """
            // \(name) returns an error for \(function.isEncrypting ? "a key text of another form" : "a wrong key or other data").
            func \(name)(\(parameters)) (result \(function.isEncrypting ? data : "string"), err error) {
            \(indented(lines, by: "\t"))
            }
            """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        let standard = file.imports.union(["fmt"]).filter { !$0.contains(".") }.sorted().map { "\t\"\($0)\"" }
        let others = file.imports.filter { $0.contains(".") }.sorted().map { "\t\"\($0)\"" }
        let imports = standard + (others.isEmpty ? [] : [""] + others)
        return sections(
            [header + "\npackage main", "import (\n\(imports.joined(separator: "\n"))\n)"] + functions
                + [GoHelpers.recovered] + file.helpers)
    }
}
