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

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        let constructors: [CodeCipher.Family: (String, String)] = [
            .aes: ("aes.NewCipher", "crypto/aes"), .des: ("des.NewCipher", "crypto/des"),
            .tripleDES: ("des.NewTripleDESCipher", "crypto/des"),
            .blowfish: ("newBlowfish", "golang.org/x/crypto/blowfish"), .rc4: ("rc4.NewCipher", "crypto/rc4"),
            .chaCha20: ("chacha20poly1305.New", "golang.org/x/crypto/chacha20poly1305"),
        ]
        guard let (constructor, package) = constructors[cipher.family] else {
            throw unsupported("Go and golang.org/x/crypto do not have \(cipher.name)", "choose another language")
        }
        file.require(package)
        file.add(GoHelpers.must)
        if cipher.family == .blowfish { file.add(GoHelpers.blowfish) }
        let verb = encrypts ? "encrypt" : "decrypt"
        let call = "(\(a.joined(separator: ", ")))"
        let block = "block := must(\(constructor)(key))"
        let name = "\(verb)\(cipher.word)"
        switch cipher.mode {
        case .gcm, .poly1305:
            let make: String
            if cipher.mode == .gcm {
                file.require("crypto/cipher")
                make = "\(block)\n\taead := must(cipher.NewGCMWithNonceSize(block, len(nonce)))"
            } else {
                make = "aead := must(\(constructor)(key))"
            }
            file.add(
                """
                func \(name)(key, nonce, data []byte) []byte {
                	\(make)
                	return \(encrypts ? "aead.Seal(nil, nonce, data, nil)" : "must(aead.Open(nil, nonce, data, nil))")
                }
                """)
        case .stream:
            file.add(
                """
                func rc4Stream(key, data []byte) []byte {
                	result := make([]byte, len(data))
                	must(rc4.NewCipher(key)).XORKeyStream(result, data)
                	return result
                }
                """)
            return "rc4Stream\(call)"
        case .ctr, .ofb, .cfb:
            let makers = [
                .ctr: "NewCTR", .ofb: "NewOFB", .cfb: encrypts ? "NewCFBEncrypter" : "NewCFBDecrypter",
            ] as [CodeCipher.Mode: String]
            file.require("crypto/cipher")
            file.add(
                """
                func \(name)(key, iv, data []byte) []byte {
                	\(block)
                	result := make([]byte, len(data))
                	cipher.\(makers[cipher.mode] ?? "")(block, iv).XORKeyStream(result, data)
                	return result
                }
                """)
        case .cfb8:
            file.add(
                """
                func \(name)(key, iv, data []byte) []byte {
                	\(block)
                	register := append([]byte{}, iv...)
                	output := make([]byte, block.BlockSize())
                	result := make([]byte, len(data))
                	for i, b := range data {
                		block.Encrypt(output, register)
                		result[i] = b ^ output[0]
                		register = append(register[1:], \(encrypts ? "result[i]" : "b"))
                	}
                	return result
                }
                """)
        case .ecb, .cbc:
            file.require("errors")
            file.add(GoHelpers.checkBlocks)
            let core: String
            if cipher.mode == .cbc {
                file.require("crypto/cipher")
                core = "cipher.NewCBC\(encrypts ? "Encrypter" : "Decrypter")(block, iv).CryptBlocks(result, data)"
            } else {
                core = """
                    for i := 0; i < len(data); i += block.BlockSize() {
                    		block.\(encrypts ? "Encrypt" : "Decrypt")(result[i:], data[i:])
                    	}
                    """
            }
            if cipher.pads {
                if encrypts { file.require("bytes") }
                file.add(encrypts ? GoHelpers.pad : GoHelpers.unpad)
            }
            let pad = encrypts && cipher.pads ? "data = pad(data, block.BlockSize())\n\t" : ""
            file.add(
                """
                func \(name)(key, \(cipher.hasIV ? "iv, " : "")data []byte) []byte {
                	\(block)
                	\(pad)checkBlocks(data, block.BlockSize())
                	result := make([]byte, len(data))
                	\(core)
                	return \(!encrypts && cipher.pads ? "unpad(result, block.BlockSize())" : "result")
                }
                """)
        }
        return name + call
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

