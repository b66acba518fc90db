import ArcaCompression
import Testing

@Suite struct CompressionFormatTests {
    @Test("detects gzip, zlib and raw deflate from the first byte")
    func firstBytes() {
        #expect(CompressionFormat(firstByte: 0x1f) == .gzip)
        for window in 0..<16 as Range<UInt8> { #expect(CompressionFormat(firstByte: window << 4 | 8) == .zlib) }
        // A final stored, fixed and dynamic block, and a first stored one.
        for byte in [0x01, 0x03, 0x4b, 0x05, 0xed, 0x00] as [UInt8] {
            #expect(CompressionFormat(firstByte: byte) == .deflate)
        }
    }
}
