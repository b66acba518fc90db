internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem

enum Host {
    /// The host name up to the first dot; `device` by default.
    static var name: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "device" }
        let name = bytes.prefix { $0 != 0 && $0 != CChar(UInt8.period) }.map { UInt8(bitPattern: $0) }
        return name.isEmpty ? "device" : String(decoding: name, as: UTF8.self)
    }

    /// Resolves a path and its links to an absolute path; returns it unchanged if the file does not exist.
    static func absolute(_ path: BytePath) -> BytePath {
        let whole = (path.bytes + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { realpath($0.assumingMemoryBound(to: CChar.self), nil) }
        }
        guard let whole else { return path }
        defer { free(whole) }
        return BytePath(cString: whole)
    }
}
