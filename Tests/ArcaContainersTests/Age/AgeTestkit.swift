internal import ArcaCodecs
import ArcaCompression
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
internal import Foundation

/// A file of the public test kit: what an age file should come to, and the file.
struct AgeTestkit: Sendable {
    let name: String
    /// The lines before the empty one, in order.
    let fields: [(key: String, value: String)]
    /// The age file.
    let file: [UInt8]

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Vectors/age-testkit")

    /// The kit's files, sorted by name.
    static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != "SOURCE.md" }
        .sorted()

    init(_ name: String) throws {
        self.name = name
        var rest = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))[...]
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
    /// The digest of all that comes out, before an error too.
    var payloadDigest: String? { all("payload").first }

    var identities: [any Age.Identity] {
        get throws {
            try all("passphrase").map { try Age.Passphrase(SecretBytes(copying: $0.utf8)) as any Age.Identity }
                + all("identity").map { try Age.X25519Identity($0.utf8) as any Age.Identity }
        }
    }

    /// The codes that an expectation allows; none when it is success.
    var allowedCodes: Set<ContainerError.Code> {
        switch expectation {
        case "no match": [.wrongKey]
        case "HMAC failure": [.tampered]
        case "header failure": [.malformed, .unsupported, .costTooHigh, .truncated]
        case "armor failure": [.malformed, .truncated]
        case "payload failure": [.tampered, .truncated, .malformed]
        default: []
        }
    }
}
