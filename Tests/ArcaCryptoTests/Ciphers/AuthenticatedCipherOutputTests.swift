import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AuthenticatedCipherOutputTests {
    static let ciphers: [any AuthenticatedCipher.Type] = [
        AES.GCM.self, AES.GCMSIV.self, AES.CCM.self, AES.EAX.self, ChaChaPoly.self, XChaChaPoly.self, XAES256GCM.self,
    ]
    static let key = SymmetricKey(copying: [UInt8](from: 1, 32))
    static let aad = [UInt8]("context".utf8)

    @Test("matches GCM's published vectors, from raw spans", arguments: AESGCMTests.cases)
    func knownAnswers(test: AESGCMTests.Case) throws {
        let (key, nonce, aad) = (SymmetricKey(hex: test.key), hex(test.nonce), hex(test.aad))
        let (plaintext, sealed) = (hex(test.plaintext), hex(test.ciphertext) + hex(test.tag))
        let combined = try [UInt8](capacity: nonce.count + sealed.count) { output throws(CryptoError) in
            try AES.GCM.seal(
                plaintext.span.bytes, using: key, nonce: nonce.span.bytes, authenticating: aad.span.bytes,
                allowsUnusualNonce: true, into: &output)
        }
        #expect(combined == nonce + sealed)
        let opened = try [UInt8](capacity: plaintext.count) { output throws(CryptoError) in
            try AES.GCM.open(
                combined: combined.span.bytes, using: key, authenticating: aad.span.bytes,
                nonceByteCount: nonce.count, into: &output)
        }
        #expect(opened == plaintext)
    }

    @Test("fills exactly the free capacity with what the box contains, at all lengths", arguments: ciphers)
    func fills(algorithm: any AuthenticatedCipher.Type) throws {
        func check<Algorithm: AuthenticatedCipher>(_: Algorithm.Type) throws {
            let nonce = [UInt8](from: 7, Algorithm.cipher.cipher.ivByteCount)
            for count in [0, 1, 15, 16, 17, 64, 1000, 65537] {
                let message = [UInt8](from: count, count)
                let box = try Algorithm.seal(message, using: Self.key, nonce: nonce, authenticating: Self.aad)
                let sealed = try [UInt8](capacity: nonce.count + count + 16) { output throws(CryptoError) in
                    try Algorithm.seal(
                        message, using: Self.key, nonce: nonce, authenticating: Self.aad, into: &output)
                    #expect(output.freeCapacity == 0)
                }
                #expect(sealed == box.combined)
                let opened = try [UInt8](capacity: count + 1) { output throws(CryptoError) in
                    output.append(9)
                    try Algorithm.open(box, using: Self.key, authenticating: Self.aad, into: &output)
                    #expect(output.freeCapacity == 0)
                }
                #expect(opened == [9] + message)
                let drawn = try [UInt8](capacity: sealed.count + 1) { output throws(CryptoError) in
                    output.append(9)
                    try Algorithm.seal(message, using: Self.key, authenticating: Self.aad, into: &output)
                }
                let other = try Algorithm.SealedBox(combined: drawn.dropFirst())
                #expect(drawn[0] == 9 && other.nonce != nonce)
                #expect(try Algorithm.open(other, using: Self.key, authenticating: Self.aad) == message)
            }
        }
        try check(algorithm)
    }

    @Test("keeps count and wipes plaintext for any changed byte or wrong associated data", arguments: ciphers)
    func wipes(algorithm: any AuthenticatedCipher.Type) throws {
        func check<Algorithm: AuthenticatedCipher>(_: Algorithm.Type) throws {
            let sealed = try Algorithm.seal([UInt8](repeating: 0x41, count: 40), using: Self.key).combined
            let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)
            defer { memory.deallocate() }
            func reject(_ sealed: [UInt8], _ aad: [UInt8] = []) {
                memory.initialize(repeating: 0xee)
                var output = OutputSpan(buffer: memory, initializedCount: 0)
                output.append(1)
                #expect(throws: CryptoError.code(.authenticationFailed)) {
                    try Algorithm.open(combined: sealed, using: Self.key, authenticating: aad, into: &output)
                }
                #expect(output.count == 1 && output.freeCapacity == 63)
                #expect(output.finalize(for: memory) == 1)
                #expect(memory[0] == 1 && !memory.contains(0x41))
                #expect(memory[1...].prefix(40).allSatisfy { $0 == 0 } && memory[41...].allSatisfy { $0 == 0xee })
            }
            for index in sealed.indices {
                var changed = sealed
                changed[index] ^= 0x80
                reject(changed)
            }
            reject(sealed, [0])
        }
        try check(algorithm)
    }

    @Test("rejects input that overlaps the output and leaves it as it is", arguments: ciphers)
    func refusesOverlap(algorithm: any AuthenticatedCipher.Type) throws {
        func check<Algorithm: AuthenticatedCipher>(_: Algorithm.Type) throws {
            let nonceByteCount = Algorithm.cipher.cipher.ivByteCount
            let sealed = try Algorithm.seal([UInt8](from: 3, 40), using: Self.key).combined
            let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)
            defer { memory.deallocate() }
            let overlaps = CryptoError.code(.invalidParameter)
            for start in [0, 1, nonceByteCount, 39, sealed.count - 1] {
                memory.initialize(repeating: 0)
                _ = memory.update(fromContentsOf: sealed)
                let room = UnsafeMutableBufferPointer(rebasing: memory[start...])
                var output = OutputSpan(buffer: room, initializedCount: 0)
                let input = UnsafeBufferPointer(rebasing: memory[..<sealed.count])
                if start > nonceByteCount || nonceByteCount < start + 40 {
                    #expect(throws: overlaps) { try Algorithm.open(combined: input, using: Self.key, into: &output) }
                }
                #expect(throws: overlaps) { try Algorithm.seal(input, using: Self.key, into: &output) }
                #expect(throws: overlaps) {
                    try Algorithm.cipher.seal(
                        input, using: Self.key, nonce: [UInt8](from: 7, nonceByteCount), into: &output)
                }
                #expect(output.finalize(for: room) == 0)
                #expect(memory.prefix(sealed.count).elementsEqual(sealed))
            }
            // Adjacent memory does not overlap.
            let room = UnsafeMutableBufferPointer(rebasing: memory[sealed.count...])
            var output = OutputSpan(buffer: room, initializedCount: 0)
            try Algorithm.open(
                combined: UnsafeBufferPointer(rebasing: memory[..<sealed.count]), using: Self.key, into: &output)
            #expect(output.finalize(for: room) == 40 && room.prefix(40).elementsEqual([UInt8](from: 3, 40)))
        }
        try check(algorithm)
    }

    @Test("rejects lengths before it writes, with the box's errors")
    func refusesLengths() throws {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0xee)
        var output = OutputSpan(buffer: memory, initializedCount: 0)
        let bytes = [UInt8](from: 0, 28)
        for count in 0..<28 {
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try AES.GCM.open(combined: bytes.prefix(count), using: Self.key, into: &output)
            }
        }
        #expect(throws: CryptoError.code(.invalidIVLength)) {
            try AES.GCM.open(combined: bytes, using: Self.key, nonceByteCount: -1, into: &output)
        }
        #expect(throws: CryptoError.code(.invalidTagLength)) {
            try AES.GCM.open(combined: bytes, using: Self.key, tagByteCount: 3, into: &output)
        }
        let short = SymmetricKey(copying: [UInt8](from: 0, 3))
        #expect(throws: CryptoError.code(.invalidKeyLength)) { try AES.GCM.seal(bytes, using: short, into: &output) }
        #expect(throws: CryptoError.code(.invalidIVLength)) {
            try AES.GCM.seal(bytes, using: Self.key, nonce: [1] as [UInt8], into: &output)
        }
        #expect(output.finalize(for: memory) == 0 && memory.allSatisfy { $0 == 0xee })
    }

    @Test("traps before it writes past a span that is too short")
    func trapsOnShortCapacity() async {
        await #expect(processExitsWith: .failure) {
            let key = try SymmetricKey(bitCount: 256)
            _ = try [UInt8](capacity: 12 + 4 + 15) { output throws(CryptoError) in
                try AES.GCM.seal("text".utf8, using: key, into: &output)
            }
        }
        await #expect(processExitsWith: .failure) {
            let key = try SymmetricKey(bitCount: 256)
            let box = try ChaChaPoly.seal("text".utf8, using: key)
            _ = try [UInt8](capacity: 3) { output throws(CryptoError) in
                try ChaChaPoly.open(box, using: key, into: &output)
            }
        }
    }
}
