import ArcaCore
import ArcaSystem
import ArcaVectors

/// Files below `Vectors`, to be modified by key encapsulation tests.
enum EncapsulationFiles {
    private static let root = BytePath(
        #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Vectors")

    /// The decompressed content of a file.
    static func bytes(_ path: String) throws -> [UInt8] {
        var reader = try FileReader(root.appending(BytePath(path)))
        return try VectorSource(name: path, bytes: try reader.readAll()).bytes
    }

    /// The text with a different first digit.
    static func changed(_ text: String) -> String { (text.hasPrefix("0") ? "1" : "0") + text.dropFirst() }
}
