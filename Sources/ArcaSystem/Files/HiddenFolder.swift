internal import ArcaPlatform
internal import Synchronization

/// A folder under a hidden name until it is complete; removed otherwise.
///
/// Shared by its owner and the thread that removes it when a signal ends the process.
final class HiddenFolder: Sendable {
    private enum State { case growing, placed, removed }

    let parent: Descriptor
    let name = BytePath(".arca-" + String(UInt64.random(in: 0 ... .max), radix: 36))
    private let state = Mutex(State.growing)

    /// Only chooses a name in `parent`; the caller creates the folder.
    init(in parent: consuming Descriptor) { self.parent = parent }

    /// Runs a step that must not overlap with the removal of the folder.
    func step<Result: ~Copyable>(_ body: () throws(SystemError) -> sending Result) throws(SystemError) -> sending Result
    {
        try state.withLock { state throws(SystemError) in
            guard state == .growing else { throw SystemError(.interrupted, "the folder was removed by a signal") }
            return try body()
        }
    }

    /// Moves the folder to its final name with `body`; it is not removed afterwards.
    func place(_ body: () throws(SystemError) -> Void) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            guard state == .growing else { throw SystemError(.interrupted, "the folder was removed by a signal") }
            try body()
            state = .placed
        }
    }

    /// Removes the folder and its contents, as far as possible, unless it has its final name.
    ///
    /// `then` runs before any other step can continue.
    func remove(then: () -> Void = {}) {
        state.withLock { state in
            if state == .growing {
                Self.remove(name, in: parent)
                state = .removed
            }
            then()
        }
    }

    private static func remove(_ name: BytePath, in parent: borrowing Descriptor) {
        if let folder = try? SafeFolder.open(name, in: parent) {
            fchmod(folder.number, 0o700)
            for inner in (try? FolderWalker.names(in: folder, "cannot remove \(name)")) ?? [] {
                let isFile = (try? inner.withCString("") { unlinkat(folder.number, $0, 0) }) == 0
                if !isFile { remove(inner, in: folder) }
            }
        }
        _ = try? name.withCString("") { unlinkat(parent.number, $0, AT_REMOVEDIR) }
    }
}
