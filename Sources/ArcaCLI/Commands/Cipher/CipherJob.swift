internal import ArcaCore
internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem

protocol CipherWork {
    var isText: Bool { get }

    func run(
        _ input: inout CipherInput, into output: inout CipherOutput, isEncrypting: Bool, progress: (Int) -> Void
    ) throws
}

/// Encrypts or decrypts one message with an explicit key and IV, from a reader to a writer.
struct CipherJob: CipherWork {
    /// Maximum size in bytes of a message kept in memory, if a cipher or its check needs it whole.
    static let memoryLimit = 256 << 20
    let cipher: Cipher
    let key: SymmetricKey
    /// Empty if it is at the front of the data.
    var iv: [UInt8]
    let aad: [UInt8]
    let padding: Cipher.Padding?
    var takesIVFromData = false
    var isText: Bool { false }

    /// Checks all lengths on an empty message, before reading any input; returns whether the IV has a usual length.
    func check() throws -> Bool {
        let iv = takesIVFromData ? [UInt8](repeating: 0, count: cipher.ivByteCount) : iv
        if let aead = cipher.aead {
            _ = try aead.seal([] as [UInt8], using: key, nonce: iv, authenticating: aad, allowsUnusualNonce: true)
            return (try? aead.seal([] as [UInt8], using: key, nonce: iv, authenticating: aad)) != nil
        } else if cipher.isStreamable {
            _ = try CipherStream(encrypting: cipher, using: key, iv: iv, padding: padding)
        } else {
            let shortest = [UInt8](repeating: 0, count: 16)
            _ = try cipher.encrypt(shortest, using: key, iv: iv, padding: padding)
        }
        return true
    }

    func run(
        _ input: inout CipherInput, into output: inout CipherOutput, isEncrypting: Bool, progress: (Int) -> Void
    ) throws {
        var job = self
        if takesIVFromData {
            job.iv = try isEncrypting ? SecureRandom.bytes(cipher.ivByteCount) : input.take(cipher.ivByteCount)
            guard job.iv.count == cipher.ivByteCount else {
                throw CryptoError(
                    .invalidInputLength,
                    "\(input.name) has \(job.iv.count) bytes, less than the IV of \(cipher.ivByteCount) at its front")
            }
            if isEncrypting { try output.write(job.iv) }
        }
        try isEncrypting
            ? job.encrypt(&input, into: &output, progress: progress)
            : job.decrypt(&input, into: &output, progress: progress)
    }

    /// The tag of an authenticated cipher follows the ciphertext; for SIV it precedes it.
    private func encrypt(_ input: inout CipherInput, into output: inout CipherOutput, progress: (Int) -> Void) throws {
        guard cipher.isStreamable else {
            let message = try Self.readAll(&input, "\(cipher.name) needs the whole input in memory")
            progress(message.count)
            let encrypted =
                try cipher.aead?.seal(
                    message, using: key, nonce: iv, authenticating: aad, allowsUnusualNonce: true)
                ?? cipher.encrypt(message, using: key, iv: iv, padding: padding)
            return try output.write(encrypted)
        }
        try run(
            CipherStream(
                encrypting: cipher, using: key, iv: iv, authenticating: aad, padding: padding,
                allowsUnusualNonce: true), &input, into: &output, progress)
    }

    /// Decrypts `input`.
    ///
    /// With an authenticated cipher, an output that shows bytes immediately receives nothing until the tag is verified:
    /// the message is kept in memory. An atomic file, which is discarded on failure, is written in pieces.
    private func decrypt(_ input: inout CipherInput, into output: inout CipherOutput, progress: (Int) -> Void) throws {
        if cipher.isAuthenticated, cipher.isStreamable, output.isAtomic {
            return try decryptHeldBack(&input, into: &output, progress: progress)
        }
        guard cipher.isStreamable, !cipher.isAuthenticated else {
            let needs =
                cipher.isStreamable
                ? "the plaintext is kept in memory until the tag is checked"
                : "\(cipher.name) needs the whole input in memory"
            let message = try Self.readAll(&input, needs, hint: cipher.isStreamable ? "write to a file with -o" : nil)
            progress(message.count)
            if cipher.isKeyWrap { return try output.write(unwrap(message)) }
            let decrypted =
                try cipher.aead?.open(message, using: key, nonce: iv, authenticating: aad)
                ?? cipher.decrypt(message, using: key, iv: iv, padding: padding)
            return try output.write(decrypted)
        }
        try run(CipherStream(decrypting: cipher, using: key, iv: iv, padding: padding), &input, into: &output, progress)
    }

    private func run(
        _ stream: consuming CipherStream, _ input: inout CipherInput, into output: inout CipherOutput,
        _ progress: (Int) -> Void
    ) throws {
        let buffer = PieceBuffer(byteCount: stream.maximumByteCount(forUpdate: FileReader.pieceByteCount))
        try input.forEachPiece { piece in
            try buffer.fill({ space in try stream.update(piece, into: &space) }) { try output.write($0) }
            progress(piece.count)
        }
        var last: CipherStream? = stream
        try buffer.fill({ space in try last.take()?.finish(into: &space) }) { try output.write($0) }
    }

