import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct CipherListCommandTests {
    @Test("lists every cipher with its lengths, aligned")
    func lists() throws {
        let run = try Arca.run(["cipher", "list"])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.lines.count == Cipher.all.count + 4)
        #expect(run.lines.first == "NAME                KEY  IV")
        for line in [
            "aes-256-gcm         32   1…    authenticated", "chacha20-poly1305   32   12    authenticated",
            "aes-128-ccm         16   7–13  authenticated", "aes-256-siv         64   -     authenticated",
            "aes-192-kw          24   -     wraps keys, checked", "aes-256-eax         32   0…    authenticated",
            "xaes-256-gcm        32   24    authenticated", "a192cbc-hs384       48   16    authenticated",
            "aes-128-ctr         16   16", "aes-192-ff1         24   -     keeps the format of text",
            "des-ede3-cbc        24   8     insecure", "aes-256-ecb         32   -     insecure",
        ] { #expect(run.lines.contains(Substring(line)), "\(line)") }
    }

    @Test("lists the same in JSON")
    func listsAsJSON() throws {
        let run = try Arca.run(["cipher", "list", "--json"])
        #expect(run.status == 0)
        let report = try JSONReader.read(run.text)
        #expect(report["schema"]?.int == 1)
        #expect(report["formatPreserving"]?.array?.map { $0["keyByteCount"]?.int } == [32, 24, 16])
        let rows = try #require(report["ciphers"]?.array)
        #expect(rows.map { $0["name"]?.string } == Cipher.all.map(\.shortName))
        for (row, cipher) in zip(rows, Cipher.all) {
            #expect(row["keyByteCount"]?.int == cipher.keyByteCount)
            #expect(row["ivByteCount"]?.int == cipher.ivByteCount)
            #expect(row["minimumIVByteCount"]?.int == cipher.ivByteCounts.lowerBound)
            #expect(row["tagByteCount"]?.int == cipher.tagByteCount)
            #expect(row["authenticated"]?.bool == cipher.isAuthenticated)
            #expect(row["insecure"]?.bool == cipher.isInsecure)
            #expect(row["paddings"]?.array?.map { $0.string } == cipher.paddings.map(\.rawValue))
        }
    }
}
