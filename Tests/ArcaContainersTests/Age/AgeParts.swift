internal import ArcaCodecs
internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport

/// An age file assembled by hand, in which any part can be wrong.
struct AgeParts {
    static let fileKey = SymmetricKey(SecretBytes(copying: "YELLOW SUBMARINE".utf8))
    static let base64 = Base64(padding: .absent)
    static let nonce = [UInt8](repeating: 5, count: 16)

    var version = "age-encryption.org/v1\n"
    var stanzas: String
    /// The text around the MAC, which is the argument.
    var end: (String) -> String = { " \($0)\n" }
    var payload: [UInt8] = Self.stream([("age", 0, true)])

    init(_ stanzas: String, end: ((String) -> String)? = nil, payload: [UInt8]? = nil) {
        self.stanzas = stanzas
        if let end { self.end = end }
        if let payload { self.payload = payload }
    }

    var file: [UInt8] { Array(header.utf8) + payload }

    var header: String {
        let text = version + stanzas + "---"
        return text + end(Self.base64.encode(Self.code(text)))
    }

    /// The MAC for a header.
    static func code(_ text: String) -> [UInt8] {
        made {
            let key = try HKDF<SHA256>.deriveKey(inputKeyMaterial: fileKey, info: "header".utf8, outputByteCount: 32)
            return HMAC<SHA256>.authenticationCode(for: text.utf8, using: key).bytes
        }
    }

    /// The encoded stanza.
    static func lines(_ stanza: Age.Stanza) -> String {
        var text = "-> " + ([stanza.type] + stanza.arguments).joined(separator: " ") + "\n"
        var rest = base64.encode(stanza.body)[...]
        while rest.count >= 64 {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + rest + "\n"
    }

    /// An X25519 stanza with the file key or a longer or shorter one; optionally with another type or arguments.
    static func x25519(
        _ key: SymmetricKey = fileKey, to recipient: Age.X25519Recipient = AgeFixtures.recipient, type: String? = nil,
        arguments: (([String]) -> [String])? = nil
    ) -> String {
        made { try edited(recipient.wrap(key)[0], type, arguments) }
    }

    /// An scrypt stanza for the passphrase `password`.
    static func scrypt(
        _ key: SymmetricKey = fileKey, type: String? = nil, arguments: (([String]) -> [String])? = nil
    ) -> String {
        made { try edited(AgeFixtures.passphrase("password").wrap(key)[0], type, arguments) }
    }

    private static func edited(
        _ stanza: Age.Stanza, _ type: String?, _ arguments: (([String]) -> [String])?
    ) throws -> String {
        let list = [type ?? stanza.type] + (arguments?(stanza.arguments) ?? stanza.arguments)
        return "-> " + list.joined(separator: " ") + "\n" + base64.encode(stanza.body) + "\n"
    }

    /// The nonce and the chunks, each with the given number and last-chunk flag.
    static func stream(_ chunks: [(text: String, index: UInt8, isLast: Bool)]) -> [UInt8] {
        made {
            let key = try HKDF<SHA256>.deriveKey(
                inputKeyMaterial: fileKey, salt: nonce, info: "payload".utf8, outputByteCount: 32)
            return try chunks.reduce(nonce) {
                let nonce = [UInt8](repeating: 0, count: 10) + [$1.index, $1.isLast ? 1 : 0]
                return try $0 + ChaChaPoly.cipher.seal($1.text.utf8, using: key, nonce: nonce)
            }
        }
    }

    /// The text with a last character that sets bits which decoding discards.
    static func notCanonical(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let index = text.last.flatMap { alphabet.firstIndex(of: $0) } ?? 0
        return text.dropLast() + String(alphabet[index | 1])
    }

    /// Armor as specified, with other line ends or columns on request.
    static func armor(_ file: [UInt8], lineEnd: String = "\n", columns: Int = 64) -> String {
        var text = "-----BEGIN AGE ENCRYPTED FILE-----" + lineEnd
        var rest = Base64.standard.encode(file)[...]
        while !rest.isEmpty {
            text += rest.prefix(columns) + lineEnd
            rest = rest.dropFirst(columns)
        }
        return text + "-----END AGE ENCRYPTED FILE-----" + lineEnd
    }

    private static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("\(error)") }
    }
}
