import Arca
import Foundation

/// Cookies that clients can neither read nor change.
///
/// All requests and threads share one key.
struct Cookies: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// Creates a cookie's value; `name` is authenticated, so one cookie does not pass for another.
    func seal(_ value: some Codable, as name: String) throws -> String {
        let bytes = try JSONEncoder().encode(value)
        // A random nonce of 192 bits never repeats in practice.
        return Base64.urlUnpadded.encode(try XChaChaPoly.seal(bytes, using: key, authenticating: name.utf8).combined)
    }

    func open<Value: Codable>(_ cookie: String, as name: String) throws -> Value {
        do {
            let box = try XChaChaPoly.SealedBox(combined: Base64.urlUnpadded.decode(cookie))
            let bytes = try XChaChaPoly.open(box, using: key, authenticating: name.utf8)
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch is any ArcaError {
            throw FileServer.Refusal.unauthorized
        }
    }
}
