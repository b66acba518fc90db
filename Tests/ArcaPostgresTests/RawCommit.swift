import ArcaCodecs
import ArcaCrypto
import ArcaTeam
import ArcaVault

/// A commit as the server sees it, without keys or contents: well formed but unsigned.
struct RawCommit {
    /// The author of all commits by default.
    static let device = [UInt8](repeating: 5, count: 16)

    let batch: TeamBatch

    /// Creates a commit.
    ///
    /// - Parameters:
    ///   - text: The start of its signature, to make commits differ.
    ///   - position: The preceding position.
    ///   - vault: The vault's identifier.
    ///   - puts: Records to store.
    ///   - drops: Records of kind 1 or 3 to remove.
    ///   - author: The device named as author.
    init(
        _ text: String, after position: TeamPosition, in vault: [UInt8], puts: [(name: TeamRecord.Name, body: [UInt8])],
        drops: [TeamRecord.Name] = [], by author: [UInt8] = Self.device
    ) {
        batch = Self.commit(text, position, vault, puts, drops, author)
    }

    /// Starts a log with a commit that admits devices.
    ///
    /// - Returns: The resulting position.
    @discardableResult
    static func begin(
        _ vault: [UInt8], in store: any TeamStore, devices: [[UInt8]] = [device]
    ) throws -> TeamPosition {
        try store.create(vault)
        let puts = devices.map { (TeamRecord.Name(kind: 5, key: $0), [UInt8(1)]) }
        let first = RawCommit("first", after: .start, in: vault, puts: puts).batch
        guard try store.append(first, to: vault, after: .start) else { throw VaultError(.busy, "there is a log") }
        return TeamPosition(generation: 1, head: head(of: first.commits[0]))
    }

    static func head(of commit: TeamCommit) -> [UInt8] {
        SHA256.hash(
            Array("arca.head.v1\0".utf8) + bytes(UInt32(commit.header.count)) + commit.header + commit.signature)
    }

    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func commit(
        _ text: String, _ position: TeamPosition, _ vault: [UInt8],
        _ puts: [(name: TeamRecord.Name, body: [UInt8])], _ drops: [TeamRecord.Name], _ author: [UInt8]
    ) -> TeamBatch {
        let generation = position.generation + 1
        var changes: [(name: [UInt8], bytes: [UInt8])] = []
        for put in puts {
            let name = [put.name.kind] + put.name.key
            let digest = SHA256.hash(Array("arca.record.v1\0".utf8) + name + put.body)
            let body = put.name.kind > 3 ? bytes(UInt32(put.body.count)) + put.body : []
            changes.append((name, [1] + name + digest + body))
        }
        for name in drops { changes.append(([name.kind] + name.key, [2, name.kind] + name.key)) }
        changes.sort { $0.name.lexicographicallyPrecedes($1.name) }
        let list = changes.flatMap(\.bytes)
        let isOfMembers = puts.contains { $0.name.kind > 3 }
        var fields: [[UInt8]] = [
            vault, bytes(generation), position.head, author, bytes(UInt64(0)), [UInt8](repeating: 6, count: 16),
            bytes(UInt32(changes.count)) + SHA256.hash(list), [UInt8](repeating: 8, count: 20),
        ]
        if isOfMembers { fields.append([1]) }
        var header: [UInt8] = []
        for (index, field) in fields.enumerated() { header += [UInt8(index + 1), UInt8(field.count)] + field }
        let signature = Array((Array(text.utf8) + [UInt8](repeating: 0, count: 64)).prefix(64))
        return TeamBatch(
            commits: [TeamCommit(header: header, signature: signature, changes: list)],
            puts: puts.map { TeamRecord(name: $0.name, generation: generation, body: $0.body) }, drops: drops)
    }
}
