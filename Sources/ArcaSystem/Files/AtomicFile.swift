public import ArcaCodecs
internal import ArcaPlatform

/// Where a result goes: a file that appears whole or not at all, or a device, pipe or standard output as it is.
///
/// A file's bytes gather beside the target without a name (`O_TMPFILE`), so that neither a failure nor a full disk nor
/// `kill -9` leaves anything behind; ``commit(isDurable:)`` forces them to the disk and puts them under the target's name in one
/// step. Where the file system has no unnamed files, a hidden name `.arca-…` is used and removed when the value goes away
/// or a signal ends the process. A symbolic link is followed: what it points to is replaced. Devices, pipes,
/// `/dev/stdout` and `/dev/fd/N` are written directly, at once.
///
/// ```swift
/// var output = try AtomicFile("notes.age")
/// try output.write(bytes)
/// try output.commit()
/// ```
public struct AtomicFile: ~Copyable, Sendable, ByteWriter {
    /// Writing fails with a system error.
    public typealias Failure = SystemError

    private var file: FileWriter
    private var placement: Placement?

    /// Opens a destination; what is there stays as it is until ``commit(isDurable:)``.
    ///
    /// A new file has mode 0644 less the process's mask; one that replaces a file takes over its mode and, where allowed,
    /// its owner.
    ///
    /// - Parameters:
    ///   - path: The file to make or replace, or a device or pipe.
    ///   - secret: Whether a file gets mode 0600, whatever was there.
    ///   - inputs: Files that are read meanwhile and must not be replaced.
    /// - Throws: ``SystemError``: `.sameFile` when the target is one of `inputs`; `.isDirectory`, `.permissionDenied`
    ///   (also for a file that may not be written), `.notFound` (the folder) and others as the system says.
    public init(_ path: BytePath, secret: Bool = false, inputs: [FileIdentity] = []) throws(SystemError) {
        let target = try Target(path)
        try target.refuse(inputs, path)
        switch target {
        case .descriptor(let number):
            file = FileWriter(descriptor: number, name: path.description)
        case .special(let path):
            file = FileWriter(try Descriptor(opening: path, O_WRONLY), name: path.description)
        case .file(let path, let existing):
            var placement = try Placement(path, replacing: existing)
            // A private file's replacement has a name at once where there is no O_TMPFILE: nobody else may open it
            // before it has taken the mode over.
            let descriptor = try placement.open(mode: secret || existing != nil ? 0o600 : 0o644)
            if let existing, !secret { existing.lendMode(to: descriptor) }
            file = FileWriter(descriptor, name: path.description)
            self.placement = consume placement
        }
    }

    /// Opens a new file, which must not be there, now and at ``commit(isDurable:)``; a symbolic link counts as being there.
    ///
    /// - Parameters:
    ///   - path: The file to make.
    ///   - secret: Whether the file gets mode 0600 instead of 0644 less the process's mask.
    /// - Throws: ``SystemError``: `.exists` when something of that name is there; others as the system says.
    public init(new path: BytePath, secret: Bool = false) throws(SystemError) {
        guard try FileInfo.ifPresent(path) == nil else { throw SystemError(errno: EEXIST, "cannot write \(path)") }
        var placement = try Placement(path, replacing: nil, isExclusive: true)
        file = FileWriter(try placement.open(mode: secret ? 0o600 : 0o644), name: path.description)
        self.placement = consume placement
    }

    /// Writes to a descriptor that is open already and stays open, such as standard output.
    ///
    /// - Parameters:
    ///   - descriptor: Its number.
    ///   - name: What messages call it.
    ///   - inputs: Files that are read meanwhile: the shell may have redirected the descriptor to one of them.
    /// - Throws: ``SystemError``: `.sameFile` when the descriptor refers to one of `inputs`.
    public init(descriptor: Int32, name: String, inputs: [FileIdentity] = []) throws(SystemError) {
        try Target.descriptor(descriptor).refuse(inputs, BytePath(name))
        file = FileWriter(descriptor: descriptor, name: name)
    }

    /// Writes to standard output, descriptor 1.
    ///
    /// - Parameter inputs: Files that are read meanwhile.
    /// - Returns: A destination named `standard output`.
    /// - Throws: ``SystemError``: `.sameFile` when standard output is one of `inputs`.
    public static func standardOutput(inputs: [FileIdentity] = []) throws(SystemError) -> AtomicFile {
        try AtomicFile(descriptor: 1, name: "standard output", inputs: inputs)
    }

    /// The name for messages.
    public var name: String { file.name }

    /// Whether nothing shows before ``commit(isDurable:)``; false for devices, pipes and open descriptors.
    public var isAtomic: Bool { placement != nil }

