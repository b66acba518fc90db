import ArcaCodecs
import ArcaCrypto
import ArcaVectors
import Testing

/// AES key wrap, plain and padded, on NIST's files; a fifth of the cases to unwrap are forgeries.
@Suite struct KeyWrapVectorTests {
    static let entries = VectorFiles.entries(in: "aes-keywrap")

    @Test("keys wrap and unwrap as published, and forgeries are refused", arguments: entries)
    func keys(entry: VectorFiles.Entry) throws {
        let padded = entry.name.hasPrefix("KWP_")
        var refused = 0
        try VectorFiles.run(entry, fields: ["PLAINTEXT LENGTH", "COUNT", "K", "P", "C"]) { vector in
            let key = SymmetricKey(copying: try vector.bytes("K"))
            let wrapped = try vector.bytes("C")
            guard entry.name.hasSuffix("\(key.bitCount)") else { return false }
            if vector.marks == ["FAIL"] {
                refused += 1
                do throws(CryptoError) {
                    _ = try AES.KeyWrap.unwrap(wrapped, using: key, padded: padded)
                    return false
                } catch {
                    return error.code == .authenticationFailed && vector["P"] == nil
                }
            }
            let plaintext = try vector.bytes("P")
            return try plaintext.count * 8 == vector.integer("PLAINTEXT LENGTH")
                && AES.KeyWrap.wrap(plaintext, using: key, padded: padded) == wrapped
                && AES.KeyWrap.unwrap(wrapped, using: key, padded: padded) == SecretBytes(copying: plaintext)
        }
        #expect(refused == (entry.name.contains("_AD_") ? entry.caseCount / 5 : 0))
    }
}
