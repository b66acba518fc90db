import Arca
import Foundation

/// Sessions of people: random names, of which the server keeps digests only, so that its memory opens no session.
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
