import ArcaCodecs
import ArcaCrypto
import ArcaVectors
import Testing

/// AES-XTS on NIST's files in both notations of the tweak.
@Suite struct XTSVectorTests {
    static let entries = VectorFiles.entries(in: "aes-xts")

    @Test("data units of whole bytes encrypt and decrypt as published", arguments: entries)
    func dataUnits(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = ["COUNT", "DataUnitLen", "Key", "i", "DataUnitSeqNumber", "PT", "CT"]
        var unitsOfBits = 0
        try VectorFiles.run(entry, fields: fields) { vector in
            guard vector.modes == ["ENCRYPT"] || vector.modes == ["DECRYPT"] else { return false }
            let bitCount = try vector.integer("DataUnitLen")
            guard bitCount.isMultiple(of: 8) else {
                unitsOfBits += 1
                return [130, 140, 250].contains(bitCount)
            }
            let key = SymmetricKey(copying: try vector.bytes("Key"))
            let plaintext = try vector.bytes("PT")
            let ciphertext = try vector.bytes("CT")
            guard plaintext.count * 8 == bitCount, ciphertext.count * 8 == bitCount else { return false }
            guard let tweak = vector["i"] == nil ? nil : try vector.bytes("i") else {
                let number = UInt64(try vector.integer("DataUnitSeqNumber"))
                return try AES.XTS.encrypt(plaintext, using: key, sectorNumber: number) == ciphertext
                    && AES.XTS.decrypt(ciphertext, using: key, sectorNumber: number) == plaintext
            }
            return try AES.XTS.encrypt(plaintext, using: key, tweak: tweak) == ciphertext
                && AES.XTS.decrypt(ciphertext, using: key, tweak: tweak) == plaintext
        }
        // Units of 130, 140 and 250 bits take an implementation that works on bits.
        #expect(unitsOfBits == (entry.name.hasSuffix("128") ? 200 : 400))
    }
}
