import ArcaCore
import ArcaCrypto
import Testing

@Suite struct SecretBytesTests {
    struct Stop: Error {}

    @Test("stores its bytes at every block size", arguments: [0, 1, 31, 32, 33, 4096, 4097, 100_000])
    func holdsItsBytes(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let secret = SecretBytes(copying: bytes)
        #expect(secret.count == count)
        #expect([UInt8](bytes: secret) == bytes)
        #expect(secret == SecretBytes(copying: bytes))
    }

    @Test("counts only initialized bytes")
    func countsWhatWasFilled() {
        let secret = SecretBytes(byteCount: 100) { output in output.append(contentsOf: [1, 2, 3].span) }
        #expect(secret.count == 3)
        #expect([UInt8](bytes: secret) == [1, 2, 3])
    }

    @Test("rethrows errors of the initializer")
    func passesErrorOn() {
        #expect(throws: Stop.self) {
            try SecretBytes(byteCount: 8) { output throws(Stop) in
                output.append(1)
                throw Stop()
            }
        }
    }

    @Test("returns zeroed memory after a secret is released")
    func wipesWhatIsGivenBack() {
        // Blocks are reused last in, first out, so the second secret has the first one's memory.
        for _ in 0..<10 {
            _ = SecretBytes(copying: [UInt8](repeating: 0xaa, count: 3000))
            let next = SecretBytes(byteCount: 3000) { output in
                output.withUnsafeMutableBufferPointer { space, count in
                    #expect(space.allSatisfy { $0 == 0 })
                    count = space.count
                }
            }
            #expect(next.count == 3000)
        }
    }

    @Test("differs from other contents and other lengths")
    func comparesContents() {
        let secret = SecretBytes(copying: [1, 2, 3])
        #expect(secret != SecretBytes(copying: [1, 2, 4]))
        #expect(secret != SecretBytes(copying: [1, 2]))
        #expect(SecretBytes(copying: [UInt8]()) == SecretBytes(copying: [UInt8]()))
        #expect(constantTimeEqual([1, 2, 3], secret))
        #expect(!constantTimeEqual([1, 2, 3, 4], secret))
    }

    @Test("copies its text into a string, with a mark for invalid UTF-8")
    func text() {
        #expect(String(SecretBytes(copying: "pässword".utf8)) == "pässword")
        #expect(String(SecretBytes(copying: [0x61, 0xff])) == "a\u{fffd}")
        #expect(String(SecretBytes(copying: [])) == "")
    }

    @Test("matches errors by their code in catch clauses")
    func catches() {
        func failing(_ code: CryptoErrorCode, at offset: Int?) -> String {
            let placed = CryptoError.code(.invalidFormat, at: 3)
            do {
                throw CryptoError(code, at: offset, "problem") as any Error
            } catch CryptoKitError.authenticationFailure {
                return "authentication"
            } catch placed {
                return "place"
            } catch {
                return "other"
            }
        }
        #expect(failing(.authenticationFailed, at: nil) == "authentication")
        #expect(failing(.authenticationFailed, at: 7) == "authentication")
        #expect(failing(.invalidFormat, at: 3) == "place")
        #expect(failing(.invalidFormat, at: 4) == "other")
        #expect(failing(.invalidKey, at: nil) == "other")
    }

    @Test("shows its length and nothing else")
    func showsNothing() throws {
        let secret = SecretBytes(copying: "hunter2".utf8)
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] {
            #expect(text.contains("7 bytes"))
            #expect(!text.contains("hunter2") && !text.contains("104"))
        }
        let key = SymmetricKey(secret)
        dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains("56 bits"))
            #expect(!text.contains("hunter2") && !text.contains("104"))
        }
    }
}
