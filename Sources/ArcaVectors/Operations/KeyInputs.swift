internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import Synchronization

/// Keys read recently, because many cases of a file share a key, and checking one costs as much as using it.
final class KeyCache<Key: Sendable>: Sendable {
    private struct Name: Hashable {
        let kind: String
        let bytes: [UInt8]
    }

    private static var limit: Int { 128 }
    private let known = Mutex<[Name: Key]>([:])

    /// The key read from these bytes before, or a new one.
    func key(_ kind: String, _ bytes: [UInt8], _ make: () throws -> Key) throws -> Key {
        let name = Name(kind: kind, bytes: bytes)
        if let key = known.withLock({ $0[name] }) { return key }
        let key = try make()
        known.withLock {
            if $0.count >= Self.limit { $0.removeAll() }
            $0[name] = key
        }
        return key
    }
}

/// Key files in requests: bytes, or text for PEM and JWK.
enum KeyFileInput {
    /// The permitted use of a JSON Web Key: its `use`, and one of these operations if it lists any.
    struct Use {
        let name: String
        let operations: Set<String>

        static let verifying = Use(name: "sig", operations: ["verify"])
        static let agreement = Use(name: "enc", operations: ["deriveKey", "deriveBits"])
    }

    static func bytes(_ name: String, _ inputs: NamedValues) throws(VectorError) -> [UInt8] {
        if case .text(let text) = inputs[name] { return Array(text.utf8) }
        return try inputs.bytes(name)
    }

    static func privateKey(_ name: String, _ inputs: NamedValues, _ use: Use) throws -> AnyPrivateKey {
        guard case .privateKey(let key) = try content(name, inputs, use) else {
            throw OperationError.refused("no private key")
        }
        return key
    }

    static func publicKey(_ name: String, _ inputs: NamedValues, _ use: Use) throws -> AnyPublicKey {
        guard case .publicKey(let key) = try content(name, inputs, use) else {
            throw OperationError.refused("no public key")
        }
        return key
    }

    private static func content(_ name: String, _ inputs: NamedValues, _ use: Use) throws -> AnyKey.Content {
        let file = try bytes(name, inputs)
        do {
            guard file.first == .leftBrace else { return try AnyKey(file).content }
            let keys = try JSONWebKey.all(in: file)
            guard keys.count == 1 else { throw OperationError.refused("\(keys.count) keys where one should be") }
            if let own = keys[0].use, own != use.name { throw OperationError.refused("the key is for \(own)") }
            // The public key of an agreement performs no operation, so its list may be empty.
            if let own = keys[0].operations, !own.isEmpty, use.operations.isDisjoint(with: own) {
                throw OperationError.refused("the key is for \(own.joined(separator: ", "))")
            }
            return keys[0].content
        } catch let error as KeyError {
            throw error.code == .unsupported
                ? OperationError.unsupported(error.message) : OperationError.refused(error.message)
        }
    }
}