    /// Decrypts into a file that becomes visible only after the tag, the last bytes of the input, is verified.
    private func decryptHeldBack(
        _ input: inout CipherInput, into output: inout CipherOutput, progress: (Int) -> Void
    ) throws {
        var stream = try CipherStream(
            decryptingUnverified: cipher, using: key, iv: iv.span, authenticating: aad.span)
        // Authenticated ciphers always use their longest tag.
        let tagByteCount = cipher.tagByteCount
        let buffer = PieceBuffer(
            byteCount: FileReader.pieceByteCount + tagByteCount + 2 * CipherStream.maximumFinalByteCount)
        // The last bytes so far: the tag, if the input ends here.
        var tail: [UInt8] = []
        try input.forEachPiece { piece in
            let ready = max(0, tail.count + piece.count - tagByteCount)
            let fromTail = min(ready, tail.count)
            let fromPiece = ready - fromTail
            try buffer.fill({ space in
                try stream.update(tail[..<fromTail], into: &space)
                try stream.update(piece.extracting(..<fromPiece), into: &space)
            }) { try output.write($0) }
            tail = Array(tail[fromTail...]) + Array(bytes: piece.extracting(fromPiece...))
            progress(piece.count)
        }
        guard tail.count == tagByteCount else {
            throw CryptoError(
                .invalidInputLength,
                "expected at least \(tagByteCount) bytes for the \(cipher.name) tag, found \(tail.count)")
        }
        var last: CipherStream? = stream
        try buffer.fill({ space in try last.take()?.finish(verifying: tail.span, into: &space) }) {
            try output.write($0)
        }
    }

    private func unwrap(_ wrapped: [UInt8]) throws(CryptoError) -> SymmetricKey {
        try AES.KeyWrap.unwrap(wrapped, using: key, padded: cipher.shortName.hasSuffix("kwp"))
    }

    /// Reads `input` up to the memory limit; `reason` says why it must fit in memory.
    static func readAll(_ input: inout CipherInput, _ reason: String, hint: String? = nil) throws -> [UInt8] {
        do {
            return try input.readAll(limit: memoryLimit)
        } catch let error as SystemError where error.code == .limitExceeded {
            let limit = "\(input.name) is longer than \(memoryLimit >> 20) MiB"
            throw UsageError(.conflict, "\(limit), and \(reason)", hint: hint ?? "use a cipher that works in pieces")
        }
    }
}

/// Encrypts or decrypts one message with a scheme that `cipher find` printed.
struct SchemeJob: CipherWork {
    let scheme: CipherScheme
    let keyText: SecretBytes
    /// The scheme contains the encodings of the data.
    var isText: Bool { true }

    func run(
        _ input: inout CipherInput, into output: inout CipherOutput, isEncrypting: Bool, progress: (Int) -> Void
    ) throws {
        let bytes = try CipherJob.readAll(&input, "a scheme needs the whole input in memory")
        progress(bytes.count)
        let inputs = CipherScheme.Inputs(keyText: keyText)
        try output.write(
            isEncrypting ? scheme.encrypt(bytes, with: inputs) : scheme.decrypt(bytes, with: inputs))
    }
}

/// Encrypts or decrypts lines of text with FF1; each line keeps its length in characters.
struct FormatPreservingJob: CipherWork {
    let key: SymmetricKey
    let tweak: [UInt8]
    let alphabet: NumeralAlphabet
    var isText: Bool { true }

    /// Stops at the first malformed line and reports its number.
    func run(
        _ input: inout CipherInput, into output: inout CipherOutput, isEncrypting: Bool, progress: (Int) -> Void
    ) throws {
        let bytes = try CipherJob.readAll(&input, "ff1 needs the whole input in memory")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CryptoError(.invalidFormat, "\(input.name) is not UTF-8 text, which ff1 needs")
        }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        // The final line feed does not start another line.
        let endsLine = lines.last?.isEmpty ?? false
        if endsLine { lines.removeLast() }
        var result: [UInt8] = []
        for (index, line) in lines.enumerated() {
            do throws(CryptoError) {
                let line = String(line)
                result +=
                    try isEncrypting
                    ? Array(AES.FF1.encrypt(line, alphabet: alphabet, using: key, tweak: tweak).utf8)
                    : Array(AES.FF1.decrypt(line, alphabet: alphabet, using: key, tweak: tweak).utf8)
            } catch {
                guard [.invalidFormat, .invalidInputLength].contains(error.code) else { throw error }
                throw CryptoError(error.code, "line \(index + 1) of \(input.name): \(error)")
            }
            if index < lines.count - 1 || endsLine { result.append(.newline) }
        }
        try output.write(result)
    }
}
