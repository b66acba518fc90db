import Arca
import Foundation

/// Files on an untrusted disk, encrypted while received and decrypted while sent.
///
/// Memory use does not depend on the file size, and a slow client slows only its own upload.
struct Storage: Sendable {
    private let folder: URL
    private let identity: Age.X25519Identity

    init(folder: URL, identity: Age.X25519Identity) throws {
        self.folder = folder
        self.identity = identity
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The stored name reveals neither the user nor the file.
    private func place(_ name: String, of user: String) -> URL {
        var hasher = SHA256()
        hasher.update(data: SHA256.hash(data: user.utf8))
        hasher.update(data: name.utf8)
        return folder.appendingPathComponent(Base32.standard.encode(hasher.finalize().prefix(20)))
    }

    /// Stores a body; an aborted upload leaves nothing.
    func store<Body: AsyncSequence & Sendable>(
        _ body: Body, as name: String, of user: String
    ) async throws -> SHA256.Digest where Body.Element: Collection<UInt8> {
        let place = place(name, of: user)
        var file = try AtomicFile(place, secret: true)
        var hasher = SHA256()
        for try await chunk in Age.seal(body, to: [identity.recipient]) {
            hasher.update(data: chunk)
            // About 64 KiB into the page cache is fast enough for the pool. A slow disk needs its own thread.
            try file.write(chunk)
        }
        // The loop ended without an error, so the encrypted file is complete.
        try file.commit(isDurable: false)
        return hasher.finalize()
    }

    /// The content of a file, authenticated chunk by chunk.
    func load(_ name: String, of user: String) throws -> ConvertedBytes<FileBytes> {
        let place = place(name, of: user)
        guard FileManager.default.fileExists(atPath: place.path) else { throw FileServer.Refusal.notFound }
        return Age.open(FileBytes(try BytePath(place)), with: [identity])
    }

    func fileCount() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder.path).count }
}
