import ArcaCore
import FuzzSupport

@testable import ArcaCrypto

/// Hostile ML-KEM and X-Wing keys and ciphertexts: arbitrary, or valid with some bytes changed.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    do {
        switch input.byte() % 4 {
        case 0: try run(MLKEM512.self, &input)
        case 1: try run(MLKEM768.self, &input)
        case 2: try run(MLKEM1024.self, &input)
        default: try runHybrid(&input)
        }
    } catch {
        // Any seed is valid, and so is a key derived from one.
        check(false, "no error here: \(error)")
    }
    return 0
}

private func run<Set: MLKEMParameterSet>(_: Set.Type, _ input: inout Input) throws(CryptoError) {
    switch input.byte() % 4 {
    case 0: try publicKey(Set.self, &input)
    case 1: try expandedKey(Set.self, &input)
    case 2: try ciphertext(Set.self, &input)
    default: try seed(Set.self, &input)
    }
}

/// A key is accepted exactly if all its coefficients are below the modulus, and round-trips.
private func publicKey<Set: MLKEMParameterSet>(_: Set.Type, _ input: inout Input) throws(CryptoError) {
    let good = try fixedKey(Set.self).publicKey.rawRepresentation
    let bytes = input.changed(good)
    let isGood = bytes.count == good.count && coefficients(bytes, Set.rank).allSatisfy { $0 < 3329 }
    do {
        let key = try Set.PublicKey(rawRepresentation: bytes)
        check(isGood, "a number at or above the modulus is refused")
        check(key.rawRepresentation == bytes, "a key is written as it was read")
        check(encoded(coefficients(bytes, Set.rank)) == Array(bytes[..<(384 * Set.rank)]), "numbers have one form")
        let (one, other) = (try key.encapsulate(message: message), try key.encapsulate(message: message))
        check(one.encapsulated.count == Set.ciphertextByteCount, "a ciphertext has its length")
        check(one.encapsulated == other.encapsulated, "one message, one ciphertext")
        check(one.sharedSecret == other.sharedSecret, "one message, one secret")
    } catch {
        check(!isGood, "a good key is accepted")
        check(error.code == .invalidKey || error.code == .invalidKeyLength, "the key is at fault")
    }
}

/// An expanded key, optionally with the digest corrected, as an attacker would.
private func expandedKey<Set: MLKEMParameterSet>(_: Set.Type, _ input: inout Input) throws(CryptoError) {
    let fits = input.byte() & 1 == 1
    let key = try fixedKey(Set.self)
    let good = [UInt8](bytes: key.expandedRepresentation)
    var bytes = input.changed(good)
    let (start, end) = (384 * Set.rank, 384 * Set.rank + Set.publicKeyByteCount)
    if fits, bytes.count == good.count {
        bytes.replaceSubrange(end..<end + 32, with: SHA3_256.hash(Array(bytes[start..<end])))
    }
    do {
        let read = try ExpandedMLKEMPrivateKey<Set>(SecretBytes(copying: bytes))
        check(read.publicKey.rawRepresentation == Array(bytes[start..<end]), "the public half is that of the key")
        let sent = try read.publicKey.encapsulate(message: message)
        let one = try read.decapsulate(sent.encapsulated)
        check(try read.decapsulate(sent.encapsulated) == one, "one ciphertext, one secret")
        if bytes[..<end] == good[..<end] { check(one == sent.sharedSecret, "the unchanged key works") }
    } catch {
        check(error.code == .invalidKey || error.code == .invalidKeyLength, "the key is at fault")
        check(bytes != good, "a good key is accepted")
    }
}

/// A ciphertext of the right length always gives a secret, deterministically, and the sender's only if unchanged.
private func ciphertext<Set: MLKEMParameterSet>(_: Set.Type, _ input: inout Input) throws(CryptoError) {
    let key = try fixedKey(Set.self)
    let sent = try key.publicKey.encapsulate(message: message)
    let bytes = input.changed(sent.encapsulated)
    do {
        let one = try key.decapsulate(bytes)
        check(try key.decapsulate(bytes) == one, "one ciphertext, one secret")
        let expanded = try ExpandedMLKEMPrivateKey<Set>(key.expandedRepresentation)
        check(try expanded.decapsulate(bytes) == one, "both forms of a key agree")
        check((one == sent.sharedSecret) == (bytes == sent.encapsulated), "a changed ciphertext gives another secret")
    } catch {
        check(error.code == .invalidInputLength && bytes.count != Set.ciphertextByteCount, "only lengths are refused")
    }
}

