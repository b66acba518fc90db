import ArcaKernels

// Runs code that must not branch on secrets with memory that was never written, which valgrind follows: it reports each
// jump and each address that depends on it. `scripts/check-constant-time` runs this, built for release.
//
// Arguments: the name of a run of our own code, or of one with a planted leak, which must be reported, or the check would
// prove nothing.

/// How valgrind sees a secret: bytes that nobody has set.
@inline(never)
func secret(_ count: Int) -> UnsafeMutablePointer<UInt8> { .allocate(capacity: count) }

switch Array(CommandLine.arguments.dropFirst()) {
case ["masked"]: probeUnpadding(isMasked: true)
case ["branching"]: probeUnpadding(isMasked: false)
case ["mlkem"]: probeMLKEM(leak: nil, isFour: false)
case ["mlkem-avx2"]: probeMLKEM(leak: nil, isFour: true)
case ["mlkem-leak", "key"]: probeMLKEM(leak: .key, isFour: false)
case ["mlkem-leak", "encapsulate"]: probeMLKEM(leak: .encapsulate, isFour: false)
case ["mlkem-leak", "decapsulate"]: probeMLKEM(leak: .decapsulate, isFour: false)
case ["planted"]: planted()
default: fatalError("unknown run")
}
