internal import ArcaSystem

enum HashInputs {
    /// `report` receives the errors of unreadable folders.
    static func list(_ operands: [BytePath], isRecursive: Bool, report: (any Error) -> Void) -> [BytePath] {
        guard !operands.isEmpty else { return ["-"] }
        guard isRecursive else { return operands }
        var files: [BytePath] = []
        for operand in operands {
            if operand.isDash {
                files.append(operand)
                continue
            }
            for found in FolderWalker(operand) {
                switch found {
                // Links inside a folder are not followed.
                case .success(let entry) where entry.info.kind == .regular || entry.depth == 0 && !entry.isFolder:
                    files.append(entry.path)
                case .success: break
                case .failure(let error): report(error)
                }
            }
        }
        return files
    }

    /// The total size in bytes; nil if unknown, or if there are too many files to ask.
    static func byteCount(_ inputs: [BytePath]) -> Int? {
        guard inputs.count <= 1000 else { return nil }
        var total = 0
        for input in inputs {
            guard !input.isDash, let info = try? FileInfo(input), info.kind == .regular else { return nil }
            total += info.byteCount
        }
        return total
    }
}

extension FolderWalker.Entry {
    fileprivate var isFolder: Bool { info.kind == .folder }
}

/// Computes several results of one input in one read, in constant memory, for several workers at once.
final class FileHasher: @unchecked Sendable {  // Each worker has its own buffer and makes one call at a time.
    private let algorithms: [HashAlgorithm]
    private let length: Int?
    private let buffers: [PieceBuffer]

    /// `length` is the output size of extendable functions in bytes; `workers` is the maximum number of threads.
    init(_ algorithms: [HashAlgorithm], length: Int?, workers: Int) {
        self.algorithms = algorithms
        self.length = length
        buffers = (0..<workers).map { _ in PieceBuffer(byteCount: FileReader.pieceByteCount) }
    }

    /// Reads `input` to its end and returns one result per algorithm; `progress` gets the size of each piece.
    func results(of input: inout FileReader, worker: Int, progress: (Int) -> Void) throws -> [[UInt8]] {
        var states = try algorithms.map { algorithm in try HashAlgorithm.State(algorithm, length: length) }
        try input.forEachPiece(in: buffers[worker]) { bytes in
            for index in states.indices { states[index].update(bytes) }
            progress(bytes.count)
        }
        return try states.map { state in try state.finalize() }
    }
}
