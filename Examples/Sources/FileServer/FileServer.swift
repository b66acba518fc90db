import Arca
import Foundation

/// A server for files that only their owner can read.
///
/// It has no network code, so it runs anywhere: a request is a call, and its body an `AsyncSequence` of byte buffers,
/// as in web frameworks. All calls may run concurrently.
struct FileServer: Sendable {
    let accounts: Accounts
    let sessions: Sessions
    let cookies: Cookies
    let tokens: Tokens
    let storage: Storage
    let audit: AuditLog
    let reports: Reports

    /// Errors of requests; a web framework maps them to a status.
    enum Refusal: Error, Equatable {
        case unauthorized, forbidden, notFound, conflict
    }

    /// Starts a server on a folder; the first start creates its keys.
    init(folder: URL, keyFile: VaultKeyFile) async throws {
        let keys = try await ServerKeys(at: BytePath(folder.appendingPathComponent("keys.arca")), keyFile)
        accounts = try Accounts(keys.vault)
        sessions = Sessions(lifetime: 3600)
        cookies = Cookies(key: keys.cookies)
        tokens = try Tokens(keys.signing, issuer: "https://files.example")
        storage = try Storage(folder: folder.appendingPathComponent("files"), identity: keys.storage)
        audit = AuditLog(key: keys.audit)
        reports = try Reports(keys.signing)
    }

    // MARK: Routes

    /// `POST /accounts`
    func register(_ user: String, _ password: SecretBytes) async throws {
        try await accounts.add(user, password)
        await audit.record("registered \(user)")
    }

    /// `POST /sessions`.
    ///
    /// Returns the cookie's value.
    func logIn(_ user: String, _ password: SecretBytes) async throws -> String {
        guard try await accounts.check(user, password) else {
            await audit.record("refused \(user)")
            throw Refusal.unauthorized
        }
        await audit.record("logged in \(user)")
        return try await sessions.begin(for: user)
    }

    /// `POST /tokens`: for programs, with fewer rights and a shorter lifetime than the session.
    func issueToken(session: String, canWrite: Bool) async throws -> String {
        try tokens.issue(to: try await user(ofSession: session), scope: canWrite ? "read write" : "read")
    }

    /// `PUT /files/NAME`: encrypts while receiving.
    ///
    /// Returns the SHA-256 of the stored file.
    func upload<Body: AsyncSequence & Sendable>(_ name: String, token: String, body: Body) async throws -> SHA256.Digest
    where Body.Element: Collection<UInt8> {
        let grant = try tokens.verify(token)
        guard grant.scope.contains("write") else { throw Refusal.forbidden }
        let digest = try await storage.store(body, as: name, of: grant.user)
        await audit.record("stored \(name) of \(grant.user) \(digest)")
        return digest
    }

    /// `POST /files` with `multipart/form-data`: stores the concatenated parts.
    func uploadForm<Body: AsyncSequence & Sendable>(
        _ name: String, token: String, body: Body
    ) async throws -> SHA256.Digest where Body.Element: Collection<UInt8> {
        let limits = MessageLimits(depth: 2, partCount: 10, headerByteCount: 8192, partByteCount: 1 << 30)
        let parts = MultipartReader(limits: limits).events(of: body).compactMap { event in
            if case .body(let bytes) = event { bytes } else { nil }
        }
        return try await upload(name, token: token, body: parts)
    }

    /// `PUT /avatar`: stores the picture without metadata.
    func setAvatar(_ picture: [UInt8], token: String) async throws -> [String] {
        let grant = try tokens.verify(token)
        guard grant.scope.contains("write") else { throw Refusal.forbidden }
        let (clean, removed) = try Avatars.clean(picture)
        let pieces = AsyncStream<[UInt8]> { pieces in
            pieces.yield(clean)
            pieces.finish()
        }
        _ = try await storage.store(pieces, as: "avatar", of: grant.user)
        return removed
    }

    /// `GET /audit`: the log and its signature, for readers without the log key.
    func report(at now: Date = Date()) async throws -> (text: String, signature: String) {
        let text = await audit.lines.map { "\($0.code) \($0.text)\n" }.joined()
        return (text, try reports.sign(text, at: Int(now.timeIntervalSince1970)))
    }

    /// `GET /files/NAME`: decrypts while sending; `gzip` if the client accepts it.
    func download(_ name: String, token: String) throws -> ConvertedBytes<FileBytes> {
        try storage.load(name, of: try tokens.verify(token).user)
    }

    /// `DELETE /sessions`
    func logOut(session: String) async { await sessions.end(session) }

    private func user(ofSession session: String) async throws -> String {
        guard let user = await sessions.user(of: session) else { throw Refusal.unauthorized }
        return user
    }
}