private enum GoHelpers {
    static let recovered = """
        func recovered(err *error) {
        	if problem := recover(); problem != nil {
        		*err = fmt.Errorf("%v", problem)
        	}
        }
        """
    static let must = """
        func must[T any](value T, err error) T {
        	if err != nil {
        		panic(err)
        	}
        	return value
        }
        """
    static let random = """
        func random(count int) []byte {
        	bytes := make([]byte, count)
        	if _, err := rand.Read(bytes); err != nil {
        		panic(err)
        	}
        	return bytes
        }
        """
    static let hmac = """
        func hmacSum(newHash func() hash.Hash, key, data []byte) []byte {
        	mac := hmac.New(newHash, key)
        	mac.Write(data)
        	return mac.Sum(nil)
        }
        """
    static let bytesToKey = """
        func bytesToKey(newHash func() hash.Hash, secret, salt []byte, iterations, count int) (key []byte) {
        	var block []byte
        	for len(key) < count {
        		block = append(append(block, secret...), salt...)
        		for i := 0; i < iterations; i++ {
        			h := newHash()
        			h.Write(block)
        			block = h.Sum(nil)
        		}
        		key = append(key, block...)
        	}
        	return key[:count]
        }
        """
    static let pbkdf2 = """
        func pbkdf2(newHash func() hash.Hash, secret, salt []byte, iterations, count int) (key []byte) {
        	mac := hmac.New(newHash, secret)
        	for index := uint32(1); len(key) < count; index++ {
        		mac.Reset()
        		mac.Write(salt)
        		mac.Write(binary.BigEndian.AppendUint32(nil, index))
        		block := mac.Sum(nil)
        		sum := append([]byte{}, block...)
        		for i := 1; i < iterations; i++ {
        			mac.Reset()
        			mac.Write(block)
        			block = mac.Sum(block[:0])
        			for j := range sum {
        				sum[j] ^= block[j]
        			}
        		}
        		key = append(key, sum...)
        	}
        	return key[:count]
        }
        """
    static let hkdf = """
        func hkdf(newHash func() hash.Hash, secret, salt, info []byte, count int) (key []byte) {
        	prk := hmacSum(newHash, salt, secret)
        	var block []byte
        	for index := byte(1); len(key) < count; index++ {
        		block = hmacSum(newHash, prk, append(append(block, info...), index))
        		key = append(key, block...)
        	}
        	return key[:count]
        }
        """
    static let sha1PRNG = """
        // Java's SHA1PRNG, which adds signed bytes.
        func sha1prng(seed []byte, count int) (output []byte) {
        	state := sha1.Sum(seed)
        	for len(output) < count {
        		digest := sha1.Sum(state[:])
        		output = append(output, digest[:]...)
        		carry := 1
        		for i := range state {
        			carry += int(int8(state[i])) + int(int8(digest[i]))
        			state[i] = byte(carry)
        			carry >>= 8
        		}
        	}
        	return output[:count]
        }
        """
    static let blowfish = """
        func newBlowfish(key []byte) (cipher.Block, error) {
        	return blowfish.NewCipher(key)
        }
        """
    static let checkBlocks = """
        func checkBlocks(data []byte, block int) {
        	if len(data)%block != 0 {
        		panic(errors.New("the length is not a multiple of the block size"))
        	}
        }
        """
    static let pad = """
        func pad(data []byte, block int) []byte {
        	count := block - len(data)%block
        	return append(data, bytes.Repeat([]byte{byte(count)}, count)...)
        }
        """
    static let unpad = """
        func unpad(data []byte, block int) []byte {
        	if len(data) == 0 {
        		panic(errors.New("the data is empty"))
        	}
        	count := int(data[len(data)-1])
        	if count < 1 || count > block {
        		panic(errors.New("invalid padding: wrong key?"))
        	}
        	for _, b := range data[len(data)-count:] {
        		if int(b) != count {
        			panic(errors.New("invalid padding: wrong key?"))
        		}
        	}
        	return data[:len(data)-count]
        }
        """
    static let dropCounted = """
        func dropCounted(data []byte) []byte {
        	count := 0
        	if len(data) > 0 {
        		count = int(data[len(data)-1])
        	}
        	if count < 1 || count > len(data) {
        		panic(errors.New("invalid padding: wrong key?"))
        	}
        	return data[:len(data)-count]
        }
        """
}
