import Arca
import Foundation

/// User sessions: random names, stored only as digests, so the server's memory does not reveal a usable session.
actor Sessions {
    private struct Session {
        let user: String
        let ends: Date
    }

    private let lifetime: TimeInterval
    private var sessions: [SHA256.Digest: Session] = [:]

    init(lifetime: TimeInterval) { self.lifetime = lifetime }

    func begin(for user: String, at now: Date = Date()) throws -> String {
        sessions = sessions.filter { $0.value.ends > now }
        let name = Base64.urlUnpadded.encode(try SecureRandom.bytes(32))
        sessions[SHA256.hash(data: name.utf8)] = Session(user: user, ends: now.addingTimeInterval(lifetime))
        return name
    }

    func user(of name: String, at now: Date = Date()) -> String? {
        guard let session = sessions[SHA256.hash(data: name.utf8)], session.ends > now else { return nil }
        return session.user
    }

    func end(_ name: String) { sessions[SHA256.hash(data: name.utf8)] = nil }
}
