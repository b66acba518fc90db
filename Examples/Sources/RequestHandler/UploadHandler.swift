import Arca

/// One line makes the views bytes for every call of Arca; with NIO it is `extension ByteBufferView: @retroactive ByteSource {}`.
extension ByteBufferView: ByteSource {}

/// `PUT /files/NAME`, in the manner of Hummingbird: verifies the token, then encrypts the body while it arrives.
struct UploadHandler: Sendable {
    let trusted: JWKSet
    let recipient: Age.X25519Recipient
    let folder: BytePath
    private let policy = JWTPolicy(issuer: "https://id.example", audience: "files", type: "at+jwt", leeway: 5)

    func handle(_ request: Request, name: String) async throws -> Response {
        guard let header = request.headers["authorization"], header.hasPrefix("Bearer ") else {
            return Response(status: 401)
        }
        let token: JSONWebToken
        do throws(JOSEError) {
            token = try JSONWebToken(verifying: String(header.dropFirst(7)), keys: trusted, policy: policy)
        } catch {
            // The reason goes to the log only: the sender of a bad token must not learn it.
            print("refused: \(error.codeName)")
            return Response(status: 401)
        }
        guard token.claims["scope"]?.string == "write" else { return Response(status: 403) }
        return Response(status: 201, text: try await store(request.body, name).description)
    }

    /// Memory use does not depend on the length of the body; an aborted request leaves no file.
    private func store(_ body: AsyncStream<ByteBuffer>, _ name: String) async throws -> SHA256.Digest {
        var file = try AtomicFile(folder.appending(BytePath(AttachmentName.safe(name))), secret: true)
        var hasher = SHA256()
        // Each view is lent to the cipher, not copied.
        for try await chunk in Age.seal(body.map(\.readableBytesView), to: [recipient]) {
            hasher.update(data: chunk)
            try file.write(chunk)
        }
        try file.commit()
        return hasher.finalize()
    }
}
