internal import ArcaCrypto

/// Objective-C with CommonCrypto of Apple's systems.
enum ObjectiveCCode: CodeLanguage {
    static let advice = """
        CommonCrypto has no public authenticated cipher; call AES.GCM of CryptoKit from Swift, with a passphrase by \
        CCKeyDerivationPBKDF with 600,000 iterations.
        """

    static func quoted(_ text: String) -> String {
        "@\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8: return encoded(a[0], "UTF8")
        case .utf16(let isLittle): return encoded(a[0], isLittle ? "UTF16LittleEndian" : "UTF16BigEndian")
        case .latin1: return encoded(a[0], "ISOLatin1")
        case .text: return "[[NSString alloc] initWithData:\(a[0]) encoding:NSUTF8StringEncoding]"
        case .latin1Text: return "[[NSString alloc] initWithData:\(a[0]) encoding:NSISOLatin1StringEncoding]"
        case .fromHex:
            file.add(ObjectiveCHelpers.fromHex)
            return "FromHex(\(a[0]))"
        case .fromBase64, .fromBase64URL, .fromKeyBase64:
            file.add(ObjectiveCHelpers.fromBase64)
            return "FromBase64(\(a[0]))"
        case .hex: return hex(a, &file)
        case .upperHex: return "\(hex(a, &file)).uppercaseString"
        case .base64: return "[\(a[0]) base64EncodedStringWithOptions:0]"
        case .base64URL, .unpaddedBase64URL:
            let isPadded = if case .base64URL = call { true } else { false }
            var text = "[\(a[0]) base64EncodedStringWithOptions:0]"
            for (old, new) in [("+", "-"), ("/", "_")] + (isPadded ? [] : [("=", "")]) {
                text = "[\(text) stringByReplacingOccurrencesOfString:@\"\(old)\" withString:@\"\(new)\"]"
            }
            return text
        case .element(let index, let separator):
            file.add(ObjectiveCHelpers.element)
            return "Element(\(a[0]), \(quoted(separator)), \(index))"
        case .joined(let separator):
            return "[@[\(a.joined(separator: ", "))] componentsJoinedByString:\(quoted(separator))]"
        case .member(let name):
            return "[NSJSONSerialization JSONObjectWithData:\(encoded(a[0], "UTF8")) options:0 error:nil][\(quoted(name))]"
        case .json(let names):
            let format = "{" + names.map { "\"\($0)\":\"%@\"" }.joined(separator: ",") + "}"
            return "[NSString stringWithFormat:\(quoted(format)), \(a.joined(separator: ", "))]"
        case .part(let start, let end):
            file.add(ObjectiveCHelpers.part)
            return "Part(\(a[0]), \(start), \(end.map(String.init) ?? "NSIntegerMax"))"
        case .concatenated: return concatenation(a, &file)
        case .resized(let count):
            file.add(
                """
                static NSData *Resize(NSData *data, NSUInteger count) {
                    NSMutableData *result = [data mutableCopy];
                    result.length = count;
                    return result;
                }
                """)
            return "Resize(\(a[0]), \(count))"
        case .repeated(let count):
            file.add(
                """
                static NSData *Repeat(NSData *data, NSUInteger count) {
                    NSMutableData *result = [NSMutableData data];
                    while (result.length < count) [result appendData:data];
                    result.length = count;
                    return result;
                }
                """)
            return "Repeat(\(a[0]), \(count))"
        case .folded(let count):
            file.add(
                """
                static NSData *Fold(NSData *data, NSUInteger count) {
                    NSMutableData *key = [NSMutableData dataWithLength:count];
                    for (NSUInteger i = 0; i < data.length; i++) {
                        ((uint8_t *)key.mutableBytes)[i % count] ^= ((const uint8_t *)data.bytes)[i];
                    }
                    return key;
                }
                """)
            return "Fold(\(a[0]), \(count))"
        case .hash(let function):
            let name = try name(of: function)
            digest(name, &file)
            return "\(name)(\(a[0]))"
        case .hmac(let function):
            let name = try name(of: function)
            file.require("<CommonCrypto/CommonCrypto.h>")
            file.add(ObjectiveCHelpers.hmac)
            return "Hmac(kCCHmacAlg\(name), CC_\(name)_DIGEST_LENGTH, \(a[0]), \(a[1]))"
        case .sha1PRNG(let count):
            digest("SHA1", &file)
            file.add(ObjectiveCHelpers.sha1PRNG)
            return "Sha1Prng(\(a[0]), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            let name = try name(of: function)
            digest(name, &file)
            file.add(ObjectiveCHelpers.bytesToKey(name))
            return "BytesToKey(\(a[0]), \(a[1]), \(iterations), \(count))"
        case .pbkdf2(let function, let iterations, let count):
            let name = try name(of: function, AppleHelpers.pseudoRandomFunctions, "CommonCrypto's PBKDF2")
            file.require("<CommonCrypto/CommonCrypto.h>")
            file.add(ObjectiveCHelpers.pbkdf2)
            return "Pbkdf2(kCCPRFHmacAlg\(name), \(a[0]), \(a[1]), \(iterations), \(count))"
        case .scrypt: throw unsupported("CommonCrypto does not have scrypt", "choose another language")
        case .hkdf(let function, let count):
            let name = try name(of: function)
            file.require("<CommonCrypto/CommonCrypto.h>")
            file.add(ObjectiveCHelpers.hmac)
            file.add(ObjectiveCHelpers.concat)
            file.add(ObjectiveCHelpers.hkdf)
            return "Hkdf(kCCHmacAlg\(name), CC_\(name)_DIGEST_LENGTH, \(a.joined(separator: ", ")), \(count))"
        case .random(let count):
            file.add(ObjectiveCHelpers.random)
            return "Random(\(count))"
        case .zeros(let count): return "[NSMutableData dataWithLength:\(count)]"
        case .timestamp:
            file.add(
                """
                static NSData *Timestamp(void) {
                    uint64_t seconds = CFSwapInt64HostToBig((uint64_t)NSDate.date.timeIntervalSince1970);
                    return [NSData dataWithBytes:&seconds length:8];
                }
                """)
            return "Timestamp()"
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true, &file)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false, &file)
        case .filled(let byte, let block):
            file.add(
                """
                static NSData *Fill(NSData *data, NSUInteger block, uint8_t byte) {
                    NSMutableData *result = [data mutableCopy];
                    while (result.length % block != 0) [result appendBytes:&byte length:1];
                    return result;
                }
                """)
            return "Fill(\(a[0]), \(block), \(byte))"
        case .withoutFill(let byte):
            file.add(
                """
                static NSData *DropFill(NSData *data, uint8_t byte) {
                    NSUInteger end = data.length;
                    while (end > 0 && ((const uint8_t *)data.bytes)[end - 1] == byte) end--;
                    return [data subdataWithRange:NSMakeRange(0, end)];
                }
                """)
            return "DropFill(\(a[0]), \(byte))"
        case .counted(let block, let kind):
            if kind == .random { file.add(ObjectiveCHelpers.random) }
            let filler =
                switch kind {
                case .zeros: "[result increaseLengthBy:count - 1]"
                case .random: "[result appendData:Random(count - 1)]"
                case .count: "for (uint8_t i = 1; i < count; i++) [result appendBytes:&count length:1]"
                }
            file.add(
                """
                static NSData *FillCounted(NSData *data, NSUInteger block) {
                    uint8_t count = block - data.length % block;
                    NSMutableData *result = [data mutableCopy];
                    \(filler);
                    [result appendBytes:&count length:1];
                    return result;
                }
                """)
            return "FillCounted(\(a[0]), \(block))"
        case .withoutCounted:
            file.add(
                """
                static NSData *DropCounted(NSData *data) {
                    NSUInteger count = data.length == 0 ? 1 : ((const uint8_t *)data.bytes)[data.length - 1];
                    return count > data.length ? nil : [data subdataWithRange:NSMakeRange(0, data.length - count)];
                }
                """)
            return "DropCounted(\(a[0]))"
        }
    }

    private static func encoded(_ text: String, _ name: String) -> String {
        "[\(text) dataUsingEncoding:NS\(name)StringEncoding]"
    }

    private static func hex(_ a: [String], _ file: inout CodeFile) -> String {
        file.add(ObjectiveCHelpers.hex)
        return "Hex(\(a[0]))"
    }

    private static func concatenation(_ a: [String], _ file: inout CodeFile) -> String {
        file.add(ObjectiveCHelpers.concat)
        return "Concat(@[\(a.joined(separator: ", "))])"
    }

    private static func digest(_ name: String, _ file: inout CodeFile) {
        file.require("<CommonCrypto/CommonCrypto.h>")
        file.add(
            """
            static NSData *\(name)(NSData *data) {
                NSMutableData *digest = [NSMutableData dataWithLength:CC_\(name)_DIGEST_LENGTH];
                CC_\(name)(data.bytes, (CC_LONG)data.length, digest.mutableBytes);
                return digest;
            }
            """)
    }

    private static func name(of function: AnyHashFunction) throws(CryptoError) -> String {
        try name(
            of: function, AppleHelpers.pseudoRandomFunctions.merging(["md5": "MD5"]) { $1 }, "CommonCrypto")
    }

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        guard !cipher.isAuthenticated else {
            throw unsupported("CommonCrypto does not have \(cipher.name)", "choose swift, whose CryptoKit has it")
        }
        let names = try cipher.commonCryptoNames()
        file.require("<CommonCrypto/CommonCrypto.h>")
        file.add(ObjectiveCHelpers.crypt(cipher, names))
        return "Crypt(kCC\(encrypts ? "Encrypt" : "Decrypt"), \(a.joined(separator: ", ")))"
    }

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String {
        let declaration = "\(isText ? "NSString" : "NSData") *\(name) = \(value);"
        // A nil in an array literal would end the program.
        let canFail = ["Part(", "Element(", "FromBase64(", "Crypt("].contains { value.contains($0) }
        return canFail ? "\(declaration)\n    if (!\(name)) return nil;" : declaration
    }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        file.require("<CommonCrypto/CommonCrypto.h>")
        return ["if (![\(code) isEqualToData:\(expected)]) return nil; // wrong key or changed data"]
    }

    static func function(_ function: CodeFunction) -> String {
        let data = function.isText ? "NSString" : "NSData"
        let parameters = function.parameters.map { "\($0 == "data" ? data : "NSString") *\($0)" }.joined(separator: ", ")
        let name = function.isEncrypting ? "EncryptText" : "DecryptText"
        return """
            // Returns nil for \(function.isEncrypting ? "a key text of another form" : "a wrong key or other data").
            \(function.isEncrypting ? data : "NSString") *\(name)(\(parameters)) {
            \(indented(function.lines + ["return \(function.result);"]))
            }
            """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        let imports = file.imports.union(["<Foundation/Foundation.h>", "<Security/Security.h>"]).sorted()
            .map { "#import \($0)" }.joined(separator: "\n")
        return sections([header, imports] + file.helpers + functions)
    }
}

