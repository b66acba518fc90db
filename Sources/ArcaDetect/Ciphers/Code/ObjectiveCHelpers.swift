/// Functions that Objective-C code contains if it needs them.
enum ObjectiveCHelpers {
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
