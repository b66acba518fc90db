import ArcaCodecs
import ArcaCore
import Testing

@Suite struct NumberRadixTests {
    @Test("round-trips bytes of every length and number of leading zeros")
    func roundTrip() throws {
        for count in 0...130 {
            for zeros in [0, 1, min(5, count)] {
                var bytes = noise(count, seed: UInt64(count + 7))
                for index in 0..<min(zeros, count) { bytes[index] = 0 }
                #expect(try Base58.standard.decode(Base58.standard.encode(bytes)) == bytes)
                #expect(try Base62.standard.decode(Base62.standard.encode(bytes)) == bytes)
                #expect(try Base58Check.standard.decode(Base58Check.standard.encode(bytes)) == bytes)
                #expect(try Base62.lowerFirst.decode(Base62.lowerFirst.encode(bytes)) == bytes)
            }
        }
        let largest = [UInt8](repeating: 0xff, count: 100)
        #expect(Base58.standard.encodeToBytes(largest).count <= Base58.standard.maximumEncodedCount(for: 100))
    }

    @Test("rejects more symbols than the limit")
    func limit() {
        let codec = Base58(maximumCharacterCount: 4)
        #expect(failure { () throws(CodecError) in try codec.decode("2222") } == nil)
        let error = failure { () throws(CodecError) in try codec.decode("22222") }
        #expect(error == CodecError.code(.limitExceeded, at: TextPosition(offset: 4, line: 1, column: 5)))
        let other = failure { () throws(CodecError) in try Base62(maximumCharacterCount: 1).decode("11") }
        #expect(other?.code == .limitExceeded)
    }

    @Test("accepts valid custom alphabets")
    func alphabets() throws {
        let flickr = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
        let codec = Base58(alphabet: try Base58.Alphabet(checking: flickr))
        #expect(codec.encode([1, 2, 3]) == Base58.flickr.encode([1, 2, 3]))
        let error = failure { () throws(CodecError) in try Base58.Alphabet(checking: "abc") }
        #expect(error?.code == .invalidOption)
        #expect(failure { () throws(CodecError) in try Base62.Alphabet(checking: flickr) }?.code == .invalidOption)
    }

    @Test("throws if the buffer is too small")
    func room() {
        let text = Base58.standard.encode([1, 2, 3, 4, 5])
        let error = failure { () throws(CodecError) in
            try [UInt8](capacity: 4) { output throws(CodecError) in
                try Base58.standard.decode(Array(text.utf8), into: &output)
            }
        }
        #expect(error?.code == .limitExceeded)
    }
}
