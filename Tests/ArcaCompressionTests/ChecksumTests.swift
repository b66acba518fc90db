import ArcaTestSupport
import ArcaCore
import ArcaCompression
import Testing

@Suite struct ChecksumTests {
    @Test("computes the check values of the published catalogs")
    func knownValues() {
        // CRC-32/ISO-HDLC from the CRC RevEng catalog; Adler-32 of the same text from Python's zlib.
        #expect(Checksum.crc32("123456789".utf8) == 0xcbf4_3926)
        #expect(Checksum.adler32("123456789".utf8) == 0x091e_01de)
        #expect(Checksum.adler32("Wikipedia".utf8) == 0x11e6_0398)
        #expect(Checksum.crc32("The quick brown fox jumps over the lazy dog".utf8) == 0x414f_a339)
    }

    @Test("starts at 0, 1 or the maximum, also for an empty input", arguments: Checksum.Algorithm.allCases)
    func emptyInput(algorithm: Checksum.Algorithm) {
        var checksum = Checksum(algorithm)
        let start = checksum.value
        let starts: [Checksum.Algorithm: UInt32] = [.crc32: 0, .adler32: 1, .cksum: .max]
        #expect(start == starts[algorithm])
        checksum.update([])
        #expect(checksum.value == start)
        #expect(Checksum.crc32([]) == 0)
        #expect(Checksum.adler32([]) == 1)
    }

    @Test("does not depend on how the input is split", arguments: Checksum.Algorithm.allCases)
    func splitPoints(algorithm: Checksum.Algorithm) {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var whole = Checksum(algorithm)
        whole.update(bytes)
        for split in 0...bytes.count {
            var parts = Checksum(algorithm)
            parts.update(bytes[..<split])
            parts.update(bytes[split...])
            #expect(parts == whole, "split at \(split)")
        }
    }

    @Test("computes what cksum prints, for sizes of several bytes too", .enabled(if: Peer.has("cksum")))
    func posix() throws {
        var random = Repeatable(9)
        for count in [0, 1, 9, 255, 256, 70_000] {
            let bytes = random.bytes(count)
            var checksum = Checksum(.cksum)
            checksum.update(bytes)
            let answer = try Peer.run(["cksum"], input: bytes)
            #expect(answer.text == "\(checksum.value) \(count)\n")
        }
    }

    @Test("a copy continues independently")
    func copies() {
        var first = Checksum(.crc32)
        first.update("12345".utf8)
        var second = first
        first.update("6789".utf8)
        second.update("x".utf8)
        #expect(first.value == 0xcbf4_3926)
        #expect(second.value == Checksum.crc32("12345x".utf8))
    }

    @Test("writes its bytes in big endian order")
    func bytes() {
        var checksum = Checksum(.crc32)
        checksum.update("123456789".utf8)
        #expect(checksum.bytes == [0xcb, 0xf4, 0x39, 0x26])
    }
}
