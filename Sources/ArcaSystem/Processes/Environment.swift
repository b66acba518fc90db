import ArcaCore
internal import ArcaPlatform

/// Environment variables; all access goes through this type.
///
/// A thread can have its own variables, just as it can have its own current folder and descriptors.
package enum Environment {
    /// The nil-terminated `NAME=value` strings of the calling thread, or else of the process.
    static var block: ProcessStart.Strings {
        pthread_getspecific(key)?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self) ?? environ
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    package static func value(of name: String) -> [UInt8]? {
        place(of: Array(name.utf8)).map { [UInt8](UnsafeRawBufferPointer(start: $0.value, count: strlen($0.value))) }
    }

    /// Passes the value of a variable to `body`, then wipes and removes it; nil if it is not set.
    package static func take<Result>(_ name: [UInt8], _ body: (Span<UInt8>) -> Result) -> Result? {
        guard let (entry, value) = place(of: name) else { return nil }
        let count = strlen(value)
        defer {
            wipe(value, count)
            var next = entry
            while next.pointee != nil {
                next.pointee = next[1]
                next += 1
            }
        }
        return body(UnsafeRawBufferPointer(start: value, count: count).bindMemory(to: UInt8.self).span)
    }

    /// Runs `body` with the given variables only; other threads are not affected.
    package static func withVariables<Result>(
        _ variables: [String: String], _ body: () throws -> Result
    ) rethrows -> Result {
        let entries = variables.map { strdup("\($0)=\($1)") }
        // `take` shortens the block.
        var block = entries + [nil]
        defer { for entry in entries { free(entry) } }
        return try block.withUnsafeMutableBufferPointer { block in
            pthread_setspecific(key, block.baseAddress)
            defer { pthread_setspecific(key, nil) }
            return try body()
        }
    }

    private static func place(
        of name: [UInt8]
    ) -> (entry: ProcessStart.Strings, value: UnsafeMutablePointer<CChar>)? {
        var next = block
        while let entry = next.pointee {
            var count = 0
            while count < name.count, entry[count] == CChar(bitPattern: name[count]), entry[count] != 0 { count += 1 }
            if count == name.count, entry[count] == CChar(bitPattern: UInt8.equals) {
                return (next, entry + count + 1)
            }
            next += 1
        }
        return nil
    }
}
