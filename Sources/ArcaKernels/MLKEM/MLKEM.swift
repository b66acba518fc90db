/// ML-KEM on pointers alone, for ranks 2, 3 and 4: ML-KEM-512, ML-KEM-768 and ML-KEM-1024.
///
/// What is public and what is secret come in apart, so that a checker can be told which is which: ρ, the matrix,
/// encapsulation keys and ciphertexts are public; d, z, σ, ŝ, messages and shared secrets are not. All memory belongs to the
/// caller.
///
/// Source: FIPS 203.
public struct MLKEM {
    /// k, the rank.
    public let rank: Int

    /// Takes the rank: 2, 3 or 4.
    public init(rank: Int) { self.rank = rank }

    /// Bytes of an encapsulation key.
    public var publicKeyByteCount: Int { 384 * rank + 32 }
    /// Bytes of a decapsulation key in its expanded form.
    public var expandedKeyByteCount: Int { 768 * rank + 96 }
    /// Bytes of a ciphertext.
    public var ciphertextByteCount: Int { rank == 4 ? 1568 : 320 * rank + 128 }
    /// Numbers of a vector of polynomials: t̂, ŝ.
    public var vectorCount: Int { MLKEMRing.degree * rank }
    /// Numbers of the matrix.
    public var matrixCount: Int { MLKEMRing.degree * rank * rank }

    private var eta1: Int { rank == 2 ? 3 : 2 }

    // MARK: - Hashes

    /// G(d ‖ k): ρ and σ, 32 bytes each, to `output`.
    public func expandSeed(
        _ d: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        // The rank is hashed in since the final standard: keys of two sets from one seed have nothing in common.
        var sponge = KeccakSponge(space.state, space.roundConstants, rate: KeccakSponge.sha3_512Rate)
        sponge.absorb(d, 32)
        sponge.absorb(UInt8(truncatingIfNeeded: rank))
        sponge.finish(KeccakSponge.sha3Suffix)
        sponge.squeeze(output, 64)
    }

    /// H: SHA3-256 of `count` bytes, 32 bytes to `output`.
    public func hash(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ output: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        Keccak.sha3_256(bytes, count, output, state: space.state)
    }

    /// G(m ‖ H(ek)): K and r, 32 bytes each, to `output`.
    private func keys(
        _ message: UnsafePointer<UInt8>, _ hash: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
        _ space: MLKEMWorkspace
    ) {
        var sponge = KeccakSponge(space.state, space.roundConstants, rate: KeccakSponge.sha3_512Rate)
        sponge.absorb(message, 32)
        sponge.absorb(hash, 32)
        sponge.finish(KeccakSponge.sha3Suffix)
        sponge.squeeze(output, 64)
    }

    /// J(z ‖ c), 32 bytes to `output`.
    private func rejection(
        _ z: UnsafePointer<UInt8>, _ ciphertext: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
        _ space: MLKEMWorkspace
    ) {
        var sponge = KeccakSponge(space.state, space.roundConstants, rate: KeccakSponge.shake256Rate)
        sponge.absorb(z, 32)
        sponge.absorb(ciphertext, ciphertextByteCount)
        sponge.finish(KeccakSponge.shakeSuffix)
        sponge.squeeze(output, 32)
    }

    // MARK: - Keys

    /// The transposed matrix of ρ, ``matrixCount`` numbers.
    public func makeMatrix(
        _ rho: UnsafePointer<UInt8>, _ matrix: UnsafeMutablePointer<Int16>, _ space: MLKEMWorkspace
    ) {
        MLKEMSampling.matrix(rho, rank: rank, matrix, space)
    }

