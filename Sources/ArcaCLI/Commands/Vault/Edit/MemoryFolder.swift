internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem

/// A private folder in an in-memory file system, for secrets that another program reads as a file.
///
/// The memory can be swapped to disk, like that of any program.
enum MemoryFolder {
    static var places: [BytePath] {
        [UserFolder.variable("XDG_RUNTIME_DIR"), "/dev/shm"].compactMap(\.self)
    }

    /// Runs `body` with a new folder of mode 0700, in the first writable in-memory place.
    ///
    /// Afterwards all files in it, including those of other programs, are overwritten and removed. Termination signals
    /// are blocked while the folder is created and removed; `body` must handle them itself.
    ///
    /// - Throws: ``SystemError`` with code `.unsupported` if no place is in memory; the errors of `body`.
    static func use<Result>(in places: [BytePath] = Self.places, _ body: (BytePath) throws -> Result) throws -> Result {
        let before = holdSignals()
        guard let folder = make(inFirstOf: places) else {
            letSignals(before)
            throw SystemError(
                .unsupported,
                "there is no folder in memory to edit in: \(list(places)) cannot be written to, or is on a disk"
            ).withHint("mount a tmpfs, and set XDG_RUNTIME_DIR to it; with options, such as --label, no file is needed")
        }
        letSignals(before)
        defer {
            let before = holdSignals()
            remove(folder)
            letSignals(before)
        }
        return try body(folder)
    }

    private static func list(_ places: [BytePath]) -> String {
        places.map(\.description).joined(separator: " and ")
    }

    /// Whether a folder is in an in-memory file system, by the kernel's list of mounts.
    ///
    /// Source: proc_pid_mountinfo(5): the third field is the device, the one after ` - ` the file system type.
    static func isMemory(_ place: BytePath) -> Bool {
        var status = stat()
        guard place.withPointer({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR,
            let mounts = try? readAll("/proc/self/mountinfo")
        else { return false }
        let device = UInt64(truncatingIfNeeded: status.st_dev)
        let (major, minor) = (
            device >> 8 & 0xfff | device >> 32 & ~0xfff, device & 0xff | device >> 12 & 0xffff_ff00
        )
        let kinds = mounts.split(separator: .newline).compactMap { line -> [UInt8]? in
            let fields = line.split(separator: .space)
            guard fields.count > 6, Array(fields[2]) == Array("\(major):\(minor)".utf8),
                let dash = fields[6...].firstIndex(of: [UInt8.hyphen]), dash + 1 < fields.count
            else { return nil }
            return Array(fields[dash + 1])
        }
        return !kinds.isEmpty && kinds.allSatisfy { [Array("tmpfs".utf8), Array("ramfs".utf8)].contains($0) }
    }

    private static func readAll(_ path: BytePath) throws -> [UInt8] {
        var reader = try FileReader(path)
        return try reader.readAll(limit: 16 << 20)
    }

    /// Creates the folder in the first suitable place; a lazy `compactMap` would create two.
    private static func make(inFirstOf places: [BytePath]) -> BytePath? {
        for place in places where isMemory(place) {
            if let folder = make(in: place) { return folder }
        }
        return nil
    }

    private static func make(in place: BytePath) -> BytePath? {
        let path = place.appending(BytePath("arca-" + String(UInt64.random(in: 0 ... .max), radix: 36)))
        return path.withPointer { mkdir($0, 0o700) } == 0 ? path : nil
    }

    private static func remove(_ folder: BytePath) {
        var folders: [BytePath] = []
        for case .success(let entry) in FolderWalker(folder, links: .reported) {
            if entry.info.kind == .folder {
                folders.append(entry.path)
            } else {
                overwrite(entry.path)
                _ = entry.path.withPointer { unlink($0) }
            }
        }
        for folder in folders.reversed() { _ = folder.withPointer { rmdir($0) } }
    }

    /// Overwrites a file in place, which in memory overwrites its bytes.
    private static func overwrite(_ path: BytePath) {
        let descriptor = path.withPointer { open($0, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        var left = Int(status.st_size)
        while left > 0 {
            let count = ArcaPlatform.write(descriptor, zeros, min(left, zeros.count))
            guard count > 0 else { return }
            left -= count
        }
    }

    private static func holdSignals() -> sigset_t {
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        for signal in endingSignals { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        return before
    }

    private static func letSignals(_ before: sigset_t) {
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}

extension BytePath {
    /// Lends the path as a C string; system paths contain no NUL.
    fileprivate func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBytes { body($0.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped) }
    }
}
