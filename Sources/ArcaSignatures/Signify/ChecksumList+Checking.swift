public import ArcaCore
internal import ArcaCrypto
public import ArcaSystem

extension ChecksumList {
    /// What became of the file of a line.
    public enum Outcome: Sendable {
        /// It has the digest.
        case matches
        /// It has another digest: it is another file, or was changed.
        case differs
        /// It was not looked at: the name leads out of the folder, or to a folder, device or pipe.
        case refused
        /// It could not be read.
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
    ///   - names: The files, as the list calls them; empty for all of the list.
    ///   - folder: Where they are.
    /// - Returns: The lines in their order with what became of each; a list is good only if all match.
    /// - Throws: ``SignatureError`` `.invalidOption` for a file that is not in the list.
    public func check(
        _ names: [BytePath] = [], in folder: BytePath = "."
    ) throws(SignatureError) -> [(entry: Entry, outcome: Outcome)] {
        try entries(for: names.map(\.bytes)).map { entry in
            (entry, entry.check(in: folder, acceptsOutside: !names.isEmpty))
        }
    }

    /// Reads the list of a file.
    ///
    /// - Parameter path: A file of at most 64 MiB.
    /// - Throws: `SystemError` for a file that cannot be read; ``SignatureError`` as ``init(_:)``.
    public init(contentsOf path: BytePath) throws {
        var file = try FileReader(path)
        try self.init(try file.readAll(limit: 64 << 20))
    }
}

extension ChecksumList.Entry {
    /// Checks the file of this line.
    ///
    /// - Parameters:
    ///   - folder: Where it is.
    ///   - acceptsOutside: Whether a name may lead out of the folder; only for names that somebody has asked for.
    ///   - progress: Gets the bytes of each piece that was read.
    /// - Returns: What became of it.
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
            // Only a hash function that libcrypto does not offer: nothing was compared.
            return .unreadable(SystemError(.unsupported, "\(error)"))
        }
    }
}
