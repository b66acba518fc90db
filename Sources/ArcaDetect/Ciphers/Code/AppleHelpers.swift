/// Functions that Swift code contains if it needs them.
enum AppleHelpers {
    static let pseudoRandomFunctions = [
        "sha1": "SHA1", "sha224": "SHA224", "sha256": "SHA256", "sha384": "SHA384", "sha512": "SHA512",
    ]

    static let failure = """
        struct CipherFailure: Error {
            let reason: String
        }
        """

    static let fromHex = """
        private func fromHex(_ text: String) throws -> [UInt8] {
            let digits = text.compactMap(\\.hexDigitValue).map { UInt8($0) }
            guard digits.count == text.count, digits.count.isMultiple(of: 2) else {
                throw CipherFailure(reason: "the text is not hexadecimal")
            }
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
        """

    static let fromBase64 = """
        private func fromBase64(_ text: String) throws -> [UInt8] {
            var text = text.hasPrefix("base64:") ? String(text.dropFirst(7)) : text
            text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            while !text.count.isMultiple(of: 4) { text += "=" }
            guard let data = Data(base64Encoded: text) else { throw CipherFailure(reason: "the text is not Base64") }
            return Array(data)
        }
        """

    static let element = """
        private func element(_ text: String, _ separator: String, _ index: Int) throws -> String {
            let parts = text.components(separatedBy: separator)
            guard parts.indices.contains(index) else { throw CipherFailure(reason: "the data has too few parts") }
            return parts[index]
        }
        """

    static let part = """
        /// A part; negative offsets count from the end.
        private func part(_ data: [UInt8], _ start: Int, _ end: Int? = nil) throws -> [UInt8] {
            let (start, end) = (start < 0 ? data.count + start : start, end.map { $0 < 0 ? data.count + $0 : $0 } ?? data.count)
            guard 0 <= start, start <= end, end <= data.count else { throw CipherFailure(reason: "the data is too short") }
            return Array(data[start..<end])
        }
        """

    static func crypt(_ cipher: CodeCipher, _ names: (algorithm: String, mode: String, padding: String))
        -> String
    {
        """
        private func crypt(
            _ operation: Int, _ key: [UInt8], \(cipher.hasIV ? "_ iv: [UInt8], " : "")_ data: [UInt8]
        ) throws -> [UInt8] {
            var cryptor: CCCryptorRef?
            var status = CCCryptorCreateWithMode(
                CCOperation(operation), CCMode(\(names.mode)), CCAlgorithm(\(names.algorithm)),
                CCPadding(\(names.padding)), \(cipher.hasIV ? "iv" : "nil"), key, key.count, nil, 0, 0, \(cipher.mode == .ctr ? "CCModeOptions(kCCModeOptionCTR_BE)" : "0"), &cryptor)
            guard status == kCCSuccess, let cryptor else { throw CipherFailure(reason: "CommonCrypto: \\(status)") }
            defer { CCCryptorRelease(cryptor) }
            var output = [UInt8](repeating: 0, count: CCCryptorGetOutputLength(cryptor, data.count, true))
            var (count, rest) = (0, 0)
            status = CCCryptorUpdate(cryptor, data, data.count, &output, output.count, &count)
            if status == kCCSuccess {
                status = output.withUnsafeMutableBytes { bytes in
                    CCCryptorFinal(cryptor, bytes.baseAddress.map { $0 + count }, bytes.count - count, &rest)
                }
            }
            guard status == kCCSuccess else { throw CipherFailure(reason: "wrong key or changed data (\\(status))") }
            return Array(output.prefix(count + rest))
        }
        """
    }

    static func pbkdf2(_ function: String) -> String {
        """
        private func pbkdf2(_ secret: [UInt8], salt: [UInt8], iterations: UInt32, count: Int) throws -> [UInt8] {
            var key = [UInt8](repeating: 0, count: count)
            let status = secret.withUnsafeBytes { bytes in
                CCKeyDerivationPBKDF(
                    CCPBKDFAlgorithm(kCCPBKDF2), bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, salt,
                    salt.count, CCPseudoRandomAlgorithm(kCCPRFHmacAlg\(function)), iterations, &key, count)
            }
            guard status == kCCSuccess else { throw CipherFailure(reason: "CommonCrypto: \\(status)") }
            return key
        }
        """
    }

    static func bytesToKey(_ hash: String) -> String {
        """
        private func bytesToKey(_ secret: [UInt8], _ salt: [UInt8], iterations: Int, count: Int) -> [UInt8] {
            var key: [UInt8] = []
            var block: [UInt8] = []
            while key.count < count {
                block += secret + salt
                for _ in 0..<iterations { block = Array(\(hash).hash(data: block)) }
                key += block
            }
            return Array(key.prefix(count))
        }
        """
    }

    static let sha1PRNG = """
        /// Java's SHA1PRNG, which adds signed bytes.
        private func sha1PRNG(_ seed: [UInt8], _ count: Int) -> [UInt8] {
            var state = Array(Insecure.SHA1.hash(data: seed))
            var output: [UInt8] = []
            while output.count < count {
                let digest = Array(Insecure.SHA1.hash(data: state))
                output += digest
                var carry = 1
                for index in state.indices {
                    carry += Int(Int8(bitPattern: state[index])) + Int(Int8(bitPattern: digest[index]))
                    state[index] = UInt8(truncatingIfNeeded: carry)
                    carry >>= 8
                }
            }
            return Array(output.prefix(count))
        }
        """
}
