/// A layout of test-vector files: tells its own files by their content, and reads them.
///
/// A new format is one file with a type of this protocol, and its line in ``FormatTable``.
public protocol VectorFormat: Sendable {
    /// What reports call it: `wycheproof`.
    static var name: String { get }

    /// Whether a file is of this format, by its content; at most one format should say so.
    static func claims(_ source: VectorSource) -> Bool

    /// Reads a file that it has claimed.
    ///
    /// - Parameter source: The file.
    /// - Returns: All its cases with every field, and what is wrong with the rest of it.
    /// - Throws: ``VectorError`` with code `.malformed` when the file cannot be read as a whole.
    static func read(_ source: VectorSource) throws(VectorError) -> VectorFile
}
