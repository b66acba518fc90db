internal import ArcaCrypto

extension GoCode {
    static func crypt(
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
            let makers =
                [
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
}
