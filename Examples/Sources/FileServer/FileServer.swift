import Arca
import Foundation

/// A server for files that nobody but their owner reads: what stands between its routes and its disk.
///
/// There is no network in it, so that it runs anywhere: a request is a call, and its body an `AsyncSequence` of byte
/// buffers, as web frameworks give them. Every call may run at the same time as any other.
struct FileServer: Sendable {
    let accounts: Accounts
    let sessions: Sessions
    let cookies: Cookies
    let tokens: Tokens
    let storage: Storage
    let audit: AuditLog
    let reports: Reports

    /// What the server answers in place of a result; a framework makes a status of it.
    enum Refusal: Error, Equatable {
        case unauthorized, forbidden, notFound, conflict
    }

    /// Starts a server on a folder; the first start makes its keys.
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

    /// `POST /sessions`: the value of the cookie.
    func logIn(_ user: String, _ password: SecretBytes) async throws -> String {
        guard try await accounts.check(user, password) else {
            await audit.record("refused \(user)")
            throw Refusal.unauthorized
        }
        await audit.record("logged in \(user)")
        return try await sessions.begin(for: user)
    }

    /// `POST /tokens`: for programs, with less rights and less time than the session that asks.
    func issueToken(session: String, canWrite: Bool) async throws -> String {
        try tokens.issue(to: try await user(ofSession: session), scope: canWrite ? "read write" : "read")
    }

    /// `PUT /files/NAME`: sealed while it arrives. Gives the SHA-256 of what is on the disk.
    func upload<Body: AsyncSequence & Sendable>(_ name: String, token: String, body: Body) async throws -> SHA256.Digest
    where Body.Element: Collection<UInt8> {
        let grant = try tokens.verify(token)
        guard grant.scope.contains("write") else { throw Refusal.forbidden }
        let digest = try await storage.store(body, as: name, of: grant.user)
        await audit.record("stored \(name) of \(grant.user) \(digest)")
        return digest
    }

    /// `POST /files` with `multipart/form-data`: the bytes of its parts, one after the other.
    func uploadForm<Body: AsyncSequence & Sendable>(
        _ name: String, token: String, body: Body
    ) async throws -> SHA256.Digest where Body.Element: Collection<UInt8> {
        let limits = MessageLimits(depth: 2, partCount: 10, headerByteCount: 8192, partByteCount: 1 << 30)
        let parts = MultipartReader(limits: limits).events(of: body).compactMap { event in
            if case .body(let bytes) = event { bytes } else { nil }
        }
        return try await upload(name, token: token, body: parts)
    }

    /// `PUT /avatar`: what is stored is the picture alone.
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

    /// `GET /audit`: the log and its signature, for those who do not have its key.
    func report(at now: Date = Date()) async throws -> (text: String, signature: String) {
        let text = await audit.lines.map { "\($0.code) \($0.text)\n" }.joined()
        return (text, try reports.sign(text, at: Int(now.timeIntervalSince1970)))
    }

    /// `GET /files/NAME`: opened while it is sent; `gzip` if the client takes it.
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
