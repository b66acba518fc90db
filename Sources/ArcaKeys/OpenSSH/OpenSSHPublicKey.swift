internal import ArcaCodecs
public import ArcaCore

/// A public key as a line of text: `ssh-ed25519 AAAA… comment`, as in `id_ed25519.pub` and `authorized_keys`.
///
/// ```swift
/// let line = try OpenSSHPublicKey(text.utf8)
/// let key = try line.key.rsa()
/// ```
///
/// Source: OpenSSH, sshd(8), "AUTHORIZED_KEYS FILE FORMAT"; RFC 4253, section 6.6.
public struct OpenSSHPublicKey: Sendable, Hashable {
    /// The key: RSA, Ed25519, or ECDSA on a NIST curve.
    public let key: AnyPublicKey
    /// The comment that follows the key; empty if there is none.
    public let comment: String

    /// Creates a key line with an optional comment of one line.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for a key that OpenSSH does not support, `.invalidOption` for a comment with
    ///   a control character.
    public init(_ key: AnyPublicKey, comment: String = "") throws(KeyError) {
        try OpenSSHPublicKey.check(comment: comment)
        _ = try OpenSSHBlob.encode(key)
        self.key = key
        self.comment = comment
    }

    /// Reads one line.
    ///
    /// - Parameter line: The type, the key in Base64 and an optional comment. `authorized_keys` options may precede
    ///   them. A final newline is ignored.
    /// - Throws: ``KeyError`` `.malformed`, also if the type on the line differs from the type in the key;
    ///   `.unsupported` for unknown types; `.invalidKey`.
    public init(_ line: borrowing some Bytes) throws(KeyError) {
        let line = line.withBytes { [UInt8](bytes: $0) }
        var text = line[...]
        if text.last == .newline { text.removeLast() }
        if text.last == .carriageReturn { text.removeLast() }
        guard !text.contains(.newline) else { throw KeyError(.malformed, "more than one line where one key should be") }
        var words = OpenSSHPublicKey.words(text)
        if let first = words.first, !OpenSSHPublicKey.isType(first) { words.removeFirst() }
        guard words.count >= 2, OpenSSHPublicKey.isType(words[0]) else {
            throw KeyError(.malformed, "not an OpenSSH key line: expected type and key in Base64")
        }
        let type = String(decoding: words[0], as: UTF8.self)
        let blob: [UInt8]
        do {
            blob = try Base64.standard.decode(words[1])
        } catch {
            throw KeyError(
                .malformed, at: words[1].startIndex + (error.position?.offset ?? 0),
                "the key on the line is not Base64: \(error.reason)")
        }
        try self.init(
            blob: blob, type: type,
            comment: words.count > 2
                ? String(decoding: text[words[2].startIndex...], as: UTF8.self) : "")
    }

    private init(blob: [UInt8], type: String, comment: String) throws(KeyError) {
        var reader = SSHReader(0..<blob.count)
        var name = reader
        guard try name.text(in: blob.span) == type else {
            // The type is not quoted: it may be anything.
            throw KeyError(.malformed, "the key on the line is of another type than the word before it")
        }
        key = try OpenSSHBlob.decode(&reader, in: blob.span)
        try reader.finish()
        self.comment = comment
    }

    static func check(comment: String) throws(KeyError) {
        guard comment.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            throw KeyError(.invalidOption, "a comment with a control character, which would end the line")
        }
    }

    /// The line, without a newline.
    public var text: String {
        // The initializer has rejected unsupported keys.
        guard let type = try? OpenSSHBlob.typeName(key), let blob = try? OpenSSHBlob.encode(key) else {
            preconditionFailure("a key that OpenSSH has no form for")
        }
        return "\(type) \(Base64.standard.encode(blob))" + (comment.isEmpty ? "" : " \(comment)")
    }

    /// The key in SSH's binary format; its SHA-256 is the fingerprint.
    ///
    /// - Returns: The bytes that a key line contains in Base64.
    /// - Throws: ``KeyError`` `.wrongKind` or `.unsupported` for a key that OpenSSH does not support.
    public static func blob(_ key: AnyPublicKey) throws(KeyError) -> [UInt8] { try OpenSSHBlob.encode(key) }

    /// Splits at spaces and tabs, except inside quotes, which occur in options.
    private static func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var words: [ArraySlice<UInt8>] = []
        var start: Int?
        var isQuoted = false
        for index in text.indices {
            let byte = text[index]
            // The rest is the comment, where quotes have no meaning.
            if byte == .quotationMark, words.isEmpty, !(index > text.startIndex && text[index - 1] == .backslash) {
                isQuoted.toggle()
            }
            if byte.isBlank && !isQuoted {
                if let begin = start { words.append(text[begin..<index]) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        if let begin = start { words.append(text[begin...]) }
        return words
    }

    package static func isType(_ word: ArraySlice<UInt8>) -> Bool {
        ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"].contains { word.starts(with: $0.utf8) }
    }
}

/// Encoded as an `authorized_keys` line without options.
extension OpenSSHPublicKey: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(text.utf8) }
    package var codedText: String { text }
}
