import ArcaCorpus
import Foundation

/// Measures the layer search on a generated corpus and on the project's files.
///
/// Usage, in the root of the repository: `DecodeReport SEED,CHAINS,STRINGS FOLDER`. Writes `report.md`, `failures.tsv`
/// and `features.tsv` to the folder. If a requirement is missed, it prints it on standard error and exits with status
/// 1.
@main struct DecodeReport {
    static func main() throws {
        let words = CommandLine.arguments
        let numbers = words.dropFirst().first?.split(separator: ",").compactMap { Int($0) } ?? []
        guard words.count == 3, numbers.count == 3, let seed = UInt64(exactly: numbers[0]) else {
            fatalError("SEED,CHAINS,STRINGS FOLDER")
        }
        let measurement = CorpusMeasurement(
            seed: seed, chains: numbers[1], keyed: numbers[1] / 10, strings: numbers[2],
            files: CorpusMeasurement.projectFiles(URL(fileURLWithPath: ".")))
        for (name, text) in [
            ("report.md", measurement.report), ("failures.tsv", measurement.failures),
            ("features.tsv", measurement.features),
        ] {
            try text.write(toFile: "\(words[2])/\(name)", atomically: true, encoding: .utf8)
        }
        let shortfalls = measurement.shortfalls()
        FileHandle.standardError.write(Data(shortfalls.map { $0 + "\n" }.joined().utf8))
        exit(shortfalls.isEmpty ? 0 : 1)
    }
}
