internal import ArcaCore
import ArcaCompression
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
internal import Foundation

/// A file of the age test kit: the expected outcome and the age file.
struct AgeTestkit: Sendable {
    /// The lines before the empty one, in order.
    let fields: [(key: String, value: String)]
    let file: [UInt8]

    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized

    /// Our own files, relative to the repository, sorted.
    static let ownPaths = paths(in: "Vectors/age")
    /// Samples of the public kit next to the repository, if present.
    static let publicPaths = paths(in: "../shared/vector-samples/age-testkit")

    private static func paths(in folder: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        return (names ?? []).filter { !$0.contains(".") && $0 != "__pycache__" }.sorted().map { "\(folder)/\($0)" }
    }

    /// Reads a file, given its path relative to the repository.
    init(_ path: String) throws {
        var rest = [UInt8](try Data(contentsOf: Self.root.appendingPathComponent(path).standardized))[...]
        var fields: [(key: String, value: String)] = []
        while let end = rest.firstIndex(of: 0x0a) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            if line.isEmpty { break }
            let parts = line.split(separator: ": ", maxSplits: 1)
            fields.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
        }
        self.fields = fields
        let isDeflated = fields.contains { $0.key == "compressed" }
        file = isDeflated ? try Inflater.inflate(rest, format: .zlib, limits: .unlimited) : Array(rest)
    }

    func all(_ key: String) -> [String] { fields.filter { $0.key == key }.map(\.value) }

    var expectation: String { all("expect").first ?? "" }
    /// The digest of the whole output, also before an error.
    var payloadDigest: String? { all("payload").first }

    var identities: [any Age.Identity] {
        get throws {
            let passphrases: [any Age.Identity] = try all("passphrase").map {
                try Age.Passphrase(SecretBytes(copying: $0.utf8))
            }
            let text = all("identity").joined(separator: "\n")
            guard !text.isEmpty else { return passphrases }
            return passphrases + (try Age.IdentityFile(text.utf8) { SecretBytes(copying: "".utf8) }).identities
        }
    }

    /// The error codes that an expectation allows; empty for success.
    var allowedCodes: Set<ContainerError.Code> {
        switch expectation {
        case "no match": [.wrongKey, .unsupported]
        case "HMAC failure": [.tampered]
        case "header failure": [.malformed, .unsupported, .costTooHigh, .truncated]
        case "armor failure": [.malformed, .truncated]
        case "payload failure": [.tampered, .truncated, .malformed]
        default: []
        }
    }
}