private enum ObjectiveCHelpers {
    static let fromHex = """
        static NSData *FromHex(NSString *text) {
            NSMutableData *data = [NSMutableData data];
            for (NSUInteger i = 0; i + 1 < text.length; i += 2) {
                uint8_t byte = strtoul([text substringWithRange:NSMakeRange(i, 2)].UTF8String, NULL, 16);
                [data appendBytes:&byte length:1];
            }
            return data;
        }
        """
    static let fromBase64 = """
        static NSData *FromBase64(NSString *text) {
            if ([text hasPrefix:@"base64:"]) text = [text substringFromIndex:7];
            text = [text stringByReplacingOccurrencesOfString:@"-" withString:@"+"];
            text = [text stringByReplacingOccurrencesOfString:@"_" withString:@"/"];
            while (text.length % 4 != 0) text = [text stringByAppendingString:@"="];
            return [[NSData alloc] initWithBase64EncodedString:text options:0];
        }
        """
    static let hex = """
        static NSString *Hex(NSData *data) {
            NSMutableString *text = [NSMutableString string];
            for (NSUInteger i = 0; i < data.length; i++) {
                [text appendFormat:@"%02x", ((const uint8_t *)data.bytes)[i]];
            }
            return text;
        }
        """
    static let element = """
        static NSString *Element(NSString *text, NSString *separator, NSUInteger index) {
            NSArray<NSString *> *parts = [text componentsSeparatedByString:separator];
            return index < parts.count ? parts[index] : nil;
        }
        """
    static let part = """
        // A part; negative offsets count from the end.
        static NSData *Part(NSData *data, NSInteger start, NSInteger end) {
            NSInteger count = data.length;
            if (start < 0) start += count;
            end = end == NSIntegerMax ? count : end < 0 ? end + count : end;
            if (start < 0 || end < start || end > count) return nil;
            return [data subdataWithRange:NSMakeRange(start, end - start)];
        }
        """
    static let concat = """
        static NSData *Concat(NSArray<NSData *> *parts) {
            NSMutableData *result = [NSMutableData data];
            for (NSData *part in parts) [result appendData:part];
            return result;
        }
        """
    static let random = """
        static NSData *Random(NSUInteger count) {
            NSMutableData *data = [NSMutableData dataWithLength:count];
            if (SecRandomCopyBytes(kSecRandomDefault, count, data.mutableBytes) != errSecSuccess) abort();
            return data;
        }
        """
    static let hmac = """
        static NSData *Hmac(CCHmacAlgorithm algorithm, NSUInteger count, NSData *key, NSData *data) {
            NSMutableData *code = [NSMutableData dataWithLength:count];
            CCHmac(algorithm, key.bytes, key.length, data.bytes, data.length, code.mutableBytes);
            return code;
        }
        """
    static let hkdf = """
        static NSData *Hkdf(CCHmacAlgorithm algorithm, NSUInteger size, NSData *secret, NSData *salt, NSData *info,
                            NSUInteger count) {
            NSData *prk = Hmac(algorithm, size, salt, secret);
            NSMutableData *key = [NSMutableData data];
            NSData *block = [NSData data];
            for (uint8_t index = 1; key.length < count; index++) {
                block = Hmac(algorithm, size, prk, Concat(@[block, info, [NSData dataWithBytes:&index length:1]]));
                [key appendData:block];
            }
            key.length = count;
            return key;
        }
        """
    static let pbkdf2 = """
        static NSData *Pbkdf2(CCPseudoRandomAlgorithm algorithm, NSData *secret, NSData *salt, unsigned iterations,
                              NSUInteger count) {
            NSMutableData *key = [NSMutableData dataWithLength:count];
            int status = CCKeyDerivationPBKDF(kCCPBKDF2, secret.bytes, secret.length, salt.bytes, salt.length, algorithm,
                                              iterations, key.mutableBytes, count);
            return status == kCCSuccess ? key : nil;
        }
        """
    static let sha1PRNG = """
        // Java's SHA1PRNG, which adds signed bytes.
        static NSData *Sha1Prng(NSData *seed, NSUInteger count) {
            NSMutableData *state = [SHA1(seed) mutableCopy];
            NSMutableData *output = [NSMutableData data];
            while (output.length < count) {
                NSData *digest = SHA1(state);
                [output appendData:digest];
                int8_t *bytes = state.mutableBytes;
                int carry = 1;
                for (NSUInteger i = 0; i < state.length; i++) {
                    carry += bytes[i] + ((const int8_t *)digest.bytes)[i];
                    bytes[i] = (int8_t)carry;
                    carry >>= 8;
                }
            }
            output.length = count;
            return output;
        }
        """