private func seed<Set: MLKEMParameterSet>(_: Set.Type, _ input: inout Input) throws(CryptoError) {
    let key = try Set.PrivateKey(seedRepresentation: SecretBytes(copying: input.filled(64)))
    let sent = try key.publicKey.encapsulate()
    check(try key.decapsulate(sent.encapsulated) == sent.sharedSecret, "both sides have one secret")
    let again = try Set.PrivateKey(integrityCheckedRepresentation: key.integrityCheckedRepresentation)
    check(again.publicKey == key.publicKey, "a seed gives one key")
    let expanded = try ExpandedMLKEMPrivateKey<Set>(key.expandedRepresentation)
    check(try expanded.decapsulate(sent.encapsulated) == sent.sharedSecret, "the expanded form works")
}

private func runHybrid(_ input: inout Input) throws(CryptoError) {
    typealias Hybrid = XWingMLKEM768X25519
    let key = try Hybrid.PrivateKey(seedRepresentation: SecretBytes(copying: [UInt8](repeating: 3, count: 32)))
    let kind = input.byte() % 3
    do {
        switch kind {
        case 0:
            let bytes = input.changed(key.publicKey.rawRepresentation)
            let read = try Hybrid.PublicKey(rawRepresentation: bytes)
            check(read.rawRepresentation == bytes, "a key is written as it was read")
            let sent = try read.encapsulate()
            check(sent.encapsulated.count == Hybrid.ciphertextByteCount, "a ciphertext has its length")
        case 1:
            let sent = try key.publicKey.encapsulate(message: message, ephemeral: ephemeral)
            let bytes = input.changed(sent.encapsulated)
            let one = try key.decapsulate(bytes)
            check(try key.decapsulate(bytes) == one, "one ciphertext, one secret")
            check((one == sent.sharedSecret) == (bytes == sent.encapsulated), "another ciphertext, another secret")
        default:
            let own = try Hybrid.PrivateKey(seedRepresentation: SecretBytes(copying: input.filled(32)))
            let sent = try own.publicKey.encapsulate()
            check(try own.decapsulate(sent.encapsulated) == sent.sharedSecret, "both sides have one secret")
        }
    } catch {
        // A seed is always valid; the X25519 part may be of small order.
        check(kind != 2, "all seeds are good")
        let codes: [CryptoErrorCode] = [.invalidKey, .invalidKeyLength, .invalidInputLength]
        check(codes.contains(error.code), "the input is at fault")
    }
}

private func fixedKey<Set: MLKEMParameterSet>(_: Set.Type) throws(CryptoError) -> Set.PrivateKey {
    try Set.PrivateKey(seedRepresentation: SecretBytes(copying: [UInt8](repeating: 5, count: 64)))
}

private var message: SecretBytes { SecretBytes(copying: [UInt8](repeating: 9, count: 32)) }

private var ephemeral: Curve25519.KeyAgreement.PrivateKey {
    get throws(CryptoError) { try .init(rawRepresentation: SecretBytes(copying: [UInt8](repeating: 11, count: 32))) }
}

/// The coefficients of a key's vector, decoded independently of the library.
private func coefficients(_ bytes: [UInt8], _ rank: Int) -> [Int] {
    (0..<256 * rank).map { index in
        let first = 3 * (index / 2)
        let (low, high) = (Int(bytes[first + 1] % 16), Int(bytes[first + 1] / 16))
        return index % 2 == 0 ? Int(bytes[first]) + 256 * low : high + 16 * Int(bytes[first + 2])
    }
}

private func encoded(_ numbers: [Int]) -> [UInt8] {
    stride(from: 0, to: numbers.count, by: 2).flatMap { index in
        let both = numbers[index] + numbers[index + 1] * 4096
        return [UInt8(both % 256), UInt8(both / 256 % 256), UInt8(both / 65536)]
    }
}