    /// Makes a key pair of ρ and σ (FIPS 203, algorithm 13, after line 1).
    ///
    /// - Parameters:
    ///   - rho: 32 public bytes.
    ///   - sigma: 32 secret bytes.
    ///   - matrix: Of ρ.
    ///   - secret: Becomes ŝ, ``vectorCount`` numbers.
    ///   - publicKey: Becomes the encapsulation key.
    ///   - space: Scratch memory.
    @inline(never)
    public func makeKeyPair(
        rho: UnsafePointer<UInt8>, sigma: UnsafePointer<UInt8>, matrix: UnsafePointer<Int16>,
        secret: UnsafeMutablePointer<Int16>, publicKey: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        let degree = MLKEMRing.degree
        MLKEMSampling.noise(sigma, from: 0, count: 2 &* rank, eta: eta1, space.noise, space)
        for row in 0..<rank {
            MLKEMTransform.forward(space.noise + degree &* row, secret + degree &* row, space.constants)
            MLKEMTransform.prepare(secret + degree &* row, space.caches + 2 &* degree &* row, space.constants)
        }
        let (error, sum) = (space.first, space.second)
        // 2³² modulo q, which takes the factor 2⁻¹⁶ off a sum of Montgomery products.
        let factor = Eight(repeating: 1353)
        for row in 0..<rank {
            MLKEMTransform.forward(space.noise + degree &* (rank &+ row), error, space.constants)
            // Rows of Â are columns of its transpose.
            MLKEMTransform.multiply(
                matrix + degree &* row, stride: degree &* rank, secret, space.caches, count: rank, sum)
            MLKEMRing.update(sum) {
                MLKEMRing.montgomery(MLKEMRing.load(sum, $0), factor, MLKEMRing.timesInverse(factor))
                    &+ MLKEMRing.load(error, $0)
            }
            MLKEMPacking.encode(sum, publicKey + 384 &* row, space.third)
        }
        (publicKey + 384 &* rank).update(from: rho, count: 32)
    }

    /// Decodes the vector of an encapsulation key or of an expanded decapsulation key: 384·k bytes to ``vectorCount`` numbers.
    ///
    /// - Returns: Whether all coefficients are below q, as those of an encapsulation key must be (FIPS 203, section 7.2).
    @inline(never)
    public func decodeVector(_ bytes: UnsafePointer<UInt8>, _ vector: UnsafeMutablePointer<Int16>) -> Bool {
        var excess: UInt32 = 0
        for row in 0..<rank {
            excess |= MLKEMPacking.decode(bytes + 384 &* row, vector + MLKEMRing.degree &* row)
        }
        return excess == 0
    }

    /// Encodes ŝ as an expanded decapsulation key begins: 384·k bytes.
    public func encodeVector(
        _ vector: UnsafePointer<Int16>, _ bytes: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        for row in 0..<rank {
            MLKEMPacking.encode(vector + MLKEMRing.degree &* row, bytes + 384 &* row, space.third)
        }
    }

    // MARK: - Encapsulation

    /// Makes a shared secret and its ciphertext (FIPS 203, algorithm 17).
    ///
    /// - Parameters:
    ///   - message: 32 secret random bytes.
    ///   - hash: H of the encapsulation key.
    ///   - vector: t̂, decoded of the encapsulation key and found good.
    ///   - matrix: Of the key's ρ.
    ///   - ciphertext: Becomes ``ciphertextByteCount`` bytes.
    ///   - secret: Becomes 32 bytes.
    ///   - space: Scratch memory.
    public func encapsulate(
        _ message: UnsafePointer<UInt8>, hash: UnsafePointer<UInt8>, vector: UnsafePointer<Int16>,
        matrix: UnsafePointer<Int16>, ciphertext: UnsafeMutablePointer<UInt8>, secret: UnsafeMutablePointer<UInt8>,
        _ space: MLKEMWorkspace
    ) {
        keys(message, hash, space.keys, space)
        secret.update(from: space.keys, count: 32)
        encrypt(message, space.keys + 32, vector, matrix, ciphertext, space)
    }

    /// Finds the shared secret of a ciphertext (FIPS 203, algorithm 18).
    ///
    /// For a ciphertext that encapsulation does not make it is another secret, which nobody else can compute (implicit
    /// rejection); nothing tells which of the two it is.
    ///
    /// - Parameters:
    ///   - ciphertext: ``ciphertextByteCount`` bytes.
    ///   - secretVector: ŝ, coefficients in [0, 4096).
    ///   - hash: H of the encapsulation key.
    ///   - z: 32 secret bytes.
    ///   - vector: t̂.
    ///   - matrix: Of the key's ρ.
    ///   - secret: Becomes 32 bytes.
    ///   - space: Scratch memory.
    @inline(never)
    public func decapsulate(
        _ ciphertext: UnsafePointer<UInt8>, secretVector: UnsafePointer<Int16>, hash: UnsafePointer<UInt8>,
        z: UnsafePointer<UInt8>, vector: UnsafePointer<Int16>, matrix: UnsafePointer<Int16>,
        secret: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        decrypt(ciphertext, secretVector, space.message, space)
        keys(space.message, hash, space.keys, space)
        rejection(z, ciphertext, space.rejected, space)
        encrypt(space.message, space.keys + 32, vector, matrix, space.ciphertext, space)
        // All bytes, whatever the first ones say.
        var difference: UInt64 = 0
        var index = 0
        while index < ciphertextByteCount {
            difference |=
                UnsafeRawPointer(ciphertext + index).loadUnaligned(as: UInt64.self)
                ^ UnsafeRawPointer(space.ciphertext + index).loadUnaligned(as: UInt64.self)
            index &+= 8
        }
        // All ones when they differ. In sight, the optimizer picks one of two addresses by it, and the cache tells which.
        let isRejected = MLKEMMask.opaque(0 &- ((difference | (0 &- difference)) &>> 63))
        let mask = UInt8(truncatingIfNeeded: isRejected)
        for index in 0..<32 {
            secret[index] = space.keys[index] ^ ((space.keys[index] ^ space.rejected[index]) & mask)
        }
    }

