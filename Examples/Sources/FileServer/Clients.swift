import Arca
import Foundation

/// Concurrent good and malicious clients.
///
/// Each method throws `Surprise` if the server misbehaves.
struct Clients: Sendable {
    struct Surprise: Error { let text: String }

    let server: FileServer

    /// A request body as a network delivers it: pieces of varying size, with backpressure.
    struct Body: AsyncSequence, Sendable {
        let bytes: [UInt8]
        /// The connection breaks after this many bytes.
        var breaks = Int.max
        /// The connection stalls after this many bytes.
        var stalls = Int.max

        func makeAsyncIterator() -> Iterator { Iterator(body: self) }

        struct Iterator: AsyncIteratorProtocol {
            let body: Body
            var offset = 0

            mutating func next() async throws -> ArraySlice<UInt8>? {
                await Task.yield()
                if offset >= body.stalls { try await Task.sleep(for: .seconds(3600)) }
                guard offset < body.breaks else { throw URLError(.networkConnectionLost) }
                let piece = body.bytes[offset...].prefix(1000 + offset % 7000)
                offset += piece.count
                return piece.isEmpty ? nil : piece
            }
        }
    }

    func store(_ number: Int, byteCount: Int) async throws {
        let user = "user \(number)"
        let password = try SecretBytes(randomByteCount: 12)
        try await server.register(user, password)
        let session = try await server.logIn(user, password)
        let token = try await server.issueToken(session: session, canWrite: true)
        let content = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: byteCount)
        let digest = try await server.upload("notes", token: token, body: Body(bytes: content))
        try check(digest.bytes.count == 32, "a digest has 32 bytes")
        var got: [UInt8] = []
        for try await chunk in try server.download("notes", token: token) { got += chunk }
        try check(got == content, "\(user) gets another file back")
        for count in 0..<100 {
            let cookie = try server.cookies.seal(["seen": count], as: "theme")
            try check(try server.cookies.open(cookie, as: "theme") == ["seen": count], "a cookie is another")
            try await refused(.unauthorized) { let _: [String: Int] = try server.cookies.open(cookie, as: "cart") }
        }
        // Compressed in transit, and hashed without being stored.
        let packed = Deflater.deflate(try server.download("notes", token: token), level: .fastest)
        let same = try await SHA256.hash(Inflater.inflate(packed)) == SHA256.hash(data: content)
        try check(same, "\(user) gets another compressed file")
        await server.logOut(session: session)
        try await refused(.unauthorized) { _ = try await server.issueToken(session: session, canWrite: false) }
    }

    func sendForm(_ number: Int) async throws {
        let user = "form \(number)"
        let password = SecretBytes(copying: "correct horse \(number)".utf8)
        try await server.register(user, password)
        let session = try await server.logIn(user, password)
        let token = try await server.issueToken(session: session, canWrite: true)
        var builder = try MultipartBuilder()
        try builder.beginMultipart("form-data")
        try builder.beginPart(.octetStream, encoding: .binary, disposition: .attachment(fileName: "größe.bin"))
        try builder.append([UInt8](repeating: 5, count: 300_000))
        try builder.end()
        try builder.end()
        let form = builder.takeOutput()
        _ = try await server.uploadForm("upload", token: token, body: Body(bytes: form))
        var count = 0
        for try await chunk in try server.download("upload", token: token) { count += chunk.count }
        try check(count == 300_000, "a form lost bytes")
        // A form without the final boundary must not count as complete.
        let cut = Body(bytes: Array(form.dropLast(20)))
        do {
            _ = try await server.uploadForm("cut", token: token, body: cut)
            throw Surprise(text: "a form without its end was stored")
        } catch is CodecError {}
        try await refused(.notFound) { _ = try server.download("cut", token: token) }
    }

    func attack(_ number: Int) async throws {
        let user = "victim \(number)"
        let password = try SecretBytes(randomByteCount: 12)
        try await server.register(user, password)
        try await refused(.conflict) { try await server.register(user, password) }
        for guess in 0..<3 {
            try await refused(.unauthorized) {
                _ = try await server.logIn(user, SecretBytes(copying: "guess \(guess)".utf8))
            }
        }
        try check(try await server.accounts.failures(of: user) == 3, "guesses are not counted")
        try await refused(.unauthorized) { _ = try await server.logIn("nobody", password) }

        let session = try await server.logIn(user, password)
        let reading = try await server.issueToken(session: session, canWrite: false)
        try await refused(.forbidden) {
            _ = try await server.upload("x", token: reading, body: Body(bytes: [1]))
        }
        var parts = reading.split(separator: ".").map(String.init)
        let claims = try Base64.urlUnpadded.decode(parts[1])
        parts[1] = Base64.urlUnpadded.encode(
            String(decoding: claims, as: UTF8.self).replacing("\"read\"", with: "\"read write\"").utf8)
        let forged = parts.joined(separator: ".")
        try await refused(.unauthorized) { _ = try server.download("notes", token: forged) }
        let old = try server.tokens.issue(to: user, scope: "read write", at: Date(timeIntervalSinceNow: -1000))
        try await refused(.unauthorized) { _ = try server.download("notes", token: old) }

        // A broken connection and a cancelled client both leave no file.
        let writing = try await server.issueToken(session: session, canWrite: true)
        let content = [UInt8](repeating: 1, count: 400_000)
        do {
            _ = try await server.upload("broken", token: writing, body: Body(bytes: content, breaks: 200_000))
            throw Surprise(text: "half an upload was stored")
        } catch is URLError {}
        let upload = Task {
            try await server.upload("left", token: writing, body: Body(bytes: content, stalls: 100_000))
        }
        upload.cancel()
        do {
            _ = try await upload.value
            throw Surprise(text: "a cancelled upload was stored")
        } catch is CancellationError {}
        for name in ["broken", "left"] {
            try await refused(.notFound) { _ = try server.download(name, token: writing) }
        }
    }

    /// Sends a picture with a location, and a file that is not a picture.
    func showFace(_ number: Int) async throws {
        let user = "face \(number)"
        let password = try SecretBytes(randomByteCount: 12)
        try await server.register(user, password)
        let session = try await server.logIn(user, password)
        let token = try await server.issueToken(session: session, canWrite: true)
        var picture = try PatternRendering.png(Pattern(dots: [0, 1, 2, 5, 8]), size: 64)
        // Insert a text chunk after the image header, which is 33 bytes long.
        let note = Array("tEXtComment\0taken at 31.2 N 121.5 E".utf8)
        func number32(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let chunk = number32(UInt32(note.count - 4)) + note + number32(Checksum.crc32(note))
        picture.insert(contentsOf: chunk, at: 33)
        let removed = try await server.setAvatar(picture, token: token)
        try check(!removed.isEmpty, "metadata was not seen")
        var stored: [UInt8] = []
        for try await piece in try server.download("avatar", token: token) { stored += piece }
        try check(stored.count == picture.count - chunk.count, "the stored picture is not the picture alone")
        try await refused(.forbidden) { _ = try await server.setAvatar(Array(picture.dropLast(20)), token: token) }
        try await refused(.forbidden) { _ = try await server.setAvatar(Array("GIF89a".utf8), token: token) }
    }

    private func check(_ isRight: Bool, _ text: String) throws {
        if !isRight { throw Surprise(text: text) }
    }

    private func refused(_ refusal: FileServer.Refusal, _ body: () async throws -> Void) async throws {
        do { try await body() } catch let error as FileServer.Refusal where error == refusal { return }
        throw Surprise(text: "what should be refused as \(refusal) was not")
    }
}
