internal import ArcaCore
import ArcaSystem
import CArcaSQLite
import Synchronization

@testable import ArcaVault

/// Makes the vault's VFS fail for the files of chosen folders, in any test and under any layer.
///
/// ```swift
/// let faults = try FaultyVFS.arm(folder)  // before opening anything in the folder
/// faults.fail(at: 3, .fullDisk)
/// ```
enum FaultyVFS {
    /// Applies a fault plan to the files in a folder; without faults the plan only counts.
    ///
    /// - Parameter folder: A folder used by this test only; the plan applies until the process ends.
    /// - Returns: The plan, without faults.
    /// - Throws: If the folder does not exist.
    static func arm(_ folder: BytePath) throws -> FaultPlan {
        try VaultVFS.register()
        guard isInstalled else { throw VaultError(.systemFailed, "no such VFS") }
        let plan = FaultPlan()
        // SQLite receives paths with symbolic links resolved.
        let prefix = try SymbolicLink.resolve(folder).bytes + [UInt8(ascii: "/")]
        plans.withLock { $0.append((prefix, plan)) }
        return plan
    }

    private static let plans = Mutex<[(prefix: [UInt8], plan: FaultPlan)]>([])

    fileprivate static func plan(for name: UnsafePointer<CChar>) -> FaultPlan? {
        let path = BytePath(cString: name).bytes
        return plans.withLock { $0.last { path.starts(with: $0.prefix) }?.plan }
    }

    fileprivate typealias Open =
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
            UnsafeMutablePointer<Int32>?
        ) -> Int32
    fileprivate typealias Delete =
        @convention(c) (UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, Int32) -> Int32

    nonisolated(unsafe) fileprivate static var open: Open?
    nonisolated(unsafe) fileprivate static var delete: Delete?

    /// Patches the registered VFS once and reserves room in front of its files.
    ///
    /// A connection opened before has no such room, so its files are never wrapped.
    private static let isInstalled: Bool = {
        guard let vfs = sqlite3_vfs_find(VaultVFS.name) else { return false }
        open = vfs.pointee.xOpen
        delete = vfs.pointee.xDelete
        vfs.pointee.szOsFile += Int32(MemoryLayout<FaultyFile>.size)
        vfs.pointee.xOpen = { openFaulty($0, $1, $2, $3, $4) }
        vfs.pointee.xDelete = { deleteFaulty($0, $1, $2) }
        return true
    }()
}

/// The header in front of the underlying VFS's file.
private struct FaultyFile {
    var methods: UnsafePointer<sqlite3_io_methods>?
    var plan: Unmanaged<FaultPlan>
}

private typealias File = UnsafeMutablePointer<sqlite3_file>?

private func plan(of file: File) -> FaultPlan {
    UnsafeMutableRawPointer(file.unsafelyUnwrapped).assumingMemoryBound(to: FaultyFile.self).pointee.plan
        .takeUnretainedValue()
}

private func below(_ file: File) -> UnsafeMutablePointer<sqlite3_file> {
    (UnsafeMutableRawPointer(file.unsafelyUnwrapped) + MemoryLayout<FaultyFile>.size).assumingMemoryBound(
        to: sqlite3_file.self)
}

private func methods(_ file: File) -> sqlite3_io_methods { below(file).pointee.pMethods.pointee }

private func openFaulty(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ file: File, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let name, let plan = FaultyVFS.plan(for: name) else {
        return FaultyVFS.open.unsafelyUnwrapped(vfs, name, file, flags, outFlags)
    }
    file?.pointee.pMethods = nil
    if plan.strike(.open) != nil { return SQLITE_CANTOPEN }
    let result = FaultyVFS.open.unsafelyUnwrapped(vfs, name, below(file), flags, outFlags)
    guard result == SQLITE_OK else { return result }
    UnsafeMutableRawPointer(file.unsafelyUnwrapped).initializeMemory(
        as: FaultyFile.self, to: FaultyFile(methods: faultyMethods, plan: .passUnretained(plan)))
    return SQLITE_OK
}

private func deleteFaulty(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ syncsFolder: Int32
) -> Int32 {
    if let name, FaultyVFS.plan(for: name)?.strike(.unlink) != nil { return arca_sqlite_ioerr_delete }
    return FaultyVFS.delete.unsafelyUnwrapped(vfs, name, syncsFolder)
}

private func writeFaulty(_ file: File, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
    guard let fault = plan(of: file).strike(.write) else {
        return methods(file).xWrite(below(file), bytes, count, offset)
    }
    _ = methods(file).xWrite(below(file), bytes, count / 2, offset)
    return fault == .fullDisk ? SQLITE_FULL : arca_sqlite_ioerr_write
}

// The closures capture nothing, as C functions require.
nonisolated(unsafe) private let faultyMethods: UnsafePointer<sqlite3_io_methods> = {
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var own = sqlite3_io_methods()
    own.iVersion = 1  // no shared memory, no mapping
    own.xClose = { methods($0).xClose(below($0)) }
    own.xRead = { methods($0).xRead(below($0), $1, $2, $3) }
    own.xWrite = { writeFaulty($0, $1, $2, $3) }
    own.xTruncate = {
        plan(of: $0).strike(.truncate) == nil ? methods($0).xTruncate(below($0), $1) : arca_sqlite_ioerr_truncate
    }
    own.xSync = { plan(of: $0).strike(.sync) == nil ? methods($0).xSync(below($0), $1) : arca_sqlite_ioerr_fsync }
    own.xFileSize = { methods($0).xFileSize(below($0), $1) }
    own.xLock = { methods($0).xLock(below($0), $1) }
    own.xUnlock = { methods($0).xUnlock(below($0), $1) }
    own.xCheckReservedLock = { methods($0).xCheckReservedLock(below($0), $1) }
    own.xFileControl = { methods($0).xFileControl(below($0), $1, $2) }
    own.xSectorSize = { methods($0).xSectorSize(below($0)) }
    own.xDeviceCharacteristics = { methods($0).xDeviceCharacteristics(below($0)) }
    table.initialize(to: own)
    return UnsafePointer(table)
}()