    static func bytesToKey(_ hash: String) -> String {
        """
        static NSData *BytesToKey(NSData *secret, NSData *salt, NSUInteger iterations, NSUInteger count) {
            NSMutableData *key = [NSMutableData data];
            NSData *block = [NSData data];
            while (key.length < count) {
                NSMutableData *input = [block mutableCopy];
                [input appendData:secret];
                [input appendData:salt];
                block = input;
                for (NSUInteger i = 0; i < iterations; i++) block = \(hash)(block);
                [key appendData:block];
            }
            key.length = count;
            return key;
        }
        """
    }

    static func crypt(_ cipher: CodeCipher, _ names: (algorithm: String, mode: String, padding: String)) -> String {
        let options = cipher.mode == .ctr ? "kCCModeOptionCTR_BE" : "0"
        return """
            static NSData *Crypt(CCOperation operation, NSData *key, \(cipher.hasIV ? "NSData *iv, " : "")NSData *data) {
                if (!data) return nil;
                CCCryptorRef cryptor = NULL;
                CCCryptorStatus status = CCCryptorCreateWithMode(
                    operation, \(names.mode), \(names.algorithm), \(names.padding), \(cipher.hasIV ? "iv.bytes" : "NULL"), key.bytes, key.length,
                    NULL, 0, 0, \(options), &cryptor);
                if (status != kCCSuccess) return nil;
                NSMutableData *output = [NSMutableData dataWithLength:CCCryptorGetOutputLength(cryptor, data.length, true)];
                size_t count = 0, rest = 0;
                status = CCCryptorUpdate(cryptor, data.bytes, data.length, output.mutableBytes, output.length, &count);
                if (status == kCCSuccess) {
                    uint8_t *end = (uint8_t *)output.mutableBytes + count;
                    status = CCCryptorFinal(cryptor, end, output.length - count, &rest);
                }
                CCCryptorRelease(cryptor);
                output.length = count + rest;
                return status == kCCSuccess ? output : nil;
            }
            """
    }
}
