internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport

enum AgeFixtures {
    /// The example of the specification.
    static let identityText = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
    static let recipientText = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"
    static let identity: Age.X25519Identity = made { try Age.X25519Identity(identityText.utf8) }
    static let recipient: Age.X25519Recipient = made { try Age.X25519Recipient(recipientText) }
    static let format = Age(recipients: [recipient], identities: [identity])

    /// The size of a sealed chunk.
    static let sealedByteCount = 65_552

    /// Bytes without a repeating pattern, so shifted chunks differ.
    static func message(_ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    }

    /// A passphrase that is cheap to try.
    static func passphrase(_ text: String = "correct horse", logN: Int = 4) throws -> Age.Passphrase {
        try Age.Passphrase(SecretBytes(copying: text.utf8), logN: logN)
    }

    /// The output for a file and the error that followed, if any.
    static func opened(_ file: [UInt8], _ format: Age = format) -> (bytes: [UInt8], error: (any Error)?) {
        var (input, output) = (MemoryReader(file), MemoryWriter())
        do {
            try format.open(&input, into: &output)
            return (output.bytes, nil)
        } catch { return (output.bytes, error) }
    }

    /// The offset of the payload in a binary file.
    static func headerByteCount(_ file: [UInt8]) throws -> Int { try Age.Opener(MemoryReader(file)).header.byteCount }

    private static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("\(error)") }
    }
}
