internal import ArcaCodecs
public import ArcaCore

/// A line of a checksum list: a file name and its digest, in any common format.
///
/// | format | written by |
/// |---|---|
/// | `5891b5b5…  notes.txt`, `5891b5b5… *notes.txt` | GNU `sha256sum`, `b2sum`, `openssl dgst -r` |
/// | `5891b5b5… notes.txt` | BSD `sha256 -r`, or by hand |
/// | `SHA256 (notes.txt) = 5891b5b5…` | BSD `sha256`, `sha256sum --tag` |
/// | `SHA2-256(notes.txt)= 5891b5b5…` | `openssl dgst` |
/// | `notes.txt: 5891B5B5 …`, `notes.txt: SHA256 = 5891B5B5 …` | `gpg --print-md`, `gpg --print-mds` |
/// | `notes.txt 363a3020` | SFV |
/// | `SHA256 hash of notes.txt: 58 91 b5 b5 …` | `certutil -hashfile`, joined to one line |
/// | `3015617425 6 notes.txt` | `cksum` |
/// | `SHA256 (notes.txt) = WJG1tQ…=` | `cksum --base64` |
/// | `SHA256  5891B5B5…  C:\\notes.txt` | PowerShell's `Get-FileHash`; only the file name of a Windows path is used |
///
/// A leading backslash means that the name contains `\\`, `\n` or `\r` for a backslash, line feed or carriage return.
public struct ChecksumLine: Sendable, Hashable {
    /// The algorithm name in the line, or nil if the format has none.
    public let algorithmName: String?
    /// The file name, as raw bytes.
    public let fileName: [UInt8]
    /// The digest.
    public let digest: [UInt8]

    /// The output formats.
    public enum Style: Sendable, Hashable {
        /// Digest, two spaces, name.
        case gnu
        /// Algorithm, name in parentheses, digest.
        case tagged
    }

    /// Creates a line; `algorithmName` is for tagged lines.
    public init(algorithmName: String?, fileName: [UInt8], digest: [UInt8]) {
        self.algorithmName = algorithmName
        self.fileName = fileName
        self.digest = digest
    }

    /// Parses a line.
    ///
    /// - Parameter line: The line without its terminator; a trailing carriage return is ignored.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` and the offset of the error.
    public init(parsing line: borrowing some Bytes) throws(CryptoError) {
        var bytes = [UInt8](bytes: line)
        if bytes.last == .carriageReturn { bytes.removeLast() }
        let isEscaped = bytes.first == .backslash
        let start = isEscaped ? 1 : 0
        let parts: Parts
        if let tagged = ChecksumLine.tagged(bytes, from: start) {
            parts = tagged
        } else if !isEscaped, let foreign = try ChecksumLine.foreign(bytes) {
            parts = foreign
        } else {
            parts = try ChecksumLine.plain(bytes, from: start)
        }
        algorithmName = parts.algorithm
        fileName = isEscaped ? try ChecksumLine.unescape(parts.name) : Array(parts.name)
        digest = try ChecksumLine.digest(parts.digest)
    }

    /// Formats the line, without a terminator.
    ///
    /// - Parameters:
    ///   - style: The format.
    ///   - escapesName: Whether to escape backslashes and line ends in the name; true for lines that end in LF, false
    ///     for lines that end in NUL.
    /// - Returns: The line; its name is not always UTF-8.
    public func bytes(_ style: Style, escapesName: Bool = true) -> [UInt8] {
        let isEscaped = escapesName && fileName.contains { Self.escape(of: $0) != nil }
        let name =
            isEscaped ? fileName.flatMap { byte in Self.escape(of: byte).map { [0x5c, $0] } ?? [byte] } : fileName
        let hex = Array(Base16.standard.encode(digest).utf8)
        let mark: [UInt8] = isEscaped ? [0x5c] : []
        switch style {
        case .gnu: return mark + hex + [.space, .space] + name
        case .tagged: return mark + Array("\(algorithmName ?? "") (".utf8) + name + Array(") = ".utf8) + hex
        }
    }

