internal import CArcaZlib

/// The linked zlib itself.
public enum Zlib {
    /// Version of the library in use, such as `1.2.13`.
    public static var version: String { String(cString: zlibVersion()) }
}
