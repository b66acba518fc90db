import ArcaKernels

// Runs code that must not branch on secrets with uninitialized memory, which valgrind tracks: it reports each jump and
// address that depends on it. `scripts/check-constant-time` runs a release build.
//
// Arguments: the name of a run, or of one with a planted leak. The leak must be reported, or the check would prove
// nothing.

/// A secret as valgrind sees it: uninitialized bytes.
@inline(never)
func secret(_ count: Int) -> UnsafeMutablePointer<UInt8> { .allocate(capacity: count) }

switch Array(CommandLine.arguments.dropFirst()) {
case ["masked"]: probeUnpadding(isMasked: true)
case ["branching"]: probeUnpadding(isMasked: false)
case ["nonce"]: probeNonce(isLeaking: false)
case ["nonce-leak"]: probeNonce(isLeaking: true)
case ["mlkem"]: probeMLKEM(leak: nil, isFour: false)
case ["mlkem-avx2"]: probeMLKEM(leak: nil, isFour: true)
case ["mlkem-leak", "key"]: probeMLKEM(leak: .key, isFour: false)
case ["mlkem-leak", "encapsulate"]: probeMLKEM(leak: .encapsulate, isFour: false)
case ["mlkem-leak", "decapsulate"]: probeMLKEM(leak: .decapsulate, isFour: false)
case ["mldsa"]: probeMLDSA(leak: nil, isWide: false)
case ["mldsa-avx2"]: probeMLDSA(leak: nil, isWide: true)
case ["mldsa-leak", "key"]: probeMLDSA(leak: .key, isWide: false)
case ["mldsa-leak", "sign"]: probeMLDSA(leak: .sign, isWide: false)
case ["planted"]: planted()
default: fatalError("unknown run")
}
