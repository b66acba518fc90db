public import ArcaCore

extension ChecksumLine {
    /// A line that may contain a checksum.
    public struct Candidate: Sendable, Hashable {
        /// The line number, from 1.
        public let number: Int
        /// The line without its terminator.
        public let bytes: [UInt8]
    }

    /// The lines of a list that may contain a checksum: not comments (`#`), empty lines or signature armor.
    ///
    /// In text with an OpenPGP cleartext signature (RFC 9580, section 7), only the signed lines are returned; the
    /// signature is not verified. Lines end in LF or CR LF, or in NUL if the list contains one (`sha256sum --zero`). A
    /// byte order mark and UTF-16 are read, as PowerShell writes them.
    ///
    /// - Returns: The lines, and whether they are from a cleartext signature.
    public static func candidates(in list: borrowing some Bytes) -> (lines: [Candidate], isClearsigned: Bool) {
        let text = list.unmarkedText
        let separator: UInt8 = text.contains(0) ? 0 : .newline
        var part = Part.plain
        var lines: [Candidate] = []
        var isClearsigned = false
        for (index, line) in text.split(separator: separator, omittingEmptySubsequences: false).enumerated() {
            let line = line.last == .carriageReturn && separator == .newline ? line.dropLast() : line
            switch part {
            case .plain where line.elementsEqual("-----BEGIN PGP SIGNED MESSAGE-----".utf8):
                // Lines preceding it are not signed.
                lines = []
                (part, isClearsigned) = (.header, true)
            case .header:
                if line.isEmpty { part = .signed }
            case .signed where line.elementsEqual("-----BEGIN PGP SIGNATURE-----".utf8): part = .end
            case .end: break
            case .plain, .signed:
                let isEscaped = part == .signed && line.starts(with: "- ".utf8)
                let line = isEscaped ? line.dropFirst(2) : line
                if line.isEmpty || line.first == .numberSign { continue }
                lines.append(Candidate(number: index + 1, bytes: Array(line)))
            }
        }
        return (joined(lines), isClearsigned)
    }

    private enum Part { case plain, header, signed, end }
}
