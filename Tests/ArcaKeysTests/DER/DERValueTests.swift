internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct DERValueTests {
    @Test(
        "writes integers in their minimal form",
        arguments: [
            (0, "020100"), (1, "020101"), (127, "02017f"), (128, "02020080"), (256, "02020100"), (65537, "0203010001"),
        ])
    func writesIntegers(number: Int, text: String) {
        #expect(hexText(DERValue.integer(number).encoded()) == text)
    }

    @Test("writes secret and public octets the same way")
    func writesOctets() {
        for octets in [[], [0x7f], [0x80], [1, 2, 3]] as [[UInt8]] {
            #expect(DERValue.integer(octets).encoded() == DERValue.integer(SecretBytes(copying: octets)).encoded())
            #expect(
                DERValue.octetString(octets).encoded() == DERValue.octetString(SecretBytes(copying: octets)).encoded())
        }
        #expect(DERValue.integer([0, 0, 5] as [UInt8]).encoded() == hex("020105"))
    }

    @Test("writes lengths in their minimal form", arguments: [0, 1, 127, 128, 255, 256, 65535, 65536])
    func writesLengths(count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        let der = DERValue.octetString(bytes).encoded()
        var reader = DERReader(der.span)
        let content = try reader.read(.octetString, in: der.span)
        try reader.finish()
        #expect(Array(der[content]) == bytes)
        #expect(DERValue.octetString(bytes).byteCount == der.count)
    }

    @Test("nests values")
    func nests() {
        let value = DERValue.sequence([
            .integer(1), .null, .explicit(0, .integer(2)), .bitString([0xaa]), .bitString(.null),
            .octetString(.integer(3)), .primitive(.context(1, isConstructed: false), [9]),
        ])
        #expect(
            hexText(value.encoded()) == "301b" + "020101" + "0500" + "a003020102" + "030200aa" + "0303000500"
                + "0403020103" + "810109")
        #expect([UInt8](bytes: value.encodedSecret()) == value.encoded())
        #expect(value.description == "DERValue(SEQUENCE, 29 bytes)")
    }

    @Test("never prints a secret")
    func isRedacted() {
        let value = DERValue.octetString(SecretBytes(copying: Array("hunter2".utf8)))
        var dumped = ""
        dump(value, to: &dumped)
        #expect(!dumped.contains("104") && !"\(value)".contains("hunter"))
    }
}
