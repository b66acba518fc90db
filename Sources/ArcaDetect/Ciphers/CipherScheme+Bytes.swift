internal import ArcaCodecs
internal import ArcaCore
public import ArcaCrypto

extension CipherScheme {
    /// The inputs of a scheme that are not in the data.
    public struct Inputs: Sendable {
        /// The text of the key, or the passphrase, exactly as the other program has it.
        public var keyText: SecretBytes
        /// The text of the IV, for ``IV/given(_:)``.
        public var ivText: [UInt8]?
        /// The text of the salt, for ``Salt/given(_:)``.
        public var saltText: [UInt8]?
        /// Associated data of an authenticated cipher.
        public var associatedData: [UInt8] = []

        /// Creates inputs.
        public init(keyText: SecretBytes, ivText: [UInt8]? = nil, saltText: [UInt8]? = nil) {
            self.keyText = keyText
            self.ivText = ivText
            self.saltText = saltText
        }
    }
}

extension CipherScheme.TextForm {
    /// The bytes of a text.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidFormat` for text that does not have the form.
    func bytes(of text: SecretBytes) throws(CryptoError) -> SecretBytes {
        switch self {
        case .utf8: return text
        case .utf16LittleEndian, .utf16BigEndian:
            let isLittle = self == .utf16LittleEndian
            let bytes = text.withBytes { [UInt8](bytes: $0) }
            guard let units = String(validating: bytes, as: UTF8.self)?.utf16 else {
                throw CryptoError(.invalidFormat, "the text is not UTF-8")
            }
            return SecretBytes(byteCount: 2 * units.count) { output in
                for unit in units {
                    output.append(UInt8(isLittle ? unit & 0xff : unit >> 8))
                    output.append(UInt8(isLittle ? unit >> 8 : unit & 0xff))
                }
            }
        case .hexadecimal:
            return try decoded(text, Base16.standard.allowing([.letterCase, .whitespace]), "hexadecimal digits")
        case .base64:
            let prefix = Array("base64:".utf8)
            let bare = text.withBytes { span in
                let isPrefixed = span.count > prefix.count && prefix.indices.allSatisfy { span[$0] == prefix[$0] }
                return isPrefixed ? SecretBytes(copying: span.extracting(prefix.count...)) : text
            }
            return try decoded(
                bare, Base64.standard.allowing([.missingPadding, .mixedAlphabets, .whitespace]), "Base64")
        }
    }

    private func decoded(
        _ text: SecretBytes, _ codec: some TextCodec, _ name: String
    ) throws(CryptoError) -> SecretBytes {
        let bytes = text.withBytes { span in
            try? SecretBytes(byteCount: codec.maximumDecodedCount(of: span)) { try codec.decode(span, into: &$0) }
        }
        guard let bytes else { throw CryptoError(.invalidFormat, "the text is not \(name)") }
        return bytes
    }
}

extension CipherScheme.Derivation {
    /// Carries out the derivation; `salt` is that of the envelope.
    func bytes(of text: SecretBytes, _ inputs: CipherScheme.Inputs, salt: [UInt8]?) throws(CryptoError) -> SecretBytes {
        var bytes = try self.text.bytes(of: text)
        let source = CipherScheme.Salt.Source(inputs: inputs, stored: salt, keyText: bytes)
        for step in steps { bytes = try step.output(for: bytes, source) }
        return bytes
    }
}

extension CipherScheme.Salt {
    struct Source {
        let inputs: CipherScheme.Inputs
        let stored: [UInt8]?
        /// The bytes of the text that is derived from.
        let keyText: SecretBytes
    }

    func bytes(_ source: Source) throws(CryptoError) -> [UInt8] {
        switch self {
        case .none: return []
        case .constant(let bytes): return bytes
        case .keyText: return source.keyText.withBytes { [UInt8](bytes: $0) }
        case .stored:
            guard let salt = source.stored else {
                throw CryptoError(.invalidParameter, "the envelope of the scheme has no salt")
            }
            return salt
        case .given(let form):
            guard let text = source.inputs.saltText else {
                throw CryptoError(.invalidParameter, "the scheme needs a salt", hint: "give the other program's")
            }
            return try form.bytes(of: SecretBytes(copying: text)).withBytes { [UInt8](bytes: $0) }
        }
    }
}

extension CipherScheme.Step {
    /// Maximum length of an output, in bytes.
    static let maximumByteCount = 1 << 20

