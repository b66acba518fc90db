internal import ArcaTestSupport
internal import Foundation

/// A sample table outside the repository: tab-separated, one case per line, with field names on the first line.
struct SampleCase: Sendable, CustomStringConvertible {
    let fields: [String: String]

    /// A field, or an empty string if it is missing.
    subscript(name: String) -> String { fields[name] ?? "" }

    var description: String { fields["id"] ?? fields["key"] ?? fields["file"] ?? "" }

    /// The acceptable verdicts.
    var wanted: [String] { self["want"].split(separator: "|").map(String.init) }

    static let isPresent = FileManager.default.fileExists(atPath: SharedSamples.url("signatures/ssh/cases.tsv").path)

    static func all(_ path: String) -> [SampleCase] {
        guard let data = try? SharedSamples.data("signatures/" + path) else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        return lines.dropFirst().map { SampleCase(fields: Dictionary(uniqueKeysWithValues: zip(lines[0], $0))) }
    }

    /// The content of a file in the sample folder.
    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try SharedSamples.data("signatures/" + path)) }
}
