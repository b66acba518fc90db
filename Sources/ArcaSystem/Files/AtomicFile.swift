public import ArcaCore
internal import ArcaPlatform

/// An output file that appears complete or not at all; or a device, pipe or standard output, written directly.
///
/// The bytes are written to an unnamed file next to the target (`O_TMPFILE`), so a failure, a full disk or `kill -9`
/// leaves nothing behind. ``commit(isDurable:)`` flushes the file to disk and gives it the target's name atomically. If
/// the file system does not support unnamed files, a hidden name `.arca-…` is used; it is removed on release and when a
/// signal ends the process. A symbolic link is followed and its target replaced. Devices, pipes, `/dev/stdout` and
/// `/dev/fd/N` are written immediately.
///
/// ```swift
/// var output = try AtomicFile("notes.age")
/// try output.write(bytes)
/// try output.commit()
/// ```
public struct AtomicFile: ~Copyable, Sendable, ByteWriter {
    /// Writing throws system errors.
    public typealias Failure = SystemError

    private var file: FileWriter
    private var placement: Placement?

    /// Opens a destination.
    ///
    /// An existing file is unchanged until ``commit(isDurable:)``. A new file gets mode 0644, subject to the umask. A
    /// replacement keeps the mode of the old file and, if permitted, its owner.
    ///
    /// - Parameters:
    ///   - path: The file to create or replace, or a device or pipe.
    ///   - secret: Whether to use mode 0600, even for a replacement.
    ///   - inputs: Files being read at the same time, which must not be replaced.
    /// - Throws: ``SystemError``: `.sameFile` if the target is one of `inputs`; `.isDirectory`, `.permissionDenied`
    ///   (also for a file that is not writable), `.notFound` (for the folder), or another system error.
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
            // Without O_TMPFILE the replacement has a name at once. No one else may open it before it has the mode of
            // the old file.
            let descriptor = try placement.open(mode: secret || existing != nil ? 0o600 : 0o644)
            if let existing, !secret { existing.lendMode(to: descriptor) }
            file = FileWriter(descriptor, name: path.description)
            self.placement = consume placement
        }
    }

    /// Opens a new file; the name must not exist, now or at ``commit(isDurable:)``, not even as a symbolic link.
    ///
    /// - Parameters:
    ///   - path: The file to create.
    ///   - secret: Whether to use mode 0600 instead of 0644, subject to the umask.
    /// - Throws: ``SystemError``: `.exists` if the name exists, or another system error.
    public init(new path: BytePath, secret: Bool = false) throws(SystemError) {
        guard try FileInfo.ifPresent(path) == nil else { throw SystemError(errno: EEXIST, "cannot write \(path)") }
        var placement = try Placement(path, replacing: nil, isExclusive: true)
        file = FileWriter(try placement.open(mode: secret ? 0o600 : 0o644), name: path.description)
        self.placement = consume placement
    }

    /// Writes to an open descriptor, such as standard output, and leaves it open.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - name: The name for error messages.
    ///   - inputs: Files being read at the same time. The shell may have redirected the descriptor to one of them.
    /// - Throws: ``SystemError``: `.sameFile` if the descriptor refers to one of `inputs`.
    public init(descriptor: Int32, name: String, inputs: [FileIdentity] = []) throws(SystemError) {
        try Target.descriptor(descriptor).refuse(inputs, BytePath(name))
        file = FileWriter(descriptor: descriptor, name: name)
    }

    /// Writes to standard output (descriptor 1), named `standard output`; `inputs` are files being read at the same
    /// time.
    ///
    /// - Throws: ``SystemError``: `.sameFile` if standard output is one of `inputs`.
    public static func standardOutput(inputs: [FileIdentity] = []) throws(SystemError) -> AtomicFile {
        try AtomicFile(descriptor: 1, name: "standard output", inputs: inputs)
    }

    /// The name for error messages.
    public var name: String { file.name }

    /// Whether the output appears only at ``commit(isDurable:)``; false for devices, pipes and open descriptors.
    public var isAtomic: Bool { placement != nil }

    /// Whether the destination is a terminal.
    public var isTerminal: Bool { file.isTerminal }

    /// Writes all bytes.
    ///
    /// - Throws: ``SystemError``: `.noSpace`, `.brokenPipe`, or another system error.
    public mutating func write(_ bytes: borrowing some Bytes) throws(SystemError) { try file.write(bytes) }

    /// Writes all bytes at an offset, without moving the position of ``write(_:)``.
    ///
    /// Safe to call from several threads at once.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: The offset from the beginning. A gap before it reads as zeros.
    /// - Throws: ``SystemError``; `.failed` for a pipe.
    public borrowing func write(_ bytes: borrowing some Bytes, at offset: Int) throws(SystemError) {
        try file.write(bytes, at: offset)
    }

    /// Flushes the file to disk and gives it the target's name; without this call, the target remains unchanged.
    ///
    /// - Parameter isDurable: Whether to wait for the disk. If not, the file may be empty or still the old one after a
    ///   power loss; use this for files that can be recreated.
    /// - Throws: ``SystemError`` if the disk fails. The target is then unchanged, unless only the final flush of the
    ///   folder failed.
    public consuming func commit(isDurable: Bool = true) throws(SystemError) {
        try placement?.place(file.descriptor, isDurable: isDurable, forcesFolder: isDurable)
    }

    /// Commits the file; its name is durable only after `Folder.forceToDisk`.
    ///
    /// This avoids one folder sync per file.
    ///
    /// - Throws: ``SystemError`` as ``commit(isDurable:)``.
    package consuming func commitInFolder() throws(SystemError) {
        try placement?.place(file.descriptor, isDurable: true, forcesFolder: false)
    }
}

private enum Target {
    /// A descriptor of this process, named by `/dev/stdout` or `/dev/fd/N`. Reopening it would lose its offset.
    case descriptor(Int32)
    case special(BytePath)
    /// A regular file, with its path after all links and its current state.
    case file(BytePath, FileInfo?)

    init(_ path: BytePath) throws(SystemError) {
        var place = path
        for _ in 0..<40 {  // as many links as the kernel follows
            if let number = Self.descriptorNumber(of: place) {
                self = .descriptor(number)
                return
            }
            guard let info = try FileInfo.ifPresent(place) else {
                if place.bytes.last == .slash { throw SystemError(errno: EISDIR, "cannot write \(path)") }
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
    /// Keeps owner, group and mode as far as permitted.
    fileprivate func lendMode(to descriptor: borrowing Descriptor) {
        var mode = mode
        if owner != geteuid(), fchown(descriptor.number, owner, gid_t.max) != 0 { mode &= 0o777 }
        // If the group cannot be kept, another one must not get its permissions.
        if group != getegid(), fchown(descriptor.number, uid_t.max, group) != 0 { mode &= 0o707 }
        fchmod(descriptor.number, mode_t(mode))
    }
}
