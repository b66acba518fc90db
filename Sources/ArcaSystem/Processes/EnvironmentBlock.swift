package import ArcaCore
internal import ArcaPlatform

/// The environment of a program to start, wiped on release because it may contain secrets.
package struct EnvironmentBlock: ~Copyable {
    private var entries: [UnsafeMutableBufferPointer<CChar>] = []

    package init() {
        var next = Environment.block
        while let entry = next.pointee {
            let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: strlen(entry) + 1)
            _ = copy.initialize(from: UnsafeBufferPointer(start: entry, count: copy.count))
            entries.append(copy)
            next += 1
        }
    }

    deinit { for entry in entries { Self.wipe(entry) } }

    /// Calls `body` with the name and value of each variable; it must not keep a value that may be secret.
    ///
    /// - Throws: Errors of `body`.
    package func forEach(_ body: (_ name: [UInt8], _ value: Span<UInt8>) throws -> Void) throws {
        for entry in entries {
            try entry.dropLast().withMemoryRebound(to: UInt8.self) { bytes in
                let end = bytes.firstIndex(of: .equals) ?? bytes.endIndex
                let value = UnsafeBufferPointer(rebasing: bytes[min(end + 1, bytes.endIndex)...])
                try body(Array(bytes[..<end]), value.span)
            }
        }
    }

    /// Sets or replaces a variable: a name of at least one byte without `=` and NUL, and a value without NUL.
    ///
    /// - Throws: ``SystemError`` `.unsupported` for an invalid name or value.
    package mutating func set(_ name: [UInt8], to value: borrowing some Bytes) throws(SystemError) {
        guard !name.isEmpty, !name.contains(where: { $0 == 0 || $0 == .equals }) else {
            throw SystemError(.unsupported, "'\(String(printable: name))' cannot be the name of a variable")
        }
        remove(name)
        let entry: UnsafeMutableBufferPointer<CChar>? = value.withBytes { value in
            guard !value.indices.contains(where: { value[$0] == 0 }) else { return nil }
            let entry = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.count + 1 + value.count + 1)
            var next = 0
            for byte in name + [UInt8.equals] {
                entry.initializeElement(at: next, to: CChar(bitPattern: byte))
                next += 1
            }
            for index in value.indices {
                entry.initializeElement(at: next, to: CChar(bitPattern: value[index]))
                next += 1
            }
            entry.initializeElement(at: next, to: 0)
            return entry
        }
        guard let entry else {
            throw SystemError(
                .unsupported, "the value of \(String(printable: name)) has a zero byte, which no variable can hold")
        }
        entries.append(entry)
    }

    /// Removes a variable if it is set.
    package mutating func remove(_ name: [UInt8]) {
        let beginning = (name + [UInt8.equals]).map { CChar(bitPattern: $0) }
        entries.removeAll { entry in
            guard entry.starts(with: beginning) else { return false }
            Self.wipe(entry)
            return true
        }
    }

    func withPointers<Result>(
        _ body: (ProcessStart.Strings) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        var pointers = entries.map(\.baseAddress) + [nil]
        return try pointers.withUnsafeMutableBufferPointer { (space) throws(SystemError) in
            try body(space.baseAddress.unsafelyUnwrapped)
        }
    }

    private static func wipe(_ entry: UnsafeMutableBufferPointer<CChar>) {
        ArcaPlatform.wipe(entry.baseAddress, entry.count)
        entry.deallocate()
    }
}
