import ArcaCore
import FuzzSupport

@testable import ArcaCrypto

/// Hostile ML-DSA keys and signatures: arbitrary, or valid with some bytes changed.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let variants = MLDSAVariant.allCases
    let variant = variants[Int(input.byte()) % variants.count]
    do {
        switch input.byte() % 4 {
        case 0: try publicKey(variant, &input)
        case 1: try expandedKey(variant, &input)
        case 2: try signature(variant, &input)
        default: try seed(variant, &input)
        }
    } catch {
        // Any seed is valid, and so is a key derived from one.
        check(false, "no error here: \(error)")
    }
    return 0
}

/// Every key of the right length is accepted and round-trips; only the key itself accepts its signature.
private func publicKey(_ variant: MLDSAVariant, _ input: inout Input) throws(CryptoError) {
    let own = try fixedKey(variant)
    let good = own.publicKey.rawRepresentation
    let bytes = input.changed(good)
    do {
        let key = try AnyMLDSAPublicKey(variant, rawRepresentation: bytes)
        check(key.rawRepresentation == bytes, "a key is written as it was read")
        let signature = try own.deterministicSignature(for: message)
        check(key.isValidSignature(signature, for: message) == (bytes == good), "another key refuses the signature")
    } catch {
        check(error.code == .invalidKeyLength && bytes.count != good.count, "only lengths are refused")
    }
}

/// An expanded key is accepted only if all of its parts match; a changed K signs as well.
private func expandedKey(_ variant: MLDSAVariant, _ input: inout Input) throws(CryptoError) {
    let own = try fixedKey(variant)
    let good = [UInt8](bytes: try own.expandedRepresentation)
    let bytes = input.changed(good)
    do {
        let read = try AnyMLDSAPrivateKey(variant, expandedRepresentation: SecretBytes(copying: bytes))
        check(read.publicKey == own.publicKey, "the public half depends on the checked parts")
        check([UInt8](bytes: try read.expandedRepresentation) == bytes, "a key is written as it was read")
        let signature = try read.signature(for: message)
        check(own.publicKey.isValidSignature(signature, for: message), "an accepted key signs")
    } catch {
        check(error.code == .invalidKey || error.code == .invalidKeyLength, "the key is at fault")
        check(bytes != good, "a good key is accepted")
    }
}

/// A changed signature is never valid: it has one form only.
private func signature(_ variant: MLDSAVariant, _ input: inout Input) throws(CryptoError) {
    let own = try fixedKey(variant)
    let context = [UInt8](repeating: 3, count: Int(input.byte()))
    let good = try own.deterministicSignature(for: message, context: context)
    let bytes = input.changed(good)
    let isValid = own.publicKey.isValidSignature(bytes, for: message, context: context)
    check(isValid == (bytes == good), "only the signature itself is valid")
}

private func seed(_ variant: MLDSAVariant, _ input: inout Input) throws(CryptoError) {
    let own = try AnyMLDSAPrivateKey(variant, seedRepresentation: SecretBytes(copying: input.filled(32)))
    let signature = try own.signature(for: message)
    check(own.publicKey.isValidSignature(signature, for: message), "a new key signs")
    let expanded = try AnyMLDSAPrivateKey(variant, expandedRepresentation: own.expandedRepresentation)
    let deterministic = try own.deterministicSignature(for: message)
    check(try expanded.deterministicSignature(for: message) == deterministic, "the expanded form works")
}

private func fixedKey(_ variant: MLDSAVariant) throws(CryptoError) -> AnyMLDSAPrivateKey {
    try AnyMLDSAPrivateKey(
        variant, seedRepresentation: SecretBytes(copying: [UInt8](repeating: 5, count: MLDSAVariant.seedByteCount)))
}

private let message = [UInt8](repeating: 9, count: 40)
