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
    private var beta: Int32 { Int32(truncatingIfNeeded: tau) &* eta }
    private var isWide: Bool { rows == 4 }
    private var highByteCount: Int { isWide ? 192 : 128 }
    private var maskBound: Int32 { 1 &<< Int32(truncatingIfNeeded: maskBits &- 1) }
    private static let degree = MLDSARing.degree

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
    private func commitmentHash(
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

    // MARK: - Signing

    /// Signs a message representative (FIPS 204, algorithm 7, from line 8).
    ///
    /// - Parameters:
    ///   - mu: μ, 64 bytes.
    ///   - seed: ρ″, 64 secret bytes.
    ///   - secrets: The transforms of s₁, s₂ and t₀.
    ///   - matrix: The matrix of ρ.
    ///   - signature: Receives ``signatureByteCount`` bytes.
    ///   - space: Scratch memory.
    /// - Returns: False after 1000 attempts, whose probability is below 2⁻²⁵⁶ (FIPS 204, appendix C).
    public func sign(
        _ mu: UnsafePointer<UInt8>, seed: UnsafePointer<UInt8>, secrets: UnsafePointer<Int32>,
        matrix: UnsafePointer<Int32>, signature: UnsafeMutablePointer<UInt8>, _ space: MLDSAWorkspace
    ) -> Bool {
        var attempt = 0
        while attempt < 1000 {
            commit(mu, seed: seed, nonce: attempt &* columns, matrix: matrix, signature, space)
            if respond(signature, secrets, space) {
                for column in 0..<columns {
                    MLDSAPacking.packMask(
                        space.mask + Self.degree &* column, bits: maskBits,
                        signature + (challengeByteCount &+ 32 &* maskBits &* column))
                }
                MLDSAPacking.packHints(
                    space.highs, rows: rows, omega: omega,
                    signature + (challengeByteCount &+ 32 &* maskBits &* columns))
                return true
            }
            attempt &+= 1
        }
        return false
    }

    /// Whether the response to a challenge can be published; stops at the first row that cannot.
    private func respond(
        _ challenge: UnsafePointer<UInt8>, _ secrets: UnsafePointer<Int32>, _ space: MLDSAWorkspace
    ) -> Bool {
        makeBall(challenge, space)
        // The low parts reject most often.
        for row in 0..<rows where respondLow(row, secrets, space) != 0 { return false }
        for column in 0..<columns where respondMask(column, secrets, space) != 0 { return false }
        var hintCount: UInt32 = 0
        for row in 0..<rows {
            let (excess, count) = respondHint(row, secrets, space)
            hintCount &+= count
            guard excess == 0, hintCount <= UInt32(truncatingIfNeeded: omega) else { return false }
        }
        return true
    }

    /// Creates a mask and writes the hash of its commitment to `challenge`.
    @inline(never)
    public func commit(
        _ mu: UnsafePointer<UInt8>, seed: UnsafePointer<UInt8>, nonce: Int, matrix: UnsafePointer<Int32>,
        _ challenge: UnsafeMutablePointer<UInt8>, _ space: MLDSAWorkspace
    ) {
        let (mask, transformed) = (space.mask, space.highs)
        MLDSASampling.mask(seed, nonce: nonce, count: columns, bits: maskBits, mask, space)
        transformed.update(from: mask, count: Self.degree &* columns)
        for column in 0..<columns { space.forward(transformed + Self.degree &* column) }
        for row in 0..<rows {
            let w = space.lows + Self.degree &* row
            space.multiply(matrix + Self.degree &* (columns &+ 1) &* row, transformed, count: columns, w)
            space.backward(w)
            MLDSARing.update(w) { MLDSARing.positive(MLDSARing.load(w, $0)) }
        }
        for row in 0..<rows {
            let high = space.highs + Self.degree &* row
            rounding.decompose(space.lows + Self.degree &* row, high)
            MLDSAPacking.packHighs(high, isWide: isWide, space.encoded + highByteCount &* row)
        }
        commitmentHash(mu, challenge, space)
    }

    /// Expands a public challenge to the transform of c.
    public func makeBall(_ challenge: UnsafePointer<UInt8>, _ space: MLDSAWorkspace) {
        MLDSASampling.ball(challenge, challengeByteCount, tau: tau, space.ball, space)
        space.forward(space.ball)
    }

    /// Computes a row of w₀ - c·s₂; returns 1 if it is too large to publish, else 0.
    @inline(never)
    public func respondLow(_ row: Int, _ secrets: UnsafePointer<Int32>, _ space: MLDSAWorkspace) -> UInt32 {
        let (product, low) = (space.first, space.lows + Self.degree &* row)
        space.multiply(space.ball, secrets + Self.degree &* (columns &+ row), count: 1, product)
        space.backward(product)
        MLDSARing.update(low) { MLDSARing.load(low, $0) &- MLDSARing.centered(MLDSARing.load(product, $0)) }
        return MLDSARing.exceeds(low, rounding.half &- beta)
    }

    /// Computes a polynomial of z = y + c·s₁; returns 1 if it is too large to publish, else 0.
    @inline(never)
    public func respondMask(_ column: Int, _ secrets: UnsafePointer<Int32>, _ space: MLDSAWorkspace) -> UInt32 {
        let (product, z) = (space.first, space.mask + Self.degree &* column)
        space.multiply(space.ball, secrets + Self.degree &* column, count: 1, product)
        space.backward(product)
        MLDSARing.update(z) { MLDSARing.load(z, $0) &+ MLDSARing.centered(MLDSARing.load(product, $0)) }
        return MLDSARing.exceeds(z, maskBound &- beta)
    }

    /// Computes the hints of a row; returns 1 if c·t₀ is too large, else 0, and the number of hints.
    @inline(never)
    public func respondHint(
        _ row: Int, _ secrets: UnsafePointer<Int32>, _ space: MLDSAWorkspace
    ) -> (excess: UInt32, count: UInt32) {
        let (product, low) = (space.first, space.lows + Self.degree &* row)
        space.multiply(space.ball, secrets + Self.degree &* (columns &+ rows &+ row), count: 1, product)
        space.backward(product)
        MLDSARing.update(product) { MLDSARing.centered(MLDSARing.load(product, $0)) }
        let excess = MLDSARing.exceeds(product, rounding.half)
        MLDSARing.update(low) { MLDSARing.load(low, $0) &+ MLDSARing.load(product, $0) }
        return (excess, rounding.makeHints(low, space.highs + Self.degree &* row))
    }

    // MARK: - Verification

    /// Verifies a signature of a message representative (FIPS 204, algorithm 8).
    ///
    /// - Parameters:
    ///   - signature: ``signatureByteCount`` bytes.
    ///   - mu: μ, 64 bytes.
    ///   - matrix: The matrix with its last column.
    ///   - space: Scratch memory.
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
