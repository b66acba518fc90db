import ArcaCrypto
import CBenchLibcrypto
import Foundation

extension Main {
    /// Prints the throughput of two threads that share a key, relative to one thread: 2 without contention.
    ///
    /// SHA-256 shares nothing and shows the limit of the machine. On a busy machine, run it with `chrt -f 10`.
    static func threads() throws {
        let message = [UInt8](repeating: 7, count: 64)
        let key = SymmetricKey(size: .bits256)
        let bytes = [UInt8](repeating: 7, count: 32)
        let cipher = AES.GCM.cipher
        let nonce = [UInt8](repeating: 9, count: 12)
        speedUp("SHA256.hash, 64 B") { keep(SHA256.hash(message)) }
        speedUp("HMAC<SHA256>, 64 B") { keep(HMAC<SHA256>.authenticationCode(for: message, using: key)) }
        speedUp("AES.GCM.seal, random nonce, 64 B") { keep(try? AES.GCM.seal(message, using: key)) }
        speedUp("ChaChaPoly.seal, random nonce, 64 B") { keep(try? ChaChaPoly.seal(message, using: key)) }
        speedUp("aes-256-gcm seal, given nonce, 64 B") { keep(try? cipher.seal(message, using: key, nonce: nonce)) }
        speedUp("SecureRandom.bytes(12)") { keep(try? SecureRandom.bytes(12)) }
        speedUp("SecretBytes(copying:), 32 B") { keep(SecretBytes(copying: bytes)) }
        speedUp("SymmetricKey(data:) and HMAC<SHA256>, 64 B") {
            keep(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: bytes)))
        }
    }

    private static func speedUp(_ name: String, _ work: @escaping @Sendable () -> Void) {
        let count = 200_000
        func time(_ threads: Int) -> Double {
            let start = ContinuousClock.now
            let group = DispatchGroup()
            for _ in 0..<threads {
                group.enter()
                Thread {
                    for _ in 0..<count { work() }
                    group.leave()
                }.start()
            }
            group.wait()
            return (ContinuousClock.now - start) / .nanoseconds(count)
        }
        _ = time(2)
        var pairs: [(one: Double, two: Double)] = (0..<9).map { _ in (time(1), time(2)) }
        pairs.sort { $0.one / $0.two < $1.one / $1.two }
        let middle = pairs[pairs.count / 2]
        print("\(name): \(Int(middle.one)) ns alone, two threads \((200 * middle.one / middle.two).rounded() / 100)")
    }
}
