internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem

/// The likely cause of a failure: what one of the two programs took the key, the IV or the data for.
///
/// No hint shows a byte of the key.
enum CipherDiagnosis {
    /// A hint for a key of another length than the cipher's.
    static func hint(key: SymmetricKey, of cipher: Cipher, from source: SecretSource?) -> String? {
        let expected = cipher.keyByteCount
        let facts = key.withBytes { KeyText($0) }
        if facts.lineEndByteCount > 0, key.byteCount - facts.lineEndByteCount == expected {
            return "the key ends with a line break: remove it, as with printf %s instead of echo"
        }
        if facts.hexByteCount == expected {
            return "the key is \(2 * expected) hexadecimal digits: give \(other(source, "hex"))"
        }
        if facts.base64ByteCount == expected { return "the key is Base64: give \(other(source, "base64"))" }
        // A key of another length of the same cipher, such as 16 bytes for aes-256-cbc.
        for count in [key.byteCount, facts.hexByteCount, facts.base64ByteCount].compactMap({ $0 }) {
            let name = cipher.shortName.replacing("-\(expected * 8)-", with: "-\(count * 8)-")
            if let near = try? Cipher(named: name), near != cipher, near.keyByteCount == count {
                return "the key fits \(near.shortName)"
                    + (count == key.byteCount
                        ? "" : ", with \(other(source, count == facts.hexByteCount ? "hex" : "base64"))")
            }
        }
        return "if it is a passphrase, the other program derives a key from it: give --kdf"
    }

    private static func other(_ source: SecretSource?, _ text: String) -> String {
        switch source {
        case .environment(let name): "--key-from \(text)env:\(BytePath(name))"
        case .file(let path): "--key-from \(text)file:\(path)"
        default: "\(text)file:PATH or \(text)env:NAME"
        }
    }

    /// The text form that a key file seems to have.
    private struct KeyText {
        var lineEndByteCount = 0
        var hexByteCount: Int?
        var base64ByteCount: Int?

        init(_ key: Span<UInt8>) {
            var end = key.count
            while end > 0, key[end - 1] == .newline || key[end - 1] == .carriageReturn { end -= 1 }
            lineEndByteCount = key.count - end
            let text = key.extracting(..<end)
            if text.isHexadecimal { hexByteCount = end / 2 }
            let codec = Base64.standard.allowing([.missingPadding, .mixedAlphabets])
            base64ByteCount = (try? SecretBytes(byteCount: end) { try codec.decode(text, into: &$0) })?.count
        }
    }

    /// A hint for a ciphertext that does not decrypt, from its beginning.
    ///
    /// - Parameters:
    ///   - job: The decryption that failed.
    ///   - bytes: The ciphertext, or its first bytes.
    ///   - isWhole: Whether it is all of it.
    ///   - source: The source of the key.
    /// - Returns: The hint, or nil if nothing is known.
    static func hint(
        for job: CipherJob, _ bytes: [UInt8], isWhole: Bool, keyFrom source: SecretSource?
    ) -> String? {
        let form = DataForm(detecting: bytes)
        if form != .binary {
            return "the input is \(form == .hex ? "hexadecimal" : "Base64"): give --in \(form.rawValue)"
        }
        let cipher = job.cipher
        let block = cipher.blockByteCount
        if cipher.isAuthenticated { return authenticatedHint(for: job, source) }
        guard cipher.takesPadding else { return nil }
        let ivByteCount = job.takesIVFromData ? cipher.ivByteCount : 0
        let data = Array(bytes.dropFirst(ivByteCount))
        guard data.count >= block else { return "the input is too short: it may be cut" }
        if isWhole, !data.count.isMultiple(of: block) {
            return
                "\(data.count) bytes are \(data.count % block) more than whole blocks: the data is cut, or in another form"
        }
        let iv = job.takesIVFromData ? Array(bytes.prefix(ivByteCount)) : job.iv
        let whole = Array(data.prefix(data.count / block * block))
        guard
            let plaintext = try? cipher.decrypt(whole, using: job.key, iv: iv, padding: Cipher.Padding.none)
        else { return nil }
        let (first, rest) = (plaintext.prefix(block), plaintext.dropFirst(block).dropLast(block))
        let (isFirstText, isRestText) = (isText(first), rest.count >= block && isText(rest))
        // A wrong IV changes only the first block of CBC.
        let isIVWrong = !isFirstText && isRestText && cipher.ivByteCount > 0
        if isFirstText || isRestText {
            let fitting = cipher.paddings.filter { padding in
                guard padding != .none, padding != .iso10126,
                    let text = try? cipher.decrypt(whole, using: job.key, iv: iv, padding: padding)
                else { return false }
                return isText(text.dropFirst(isIVWrong ? block : 0))
            }
            let names = fitting.map { "--padding \($0.rawValue)" }.joined(separator: " or ")
            if isIVWrong {
                return "only the first block is wrong, so the key is right: check --iv"
                    + (names.isEmpty ? "" : ", and give \(names)")
            }
            return "the first blocks are text, so the key is right: "
                + (names.isEmpty ? "the end is cut" : "give \(names)")
        }
        let looksText = job.key.withBytes { $0.isHexadecimal }
        return looksText
            ? "the key is hexadecimal digits: it may be meant as \(other(source, "hex"))"
            : "check key, cipher, IV and --padding; the other program may derive the key (--kdf)"
    }

    private static func authenticatedHint(for job: CipherJob, _ source: SecretSource?) -> String {
        let looksText = job.key.withBytes { $0.isHexadecimal }
        return looksText
            ? "the key is hexadecimal digits: it may be meant as \(other(source, "hex"))"
            : "check key, IV and --aad; the tag may be in front (--tag-first), and the IV too (--iv-from data)"
    }

    private static func isText(_ bytes: some Collection<UInt8>) -> Bool {
        // Eight random bytes are printable ASCII once in 2,700 times.
        bytes.count >= 1
            && bytes.allSatisfy { 0x20..<0x7f ~= $0 || $0 == .newline || $0 == .carriageReturn || $0 == .tab }
    }
}
