internal import ArcaSystem

/// The files that `arca hash` reads.
enum HashInputs {
    /// The files that operands name; standard input when there are none.
    ///
    /// `report` hears of folders that cannot be read.
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
                // Links below a folder are not followed: their targets are hashed where they stand.
                case .success(let entry) where entry.info.kind == .regular || entry.depth == 0 && !entry.isFolder:
                    files.append(entry.path)
                case .success: break
                case .failure(let error): report(error)
                }
            }
        }
        return files
    }

    /// How many bytes there are to read, as far as that is known and worth asking: not for very many files.
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
    /// Whether it has contents of its own rather than bytes.
    fileprivate var isFolder: Bool { info.kind == .folder }
}
