import ArcaKernels

/// Unpads secret blocks with the masked or the branching code.
func probeUnpadding(isMasked: Bool) {
    var lengths: [Int] = []
    for count in [11, 128, 129, 256, 384, 512, 1024] {
        let (block, synthetic, drawn) = (secret(count), secret(count), secret(PKCS1Unpadding.lengthByteCount))
        // The length is still secret, so it is stored but not examined.
        lengths.append(
            isMasked
                ? PKCS1Unpadding.unpad(block, count: count, synthetic: synthetic, lengths: drawn)
                : unpadBranching(block, count))
        for memory in [block, synthetic, drawn] { memory.deallocate() }
    }
    withExtendedLifetime(lengths) { print("unpadded \(lengths.count) blocks") }
}

/// Derives the nonce of a deterministic signature; a leak is a branch on the nonce.
func probeNonce(isLeaking: Bool) {
    let (number, limit) = (secret(66), [UInt8](repeating: 0xf0, count: 66))
    ScalarCandidate.shiftRight(number, count: 66, by: 7)
    // Whether it is in range is stored but not examined.
    let result = ScalarCandidate.isInRange(number, below: limit, count: 66)
    if isLeaking, number[65] == 1 { print("leaking") }
    withExtendedLifetime(result) { print("tried a nonce") }
    number.deallocate()
}

/// The branching way to unpad.
@inline(never)
private func unpadBranching(_ block: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    guard block[0] == 0, block[1] == 2 else { return 0 }
    var end = 2
    while end < count, block[end] != 0 { end += 1 }
    return end < 10 || end == count ? 0 : count - end - 1
}
