internal import ArcaPlatform
internal import Synchronization

/// A random hidden file name, removed when a signal ends the process.
final class HiddenName: @unchecked Sendable {  // used only by its owner, the placement
    /// The name as a C string, valid for the lifetime of this object.
    var pointer: UnsafePointer<CChar> { UnsafePointer(name) }
    private let name: UnsafeMutablePointer<CChar>
    private let folder: Int32
    private var slot: Int?

    /// Chooses a name in `folder`, which must stay open longer than this object.
    init(in folder: borrowing Descriptor) {
        let text = ".arca-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        name = .allocate(capacity: HiddenNames.capacity)
        name.initialize(repeating: 0, count: HiddenNames.capacity)
        for (index, character) in text.utf8.enumerated() { name[index] = CChar(bitPattern: character) }
        self.folder = folder.number
    }

    var exists = false {
        didSet {
            if let slot { HiddenNames.shared.remove(slot) }
            slot = exists ? HiddenNames.shared.add(folder, name) : nil
        }
    }

    /// The folder must still be open.
    func remove() {
        if exists { unlinkat(folder, name, 0) }
        exists = false
    }

    deinit { name.deallocate() }
}

/// The hidden names in use, in memory that a signal handler can read at any time.
final class HiddenNames: @unchecked Sendable {  // the tables are written under `used`; handlers only read
    static let shared = HiddenNames()
    /// The size of a name with its NUL: `.arca-` and up to 13 digits.
    fileprivate static let capacity = 24
    private static let count = 16

    private let names: UnsafeMutablePointer<CChar>
    /// The folder descriptor of each name, or -1.
    private let folders: UnsafeMutablePointer<Atomic<Int32>>
    private let used = Mutex<UInt16>(0)

    private init() {
        names = .allocate(capacity: Self.count * Self.capacity)
        names.initialize(repeating: 0, count: Self.count * Self.capacity)
        folders = .allocate(capacity: Self.count)
        for slot in 0..<Self.count { (folders + slot).initialize(to: Atomic(-1)) }
        Self.isInUse.store(true, ordering: .releasing)
        Self.takeSignals()
    }

    private static let isInUse = Atomic(false)

    /// Installs handlers for the signals that end the process, once there are names.
    static func takeSignals() {
        guard isInUse.load(ordering: .acquiring) else { return }
        for number in endingSignals {
            var action = sigaction()
            sigaction(number, nil, &action)
            // Replaces only the default action: under nohup, SIGHUP stays ignored.
            guard action.isDefault else { continue }
            action.call(handler)
            sigaction(number, &action, nil)
        }
    }

    private static let handler: @convention(c) (Int32) -> Void = { number in
        unlinkAll()
        signal(number, nil)
        raise(number)
    }

    /// Whether a signal's handler removes the names and ends the process.
    static func handles(_ action: sigaction) -> Bool {
        action.handlerAddress == unsafeBitCast(handler, to: Int.self)
    }

    /// Nil if the table is full; a signal then leaves the file behind.
    fileprivate func add(_ folder: Int32, _ name: UnsafePointer<CChar>) -> Int? {
        used.withLock { used in
            let slot = (~used).trailingZeroBitCount
            guard slot < Self.count else { return nil }
            used |= 1 << slot
            (names + slot * Self.capacity).update(from: name, count: Self.capacity)
            folders[slot].store(folder, ordering: .releasing)
            return slot
        }
    }

    fileprivate func remove(_ slot: Int) {
        used.withLock { used in
            folders[slot].store(-1, ordering: .releasing)
            used &= ~(1 << slot)
        }
    }

    /// Removes the files of all names.
    ///
    /// The signal handler calls it: no allocation, no lock.
    static func unlinkAll() {
        if isInUse.load(ordering: .acquiring) { shared.unlinkAll() }
    }

    private func unlinkAll() {
        for slot in 0..<Self.count {
            let folder = folders[slot].load(ordering: .acquiring)
            if folder >= 0 { unlinkat(folder, names + slot * Self.capacity, 0) }
        }
    }
}
