package import ArcaCore

extension PBKDF2 {
    /// PBKDF2 with one passphrase and salt for several iteration counts.
    ///
    /// Each key continues from the previous one, so all keys together take the time of the highest count.
    package final class Series {
        private let function: AnyHashFunction
        private let outputByteCount: Int
        private let blockCount: Int
        private let memory: UnsafeMutablePointer<UInt8>
        private let memoryByteCount: Int
        /// With a bare compression function, else ``hmac``.
        private let rounds: BlockRounds?
        private let hmac: SecretHMAC?
        private var iterations = 1

        /// Starts a series; the parameters are those of ``PBKDF2/deriveKey(from:salt:using:iterations:outputByteCount:)``.
        package init(
            from passphrase: borrowing some Bytes, salt: borrowing some Bytes, using function: AnyHashFunction,
            outputByteCount: Int
        ) throws(CryptoError) {
            try Libcrypto.checkOwn("PBKDF2 for a series of iteration counts")
            guard !function.isExtendable else {
                throw CryptoError(
                    .invalidParameter, "PBKDF2 needs a hash function of fixed length, not \(function.name)")
            }
            try PBKDF2.check(outputByteCount, function)
            self.function = function
            self.outputByteCount = outputByteCount
            blockCount = (outputByteCount + function.digestByteCount - 1) / function.digestByteCount
            let plain = function.plain.flatMap { $0.hasBareCompression ? $0 : nil }
            hmac = plain == nil ? try SecretHMAC(function, SymmetricKey(copying: passphrase)) : nil
            memoryByteCount = BlockRounds.byteCount + blockCount * BlockRounds.byteCountPerBlock
            let memory = SecretArena.allocate(memoryByteCount)
            self.memory = memory
            rounds = plain.map { hash in
                passphrase.withBytes { BlockRounds(function, hash, memory: memory, $0) }
            }
            for index in 0..<blockCount {
                let number = UInt32(index + 1)
                if let rounds {
                    salt.withBytes { rounds.start(block(index), number, salt: $0) }
                } else {
                    salt.withBytes { hmac?.update($0) }
                    withUnsafeBytes(of: number.bigEndian) { hmac?.update([UInt8]($0).span) }
                    try finish(index)
                    sum(index).update(from: u(index), count: function.digestByteCount)
                }
            }
        }

        deinit { SecretArena.release(memory, memoryByteCount) }

        /// The key for an iteration count, which must not be lower than that of the previous key.
        package func key(iterations count: Int) throws(CryptoError) -> SymmetricKey {
            guard count >= iterations else {
                throw CryptoError(.invalidParameter, "the series is at iteration \(iterations), past \(count)")
            }
            try checkIterations(count)
            for index in 0..<blockCount {
                if let rounds {
                    rounds.advance(block(index), by: count - iterations)
                } else {
                    for _ in iterations..<count {
                        hmac?.update(UnsafeBufferPointer(start: u(index), count: function.digestByteCount).span)
                        try finish(index)
                        for place in 0..<function.digestByteCount { sum(index)[place] ^= u(index)[place] }
                    }
                }
            }
            iterations = count
            let bytes = SecretBytes(byteCount: outputByteCount) { output in
                for index in 0..<blockCount {
                    let part = min(function.digestByteCount, output.freeCapacity)
                    output.append(contentsOf: UnsafeBufferPointer(start: sum(index), count: part).span)
                }
            }
            return SymmetricKey(bytes)
        }

        private func finish(_ index: Int) throws(CryptoError) {
            try hmac?.finish(into: UnsafeMutableBufferPointer(start: u(index), count: function.digestByteCount))
        }

        private func block(_ index: Int) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(u(index)) }

        private func u(_ index: Int) -> UnsafeMutablePointer<UInt8> {
            memory + BlockRounds.byteCount + index * BlockRounds.byteCountPerBlock
        }

        /// After U, which is padded to a block only for ``rounds``.
        private func sum(_ index: Int) -> UnsafeMutablePointer<UInt8> {
            u(index) + (rounds == nil ? 64 : function.blockByteCount)
        }
    }
}
