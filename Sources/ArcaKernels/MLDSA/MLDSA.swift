/// ML-DSA on pointers: ML-DSA-44, ML-DSA-65 and ML-DSA-87, by the number of rows of their matrix: 4, 6 or 8.
///
/// Public and secret values are separate parameters, so a checker can mark them. ρ, the matrix, public keys, μ, challenges
/// and signatures are public; ξ, ρ′, K, s₁, s₂, t₀, ρ″, the mask and what is computed from it are secret. The number of
/// attempts to sign is public, and so is the row that rejects one: neither depends on the key (FIPS 204, section 3.2).
/// The caller owns all memory.
///
/// Source: FIPS 204.
public struct MLDSA: Sendable {
    /// The number of rows of the matrix, k.
    public let rows: Int
    /// The number of columns of the matrix, ℓ.
    public let columns: Int
    /// The maximum number of hints, ω.
    public let omega: Int
    /// Length of a commitment hash, λ/4 bytes.
    public let challengeByteCount: Int
    let eta: Int32
    let tau: Int
    /// The bits of a coefficient of the mask: 1 + log₂ γ₁.
    let maskBits: Int
    let rounding: MLDSARounding

    /// Creates ML-DSA with 4, 6 or 8 rows (FIPS 204, table 1).
    public init(rows: Int) {
        self.rows = rows
        columns = rows == 4 ? 4 : rows &- 1
        omega = rows == 4 ? 80 : rows == 6 ? 55 : 75
        challengeByteCount = rows == 4 ? 32 : rows == 6 ? 48 : 64
        eta = rows == 6 ? 4 : 2
        tau = rows == 4 ? 39 : rows == 6 ? 49 : 60
        maskBits = rows == 4 ? 18 : 20
        rounding = MLDSARounding(half: rows == 4 ? 95232 : 261_888)
    }

    /// Length of a public key in bytes.
    public var publicKeyByteCount: Int { 32 &+ 320 &* rows }
    /// Length of an expanded private key in bytes: ρ, K and tr, then the packed secrets.
    public var expandedKeyByteCount: Int { 128 &+ packedSecretByteCount }
    /// Length of the packed s₁, s₂ and t₀ in bytes.
    public var packedSecretByteCount: Int { smallByteCount &* (rows &+ columns) &+ 416 &* rows }
    /// Length of a signature in bytes.
    public var signatureByteCount: Int { challengeByteCount &+ 32 &* maskBits &* columns &+ omega &+ rows }
    /// The number of coefficients of the matrix with t₁ as its last column.
    public var matrixCount: Int { MLDSARing.degree &* rows &* (columns &+ 1) }
    /// The number of coefficients of the transformed s₁, s₂ and t₀.
    public var secretCount: Int { MLDSARing.degree &* (columns &+ 2 &* rows) }

    private var smallByteCount: Int { eta == 2 ? 96 : 128 }
    /// The maximum absolute value of a coefficient of c·s₁ or c·s₂, β.
    var beta: Int32 { Int32(truncatingIfNeeded: tau) &* eta }
    var isWide: Bool { rows == 4 }
    var highByteCount: Int { isWide ? 192 : 128 }
    var maskBound: Int32 { 1 &<< Int32(truncatingIfNeeded: maskBits &- 1) }
    static let degree = MLDSARing.degree

    // MARK: - Hashes

    /// Writes H(ξ ‖ k ‖ ℓ), which is ρ ‖ ρ′ ‖ K, 128 bytes, to `output`.
    public func expandSeed(
        _ seed: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ space: MLDSAWorkspace
    ) {
        var sponge = KeccakSponge(space.state, space.roundConstants, rate: KeccakSponge.shake256Rate)
        sponge.absorb(seed, 32)
        sponge.absorb(UInt8(truncatingIfNeeded: rows))
        sponge.absorb(UInt8(truncatingIfNeeded: columns))
        sponge.finish(KeccakSponge.shakeSuffix)
        sponge.squeeze(output, 128)
    }

