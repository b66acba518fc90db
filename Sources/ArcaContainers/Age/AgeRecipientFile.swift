public import ArcaCodecs

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
        /// Numbers, from 1, of lines with SSH keys of other kinds than RSA and Ed25519.
        public let skippedLines: [Int]

        /// Reads a file.
        ///
        /// - Parameter text: The whole file, or an RSA public key in PEM.
        /// - Throws: ``ContainerError``: `.malformed` or `.unsupported` with the line's number and never its content, which
        ///   may be secret by mistake; `.malformed` when there is no recipient.
        public init(_ text: borrowing some Bytes) throws(ContainerError) {
            let text = Array(bytes: text)
            var found: [any Recipient] = []
            var skipped: [Int] = []
            for (number, line) in AgeLines.content(of: text) {
                do throws(ContainerError) {
                    guard let recipient = try Age.recipient(line) else {
                        skipped.append(number)
                        continue
                    }
                    found.append(recipient)
                } catch {
                    throw ContainerError(error.code, "line \(number): \(error.reason)")
                }
            }
            guard !found.isEmpty else { throw ContainerError(.malformed, "there is no recipient in it") }
            recipients = found
            skippedLines = skipped
        }
    }

    /// Reads one recipient, as an option or a line names it.
    ///
    /// - Parameter text: `age1…`, `ssh-ed25519 AAAA…` or `ssh-rsa AAAA…`.
    /// - Returns: The recipient.
    /// - Throws: ``ContainerError``: `.malformed`, or `.unsupported` for post-quantum and plugin recipients and for SSH
    ///   keys of other kinds.
    public static func recipient(named text: String) throws(ContainerError) -> any Recipient {
        guard let recipient = try recipient(text) else {
            throw ContainerError(.unsupported, "of SSH keys, only ssh-ed25519 and ssh-rsa can be encrypted to")
        }
        return recipient
    }

    /// Reads a recipient; nil for an SSH key of a kind that cannot be one.
    private static func recipient(_ text: String) throws(ContainerError) -> (any Recipient)? {
        let isSSH = ["ssh-", "ecdsa-", "sk-"].contains { text.hasPrefix($0) }
        return isSSH ? nil : try X25519Recipient(text)
    }
}

/// The lines of files of recipients and identities.
enum AgeLines {
    /// The lines with content, numbered from 1, without their ends; a line that is no UTF-8 gets replacement characters.
    static func content(of text: [UInt8]) -> [(number: Int, text: String)] {
        text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let line = line.last == 0x0d ? line.dropLast() : line
            guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
            return (index + 1, String(decoding: line, as: UTF8.self))
        }
    }
}
