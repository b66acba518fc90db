internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

final class OpenSSLEncOpener {
    private enum State {
        /// The first bytes, until Base64 can be detected.
        case beginning
        case header
        case ciphertext
    }

    private let format: OpenSSLEnc
    private var state = State.beginning
    private var held: [UInt8] = []
    private var armor: (any ByteTransform)?
    /// The number of characters of the armor, and whether some are of the alphabet for URLs, which needs no padding.
    private var (symbolCount, isForURLs) = (0, false)
    private var cipher: CipherStream?

    init(_ format: OpenSSLEnc) { self.format = format }

    /// The maximum number of bytes appended by an update with `byteCount` bytes and the end together.
    func maximumByteCount(_ byteCount: Int) -> Int {
        // Plus the buffered beginning, the buffered Base64 and the buffered block.
        byteCount + 2 * OpenSSLEnc.recognitionByteCount + 3 * CipherStream.maximumFinalByteCount
    }

    func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
        guard state == .beginning else { return try unarmor(bytes, into: &output) }
        held.append(contentsOf: bytes)
        if held.count >= OpenSSLEnc.recognitionByteCount { try begin(into: &output) }
    }

    func finish(into output: inout OutputSpan<UInt8>) throws {
        if state == .beginning { try begin(into: &output) }
        if var armor {
            self.armor = nil
            let padding = [UInt8](repeating: .equals, count: isForURLs ? -symbolCount & 3 : 0)
            let rest = try decode(&armor, padding.span, ends: true)
            try read(rest.span, into: &output)
        }
        guard state == .ciphertext, let cipher = cipher.take() else {
            throw ContainerError(.truncated, at: held.count, "the file ends in its header, which has 16 bytes")
        }
        do {
            try cipher.finish(into: &output)
        } catch {
            throw OpenSSLEncOpener.failure(error)
        }
    }

    private func begin(into output: inout OutputSpan<UInt8>) throws {
        let isArmored =
            format.isSalted ? held.starts(with: OpenSSLEnc.armoredMagic) : format.isArmored
        if isArmored { armor = Base64.standard.allowing([.whitespace, .mixedAlphabets]).makeDecoder() }
        state = .header
        let beginning = held
        held = []
        try unarmor(beginning.span, into: &output)
    }

    private func unarmor(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
        guard var armor else { return try read(bytes, into: &output) }
        self.armor = nil
        for index in bytes.indices where !bytes[index].isWhitespace {
            symbolCount += 1
            if bytes[index] == .hyphen || bytes[index] == .underscore { isForURLs = true }
        }
        let decoded = try decode(&armor, bytes, ends: false)
        self.armor = armor
        try read(decoded.span, into: &output)
    }

    private func decode(_ armor: inout any ByteTransform, _ bytes: Span<UInt8>, ends: Bool) throws -> [UInt8] {
        do {
            return try [UInt8](capacity: armor.maximumOutputCount(for: bytes.count)) { space throws(CodecError) in
                try armor.update(bytes, into: &space)
                if ends { try armor.finish(into: &space) }
            }
        } catch {
            let code: ContainerError.Code =
                error.code == .truncated || error.code == .missingPadding ? .truncated : .malformed
            throw ContainerError(code, at: error.position?.offset, "the Base64 text is wrong: \(error.reason)")
        }
    }

    private func read(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
        guard state == .header else { return try decrypt(bytes, into: &output) }
        let headerByteCount = format.isSalted ? OpenSSLEnc.magic.count + OpenSSLEnc.saltByteCount : 0
        let missing = min(headerByteCount - held.count, bytes.count)
        held.append(contentsOf: bytes.extracting(..<missing))
        guard format.isSalted else { return try start(salt: nil, bytes, into: &output) }
        guard held.prefix(OpenSSLEnc.magic.count).elementsEqual(OpenSSLEnc.magic.prefix(held.count)) else {
            throw OpenSSLEnc.notSalted
        }
        guard held.count == headerByteCount else { return }
        try start(salt: Array(held[OpenSSLEnc.magic.count...]), bytes.extracting(missing...), into: &output)
    }

    private func start(salt: [UInt8]?, _ rest: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
        let (key, iv) = try format.deriveKey(salt: salt)
        cipher = try CipherStream(decrypting: format.cipher, using: key, iv: iv)
        state = .ciphertext
        held = []
        try decrypt(rest, into: &output)
    }

    private func decrypt(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
        do {
            try cipher?.update(bytes, into: &output)
        } catch {
            throw OpenSSLEncOpener.failure(error)
        }
    }

    /// The same error for all causes, so it does not reveal whether the padding was valid.
    private static func failure(_ error: CryptoError) -> any Error {
        guard error.code == .decryptionFailed || error.code == .invalidInputLength else { return error }
        return ContainerError(
            .wrongKey,
            "the file does not decrypt: wrong passphrase, other parameters, or damage (not authenticated)")
    }
}
