internal import ArcaPlatform
internal import Synchronization

/// A folder that grows under a hidden name until it gets its own, and goes away when it does not.
///
/// Its owner and the thread that removes it when a signal ends the process share it.
final class HiddenFolder: Sendable {
    private enum State { case growing, placed, removed }

    let parent: Descriptor
    let name = BytePath(".arca-" + String(UInt64.random(in: 0 ... .max), radix: 36))
    private let state = Mutex(State.growing)

    /// Names a folder in `parent`; it is made by the caller.
    init(in parent: consuming Descriptor) { self.parent = parent }

    /// Does something in the folder that cannot be in the middle of its removal.
    func step<Result: ~Copyable>(_ body: () throws(SystemError) -> sending Result) throws(SystemError) -> sending Result
    {
        try state.withLock { state throws(SystemError) in
            guard state == .growing else { throw SystemError(.interrupted, "the folder was removed by a signal") }
            return try body()
        }
    }

    /// Gives the folder its own name by `body`, after which nothing removes it.
    func place(_ body: () throws(SystemError) -> Void) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            guard state == .growing else { throw SystemError(.interrupted, "the folder was removed by a signal") }
            try body()
            state = .placed
        }
    }

    /// Removes the folder and all that is in it, as far as the system allows, unless it has its own name.
    ///
    /// - Parameter then: Runs before anybody can go on with the folder.
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
