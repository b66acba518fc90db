internal import ArcaPlatform

/// The arguments that this process was started with.
package enum ProcessArguments {
    /// The arguments as bytes, the program's name first.
    ///
    /// On Linux they are read where the kernel has put them (System V ABI): the count, a pointer for each argument, an
    /// empty pointer, then the environment. The standard library would read `/proc`, which a rescue shell may lack.
    ///
    /// - Returns: The arguments.
    package static func bytes() -> [[UInt8]] {
        #if os(Linux)
        if let found = besideEnvironment(UnsafeRawPointer(environ)) { return found }
        #endif
        return (0..<Int(CommandLine.argc)).compactMap { index in CommandLine.unsafeArgv[index].map(bytes(of:)) }
    }

    #if os(Linux)
    /// Walks back from the environment to the count; nil if the block is not as the kernel makes it.
    private static func besideEnvironment(_ environment: UnsafeRawPointer) -> [[UInt8]]? {
        let word = MemoryLayout<UInt>.stride
        func value(_ index: Int) -> UInt { environment.load(fromByteOffset: index * word, as: UInt.self) }
        guard value(-1) == 0 else { return nil }
        var count = 0
        // A pointer is never as small as the count.
        while value(-2 - count) != UInt(count) {
            count += 1
            guard count < 1 << 24, value(-1 - count) > 4096 else { return nil }
        }
        return (0..<count).compactMap { index in
            UnsafePointer<CChar>(bitPattern: value(-1 - count + index)).map(bytes(of:))
        }
    }
    #endif

    private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    private static func bytes(of text: UnsafeMutablePointer<CChar>) -> [UInt8] { bytes(of: UnsafePointer(text)) }
}