    /// The character that follows the backslash in the escape of a byte, or nil if it needs none.
    private static func escape(of byte: UInt8) -> UInt8? {
        switch byte {
        case .backslash: .backslash
        case .newline: UInt8(ascii: "n")
        case .carriageReturn: UInt8(ascii: "r")
        default: nil
        }
    }

    typealias Parts = (algorithm: String?, name: ArraySlice<UInt8>, digest: ArraySlice<UInt8>)

    /// Splits `SHA256 (name) = hex` and `SHA2-256(name)= hex`; nil for any other format.
    private static func tagged(_ line: [UInt8], from start: Int) -> Parts? {
        // The digest has no parentheses, so the last one ends the name, which may contain some.
        guard let open = line[start...].firstIndex(of: .leftParenthesis), open > start,
            let close = line.lastIndex(of: .rightParenthesis), close > open
        else { return nil }
        var name = line[start..<open]
        while name.last == .space { name = name.dropLast() }
        guard isAlgorithm(name), !isDigest(name) else { return nil }
        var rest = line[(close + 1)...]
        if rest.first == .space { rest = rest.dropFirst() }
        guard rest.first == .equals else { return nil }
        rest = rest.dropFirst()
        if rest.first == .space { rest = rest.dropFirst() }
        return (String(decoding: name, as: UTF8.self), line[(open + 1)..<close], rest)
    }

    /// Splits `hex  name`, `hex *name` and `hex name`.
    private static func plain(_ line: [UInt8], from start: Int) throws(CryptoError) -> Parts {
        guard let space = line[start...].firstIndex(where: \.isBlank), space > start else {
            throw CryptoError(.invalidFormat, at: start, "not a checksum line: a digest, two spaces and a file name")
        }
        // After a single space the name cannot begin with a space or asterisk.
        let isMarked = space + 1 < line.count && [.space, UInt8.asterisk].contains(line[space + 1])
        let name = line[(space + (isMarked ? 2 : 1))...]
        guard !name.isEmpty else {
            throw CryptoError(.invalidFormat, at: space, "a digest is followed by two spaces, or ' *', and a file name")
        }
        return (nil, name, line[start..<space])
    }

    /// The sizes of digests that may be in Base64, in bytes.
    private static let base64ByteCounts = [16, 20, 28, 32, 48, 64]

    private static func digest(_ text: ArraySlice<UInt8>) throws(CryptoError) -> [UInt8] {
        if text.contains(where: { $0.hexDigitValue == nil }), let digest = try? Base64.standard.decode(text),
            base64ByteCounts.contains(digest.count)
        {
            return digest
        }
        do {
            let digest = try Base16.standard.decode(text)
            if !digest.isEmpty { return digest }
        } catch {
            let offset = text.startIndex + (error.position?.offset ?? 0)
            throw CryptoError(.invalidFormat, at: offset, "the digest is not hexadecimal: \(error.reason)")
        }
        throw CryptoError(.invalidFormat, at: text.startIndex, "there is no digest")
    }

    private static func unescape(_ name: ArraySlice<UInt8>) throws(CryptoError) -> [UInt8] {
        var plain: [UInt8] = []
        var index = name.startIndex
        while index < name.endIndex {
            guard name[index] == .backslash else {
                plain.append(name[index])
                index += 1
                continue
            }
            let next = index + 1 < name.endIndex ? name[index + 1] : 0
            switch next {
            case .backslash: plain.append(.backslash)
            case UInt8(ascii: "n"): plain.append(.newline)
            case UInt8(ascii: "r"): plain.append(.carriageReturn)
            default:
                throw CryptoError(.invalidFormat, at: index, "in an escaped name a backslash precedes '\\', 'n' or 'r'")
            }
            index += 2
        }
        return plain
    }
}
