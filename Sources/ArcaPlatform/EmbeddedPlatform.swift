#if hasFeature(Embedded)
// Embedded Swift, as for WebAssembly and microcontrollers: no operating system, one thread. Of this module, such
// builds compile only this file.

package enum Pages {
    package static func enlarge(_ start: UnsafeRawPointer, _ count: Int) {}
}

package enum SystemClock {
    case wall

    package var seconds: Int { Int(wallClock()) }
}

/// Seconds since 1970 (UTC): the host of the program supplies the function.
@_extern(c, "arca_wall_clock")
private func wallClock() -> Int64

/// A library that is linked into the program; its functions are found by name.
package struct DynamicLibrary {
    package init?(_ names: [String]) {}

    /// Finds a function by its name; the caller vouches for its type.
    package func find<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
        name.withCString { symbol($0) }.map { unsafeBitCast($0, to: type) }
    }
}

/// The program's function with a name, or null.
@_extern(c, "arca_symbol")
private func symbol(_ name: UnsafePointer<CChar>) -> UnsafeMutableRawPointer?

package typealias iconv_t = UnsafeMutableRawPointer

// The program supplies `iconv` as in POSIX; `arca_errno` returns its error.
@_extern(c)
package func iconv_open(_ target: UnsafePointer<CChar>, _ source: UnsafePointer<CChar>) -> iconv_t?

@_extern(c)
@discardableResult
package func iconv_close(_ handle: iconv_t) -> Int32

@_extern(c)
package func iconv(
    _ handle: iconv_t, _ input: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ inputCount: UnsafeMutablePointer<Int>?, _ output: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ outputCount: UnsafeMutablePointer<Int>?
) -> Int

package var errno: Int32 { lastError() }
package let (E2BIG, EINVAL): (Int32, Int32) = (7, 22)

@_extern(c, "arca_errno")
private func lastError() -> Int32

package func getenv(_ name: String) -> UnsafeMutablePointer<CChar>? { nil }

/// Overwrites memory with a call that the compiler does not remove.
@inline(never)
package func wipe(_ memory: UnsafeMutableRawPointer?, _ byteCount: Int) {
    memory?.initializeMemory(as: UInt8.self, repeating: 0, count: max(byteCount, 0))
}

/// A value of one thread, with the interface of the type in Synchronization.
package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
        self.value = UnsafeMutablePointer.allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(&value.pointee) }
}
#endif
