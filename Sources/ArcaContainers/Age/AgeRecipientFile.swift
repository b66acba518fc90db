public import ArcaCore
public import ArcaKeys

extension Age {
    /// A file of recipients, one per line, with `#` comments and empty lines.
    ///
    /// ```swift
    /// let file = try Age.RecipientFile("# Alice\nage1…\nssh-ed25519 AAAA… bob".utf8)
    /// let format = Age(recipients: file.recipients)
    /// ```
    ///
    /// A list of SSH keys, such as `authorized_keys`, may contain keys that cannot be encrypted to. These lines are
    /// skipped and listed in ``skippedLines``.
    ///
    /// Source: age(1), "RECIPIENTS AND IDENTITIES".
    public struct RecipientFile: Sendable {
        /// The recipients in file order, at least one.
        public let recipients: [any Recipient]
        /// The numbers of lines with unsupported SSH keys, counted from 1.
        ///
        /// Supported are Ed25519 keys and RSA keys of at least 2,048 bits.
        public let skippedLines: [Int]
        /// The certificate that contained the recipient's key, or nil.
        ///
        /// It is not verified. The caller checks its validity period.
        public let certificate: X509Certificate?

        /// Reads a file.
        ///
        /// - Parameters:
        ///   - text: The whole file. A single public key or certificate in PEM or DER (RSA, Ed25519 or X25519) is one
        ///     recipient. In a certificate chain, where each certificate names the next as its issuer, it is the first.
        ///   - plugins: Allows recipients of plugins; nil rejects them.
        /// - Throws: ``ContainerError``: `.malformed` or `.unsupported` with the line number but never its content,
        ///   which might be a secret pasted by mistake; `.malformed` if there is no recipient.
        public init(_ text: borrowing some Bytes, plugins: Plugins? = nil) throws(ContainerError) {
            let text = text.unmarkedText
            guard !AgeSSHKeys.isKeyFile(text.span) else {
                let key = try AgeSSHKeys.publicKey(in: text)
                recipients = [try AgeSSHKeys.recipient(try ContainerError.ofKey { try key.publicKey() })]
                skippedLines = []
                certificate = key.certificate
                return
            }
            certificate = nil
            var found: [any Recipient] = []
            var skipped: [(number: Int, reason: String)] = []
            for (number, line) in AgeLines.content(of: text) {
                do {
                    found.append(try Age.recipient(named: line, plugins: plugins))
                } catch {
                    if error.code == .unsupported, Age.isSSHKey(line) {
                        skipped.append((number, error.reason))
                        continue
                    }
                    throw ContainerError(error.code, "line \(number): \(error.reason)", hint: error.hint)
                }
            }
            guard !found.isEmpty else {
                throw skipped.first.map { ContainerError(.unsupported, "line \($0.number): \($0.reason)") }
                    ?? ContainerError(.malformed, "the file contains no recipient")
            }
            recipients = found
            skippedLines = skipped.map(\.number)
        }
    }

    /// Parses one recipient from an option or a line.
    ///
    /// - Parameters:
    ///   - text: `age1…`, `age1pq1…`, `ssh-ed25519 AAAA…` or `ssh-rsa AAAA…`; `age1NAME1…` with `plugins`.
    ///   - plugins: Allows a recipient of a plugin; nil rejects it.
    /// - Returns: The recipient.
    /// - Throws: ``ContainerError``: `.malformed`, or `.unsupported` for plugin recipients and other kinds of SSH keys.
    public static func recipient(
        named text: String, plugins: Plugins? = nil
    ) throws(ContainerError) -> any Recipient {
        if isSSHKey(text) { return try AgeSSHKeys.recipient(line: text) }
        // The separator is the last 1: age1pq1… is a separate type, not an X25519 key that begins with pq1.
        let prefix = text.lastIndex(of: "1").map { text[..<$0].lowercased() }
        if prefix == HybridRecipient.prefix { return try HybridRecipient(text) }
        if let plugins, let prefix, prefix.hasPrefix(AgePluginName.recipientPrefix) {
            return try PluginRecipient(text, plugins: plugins)
        }
        return try X25519Recipient(text)
    }

    static func isSSHKey(_ text: String) -> Bool { text.utf8.withBytes { isSSHKey($0) } }

    static func isSSHKey(_ line: Span<UInt8>) -> Bool {
        ["ssh-", "ecdsa-", "sk-"].contains { line.begins(with: $0.utf8) }
    }
}

enum AgeLines {
    /// The nonempty lines with their numbers from 1, without line ends; invalid UTF-8 is replaced.
    static func content(of text: [UInt8]) -> [(number: Int, text: String)] {
        ranges(in: text.span).map { ($0.number, String(decoding: text[$0.range], as: UTF8.self)) }
    }

    /// The ranges of the nonempty lines with their numbers from 1, without line ends.
    static func ranges(in text: Span<UInt8>) -> [(number: Int, range: Range<Int>)] {
        var ranges: [(number: Int, range: Range<Int>)] = []
        var (number, start) = (0, 0)
        while start < text.count {
            let end = (start..<text.count).first { text[$0] == .newline } ?? text.count
            number += 1
            let range = start..<(end > start && text[end - 1] == .carriageReturn ? end - 1 : end)
            if !range.isEmpty, text[start] != .numberSign { ranges.append((number, range)) }
            start = end + 1
        }
        return ranges
    }
}
