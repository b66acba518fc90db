import Arca
import Foundation
import Testing

@Suite struct DataTests {
    @Test("accepts Foundation's Data as bytes, whole or sliced")
    func takesData() throws {
        let data = Data("xabc".utf8)
        #expect(SHA256.hash(data.dropFirst()) == SHA256.hash("abc".utf8))
        #expect(SHA256.hash(Data()) == SHA256.hash([UInt8]()))
        #expect(Base16.standard.encode(data) == "78616263")
        #expect(Data(try Base16.standard.decode("78616263")) == data)
    }
}
