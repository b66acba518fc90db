import Arca
import Foundation

/// What a browser keeps for the server: sealed, so that it can neither be read nor changed there. One key for all requests,
/// on all threads.
struct Cookies: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// A cookie's value; `name` is bound in, so that one cookie does not pass for another.
    func seal(_ value: some Codable, as name: String) throws -> String {
        let bytes = try JSONEncoder().encode(value)
        // 192 bits of nonce may be random for as many cookies as there will ever be.
        return Base64.urlUnpadded.encode(try XChaChaPoly.seal(bytes, using: key, authenticating: name.utf8).combined)
    }

    func open<Value: Codable>(_ cookie: String, as name: String) throws -> Value {
        do {
            let box = try XChaChaPoly.SealedBox(combined: Base64.urlUnpadded.decode(cookie))
            let data: Data = try XChaChaPoly.open(box, using: key, authenticating: name.utf8)
            return try JSONDecoder().decode(Value.self, from: data)
        } catch is any ArcaError {
            throw FileServer.Refusal.unauthorized
        }
    }
}
