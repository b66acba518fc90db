// Signing with ML-DSA (FIPS 204, algorithm 7), step by step, so a checker can mark the secrets of each.

extension MLDSA {
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
}
