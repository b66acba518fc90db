// Differences between the systems' file APIs.

extension stat {
    /// The modification time of the content, in seconds since 1970.
    package var modifiedSeconds: Int {
        #if canImport(Darwin)
        Int(st_mtimespec.tv_sec)
        #else
        Int(st_mtim.tv_sec)
        #endif
    }
}

package func adviseSequentialReading(of descriptor: Int32) {
    #if os(Linux)
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
}

/// Syncs a file's content to disk; returns -1 and sets `errno` on failure.
package func forceToDisk(contentOf descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    fsync(descriptor)
    #else
    fdatasync(descriptor)
    #endif
}
