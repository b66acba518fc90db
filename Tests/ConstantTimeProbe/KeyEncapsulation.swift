import ArcaKernels
import ArcaKernelsAVX2

/// The location of a planted leak: a plain comparison of the operation's result.
enum PlantedLeak { case key, encapsulate, decapsulate, sign }

/// Generates key pairs, encapsulates and decapsulates with ML-KEM of all ranks, with uninitialized secrets.
///
/// - Parameters:
///   - leak: The operation with a leaking result.
///   - isFour: Whether to permute four states in parallel with AVX2.
func probeMLKEM(leak: PlantedLeak?, isFour: Bool) {
    #if arch(x86_64)
    let four: FourPermutations? = isFour ? { AVX2.permuteFour($0, $1) } : nil
    #else
    let four: FourPermutations? = nil
    #endif
    var count = 0
    for rank in 2...4 {
        let kernel = MLKEM(rank: rank)
        let run = KeyEncapsulationRun(kernel, four)
        count += run.makeKeyPair(isLeaking: leak == .key)
        count += run.encapsulate(isLeaking: leak == .encapsulate)
        count += run.decapsulate(isLeaking: leak == .decapsulate)
    }
    print("checked ML-KEM, \(count) bytes of results")
}

/// One rank: public key, matrix and digest are initialized, all other memory is not.
private struct KeyEncapsulationRun {
    private let kernel: MLKEM
    private let four: FourPermutations?
    private let rho: UnsafeMutablePointer<UInt8> = .allocate(capacity: 32)
    private let hash: UnsafeMutablePointer<UInt8> = .allocate(capacity: 32)
    private let ciphertext: UnsafeMutablePointer<UInt8>
    private let matrix: UnsafeMutablePointer<Int16>
    private let vector: UnsafeMutablePointer<Int16>

    init(_ kernel: MLKEM, _ four: FourPermutations?) {
        self.kernel = kernel
        self.four = four
        ciphertext = .allocate(capacity: kernel.ciphertextByteCount)
        matrix = .allocate(capacity: kernel.matrixCount)
        vector = .allocate(capacity: kernel.vectorCount)
        for index in 0..<32 { (rho[index], hash[index]) = (UInt8(7 * index), UInt8(5 * index)) }
        for index in 0..<kernel.ciphertextByteCount { ciphertext[index] = UInt8(truncatingIfNeeded: 31 &* index) }
        for index in 0..<kernel.vectorCount { vector[index] = Int16(17 * index % 3329) }
        lend { kernel.makeMatrix(rho, matrix, $0) }
    }

    /// Calls `body` with a new, uninitialized workspace.
    private func lend(_ body: (MLKEMWorkspace) -> Void) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: MLKEMWorkspace.byteCount, alignment: 32)
        body(MLKEMWorkspace(memory, four: four))
        memory.deallocate()
    }

    /// Starts after G: σ is secret, ρ is public.
    func makeKeyPair(isLeaking: Bool) -> Int {
        let (sigma, publicKey) = (secret(32), secret(kernel.publicKeyByteCount))
        let vector = UnsafeMutablePointer<Int16>.allocate(capacity: kernel.vectorCount)
        lend {
            kernel.makeKeyPair(rho: rho, sigma: sigma, matrix: matrix, secret: vector, publicKey: publicKey, $0)
        }
        let expanded = secret(384 * kernel.rank)
        lend { kernel.encodeVector(vector, expanded, $0) }
        if isLeaking { compareBranching(publicKey, ciphertext) }
        return use(publicKey, kernel.publicKeyByteCount) + use(expanded, 384 * kernel.rank)
    }

    func encapsulate(isLeaking: Bool) -> Int {
        let (message, output, shared) = (secret(32), secret(kernel.ciphertextByteCount), secret(32))
        lend {
            kernel.encapsulate(
                message, hash: hash, vector: vector, matrix: matrix, ciphertext: output, secret: shared, $0)
        }
        if isLeaking { compareBranching(output, ciphertext) }
        return use(output, kernel.ciphertextByteCount) + use(shared, 32)
    }

    /// The ciphertext is public and gets rejected, which must not leak.
    func decapsulate(isLeaking: Bool) -> Int {
        let (z, bytes, shared) = (secret(32), secret(384 * kernel.rank), secret(32))
        let secretVector = UnsafeMutablePointer<Int16>.allocate(capacity: kernel.vectorCount)
        // The result is only meaningful for an encapsulation key, so it is ignored.
        _ = kernel.decodeVector(bytes, secretVector)
        lend {
            kernel.decapsulate(
                ciphertext, secretVector: secretVector, hash: hash, z: z, vector: vector, matrix: matrix,
                secret: shared, $0)
        }
        if isLeaking { compareBranching(shared, hash) }
        return use(shared, 32)
    }
}

/// Uses a result without reading it; hidden from the optimizer.
@inline(never) @_optimize(none)
func use(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int { count }

/// A plain comparison, which stops at the first different byte.
@inline(never)
func compareBranching(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>) {
    var index = 0
    while index < 32, left[index] == right[index] { index += 1 }
    // Keeps the compiler from removing the loop.
    _ = use(left, index)
}
