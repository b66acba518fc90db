import ArcaCore
import Testing

@testable import ArcaVault

@Suite("Padding to length buckets")
struct LengthBucketsTests {
    @Test("uses 2^k or 3·2^(k−1) bytes, at least 64, the smallest that fits")
    func buckets() {
        let expected = [64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192]
        for count in 0...8192 {
            #expect(LengthBuckets.bucket(holding: count) == expected.first { $0 >= count }, "\(count) bytes")
        }
        #expect(LengthBuckets.bucket(forContent: 63) == 64)
        #expect(LengthBuckets.bucket(forContent: 64) == 96)
        #expect(LengthBuckets.bucket(forContent: 262_143) == 262_144)
        #expect(LengthBuckets.bucket(forContent: 1_572_863) == 1_572_864)
    }

    @Test("is removed again, whatever the content ends with")
    func roundTrip() throws {
        for count in [0, 1, 62, 63, 64, 94, 95, 96, 1000] {
            for last: UInt8 in [0, 0x80, 7] {
                let content = [UInt8](repeating: last, count: count)
                let padded = [UInt8](capacity: LengthBuckets.bucket(forContent: count)) { output in
                    output.append(contentsOf: content.span)
                    LengthBuckets.pad(&output)
                }
                #expect(padded.count == LengthBuckets.bucket(forContent: count))
                #expect(try LengthBuckets.contentByteCount(of: padded.span) == count)
            }
        }
    }

    @Test("is rejected in any other form")
    func refusals() {
        let zeros = [UInt8](repeating: 0, count: 64)
        let cases: [[UInt8]] = [
            [], [0x80], zeros, [1] + zeros[1...], [0x80] + zeros, zeros + zeros.dropLast(),
            // A bucket larger than necessary.
            [0x80] + [UInt8](repeating: 0, count: 95), [1] + [0x81] + zeros[2...],
        ]
        for padded in cases {
            #expect(throws: VaultError.self) { try LengthBuckets.contentByteCount(of: padded.span) }
        }
    }
}