    func output(for bytes: SecretBytes, _ source: CipherScheme.Salt.Source) throws(CryptoError) -> SecretBytes {
        if let count = byteCount, !(0...Self.maximumByteCount ~= count) {
            throw CryptoError(
                .invalidParameter, "a step of a scheme gives 0 to \(Self.maximumByteCount) bytes, not \(count)")
        }
        switch self {
        case .hash(let function): return Self.secret(try function.hash(bytes))
        case .lowerHex: return Self.encoded(bytes, Base16.standard)
        case .upperHex: return Self.encoded(bytes, Base16.upper)
        case .base64: return Self.encoded(bytes, Base64.standard)
        case .part(let range):
            guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
                throw CryptoError(
                    .invalidKeyLength, "the scheme takes bytes up to \(range.upperBound) of \(bytes.count)")
            }
            return bytes.withBytes { SecretBytes(copying: $0.extracting(range)) }
        case .resized(let count): return Self.filled(bytes, count) { $0 < bytes.count ? $0 : nil }
        case .repeated(let count):
            guard !bytes.isEmpty else { throw CryptoError(.invalidKeyLength, "the key is empty") }
            return Self.filled(bytes, count) { $0 % bytes.count }
        case .folded(let count): return Self.folded(bytes, count)
        case .sha1PRNG(let count): return try Self.sha1PRNG(seed: bytes, count)
        case .bytesToKey(let function, let iterations, let salt, let count):
            let salt = try salt.bytes(source)
            return Self.secret(
                try Insecure.BytesToKey.deriveKey(
                    from: bytes, salt: salt.isEmpty ? nil : salt, using: function, count: iterations,
                    keyByteCount: count, ivByteCount: 0
                ).key)
        case .pbkdf2(let function, let iterations, let salt, let count):
            return Self.secret(
                try PBKDF2.deriveKey(
                    from: bytes, salt: salt.bytes(source), using: function, iterations: iterations,
                    outputByteCount: count))
        case .scrypt(let logN, let r, let p, let salt, let count):
            return Self.secret(
                try Scrypt.deriveKey(
                    from: bytes, salt: salt.bytes(source), cost: Scrypt.Cost(logN: logN, r: r, p: p),
                    outputByteCount: count))
        case .hkdf(let function, let salt, let info, let count):
            return Self.secret(
                try HKDFFunction(function).deriveKey(
                    inputKeyMaterial: bytes, salt: salt.bytes(source), info: info, outputByteCount: count))
        }
    }

    private var byteCount: Int? {
        switch self {
        case .hash, .lowerHex, .upperHex, .base64, .part: nil
        case .resized(let count), .repeated(let count), .folded(let count), .sha1PRNG(let count),
            .bytesToKey(_, _, _, let count), .pbkdf2(_, _, _, let count), .scrypt(_, _, _, _, let count),
            .hkdf(_, _, _, let count):
            count
        }
    }

    private static func secret(_ bytes: borrowing some Bytes) -> SecretBytes { SecretBytes(copying: bytes) }

    private static func encoded<Codec: TextCodec>(_ bytes: SecretBytes, _ codec: Codec) -> SecretBytes
    where Codec.EncodingFailure == Never {
        bytes.withBytes { span in
            SecretBytes(byteCount: codec.maximumEncodedCount(for: span.count)) { codec.encode(span, into: &$0) }
        }
    }

    private static func filled(_ bytes: SecretBytes, _ count: Int, _ index: (Int) -> Int?) -> SecretBytes {
        bytes.withBytes { span in
            SecretBytes(byteCount: count) { output in
                for place in 0..<count { output.append(index(place).map { span[$0] } ?? 0) }
            }
        }
    }

    private static func folded(_ bytes: SecretBytes, _ count: Int) -> SecretBytes {
        bytes.withBytes { span in
            SecretBytes(byteCount: count) { output in
                for place in 0..<count {
                    var byte: UInt8 = 0
                    for index in stride(from: place, to: span.count, by: count) { byte ^= span[index] }
                    output.append(byte)
                }
            }
        }
    }

    /// The generator of Java's provider SUN: SHA-1 of a state, which grows by its output and 1, in signed bytes.
    private static func sha1PRNG(seed: SecretBytes, _ count: Int) throws(CryptoError) -> SecretBytes {
        var state = try AnyHashFunction.sha1.hash(seed)
        var output: [UInt8] = []
        while output.count < count {
            let digest = try AnyHashFunction.sha1.hash(state)
            output += digest.prefix(count - output.count)
            var carry = 1
            var isChanged = false
            for index in state.indices {
                let sum = Int(Int8(bitPattern: state[index])) + Int(Int8(bitPattern: digest[index])) + carry
                let byte = UInt8(truncatingIfNeeded: sum)
                isChanged = isChanged || byte != state[index]
                state[index] = byte
                carry = sum >> 8
            }
            if !isChanged { state[0] &+= 1 }
        }
        return SecretBytes(copying: output)
    }
}
