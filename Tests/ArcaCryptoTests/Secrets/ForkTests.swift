#if os(Linux)
internal import ArcaCore
import ArcaPlatform
import Testing

@testable import ArcaCrypto

/// The state of a forked child; each test runs in a separate process that forks while single-threaded.
@Suite struct ForkTests {
    private typealias Fork = @convention(c) () -> Int32

    /// Runs `body` in a forked child and returns its result, at most 4,096 bytes.
    ///
    /// `_Fork` runs no handlers.
    static func inChild(calling name: String = "fork", _ body: () -> [UInt8]) -> [UInt8] {
        // Swift rightly marks fork as unavailable: programs should spawn. A test of forking has no other way.
        guard let symbol = dlsym(nil, name) else { return [] }
        let fork = unsafeBitCast(symbol, to: Fork.self)
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        if fork() == 0 {
            let bytes = body()
            write(ends[1], bytes, bytes.count)
            _exit(0)
        }
        close(ends[1])
        var result = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &result, result.count)
        return Array(result.prefix(max(count, 0)))
    }

    @Test("a child draws other random bytes than its parent")
    func childDrawsOtherBytes() async {
        await #expect(processExitsWith: .success) {
            for call in ["fork", "_Fork"] {
                _ = try SecureRandom.bytes(1)
                let theirs = ForkTests.inChild(calling: call) { (try? SecureRandom.bytes(64)) ?? [] }
                let ours = try SecureRandom.bytes(64)
                precondition(theirs.count == 64 && theirs != ours)
            }
        }
    }

    @Test("a child draws other random bytes even if the system refuses to zero pages")
    func childDrawsOtherBytesWithoutZeroing() async {
        await #expect(processExitsWith: .success) {
            func take(_ pool: inout RandomPool) -> [UInt8] {
                [UInt8](unsafeUninitializedCapacity: 64) { space, count in
                    guard let start = space.baseAddress, case .success = pool.take(start, 64) else { return }
                    count = 64
                }
            }
            for call in ["fork", "_Fork"] {
                var pool = RandomPool { _, _ in false }
                let (first, second) = (take(&pool), take(&pool))
                precondition(first.count == 64 && first != second)
                // A grandchild also differs from both, although its parent has drawn nothing.
                let theirs = ForkTests.inChild(calling: call) {
                    let grandchild = ForkTests.inChild(calling: call) { take(&pool) }
                    return grandchild + take(&pool)
                }
                let ours = take(&pool)
                precondition(theirs.count == 128 && ours.count == 64)
                precondition(Set([Array(theirs[..<64]), Array(theirs[64...]), ours]).count == 3)
            }
        }
    }

    @Test("keys and secrets of the parent work in a child, which never computes with zeros")
    func secretsSurvive() async {
        await #expect(processExitsWith: .success) {
            let key = SymmetricKey(copying: [UInt8](repeating: 7, count: 32))
            let signer = try Curve25519.Signing.PrivateKey(
                rawRepresentation: SecretBytes(copying: [UInt8](repeating: 9, count: 32)))
            let (secret, other) = (
                SecretBytes(copying: "correct horse".utf8), SecretBytes(copying: "battery maple".utf8)
            )
            let large = SecretBytes(copying: [UInt8](repeating: 7, count: 40_000))
            // The parent runs this afterwards, so the child creates its contexts from the inherited key.
            func work() throws -> [UInt8] {
                let nonce = [UInt8](repeating: 1, count: 12)
                precondition(secret != other && large.withBytes { $0[39_999] == 7 })
                let sealed = try AES.GCM.cipher.seal("message".utf8, using: key, nonce: nonce)
                let code = HMAC<SHA256>.authenticationCode(for: "message".utf8, using: key)
                let signature = try signer.signature(for: "message".utf8)
                return [
                    sealed, code.bytes, signature, [UInt8](bytes: signer.rawRepresentation), [UInt8](bytes: secret),
                ]
                .flatMap { $0 }
            }
            let theirs = ForkTests.inChild { (try? work()) ?? [] }
            precondition(theirs.count == 23 + 32 + 64 + 32 + 13)
            let ours = try work()
            precondition(theirs == ours)
        }
    }

    @Test("a child generates other keys than its parent")
    func childMakesOtherKeys() async {
        await #expect(processExitsWith: .success) {
            let first = try SymmetricKey(bitCount: 256)
            let theirs = ForkTests.inChild { (try? SymmetricKey(bitCount: 256)).map { [UInt8](bytes: $0) } ?? [] }
            let second = try SymmetricKey(bitCount: 256)
            precondition(theirs.count == 32 && Set([theirs, [UInt8](bytes: first), [UInt8](bytes: second)]).count == 3)
        }
    }
}
#endif
