import ArcaPlatform
import ArcaSystem

/// An empty folder for one test, removed with its contents on release.
final class TestFolder {
    let path: BytePath

    init(in parent: String = "/tmp") {
        var template = Array("\(parent)/arca-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no folder for the test: errno \(errno)") }
        path = BytePath(template.dropLast().map { UInt8(bitPattern: $0) })
    }

    deinit { system("rm -rf -- '\(path)'") }

    func callAsFunction(_ name: BytePath) -> BytePath { path.appending(name) }

    /// The names in the folder, sorted, including hidden ones.
    var names: [BytePath] {
        guard let folder = opendir("\(path)") else { return [] }
        defer { closedir(folder) }
        var names: [BytePath] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { BytePath(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// Writes a file without the library.
func write(_ bytes: [UInt8], to path: BytePath, mode: mode_t = 0o644) {
    let file = path.withTestCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, mode) }
    precondition(file >= 0, "cannot write \(path): errno \(errno)")
    precondition(bytes.withUnsafeBytes { ArcaPlatform.write(file, $0.baseAddress, $0.count) } == bytes.count)
    fchmod(file, mode)
    close(file)
}

/// Reads a file without the library; nil if it cannot be opened.
func contents(of path: BytePath) -> [UInt8]? {
    let file = path.withTestCString { open($0, O_RDONLY) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return bytes
}

extension BytePath {
    func withTestCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        var string = (bytes + [0]).map { CChar(bitPattern: $0) }
        return body(&string)
    }
}

/// The error that `body` should throw, or nil.
func systemError(_ body: () throws(SystemError) -> Void) -> SystemError? {
    do throws(SystemError) {
        try body()
        return nil
    } catch { return error }
}

/// Ends the process with a signal, also on a thread that blocks it.
func die(of signal: Int32) {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    raise(signal)
}
