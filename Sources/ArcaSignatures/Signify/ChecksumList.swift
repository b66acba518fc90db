internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// A list of files and digests, often signed for releases: `SHA256SUMS`, or the input of `signify -C`.
///
/// Verify the signature of the list first. Then parse the verified bytes; do not read the file a second time.
///
/// ```swift
/// let list = try ChecksumList(message)
/// for (entry, outcome) in try list.check(["base.tgz"], in: folder) {
///     guard case .matches = outcome else { … }
/// }
/// ```
public struct ChecksumList: Sendable {
    /// An entry: one line of the list.
    public struct Entry: Sendable, Hashable {
        /// The file name, as raw bytes.
        public let fileName: [UInt8]
        /// The hash function.
        public let hash: AnyHashFunction
        /// The expected digest.
        public let digest: [UInt8]
        /// The line number, from 1.
        public let line: Int

        /// The file name, with control characters escaped for display.
        public var shownName: String { String(printable: fileName) }

        /// Whether the name stays inside the folder: relative and without `..`.
        public var isInside: Bool {
            fileName.first != .slash
                && !fileName.split(separator: .slash, omittingEmptySubsequences: false)
                    .contains { $0.elementsEqual("..".utf8) }
        }
    }

    /// The entries in order, at least one.
    ///
    /// A name may occur more than once; then all its digests must match.
    public let entries: [Entry]

    /// Parses a list.
    ///
    /// - Parameter text: Lines in BSD (`SHA256 (name) = …`, also in Base64) or GNU format (`…  name`), ending in LF or
    ///   CR LF.
    /// - Throws: ``SignatureError`` `.malformed` with the line number, also for an empty list; `.unsupported` for MD5,
    ///   SHA-1 and unknown hash functions.
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

    /// The hash function named on a line, or inferred from the digest length.
    private static func function(_ line: ChecksumLine) throws(SignatureError) -> AnyHashFunction? {
        guard let name = line.algorithmName else {
            return [AnyHashFunction.sha256, .sha384, .sha512, .sha1, .md5].first {
                $0.digestByteCount == line.digest.count
            }
        }
        guard let function = try? AnyHashFunction(named: name), !function.isExtendable else { return nil }
        return function
    }

    /// Converts a Base64 digest (`sha256 -b`) to hexadecimal; returns other lines unchanged.
    private static func hexadecimal(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let separator = Array(") = ".utf8)
        guard let start = line.indices.last(where: { line[$0...].starts(with: separator) }) else { return Array(line) }
        let digest = line[(start + separator.count)...]
        guard digest.last == .equals, let bytes = try? Base64.standard.decode(digest) else {
            return Array(line)
        }
        return line[..<(start + separator.count)] + Array(Base16.standard.encode(bytes).utf8)
    }

    /// The entries for file names as listed, in order, or all entries for no names; every one must match.
    ///
    /// - Throws: ``SignatureError`` `.invalidOption` for a name that is not in the list.
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
