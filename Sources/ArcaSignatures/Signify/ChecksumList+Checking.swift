internal import ArcaCrypto
public import ArcaSystem

extension ChecksumList {
    /// The result of checking one file.
    public enum Outcome: Sendable {
        /// The digest matches.
        case matches
        /// The digest does not match: the file was changed or is another file.
        case differs
        /// The file was not read: its name leads out of the folder, or it is not a regular file.
        case refused
        /// The file could not be read.
        case unreadable(SystemError)
    }

    /// Checks files against the list.
    ///
    /// ```swift
    /// let list = try ChecksumList(contentsOf: "SHA256SUMS")
    /// for (entry, outcome) in try list.check(in: "downloads") {
    ///     guard case .matches = outcome else { throw Refused(entry.shownName) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - names: The file names to check, as listed; empty for all.
    ///   - folder: The folder that contains the files.
    /// - Returns: The checked entries in order, each with its result. The list is good only if every file matches.
    /// - Throws: ``SignatureError`` `.invalidOption` for a name that is not in the list.
    public func check(
        _ names: [BytePath] = [], in folder: BytePath = "."
    ) throws(SignatureError) -> [(entry: Entry, outcome: Outcome)] {
        try entries(for: names.map(\.bytes)).map { entry in
            (entry, entry.check(in: folder, acceptsOutside: !names.isEmpty))
        }
    }

    /// Reads a list from a file.
    ///
    /// - Parameter path: The path of a file of at most 64 MiB.
    /// - Throws: `SystemError` if the file cannot be read; ``SignatureError`` as ``init(_:)``.
    public init(contentsOf path: BytePath) throws {
        var file = try FileReader(path)
        try self.init(try file.readAll(limit: 64 << 20))
    }
}

extension ChecksumList.Entry {
    /// Checks the file of this entry.
    ///
    /// - Parameters:
    ///   - folder: The folder that contains the file.
    ///   - acceptsOutside: Whether the name may lead out of the folder; only for names the user asked for.
    ///   - progress: Called with the byte count of each piece read.
    /// - Returns: The result.
    public func check(
        in folder: BytePath = ".", acceptsOutside: Bool = false, progress: (Int) -> Void = { _ in }
    ) -> ChecksumList.Outcome {
        let path = folder == "." ? BytePath(fileName) : folder.appending(BytePath(fileName))
        guard isInside || acceptsOutside, (try? FileInfo(path))?.kind ?? .regular == .regular else { return .refused }
        do {
            var file = try FileReader(path)
            var stream = try hash.stream()
            try ReadAhead.forEachPiece(of: &file) { piece in
                stream.update(piece)
                progress(piece.count)
            }
            return constantTimeEqual(try stream.finalize(), digest) ? .matches : .differs
        } catch let error as SystemError {
            return .unreadable(error)
        } catch {
            // Only if libcrypto lacks the hash function: nothing was compared.
            return .unreadable(SystemError(.unsupported, "\(error)"))
        }
    }
}
