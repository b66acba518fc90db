internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import Synchronization

/// Receives the results of `arca hash` in order, and prints them.
protocol HashReport: Sendable {
    func add(_ path: BytePath, _ results: [[UInt8]])

    var hasFailed: Bool { get }

    func finish() throws
}

/// Formats lines like `sha256sum` or, tagged, like BSD's `sha256`.
struct ChecksumLines {
    private let algorithms: [HashAlgorithm]
    private let isTagged: Bool
    private let endsWithZero: Bool

    /// Creates the format; lines of several algorithms are always tagged.
    init(_ algorithms: [HashAlgorithm], isTagged: Bool, endsWithZero: Bool) {
        self.algorithms = algorithms
        self.isTagged = isTagged || algorithms.count > 1
        self.endsWithZero = endsWithZero
    }

    func lines(_ path: BytePath, _ results: [[UInt8]]) -> [UInt8] {
        var lines: [UInt8] = []
        for (algorithm, result) in zip(algorithms, results) {
            let line = ChecksumLine(algorithmName: algorithm.tag, fileName: path.bytes, digest: result)
            lines += line.bytes(isTagged ? .tagged : .gnu, escapesName: !endsWithZero)
            lines.append(endsWithZero ? 0 : .newline)
        }
        return lines
    }
}

struct LineHashReport: HashReport {
    private let form: ChecksumLines
    private let output = StandardOutput()

    init(_ algorithms: [HashAlgorithm], isTagged: Bool, endsWithZero: Bool) {
        form = ChecksumLines(algorithms, isTagged: isTagged, endsWithZero: endsWithZero)
    }

    func add(_ path: BytePath, _ results: [[UInt8]]) {
        let lines = form.lines(path, results)
        guard output.isTerminal else { return output.write(lines) }
        for line in lines.split(whereSeparator: { $0 == 0 || $0 == .newline }) {
            output.write(String(printable: line) + "\n")
        }
    }

    var hasFailed: Bool { output.hasFailed }

    func finish() throws { try output.flush() }
}

/// One JSON object: `{"schema": 1, "files": [{"name": …, "digests": {"sha256": …}}]}`.
///
/// A name that is not UTF-8 is escaped; `nameBytes` has all its bytes in Base16.
final class JSONHashReport: HashReport {
    private let algorithms: [HashAlgorithm]
    private let files = Mutex<[JSONValue]>([])

    init(_ algorithms: [HashAlgorithm]) { self.algorithms = algorithms }

    func add(_ path: BytePath, _ results: [[UInt8]]) {
        var digests = JSONObject()
        for (algorithm, result) in zip(algorithms, results) {
            digests[algorithm.shortName] = .string(Base16.standard.encode(result))
        }
        var file = path.jsonMembers
        file["digests"] = .object(digests)
        files.withLock { $0.append(.object(file)) }
    }

    var hasFailed: Bool { false }

    func finish() throws { try JSONReport.print([("files", .array(files.withLock { $0 }))]) }
}

extension BytePath {
    /// `name`, and `nameBytes` in Base16 if the name is not UTF-8.
    var jsonMembers: JSONObject {
        var object = JSONObject()
        if let text = String(validating: bytes, as: UTF8.self) {
            object["name"] = .string(text)
        } else {
            object["name"] = .string(description)
            object["nameBytes"] = .string(Base16.standard.encode(bytes))
        }
        return object
    }
}
