public import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem

/// Answers the requests for a shared library, in a separate process that the library may crash.
///
/// The library has the C function `arca_vectors_answer` of `Examples/vectors/arca_vectors.h`.
/// ``ProgramImplementation/init(library:host:secondsPerAnswer:maximumProcesses:)`` starts the process.
public enum LibraryHost {
    /// Operation, algorithm, three words for each input (name, bytes, count), their number, output function, context.
    typealias Function =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<UInt>, Int, Output, UnsafeMutableRawPointer
        ) -> Int32
    typealias Output =
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeRawPointer?, Int) -> Void

    /// Loads the library and answers the requests on standard input, until it is closed.
    ///
    /// Standard input and output of the process are replaced: the library reads nothing, and what it prints goes to
    /// standard error.
    ///
    /// - Parameter path: The library, with a slash, or a name that the system's loader finds.
    /// - Throws: ``VectorError`` `.otherProgram` if a request is malformed, or standard input or output fails. A library
    ///   that cannot be loaded is reported in the answers.
    public static func run(library path: String) throws(VectorError) {
        try VectorError.wrap {
            let (input, output) = try takeStandardStreams()
            var reader = LineReader(try FileReader(descriptor: input, name: "standard input"))
            var writer = FileWriter(descriptor: output, name: "standard output")
            let function = load(path)
            while let line = try reader.next() {
                try writer.write(try answer(line, function) + [.newline])
            }
        }
    }

    private static func load(_ path: String) -> Result<Function, VectorError> {
        guard let library = DynamicLibrary([path]) else {
            let reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
            return .failure(VectorError(.otherProgram, "the library cannot be loaded: \(reason)"))
        }
        guard let function = library.find("arca_vectors_answer", as: Function.self) else {
            return .failure(VectorError(.otherProgram, "the library has no function arca_vectors_answer"))
        }
        return .success(function)
    }

    private static func takeStandardStreams() throws -> (input: Int32, output: Int32) {
        let streams = (fcntl(0, F_DUPFD_CLOEXEC, 3), fcntl(1, F_DUPFD_CLOEXEC, 3))
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard streams.0 >= 0, streams.1 >= 0, dup2(nothing, 0) == 0, dup2(2, 1) == 1 else {
            throw VectorError(.otherProgram, "standard input or output is closed")
        }
        close(nothing)
        return streams
    }

    private static func answer(_ line: [UInt8], _ function: Result<Function, VectorError>) throws -> [UInt8] {
        let request = JSONField(try JSONReader.read(line), name: "request")
        var object = JSONObject()
        object["id"] = .integer(try request["id"].int)
        do {
            let function = try function.get()
            // A request without an operation only asks whether the library is loaded.
            if let operation = request["operation"].ifPresent {
                let call = try LibraryCall(
                    operation: try operation.string, algorithm: try request["algorithm"].string,
                    inputs: request["inputs"], text: Set(request["text"].array.map { try $0.string }))
                let (name, value) = try call.run(function)
                object[name] = value
            } else {
                object["outputs"] = [:]
            }
        } catch let error as VectorError { object["fault"] = .string(error.reason) }
        return Array(JSONValue.object(object).text().utf8)
    }
}

/// Lines of a stream, without their endings.
private struct LineReader: ~Copyable {
    private var reader: FileReader
    private var ahead: [UInt8] = []
    private var scannedCount = 0

    init(_ reader: consuming FileReader) { self.reader = reader }

    /// The next line, or nil at the end; a line without an ending is dropped.
    mutating func next() throws(SystemError) -> [UInt8]? {
        while true {
            if let end = ahead[scannedCount...].firstIndex(of: .newline) {
                let line = Array(ahead[..<end])
                ahead.removeFirst(end + 1)
                scannedCount = 0
                return line
            }
            scannedCount = ahead.count
            let piece = try [UInt8](capacity: 64 << 10) { output throws(SystemError) in
                try reader.read(into: &output)
            }
            guard !piece.isEmpty else { return nil }
            ahead += piece
        }
    }
}
