import ArcaKernels

// Runs code that must not branch on secrets with memory that was never written, which valgrind follows: it reports each
// jump and each address that depends on it. `scripts/check-constant-time` runs this, built for release.
//
// Arguments: `masked` for our own code, `branching` for the same decision written plainly, which must be reported, or
// the check would prove nothing.

/// How valgrind sees a secret: bytes that nobody has set.
func secret(_ count: Int) -> UnsafeMutablePointer<UInt8> { .allocate(capacity: count) }

/// The plain way to take the padding off.
@inline(never)
func unpadBranching(_ block: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    guard block[0] == 0, block[1] == 2 else { return 0 }
    var end = 2
    while end < count, block[end] != 0 { end += 1 }
    return end < 10 || end == count ? 0 : count - end - 1
}

let isMasked = CommandLine.arguments.dropFirst() == ["masked"]
var lengths: [Int] = []
for count in [11, 128, 129, 256, 384, 512, 1024] {
    let (block, synthetic, drawn) = (secret(count), secret(count), secret(PKCS1Unpadding.lengthByteCount))
    // The length is secret still, so it is kept and not looked at.
    lengths.append(
        isMasked
            ? PKCS1Unpadding.unpad(block, count: count, synthetic: synthetic, lengths: drawn)
            : unpadBranching(block, count))
    for memory in [block, synthetic, drawn] { memory.deallocate() }
}
withExtendedLifetime(lengths) { print("unpadded \(lengths.count) blocks") }
