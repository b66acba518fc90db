internal import ArcaPlatform

/// The variables of the environment; no other place reads them.
///
/// A thread can have variables of its own, as it can have a current folder and descriptors of its own.
package enum Environment {
    /// `NAME=value` strings with nil at the end: the calling thread's, otherwise the process's.
    static var block: ProcessStart.Strings {
        pthread_getspecific(key)?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self) ?? environ
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The value of a variable; nil where it is not set.
    package static func value(of name: String) -> [UInt8]? {
        place(of: Array(name.utf8)).map { [UInt8](UnsafeRawBufferPointer(start: $0.value, count: strlen($0.value))) }
    }

    /// Lends the value of a variable, then overwrites it and removes the variable; nil where it is not set.
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

    /// Runs `body` with these variables alone, which only the calling thread sees.
    package static func withVariables<Result>(
        _ variables: [String: String], _ body: () throws -> Result
    ) rethrows -> Result {
        let entries = variables.map { strdup("\($0)=\($1)") }
        // A variable that is taken shortens the block.
        var block = entries + [nil]
        defer { for entry in entries { free(entry) } }
        return try block.withUnsafeMutableBufferPointer { block in
            pthread_setspecific(key, block.baseAddress)
            defer { pthread_setspecific(key, nil) }
            return try body()
        }
    }

    /// Where a variable stands in the block, and its value.
    private static func place(
        of name: [UInt8]
    ) -> (entry: ProcessStart.Strings, value: UnsafeMutablePointer<CChar>)? {
        var next = block
        while let entry = next.pointee {
            var count = 0
            while count < name.count, entry[count] == CChar(bitPattern: name[count]), entry[count] != 0 { count += 1 }
            if count == name.count, entry[count] == CChar(bitPattern: UInt8(ascii: "=")) {
                return (next, entry + count + 1)
            }
            next += 1
        }
        return nil
    }
}
