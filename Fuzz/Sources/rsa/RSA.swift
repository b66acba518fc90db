import Arca
import FuzzSupport

private let key: RSAPrivateKey = {
    guard let key = try? RSAPrivateKey(bitCount: 2048) else { fatalError("no key") }
    return key
}()

/// Signature files, key numbers, blocks and signatures from arbitrary bytes.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    switch input.byte() % 5 {
    case 0: signatureFile(input.bytes)
    case 1: numbers(input)
    case 2: block(input.bytes)
    case 3: _ = try? RSAUtilBlocks(privateKey: key).open(input.bytes)
    default: signature(input.bytes)
    }
    return 0
}

private func signatureFile(_ bytes: [UInt8]) {
    guard let file = try? DetachedSignature(bytes) else { return }
    check(Array(file.text.utf8) == bytes, "what is read is written the same")
    check((try? file.isValid(for: [1], using: key.publicKey)) != true, "nothing that was not signed verifies")
}

private func numbers(_ input: Input) {
    var input = input
    let lengths = (0..<8).map { _ in Int(input.byte()) }
    var rest = input.bytes[...]
    let parts = lengths.map { length in
        let part = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        return part
    }
    let publicNumbers = RSAPublicNumbers(modulus: parts[0], exponent: parts[1])
    if let made = try? RSAPublicKey(publicNumbers) {
        check(made.modulus == publicNumbers.modulus, "a key keeps its numbers")
        _ = try? made.encrypt([1], padding: .pkcs1v15)
        _ = try? made.isValidSignature(parts[0], for: [1], padding: .pkcs1v15(.sha1))
    }
    let privateNumbers = RSAPrivateNumbers(
        publicNumbers: publicNumbers, privateExponent: parts[2], prime1: parts[3], prime2: parts[4],
        exponent1: parts[5], exponent2: parts[6], coefficient: parts[7])
    let isConsistent = privateNumbers.contradictions().isEmpty
    check(isConsistent || (try? RSAPrivateKey(privateNumbers)) == nil, "a key that contradicts itself is refused")
    _ = try? RSAPrivateNumbers(
        publicNumbers: publicNumbers, privateExponent: parts[2],
        primes: [SecretBytes(copying: parts[3]), SecretBytes(copying: parts[4])])
}

private func block(_ bytes: [UInt8]) {
    // Smaller than any modulus of 2,048 bits.
    let block = [0] + (bytes + [UInt8](repeating: 0, count: 255)).prefix(255)
    guard let message = try? key.decrypt(block, padding: .pkcs1v15) else {
        return check(false, "no block below the modulus is refused")
    }
    check((try? key.decrypt(block, padding: .pkcs1v15)) == message, "the same block gives the same message")
    check((try? key.decrypt(block)) == nil, "no block opens that nobody made")
}

private func signature(_ bytes: [UInt8]) {
    let signature = [0] + (bytes + [UInt8](repeating: 0, count: 255)).prefix(255)
    for padding in [RSASignaturePadding.pssWithAnySalt(.init(hash: .shake128)), .pss, .pkcs1v15(.sha1)] {
        let isValid = try? key.publicKey.isValidSignature(signature, for: [1], padding: padding)
        check(isValid == false, "nothing verifies that was not signed")
    }
}
