// What the systems spell differently about files.

extension stat {
    /// When the content last changed, in seconds since 1970.
    package var modifiedSeconds: Int {
        #if canImport(Darwin)
        Int(st_mtimespec.tv_sec)
        #else
        Int(st_mtim.tv_sec)
        #endif
    }
}

/// Tells the kernel that a file is read from its beginning to its end.
package func adviseSequentialReading(of descriptor: Int32) {
    #if os(Linux)
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
}

/// Waits until a file's content is on the disk; gives -1 and `errno` when that failed.
package func forceToDisk(contentOf descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    fsync(descriptor)
    #else
    fdatasync(descriptor)
    #endif
}