    /// Whether it is a terminal, where a person reads.
    public var isTerminal: Bool { file.isTerminal }

    /// Writes all of `bytes`.
    ///
    /// - Parameter bytes: Any number of bytes, also none.
    /// - Throws: ``SystemError``: `.noSpace`, `.brokenPipe` and others as the system says.
    public mutating func write(_ bytes: borrowing some Bytes) throws(SystemError) { try file.write(bytes) }

    /// Writes all of `bytes` at a place, without moving the place where ``write(_:)`` stands.
    ///
    /// Several threads may call it on one destination.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - offset: Bytes from the beginning; a gap before it reads as zeros.
    /// - Throws: ``SystemError``; `.failed` on a pipe.
    public borrowing func write(_ bytes: borrowing some Bytes, at offset: Int) throws(SystemError) {
        try file.write(bytes, at: offset)
    }

    /// Makes the result final: a file is forced to the disk and takes the target's name.
    ///
    /// Without it, dropping the value leaves the target as it was.
    ///
    /// - Parameter isDurable: Whether it waits for the disk. If not, the file may be empty or the old one after a power
    ///   loss, and committing takes no time; for what can be made again.
    /// - Throws: ``SystemError`` when the disk refuses; the target is then as before, unless only the last step, forcing
    ///   the folder to the disk, failed.
    public consuming func commit(isDurable: Bool = true) throws(SystemError) {
        try placement?.place(file.descriptor, isDurable: isDurable, forcesFolder: isDurable)
    }

    /// Makes the result final except for its name, which is on the disk after `Folder.forceToDisk`: for many files in one
    /// folder, each of which would wait for it.
    ///
    /// - Throws: ``SystemError`` as ``commit(isDurable:)``.
    package consuming func commitInFolder() throws(SystemError) {
        try placement?.place(file.descriptor, isDurable: true, forcesFolder: false)
    }
}

/// What a path leads to when it is written.
private enum Target {
    /// A descriptor of this process, named by `/dev/stdout` or `/dev/fd/N`: opening it again would lose its offset.
    case descriptor(Int32)
    /// A device or pipe.
    case special(BytePath)
    /// A regular file, at its place behind all links, with what is there now.
    case file(BytePath, FileInfo?)

    init(_ path: BytePath) throws(SystemError) {
        var place = path
        for _ in 0..<40 {  // as many links as the kernel follows
            if let number = Self.descriptorNumber(of: place) {
                self = .descriptor(number)
                return
            }
            guard let info = try FileInfo.ifPresent(place) else {
                if place.bytes.last == UInt8(ascii: "/") { throw SystemError(errno: EISDIR, "cannot write \(path)") }
                self = .file(place, nil)
                return
            }
            switch info.kind {
            case .link: place = place.parent.appending(try SymbolicLink.target(of: place))
            case .folder: throw SystemError(errno: EISDIR, "cannot write \(path)")
            case .regular:
                self = .file(place, info)
                return
            case .pipe, .device, .other:
                self = .special(place)
                return
            }
        }
        throw SystemError(errno: ELOOP, "cannot write \(path)")
    }

    /// Throws when the target is a regular file among `inputs`.
    func refuse(_ inputs: [FileIdentity], _ path: BytePath) throws(SystemError) {
        guard !inputs.isEmpty else { return }
        let info: FileInfo? =
            switch self {
            case .descriptor(let number): try Descriptor(borrowing: number).status("cannot write \(path)")
            case .special: nil
            case .file(_, let existing): existing
            }
        if let info, info.kind == .regular, inputs.contains(info.identity) {
            throw SystemError(.sameFile, "cannot write \(path): it is also an input")
        }
    }

    private static func descriptorNumber(of path: BytePath) -> Int32? {
        if path == "/dev/stdout" { return 1 }
        if path == "/dev/stderr" { return 2 }
        guard ["/dev/fd", "/proc/self/fd"].contains(path.parent) else { return nil }
        return Int32(String(decoding: path.name.bytes, as: UTF8.self))
    }
}

extension FileInfo {
    /// Gives a file that replaces this one the same owner, group and mode, as far as allowed.
    fileprivate func lendMode(to descriptor: borrowing Descriptor) {
        var mode = mode
        if owner != geteuid(), fchown(descriptor.number, owner, gid_t.max) != 0 { mode &= 0o777 }
        // Without its group the group's rights would fall to another one.
        if group != getegid(), fchown(descriptor.number, uid_t.max, group) != 0 { mode &= 0o707 }
        fchmod(descriptor.number, mode_t(mode))
    }
}
