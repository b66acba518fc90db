public import ArcaCore
public import ArcaKeys

extension Age {
    /// A file of recipients: one a line, with comments behind `#` and empty lines between.
    ///
    /// ```swift
    /// let file = try Age.RecipientFile("# Alice\nage1…\nssh-ed25519 AAAA… bob".utf8)
    /// let format = Age(recipients: file.recipients)
    /// ```
    ///
    /// A list of SSH keys, such as `authorized_keys`, may hold keys of kinds that files cannot be encrypted to: these
    /// lines are left out, and ``skippedLines`` tells which. Source: age(1), "RECIPIENTS AND IDENTITIES".
    public struct RecipientFile: Sendable {
        /// The recipients, in the file's order; at least one.
        public let recipients: [any Recipient]
        /// Numbers, from 1, of lines with SSH keys that are no RSA key of 2,048 bits or more and no Ed25519 key.
        public let skippedLines: [Int]
        /// The certificate that the recipient's key was found in; nil when it was in none.
        ///
        /// It is not verified, and its validity is for the caller to look at.
        public let certificate: X509Certificate?

        /// Reads a file.
        ///
        /// - Parameter text: The whole file; a public key or a certificate in PEM or DER, with a key for RSA, Ed25519 or
        ///   X25519, is one recipient. Of a chain of certificates, each signed by the next one's name, it is the first.
        /// - Throws: ``ContainerError``: `.malformed` or `.unsupported` with the line's number and never its content, which
        ///   may be secret by mistake; `.malformed` when there is no recipient.
        public init(_ text: borrowing some Bytes) throws(ContainerError) {
            let text = Array(bytes: text)
            guard !AgeSSHKeys.isKeyFile(text.span) else {
                let key = try AgeSSHKeys.publicKey(in: text)
                recipients = [try AgeSSHKeys.recipient(try ContainerError.ofKey { try key.publicKey() })]
                skippedLines = []
                certificate = key.certificate
                return
            }
            certificate = nil
            var found: [any Recipient] = []
            var skipped: [Int] = []
            for (number, line) in AgeLines.content(of: text) {
                do {
                    found.append(try Age.recipient(named: line))
                } catch {
                    if error.code == .unsupported, Age.isSSHKey(line) {
                        skipped.append(number)
                        continue
                    }
                    throw ContainerError(error.code, "line \(number): \(error.reason)")
                }
            }
            guard !found.isEmpty else { throw ContainerError(.malformed, "the file contains no recipient") }
            recipients = found
            skippedLines = skipped
        }
    }

    /// Reads one recipient, as an option or a line names it.
    ///
    /// - Parameter text: `age1…`, `age1pq1…`, `ssh-ed25519 AAAA…` or `ssh-rsa AAAA…`.
    /// - Returns: The recipient.
    /// - Throws: ``ContainerError``: `.malformed`, or `.unsupported` for plugin recipients and for SSH keys of other kinds.
    public static func recipient(named text: String) throws(ContainerError) -> any Recipient {
        if isSSHKey(text) { return try AgeSSHKeys.recipient(line: text) }
        // The separator is the last 1: age1pq1… is of a kind of its own, not a key of X25519 that begins with pq1.
        let prefix = text.lastIndex(of: "1").map { text[..<$0].lowercased() }
        return prefix == HybridRecipient.prefix ? try HybridRecipient(text) : try X25519Recipient(text)
    }

    /// Whether a line begins as SSH's public keys do.
    static func isSSHKey(_ text: String) -> Bool { text.utf8.withBytes { isSSHKey($0) } }

    /// Whether a line, which may be secret, begins as SSH's public keys do.
    static func isSSHKey(_ line: Span<UInt8>) -> Bool {
        ["ssh-", "ecdsa-", "sk-"].contains { line.begins(with: $0.utf8) }
    }
}

/// The lines of files of recipients and identities.
enum AgeLines {
    /// The lines with content, numbered from 1, without their ends; a line that is no UTF-8 gets replacement characters.
    static func content(of text: [UInt8]) -> [(number: Int, text: String)] {
        ranges(in: text.span).map { ($0.number, String(decoding: text[$0.range], as: UTF8.self)) }
    }

    /// Where the lines with content lie, numbered from 1, without their ends.
    static func ranges(in text: Span<UInt8>) -> [(number: Int, range: Range<Int>)] {
        var ranges: [(number: Int, range: Range<Int>)] = []
        var (number, start) = (0, 0)
        while start < text.count {
            let end = (start..<text.count).first { text[$0] == 0x0a } ?? text.count
            number += 1
            let range = start..<(end > start && text[end - 1] == 0x0d ? end - 1 : end)
            if !range.isEmpty, text[start] != UInt8(ascii: "#") { ranges.append((number, range)) }
            start = end + 1
        }
        return ranges
    }
}
