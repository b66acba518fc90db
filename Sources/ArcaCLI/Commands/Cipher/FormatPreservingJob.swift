internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// Lines of text through FF1: each line becomes another of as many characters.
struct FormatPreservingJob {
    let key: SymmetricKey
    let tweak: [UInt8]
    let alphabet: NumeralAlphabet

    /// Encrypts or decrypts all lines; the first that cannot be ends the work, and its number is told.
    func run(_ input: inout FileReader, into output: inout AtomicFile, encrypts: Bool) throws {
        let bytes = try CipherJob.readAll(&input, "lines of text are worked on in memory")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CryptoError(.invalidFormat, "\(input.name) is no text in UTF-8, which FF1 works on")
        }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        // The end of the last line begins no other.
        let endsLine = lines.last?.isEmpty ?? false
        if endsLine { lines.removeLast() }
        var result: [UInt8] = []
        for (index, line) in lines.enumerated() {
            do throws(CryptoError) {
                let line = String(line)
                result +=
                    try encrypts
                    ? Array(AES.FF1.encrypt(line, alphabet: alphabet, using: key, tweak: tweak).utf8)
                    : Array(AES.FF1.decrypt(line, alphabet: alphabet, using: key, tweak: tweak).utf8)
            } catch {
                guard [.invalidFormat, .invalidInputLength].contains(error.code) else { throw error }
                throw CryptoError(error.code, "line \(index + 1) of \(input.name): \(error)")
            }
            if index < lines.count - 1 || endsLine { result.append(UInt8(ascii: "\n")) }
        }
        try output.write(result)
    }
}
