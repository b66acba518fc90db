import ArcaCodecs
import ArcaCore
import Testing

/// `Vectors/codecs`: the output or the error and its position for JSON, `data:` URIs and PEM.
@Suite struct FormatVectorTests {
    /// Checks each case with `read`, which converts a text to the output in the file.
    private static func check(_ codec: String, _ read: (CodecVector) throws(CodecError) -> [UInt8]) throws {
        for vector in try CodecVector.read(codec) {
            do throws(CodecError) {
                let output = try read(vector)
                #expect(output == vector.output, "\(vector.id): read, expected \(String(describing: vector.error))")
            } catch {
                #expect(error == vector.error, "\(vector.id): \(error.code), \(error)")
            }
        }
    }

    @Test("JSON matches the vectors") func json() throws {
        try Self.check("json") { vector throws(CodecError) in
            Array(try JSONReader.read(vector.input).text().utf8)
        }
    }

    @Test("data: URIs match the vectors") func dataURIs() throws {
        try Self.check("data-uri") { vector throws(CodecError) in
            let text = String(decoding: vector.input, as: UTF8.self)
            return try DataURI(text, rules: vector.form == "whatwg" ? .whatwg : .rfc2397).bytes
        }
    }

    @Test("PEM matches the vectors") func pem() throws {
        try Self.check("pem") { vector throws(CodecError) in
            let blocks = try PEM.decode(vector.input)
            return Array(blocks.map { "\($0.label)=\(Base16.standard.encode($0.bytes))\n" }.joined().utf8)
        }
    }
}
