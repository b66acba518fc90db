import Arca
import Foundation

/// Sends requests to the handler, and exits with status 1 if one gets another answer than it should.
@main
struct Main {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("handler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = JSONWebKey(.privateKey(.init(P256.Signing.PrivateKey())), id: "2026-11", use: "sig")
        let identity = try Age.X25519Identity()
        let handler = UploadHandler(
            trusted: JWKSet(try key.publicKey), recipient: identity.recipient, folder: try BytePath(folder))

        func token(_ scope: String, audience: String = "files") throws -> String {
            try JSONWebToken.sign(
                ["iss": "https://id.example", "aud": .string(audience), "sub": "amy", "scope": .string(scope)],
                using: key,
                type: "at+jwt", expiresIn: .seconds(60))
        }
        func answer(_ token: String?, _ buffers: [ByteBuffer]) async throws -> Response {
            let body = AsyncStream<ByteBuffer> { stream in
                for buffer in buffers { stream.yield(buffer) }
                stream.finish()
            }
            let headers = token.map { ["authorization": "Bearer \($0)"] } ?? [:]
            return try await handler.handle(Request(headers: headers, body: body), name: "../report.bin")
        }
        func check(_ isRight: Bool, _ what: String) {
            guard !isRight else { return }
            print("wrong: \(what)")
            exit(1)
        }

        // Views that begin behind a part that was read already, and an empty one.
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let buffers = stride(from: 0, to: content.count, by: 16_384).map { start in
            ByteBuffer(bytes: [9, 9, 9] + content[start..<min(start + 16_384, content.count)], skipping: 3)
        }
        let stored = try await answer(token("write"), [ByteBuffer(bytes: [])] + buffers)
        let file = try Data(contentsOf: folder.appendingPathComponent("report.bin"))
        check(stored == Response(status: 201, text: SHA256.hash(data: file).description), "the digest of the upload")
        check(try Age(identities: [identity]).open(file) == content, "the content of the upload")
        check(SHA256.hash(buffers[0].readableBytesView) == SHA256.hash(content.prefix(16_384)), "a view as bytes")
        check(try await answer(nil, buffers).status == 401, "no token")
        check(try await answer(token("write") + "A", buffers).status == 401, "a changed token")
        check(try await answer(token("write", audience: "mail"), buffers).status == 401, "a token for another service")
        check(try await answer(token("read"), buffers).status == 403, "a token without the scope")
        print("uploads: \(file.count) bytes encrypted, 4 requests refused")
    }
}
