internal import ArcaCore
import ArcaCompression
import Testing

@Suite struct StreamVectorTests {
    @Test("every case of streams.json has the stated outcome, also byte by byte")
    func streams() throws {
        for vector in try CompressionVectors.cases("streams.json") {
            let whole = outcome { () throws(CompressionError) in
                try Inflater.inflate(vector.compressed, format: vector.format)
            }
            let pieces = outcome { () throws(CompressionError) in try byteByByte(vector) }
            for result in [whole, pieces] {
                #expect(result.bytes == vector.output, "\(vector.id)")
                #expect(result.error?.code.description == vector.code, "\(vector.id)")
                #expect(result.error?.offset == vector.offset, "\(vector.id)")
            }
        }
    }

    private func outcome(
        _ body: () throws(CompressionError) -> [UInt8]
    ) -> (bytes: [UInt8]?, error: CompressionError?) {
        do throws(CompressionError) { return (try body(), nil) } catch { return (nil, error) }
    }

    private func byteByByte(_ vector: CompressionVectors.Case) throws(CompressionError) -> [UInt8] {
        var inflater = Inflater(format: vector.format)
        var result: [UInt8] = []
        var offset = 0
        while offset < vector.compressed.count {
            var consumed = 0
            result += try [UInt8](capacity: 4096) { (output) throws(CompressionError) in
                consumed = try inflater.inflate(vector.compressed[offset...offset], into: &output)
            }
            guard consumed == 1 else {
                throw CompressionError.code(.trailingData, at: inflater.inputByteCount)
            }
            offset += 1
        }
        try inflater.finish()
        if let name = vector.name {
            #expect((inflater.gzipHeader?.name) == Array(name.utf8))
            #expect((inflater.gzipHeader?.modificationTime) == vector.modificationTime.map { UInt32($0) })
        }
        return result
    }
}
