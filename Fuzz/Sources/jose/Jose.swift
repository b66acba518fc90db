import ArcaCore
import ArcaCrypto
import ArcaJOSE
import FuzzSupport

/// A key set, a line break, and a token: signed, encrypted, with claims.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    let parts = bytes.split(separator: 0x0a, maxSplits: 1, omittingEmptySubsequences: false)
    let token = Array(parts.last ?? [])
    guard let keys = try? JWKSet(Array(parts[0])) else {
        _ = try? UnverifiedToken(token)
        return 0
    }
    if (try? JWS(verifying: token, keys: keys)) != nil {
        check((try? JWS(verifying: token, keys: keys, algorithms: [])) == nil, "an algorithm that is not allowed is refused")
        var changed = token
        changed[changed.count - 1] ^= 1
        check((try? JWS(verifying: changed, keys: keys)) == nil, "a changed token is refused")
    }
    let options = JWE.Options(allowsRSA15: true, maximumIterations: 2_000, maximumInflatedByteCount: 1 << 16)
    if let opened = try? JWE(decrypting: token, keys: keys, options: options) {
        check(opened.plaintext.withBytes { $0.count } <= 1 << 16, "a plaintext stays within its limit")
    }
    return 0
}