    /// K-PKE.Encrypt (FIPS 203, algorithm 14): `coins` are 32 secret bytes.
    @inline(never)
    private func encrypt(
        _ message: UnsafePointer<UInt8>, _ coins: UnsafePointer<UInt8>, _ vector: UnsafePointer<Int16>,
        _ matrix: UnsafePointer<Int16>, _ ciphertext: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        let degree = MLKEMRing.degree
        let (f, sum, y, noise) = (space.first, space.second, space.transformed, space.noise)
        // y, e₁ and e₂; with η₁ = η₂, as all sets but ML-KEM-512 have it, in one go.
        let first = eta1 == 2 ? 2 &* rank &+ 1 : rank
        MLKEMSampling.noise(coins, from: 0, count: first, eta: eta1, noise, space)
        if first == rank {
            MLKEMSampling.noise(coins, from: rank, count: rank &+ 1, eta: 2, noise + degree &* rank, space)
        }
        for row in 0..<rank {
            MLKEMTransform.forward(noise + degree &* row, y + degree &* row, space.constants)
            MLKEMTransform.prepare(y + degree &* row, space.caches + 2 &* degree &* row, space.constants)
        }
        for row in 0..<rank {
            MLKEMTransform.multiply(
                matrix + degree &* rank &* row, stride: degree, y, space.caches, count: rank, sum)
            MLKEMTransform.backward(sum, f, space.constants)
            let error = noise + degree &* (rank &+ row)
            MLKEMRing.update(f) { MLKEMRing.canonical(MLKEMRing.load(f, $0) &+ MLKEMRing.load(error, $0)) }
            if rank == 4 {
                MLKEMPacking.compress11(f, ciphertext + 352 &* row)
            } else {
                MLKEMPacking.compress10(f, ciphertext + 320 &* row)
            }
        }
        MLKEMTransform.multiply(vector, stride: degree, y, space.caches, count: rank, sum)
        MLKEMTransform.backward(sum, f, space.constants)
        MLKEMPacking.polynomial(ofMessage: message, sum)
        let error = noise + 2 &* degree &* rank
        MLKEMRing.update(f) {
            MLKEMRing.canonical(MLKEMRing.load(f, $0) &+ MLKEMRing.load(error, $0) &+ MLKEMRing.load(sum, $0))
        }
        if rank == 4 {
            MLKEMPacking.compress5(f, ciphertext + 1408)
        } else {
            MLKEMPacking.compress4(f, ciphertext + 320 &* rank)
        }
    }

    /// K-PKE.Decrypt (FIPS 203, algorithm 15).
    @inline(never)
    private func decrypt(
        _ ciphertext: UnsafePointer<UInt8>, _ secret: UnsafePointer<Int16>, _ message: UnsafeMutablePointer<UInt8>,
        _ space: MLKEMWorkspace
    ) {
        let degree = MLKEMRing.degree
        let (f, sum, v, u) = (space.first, space.second, space.third, space.transformed)
        for row in 0..<rank {
            if rank == 4 {
                MLKEMPacking.decompress11(ciphertext + 352 &* row, f)
            } else {
                MLKEMPacking.decompress10(ciphertext + 320 &* row, f)
            }
            MLKEMTransform.forward(f, u + degree &* row, space.constants)
            MLKEMTransform.prepare(u + degree &* row, space.caches + 2 &* degree &* row, space.constants)
        }
        if rank == 4 {
            MLKEMPacking.decompress5(ciphertext + 1408, v)
        } else {
            MLKEMPacking.decompress4(ciphertext + 320 &* rank, v)
        }
        MLKEMTransform.multiply(secret, stride: degree, u, space.caches, count: rank, sum)
        MLKEMTransform.backward(sum, f, space.constants)
        MLKEMRing.update(f) { MLKEMRing.canonical(MLKEMRing.load(v, $0) &- MLKEMRing.load(f, $0)) }
        MLKEMPacking.message(of: f, message)
    }
}
