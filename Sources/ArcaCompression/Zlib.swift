internal import CArcaZlib

/// The linked zlib.
public enum Zlib {
    /// The version of the zlib in use, such as `1.2.13`.
    public static var version: String { String(cString: zlibVersion()) }
}
