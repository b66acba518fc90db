import ArcaKernels
import ArcaKernelsAVX2

/// Generates key pairs and signs with ML-DSA of all parameter sets, with uninitialized secrets.
///
/// Sampling s₁ and s₂, and whether an attempt is rejected, is decided by values that are not secret (FIPS 204, section
/// 3.2), so the probe calls the steps between them. Challenges are public.
///
/// - Parameters:
///   - leak: The operation with a leaking result: `.key` or `.sign`.
///   - isWide: Whether to use the kernels for AVX2.
func probeMLDSA(leak: PlantedLeak?, isWide: Bool) {
    var (four, vectors) = (FourPermutations?.none, MLDSAVectors?.none)
    #if arch(x86_64)
    if isWide {
        four = { AVX2.permuteFour($0, $1) }
        vectors = MLDSAVectors(
            forward: { AVX2.transformMLDSA($0, $1) }, backward: { AVX2.invertMLDSA($0, $1) },
            multiply: { AVX2.multiplyMLDSA($0, $1, $2, $3) })
    }
    #endif
    var count = 0
    for rows in [4, 6, 8] {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: MLDSAWorkspace.byteCount, alignment: 32)
        let space = MLDSAWorkspace(memory, four: four, vectors: vectors)
        count += LatticeSignatureRun(MLDSA(rows: rows), space).run(leak)
        memory.deallocate()
    }
    print("checked ML-DSA, \(count) bytes of results")
}

/// One parameter set: ρ, the matrix, μ and a challenge are initialized, all other memory is not.
private struct LatticeSignatureRun {
    private let kernel: MLDSA
    private let space: MLDSAWorkspace
    private let known: UnsafeMutablePointer<UInt8> = .allocate(capacity: 64)
    private let matrix: UnsafeMutablePointer<Int32>

    init(_ kernel: MLDSA, _ space: MLDSAWorkspace) {
        (self.kernel, self.space) = (kernel, space)
        matrix = .allocate(capacity: kernel.matrixCount)
        for index in 0..<64 { known[index] = UInt8(7 * index & 255) }
        kernel.makeMatrix(known, matrix, space)
    }

    func run(_ leak: PlantedLeak?) -> Int {
        let (seeds, hash) = (secret(128), secret(64))
        kernel.expandSeed(secret(32), seeds, space)
        let key = UnsafeBufferPointer(start: UnsafePointer(seeds), count: 32)
        kernel.hash(key, key, key, hash, space)
        let secrets = UnsafeMutablePointer<Int32>.allocate(capacity: kernel.secretCount)
        let (publicKey, packed) = (secret(kernel.publicKeyByteCount), secret(kernel.packedSecretByteCount))
        kernel.makeKeyPair(
            rho: known, matrix: matrix, secrets: secrets, publicKey: publicKey, packed: packed, space)
        if leak == .key { compareBranching(publicKey + 32, known) }
        let challenge = secret(64)
        kernel.commit(known, seed: hash, nonce: 0, matrix: matrix, challenge, space)
        if leak == .sign { compareBranching(challenge, known) }
        kernel.makeBall(known, space)
        let flags = UnsafeMutablePointer<UInt32>.allocate(capacity: 2)
        for row in 0..<kernel.rows { flags[0] = kernel.respondLow(row, secrets, space) }
        for column in 0..<kernel.columns { flags[0] = kernel.respondMask(column, secrets, space) }
        for row in 0..<kernel.rows { (flags[0], flags[1]) = kernel.respondHint(row, secrets, space) }
        return use(publicKey, kernel.publicKeyByteCount) + use(packed, kernel.packedSecretByteCount)
            + use(UnsafeRawPointer(flags).assumingMemoryBound(to: UInt8.self), 8)
    }
}
