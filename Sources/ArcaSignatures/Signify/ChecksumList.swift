internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// A list of files and their digests, as it is signed for releases: `SHA256SUMS`, or what `signify -C` reads.
///
/// The list has to be verified first; what was verified is what should be read here, without a second look at the file.
///
/// ```swift
/// let list = try ChecksumList(message)
/// for (entry, outcome) in try list.check(["base.tgz"], in: folder) {
///     guard case .matches = outcome else { … }
/// }
/// ```
public struct ChecksumList: Sendable {
    /// One line.
    public struct Entry: Sendable, Hashable {
        /// The file's name, in bytes as it stands on disk.
        public let fileName: [UInt8]
        /// The hash function.
        public let hash: HashFunction
        /// The digest.
        public let digest: [UInt8]
        /// The line in the list, from 1.
        public let line: Int

        /// The name as it may be shown: control characters escaped.
        public var shownName: String { String(printable: fileName) }

        /// Whether the name stays in the folder of the list: neither absolute nor with `..`.
        public var isInside: Bool {
            fileName.first != UInt8(ascii: "/")
                && !fileName.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                    .contains { $0.elementsEqual("..".utf8) }
        }
    }

    /// The lines in order, one or more; a name may stand on several, all of which have to fit.
    public let entries: [Entry]

    /// Reads a list.
    ///
    /// - Parameter text: Lines of BSD (`SHA256 (name) = …`, also in Base64) or of GNU (`…  name`), which end in LF or CR LF.
    /// - Throws: ``SignatureError`` `.malformed` with the line, also for an empty list, which proves nothing; `.unsupported` for
    ///   MD5, SHA-1 and hash functions that are not known.
    public init(_ text: borrowing some Bytes) throws(SignatureError) {
        var entries: [Entry] = []
        let bytes = [UInt8](bytes: text)
        for (index, range) in SignatureText.lines(bytes.span).enumerated() {
            do throws(SignatureError) {
                entries.append(try Self.entry(bytes[range], line: index + 1))
            } catch {
                throw SignatureError(error.code, at: .name("line \(index + 1)"), "line \(index + 1): \(error.reason)")
            }
        }
        guard !entries.isEmpty else { throw SignatureError(.malformed, "the list is empty, which proves nothing") }
        self.entries = entries
    }

    private static func entry(_ bytes: ArraySlice<UInt8>, line: Int) throws(SignatureError) -> Entry {
        let parsed = try SignatureError.wrap { try ChecksumLine(parsing: hexadecimal(bytes)) }
        guard let function = try function(parsed) else {
            throw SignatureError(
                .unsupported, "a digest of \(parsed.digest.count) bytes, whose hash function is not known")
        }
        guard !function.isInsecure else {
            throw SignatureError(.unsupported, "\(function.name), which no longer proves that a file is the same")
        }
        guard parsed.digest.count == function.digestByteCount else {
            throw SignatureError(
                .malformed, "\(parsed.digest.count) bytes where \(function.name) has \(function.digestByteCount)")
        }
        return Entry(fileName: parsed.fileName, hash: function, digest: parsed.digest, line: line)
    }

    /// The hash function that a line names, or the one that its length tells.
    private static func function(_ line: ChecksumLine) throws(SignatureError) -> HashFunction? {
        guard let name = line.algorithmName else {
            return [HashFunction.sha256, .sha384, .sha512, .sha1, .md5].first {
                $0.digestByteCount == line.digest.count
            }
        }
        guard let function = try? HashFunction(named: name), !function.isExtendable else { return nil }
        return function
    }

    /// A line whose digest is in Base64 (`sha256 -b`), with it in hexadecimal; others as they are.
    private static func hexadecimal(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let separator = Array(") = ".utf8)
        guard let start = line.indices.last(where: { line[$0...].starts(with: separator) }) else { return Array(line) }
        let digest = line[(start + separator.count)...]
        guard digest.last == UInt8(ascii: "="), let bytes = try? Base64.standard.decode(digest) else {
            return Array(line)
        }
        return line[..<(start + separator.count)] + Array(Base16.encode(bytes).utf8)
    }

    /// The lines for files.
    ///
    /// - Parameter names: The files that are asked for; empty for all of the list.
    /// - Returns: The lines in their order; every one has to fit.
    /// - Throws: ``SignatureError`` `.invalidOption` for a file that is not in the list.
    public func entries(for names: [[UInt8]]) throws(SignatureError) -> [Entry] {
        guard !names.isEmpty else { return entries }
        let listed = Set(entries.map { $0.fileName })
        for name in names where !listed.contains(name) {
            throw SignatureError(.invalidOption, "\(String(printable: name)) is not in the list")
        }
        let asked = Set(names)
        return entries.filter { asked.contains($0.fileName) }
    }
}
