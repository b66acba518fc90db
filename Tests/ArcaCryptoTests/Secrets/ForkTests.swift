#if os(Linux)
internal import ArcaCodecs
import ArcaCrypto
import ArcaPlatform
import Testing

/// What a forked child sees; each test runs in a process of its own, which forks while it has one thread.
@Suite struct ForkTests {
    /// Runs `body` in a forked child and returns what it gives, at most 4,096 bytes.
    static func inChild(_ body: () -> [UInt8]) -> [UInt8] {
        // Swift marks fork as unavailable, rightly: a program should spawn. A test of forking has no other way.
        typealias Fork = @convention(c) () -> Int32
        guard let symbol = dlsym(nil, "fork") else { return [] }
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
            _ = try SecureRandom.bytes(1)
            let theirs = ForkTests.inChild { (try? SecureRandom.bytes(64)) ?? [] }
            let ours = try SecureRandom.bytes(64)
            precondition(theirs.count == 64 && theirs != ours)
        }
    }

    @Test("a child finds zeros where its parent keeps secrets")
    func childFindsZeros() async {
        await #expect(processExitsWith: .success) {
            let secret = SecretBytes(copying: "correct horse".utf8)
            let large = SecretBytes(copying: [UInt8](repeating: 7, count: 4000))
            let theirs = ForkTests.inChild { [UInt8](bytes: secret) + [UInt8](bytes: large).prefix(100) }
            precondition(theirs == [UInt8](repeating: 0, count: 113))
            precondition(secret == SecretBytes(copying: "correct horse".utf8))
        }
    }
}
#endif
