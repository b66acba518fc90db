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
