// The only file that depends on the system's C library. All other modules import this one, and write calls that a
// method shadows as `ArcaPlatform.read`.
@_exported public import CArcaSystem

#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Darwin)
@_exported public import Darwin
#else
#error("Arca needs Linux with Glibc or Musl, or macOS; Windows is not supported")
#endif

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

/// The signals that end a process by default, except SIGKILL and those that report a processor fault.
package let endingSignals: [Int32] = {
    let signals = [
        SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGPIPE, SIGXCPU, SIGXFSZ, SIGVTALRM,
        SIGPROF,
    ]
    #if os(Linux)
    return signals + [SIGSTKFLT, SIGIO, SIGPWR] + (__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #else
    return signals
    #endif
}()

/// A shared library that is loaded at run time, because linking it would cost every start time, or it may be missing.
///
/// It stays loaded until the process ends.
package struct DynamicLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Loads the first library that exists; nil if there is none.
    package init?(_ names: [String]) {
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        self.handle = handle
    }

    /// Finds a function by its name; the caller vouches for its type.
    package func find<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
}
