import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaPatterns
import Foundation
import Testing

@Suite struct PatternVectorTests {
    @Test("gives the expected result for every case in hashes.json")
    func hashes() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = folder.appendingPathComponent("../../Vectors/patterns/hashes.json").standardized
        let document = try JSONReader.read([UInt8](Data(contentsOf: path)))
        let cases = try #require(document["cases"]?.array)
        #expect(cases.count == document["numberOfCases"]?.int && !cases.isEmpty)
        for vector in cases {
            let id = try #require(vector["id"]?.string)
            do {
                let hash = try PatternHash(try #require(vector["text"]?.string))
                let dots = try #require(vector["dots"]?.array).map { try #require($0.number?.int) }
                let pattern = try Pattern(dots: dots, grid: hash.grid, rules: hash.rules)
                let key = try Base16.standard.decode(try #require(vector["pepper"]?.string))
                let pepper = key.isEmpty ? nil : SymmetricKey(copying: key)
                let isValid = try hash.verify(pattern, pepper: pepper)
                #expect(vector["result"]?.string == "accept" && isValid == vector["valid"]?.bool, "\(id)")
            } catch let error as PatternError {
                #expect(vector["result"]?.string == "reject", "\(id): \(error)")
                #expect(error.code.description == vector["code"]?.string, "\(id)")
            }
        }
    }
}
