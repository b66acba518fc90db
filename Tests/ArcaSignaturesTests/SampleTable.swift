internal import ArcaTestSupport
internal import Foundation

/// A table of samples beside the repository: one case a line, fields by tabs, the names of the fields first.
struct SampleCase: Sendable, CustomStringConvertible {
    let fields: [String: String]

    /// A field; empty if the table leaves it out.
    subscript(name: String) -> String { fields[name] ?? "" }

    var description: String { fields["id"] ?? fields["key"] ?? fields["file"] ?? "" }

    /// The verdicts that are right.
    var wanted: [String] { self["want"].split(separator: "|").map(String.init) }

    static let isPresent = FileManager.default.fileExists(atPath: SharedSamples.url("signatures/ssh/cases.tsv").path)

    static func all(_ path: String) -> [SampleCase] {
        guard let data = try? SharedSamples.data("signatures/" + path) else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        return lines.dropFirst().map { SampleCase(fields: Dictionary(uniqueKeysWithValues: zip(lines[0], $0))) }
    }

    /// The bytes of a file in a folder of the samples.
    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try SharedSamples.data("signatures/" + path)) }
}