    /// Writes H(first ‖ second ‖ third), 64 bytes, to `output`: tr, μ or ρ″.
    public func hash(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, _ third: UnsafeBufferPointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, _ space: MLDSAWorkspace
    ) {
        var sponge = KeccakSponge(space.state, space.roundConstants, rate: KeccakSponge.shake256Rate)
        if let bytes = first.baseAddress { sponge.absorb(bytes, first.count) }
        if let bytes = second.baseAddress { sponge.absorb(bytes, second.count) }
        if let bytes = third.baseAddress { sponge.absorb(bytes, third.count) }
        sponge.finish(KeccakSponge.shakeSuffix)
        sponge.squeeze(output, 64)
    }

    /// Writes H(μ ‖ w₁), the commitment hash, to `output`.
    func commitmentHash(
        _ mu: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ space: MLDSAWorkspace
    ) {
        var sponge = KeccakSponge(space.state, space.roundConstants, rate: KeccakSponge.shake256Rate)
        sponge.absorb(mu, 64)
        sponge.absorb(space.encoded, highByteCount &* rows)
        sponge.finish(KeccakSponge.shakeSuffix)
        sponge.squeeze(output, challengeByteCount)
    }

    // MARK: - Keys

    /// Expands ρ to the matrix, and leaves its last column for ``decodePublicKey(_:_:_:)``.
    public func makeMatrix(
        _ rho: UnsafePointer<UInt8>, _ matrix: UnsafeMutablePointer<Int32>, _ space: MLDSAWorkspace
    ) {
        MLDSASampling.matrix(rho, rows: rows, columns: columns, stride: columns &+ 1, matrix, space)
    }

    /// Decodes t₁ of a public key to the last column of the matrix, as the transform of t₁·2¹³.
    public func decodePublicKey(
        _ publicKey: UnsafePointer<UInt8>, _ matrix: UnsafeMutablePointer<Int32>, _ space: MLDSAWorkspace
    ) {
        for row in 0..<rows {
            let f = matrix + Self.degree &* (row &* (columns &+ 1) &+ columns)
            space.blocks.update(from: publicKey + (32 &+ 320 &* row), count: 320)
            MLDSAPacking.unpackHigh(space.blocks, f)
            MLDSARing.update(f) { MLDSARing.load(f, $0) &<< EightWide(repeating: MLDSARing.dropped) }
            space.forward(f)
        }
    }

    /// Samples s₁ and s₂ from ρ′, 64 secret bytes, for ``makeKeyPair(rho:matrix:secrets:publicKey:packed:_:)``.
    ///
    /// Its branches depend on which bytes are rejected, but not on those that are kept.
    public func sampleSecrets(
        _ seed: UnsafePointer<UInt8>, _ secrets: UnsafeMutablePointer<Int32>, _ space: MLDSAWorkspace
    ) {
        MLDSASampling.small(seed, count: columns &+ rows, eta: eta, secrets, space)
    }

    /// Decodes s₁ and s₂ from the packed secrets of an expanded key.
    ///
    /// - Returns: Whether all coefficients are in [-η, η].
    public func decodeSecrets(
        _ packed: UnsafePointer<UInt8>, _ secrets: UnsafeMutablePointer<Int32>, _ space: MLDSAWorkspace
    ) -> Bool {
        var excess: UInt32 = 0
        for index in 0..<(columns &+ rows) {
            let f = secrets + Self.degree &* index
            space.blocks.update(from: packed + smallByteCount &* index, count: smallByteCount)
            MLDSAPacking.unpackSmall(space.blocks, eta: eta, f)
            excess |= MLDSARing.exceeds(f, eta &+ 1)
        }
        return excess == 0
    }

