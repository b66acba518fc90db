/// ML-KEM on pointers, for ranks 2, 3 and 4: ML-KEM-512, ML-KEM-768 and ML-KEM-1024.
///
/// Public and secret values are separate parameters, so a checker can mark them. ρ, the matrix, encapsulation keys and
/// ciphertexts are public; d, z, σ, ŝ, messages and shared secrets are secret. The caller owns all memory.
///
/// Source: FIPS 203.
public struct MLKEM {
    /// The rank k.
    public let rank: Int

    /// Creates ML-KEM with rank 2, 3 or 4.
    public init(rank: Int) { self.rank = rank }

    /// Length of an encapsulation key in bytes.
    public var publicKeyByteCount: Int { 384 * rank + 32 }
    /// Length of an expanded decapsulation key in bytes.
    public var expandedKeyByteCount: Int { 768 * rank + 96 }
    /// Length of a ciphertext in bytes.
    public var ciphertextByteCount: Int { rank == 4 ? 1568 : 320 * rank + 128 }
    /// The number of coefficients in a vector such as t̂ or ŝ.
    public var vectorCount: Int { MLKEMRing.degree * rank }
    /// The number of coefficients in the matrix.
    public var matrixCount: Int { MLKEMRing.degree * rank * rank }

    private var eta1: Int { rank == 2 ? 3 : 2 }

    // MARK: - Hashes

    /// Writes G(d ‖ k), which is ρ ‖ σ, 64 bytes, to `output`.
    public func expandSeed(
        _ d: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        // The final standard includes the rank, so equal seeds give unrelated keys for different parameter sets.
        var sponge = KeccakSponge(space.state, space.roundConstants, rate: KeccakSponge.sha3_512Rate)
        sponge.absorb(d, 32)
        sponge.absorb(UInt8(truncatingIfNeeded: rank))
        sponge.finish(KeccakSponge.sha3Suffix)
        sponge.squeeze(output, 64)
    }

    /// Writes H(bytes), the SHA3-256, 32 bytes, to `output`.
    public func hash(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ output: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        Keccak.sha3_256(bytes, count, output, state: space.state)
    }

    /// Writes G(m ‖ H(ek)), which is K ‖ r, 64 bytes, to `output`.
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

    /// Writes J(z ‖ c), 32 bytes, to `output`.
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

    /// Expands ρ to the transposed matrix, ``matrixCount`` coefficients.
    public func makeMatrix(
        _ rho: UnsafePointer<UInt8>, _ matrix: UnsafeMutablePointer<Int16>, _ space: MLKEMWorkspace
    ) {
        MLKEMSampling.matrix(rho, rank: rank, matrix, space)
    }

    /// Generates a key pair from ρ and σ (FIPS 203, algorithm 13, after line 1).
    ///
    /// - Parameters:
    ///   - rho: 32 public bytes.
    ///   - sigma: 32 secret bytes.
    ///   - matrix: The matrix of ρ.
    ///   - secret: Receives ŝ, ``vectorCount`` coefficients.
    ///   - publicKey: Receives the encapsulation key, ``publicKeyByteCount`` bytes.
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
        // 2³² modulo q, which cancels the factor 2⁻¹⁶ of a sum of Montgomery products.
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

    /// Decodes the vector of an encapsulation key or expanded decapsulation key: 384·k bytes to ``vectorCount``
    /// coefficients.
    ///
    /// - Returns: Whether all coefficients are less than q, as required for an encapsulation key (FIPS 203, section
    ///   7.2).
    @inline(never)
    public func decodeVector(_ bytes: UnsafePointer<UInt8>, _ vector: UnsafeMutablePointer<Int16>) -> Bool {
        var excess: UInt32 = 0
        for row in 0..<rank {
            excess |= MLKEMPacking.decode(bytes + 384 &* row, vector + MLKEMRing.degree &* row)
        }
        return excess == 0
    }

    /// Encodes ŝ as in an expanded decapsulation key, 384·k bytes.
    public func encodeVector(
        _ vector: UnsafePointer<Int16>, _ bytes: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        for row in 0..<rank {
            MLKEMPacking.encode(vector + MLKEMRing.degree &* row, bytes + 384 &* row, space.third)
        }
    }

    // MARK: - Encapsulation

    /// Creates a shared secret and its ciphertext (FIPS 203, algorithm 17).
    ///
    /// - Parameters:
    ///   - message: 32 secret random bytes.
    ///   - hash: H of the encapsulation key.
    ///   - vector: t̂, decoded from the encapsulation key and validated.
    ///   - matrix: The matrix of the key's ρ.
    ///   - ciphertext: Receives ``ciphertextByteCount`` bytes.
    ///   - secret: Receives 32 bytes.
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

    /// Computes the shared secret of a ciphertext (FIPS 203, algorithm 18).
    ///
    /// An invalid ciphertext gives a different secret that no one else can compute (implicit rejection); runs in constant
    /// time.
    ///
    /// - Parameters:
    ///   - ciphertext: ``ciphertextByteCount`` bytes.
    ///   - secretVector: ŝ, with coefficients in [0, 4096).
    ///   - hash: H of the encapsulation key.
    ///   - z: 32 secret bytes.
    ///   - vector: t̂.
    ///   - matrix: The matrix of the key's ρ.
    ///   - secret: Receives 32 bytes.
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
        // Compares all bytes, without an early exit.
        var difference: UInt64 = 0
        var index = 0
        while index < ciphertextByteCount {
            difference |=
                UnsafeRawPointer(ciphertext + index).loadUnaligned(as: UInt64.self)
                ^ UnsafeRawPointer(space.ciphertext + index).loadUnaligned(as: UInt64.self)
            index &+= 8
        }
        // All ones if they differ. Without hiding the mask, the optimizer selects one of two addresses, which leaks
        // through the cache.
        let isRejected = MLKEMMask.opaque(0 &- ((difference | (0 &- difference)) &>> 63))
        let mask = UInt8(truncatingIfNeeded: isRejected)
        for index in 0..<32 {
            secret[index] = space.keys[index] ^ ((space.keys[index] ^ space.rejected[index]) & mask)
        }
    }

    /// K-PKE.Encrypt (FIPS 203, algorithm 14); `coins` are 32 secret bytes.
    @inline(never)
    private func encrypt(
        _ message: UnsafePointer<UInt8>, _ coins: UnsafePointer<UInt8>, _ vector: UnsafePointer<Int16>,
        _ matrix: UnsafePointer<Int16>, _ ciphertext: UnsafeMutablePointer<UInt8>, _ space: MLKEMWorkspace
    ) {
        let degree = MLKEMRing.degree
        let (f, sum, y, noise) = (space.first, space.second, space.transformed, space.noise)
        // Samples y, e₁ and e₂; in a single call if η₁ = η₂, as in all parameter sets except ML-KEM-512.
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
