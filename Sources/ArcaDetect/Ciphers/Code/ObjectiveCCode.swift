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
            return
                "[NSJSONSerialization JSONObjectWithData:\(encoded(a[0], "UTF8")) options:0 error:nil][\(quoted(name))]"
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
        let parameters = function.parameters.map { "\($0 == "data" ? data : "NSString") *\($0)" }.joined(
            separator: ", ")
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