    /// Computes a key pair from s₁ and s₂ (FIPS 204, algorithm 6, from line 5).
    ///
    /// - Parameters:
    ///   - rho: 32 public bytes.
    ///   - matrix: The matrix of ρ.
    ///   - secrets: s₁ and s₂; receives the transforms of s₁, s₂ and t₀, ``secretCount`` coefficients.
    ///   - publicKey: Receives the public key, ``publicKeyByteCount`` bytes.
    ///   - packed: Receives s₁, s₂ and t₀ as in an expanded key, ``packedSecretByteCount`` bytes, or nil.
    ///   - space: Scratch memory.
    @inline(never)
    public func makeKeyPair(
        rho: UnsafePointer<UInt8>, matrix: UnsafePointer<Int32>, secrets: UnsafeMutablePointer<Int32>,
        publicKey: UnsafeMutablePointer<UInt8>, packed: UnsafeMutablePointer<UInt8>?, _ space: MLDSAWorkspace
    ) {
        let (t, high) = (space.first, space.second)
        let lows = secrets + Self.degree &* (columns &+ rows)
        if let packed {
            for index in 0..<(columns &+ rows) {
                MLDSAPacking.packSmall(secrets + Self.degree &* index, eta: eta, packed + smallByteCount &* index)
            }
        }
        for column in 0..<columns { space.forward(secrets + Self.degree &* column) }
        publicKey.update(from: rho, count: 32)
        for row in 0..<rows {
            let (second, low) = (secrets + Self.degree &* (columns &+ row), lows + Self.degree &* row)
            space.multiply(matrix + Self.degree &* (columns &+ 1) &* row, secrets, count: columns, t)
            space.backward(t)
            // Power2Round (algorithm 35).
            MLDSARing.update(t) { index in
                let sum = MLDSARing.load(t, index) &+ MLDSARing.load(second, index)
                let value = MLDSARing.positive(MLDSARing.centered(sum))
                let top = (value &+ EightWide(repeating: 4095)) &>> 13
                MLDSARing.store(high, index, top)
                MLDSARing.store(low, index, value &- top &<< 13)
                return value
            }
            MLDSAPacking.packHigh(high, publicKey + (32 &+ 320 &* row))
            if let packed {
                MLDSAPacking.packLow(low, packed + (smallByteCount &* (columns &+ rows) &+ 416 &* row))
            }
            space.forward(second)
            space.forward(low)
        }
    }

    // MARK: - Verification

    /// Verifies a signature of a message representative (FIPS 204, algorithm 8).
    ///
    /// - Parameters:
    ///   - signature: ``signatureByteCount`` bytes.
    ///   - mu: μ, 64 bytes.
    ///   - matrix: The matrix with its last column.
    ///   - space: Scratch memory.
    /// - Returns: Whether the signature is valid.
    public func isValid(
        _ signature: UnsafePointer<UInt8>, _ mu: UnsafePointer<UInt8>, matrix: UnsafePointer<Int32>,
        _ space: MLDSAWorkspace
    ) -> Bool {
        let (vector, hints, w) = (space.highs, space.lows, space.first)
        let hintPlace = challengeByteCount &+ 32 &* maskBits &* columns
        guard MLDSAPacking.unpackHints(signature + hintPlace, rows: rows, omega: omega, hints) else { return false }
        for column in 0..<columns {
            let z = vector + Self.degree &* column
            MLDSAPacking.unpackMask(
                signature + (challengeByteCount &+ 32 &* maskBits &* column), bits: maskBits, z)
            guard MLDSARing.exceeds(z, maskBound &- beta) == 0 else { return false }
            space.forward(z)
        }
        makeBall(signature, space)
        let last = vector + Self.degree &* columns
        MLDSARing.update(last) { 0 &- MLDSARing.load(space.ball, $0) }
        for row in 0..<rows {
            space.multiply(matrix + Self.degree &* (columns &+ 1) &* row, vector, count: columns &+ 1, w)
            space.backward(w)
            MLDSARing.update(w) { MLDSARing.positive(MLDSARing.load(w, $0)) }
            rounding.useHints(w, hints + Self.degree &* row)
            MLDSAPacking.packHighs(w, isWide: isWide, space.encoded + highByteCount &* row)
        }
        commitmentHash(mu, space.challenge, space)
        for index in 0..<challengeByteCount where space.challenge[index] != signature[index] { return false }
        return true
    }
}
