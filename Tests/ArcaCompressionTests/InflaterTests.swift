internal import ArcaTestSupport
import ArcaCore
import ArcaCompression
import Testing

/// The fixtures were made by Python's zlib and GNU gzip 1.12.
@Suite struct InflaterTests {
    static let text =
        Array(String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 2).dropLast().utf8) + [10]
    static let body = hex(
        "0bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a7eb298490a0980b00")
    static let trailer = hex("d2d9ff7a5a000000")
    static let gzip = hex("1f8b080800f153650203666f782e74787400") + body + trailer
    static let zlib = hex("78da") + body + hex("cf0a2039")
    static let emptyGzip = hex("1f8b080000000000020303000000000000000000")

    @Test("decompresses each format, detected or given")
    func formats() throws {
        for (format, data) in [(CompressionFormat.gzip, Self.gzip), (.zlib, Self.zlib), (.deflate, Self.body)] {
            #expect(try Inflater.inflate(data) == Self.text)
            #expect(try Inflater.inflate(data, format: format) == Self.text)
        }
        #expect(try Inflater.inflate(hex("010300fcff616263")) == Array("abc".utf8))
        #expect(try Inflater.inflate(hex("789c030000000001")) == [])
        #expect(try Inflater.inflate(Self.emptyGzip) == [])
    }

    @Test("does not detect the format if one is given")
    func namedFormat() {
        #expect(throws: CompressionError.code(.notCompressed, at: 2)) { try Inflater.inflate(Self.gzip, format: .zlib) }
        #expect(throws: CompressionError.code(.notCompressed, at: 2)) { try Inflater.inflate(Self.zlib, format: .gzip) }
        #expect(throws: CompressionError.self) { try Inflater.inflate(Self.gzip, format: .deflate) }
    }

    @Test("joins concatenated gzip members, including empty ones")
    func concatenatedMembers() throws {
        let data = Self.gzip + Self.emptyGzip + Self.gzip
        #expect(try Inflater.inflate(data) == Self.text + Self.text)
    }

    @Test("gives the same result for every split of the input", arguments: [1, 2, 3, 7, 64, 1000])
    func pieces(size: Int) throws {
        for data in [Self.gzip + Self.gzip, Self.zlib, Self.body] {
            for room in [1, 5, 100, 4096] {
                let (bytes, inflater) = try inflate(data, pieceSize: size, room: room)
                #expect(bytes == (data.count > 2 * Self.body.count ? Self.text + Self.text : Self.text))
                #expect(inflater == data.count, "pieces of \(size), room \(room)")
            }
        }
    }

    @Test("reads name and time of the first member")
    func header() throws {
        var inflater = Inflater()
        #expect((inflater.gzipHeader) == nil)
        _ = try [UInt8](capacity: 1000) { (output) throws(CompressionError) in
            _ = try inflater.inflate(Self.gzip + Self.emptyGzip, into: &output)
        }
        let expected = GzipHeader(name: Array("fox.txt".utf8), modificationTime: 1_700_000_000, operatingSystem: 3)
        #expect((inflater.gzipHeader) == expected)
        #expect((inflater.format) == .gzip)
    }

    @Test("reads a header with all optional parts, and verifies its checksum")
    func fullHeader() throws {
        let head = hex("1f8b081e0100000000030400616200006e616d6500636f6d6d656e740044f7")
        var inflater = Inflater()
        let bytes = try [UInt8](capacity: 1000) { (output) throws(CompressionError) in
            _ = try inflater.inflate(head + Self.body + Self.trailer, into: &output)
        }
        #expect(bytes == Self.text)
        let expected = GzipHeader(
            name: Array("name".utf8), comment: Array("comment".utf8), modificationTime: 1, operatingSystem: 3)
        #expect((inflater.gzipHeader) == expected)
        var damaged = head
        damaged[18] ^= 1  // in the name
        #expect(throws: CompressionError.code(.corrupt, at: head.count)) {
            try Inflater.inflate(damaged + Self.body + Self.trailer)
        }
    }

    @Test("drops a name that is too long, and continues")
    func longName() throws {
        for length in [4095, 4096, 10_000] {
            let name = [UInt8](repeating: 0x61, count: length)
            let data = hex("1f8b0808000000000003") + name + [0] + Self.body + Self.trailer
            var inflater = Inflater()
            let bytes = try [UInt8](capacity: 1000) { (output) throws(CompressionError) in
                _ = try inflater.inflate(data, into: &output)
            }
            #expect(bytes == Self.text)
            #expect((inflater.gzipHeader?.name) == (length < 4096 ? name : nil), "\(length)")
        }
    }

    @Test("every proper prefix is truncated, not corrupt")
    func truncation() {
        for data in [Self.gzip, Self.zlib, Self.body] {
            for count in 0..<data.count {
                #expect(throws: CompressionError.code(.truncated, at: count), "\(count) bytes") {
                    try Inflater.inflate(data[..<count], format: CompressionFormat(firstByte: data[0]))
                }
            }
        }
        #expect(throws: CompressionError.code(.truncated, at: 0)) { try Inflater.inflate([]) }
        // A second member that is truncated.
        let cut = Self.gzip + Self.gzip.dropLast(3)
        #expect(throws: CompressionError.code(.truncated, at: cut.count)) { try Inflater.inflate(cut) }
    }

    @Test("a wrong checksum or length is corrupt")
    func wrongTrailer() {
        for index in Self.gzip.count - 8..<Self.gzip.count {
            var data = Self.gzip
            data[index] ^= 0x10
            let end = index < Self.gzip.count - 4 ? Self.gzip.count - 4 : Self.gzip.count
            #expect(throws: CompressionError.code(.corrupt, at: end), "byte \(index)") { try Inflater.inflate(data) }
        }
        var data = Self.zlib
        data[data.count - 1] ^= 1
        #expect(throws: CompressionError.code(.corrupt, at: data.count)) { try Inflater.inflate(data) }
    }

    @Test("detects a modified bit, unless it is unused after the last block")
    func damagedBody() {
        var unnoticed = 0
        for index in 0..<Self.zlib.count {
            for bit in 0..<8 {
                var data = Self.zlib
                data[index] ^= 1 << bit
                guard let result = try? Inflater.inflate(data, format: .zlib) else { continue }
                #expect(result == Self.text, "bit \(bit) of byte \(index)")
                unnoticed += 1
            }
        }
        #expect(unnoticed == 4)
    }

    @Test("reports trailing data with its offset")
    func trailingData() {
        for data in [Self.gzip, Self.zlib, Self.body] {
            for tail in [[0], [0x1e, 0x8b], [0, 0, 0, 0], Array("more".utf8)] as [[UInt8]] {
                #expect(throws: CompressionError.code(.trailingData, at: data.count)) {
                    try Inflater.inflate(data + tail)
                }
            }
        }
        // Begins like a member, but is not one.
        #expect(throws: CompressionError.code(.trailingData, at: Self.gzip.count)) {
            try Inflater.inflate(Self.gzip + [0x1f, 0x8c, 0x08])
        }
        #expect(throws: CompressionError.code(.trailingData, at: Self.zlib.count)) {
            try Inflater.inflate(Self.zlib + Self.zlib)
        }
    }

    @Test("streaming stops before trailing data and reports the end")
    func streamingEnd() throws {
        var inflater = Inflater()
        var consumed = 0
        let bytes = try [UInt8](capacity: 1000) { (output) throws(CompressionError) in
            consumed = try inflater.inflate(Self.zlib + [1, 2, 3], into: &output)
        }
        #expect(bytes == Self.text)
        #expect(consumed == Self.zlib.count)
        #expect((inflater.isAtEnd) == true)
        #expect((inflater.inputByteCount) == Self.zlib.count)
        #expect((inflater.outputByteCount) == Self.text.count)
        try inflater.finish()
    }

    @Test("requires a dictionary if the data says so")
    func presetDictionary() {
        let data = hex(
            "78f9120c03960bc94855282ccd4cce56488209296495e616142be497a516299400a57312ab2a1552f2d3f5144851cc0500cf0a2039"
        )
        #expect(throws: CompressionError.code(.missingDictionary, at: 6)) { try Inflater.inflate(data) }
        #expect(throws: CompressionError.code(.missingDictionary, at: 6)) {
            try Inflater.inflate(data, dictionary: Array("another one".utf8))
        }
    }

    @Test("distinguishes data that was never compressed from damaged data")
    func notCompressed() {
        for text in ["hello", "{\"a\": 1}", "\u{1f}\u{8}", "%PDF-1.7"] {
            var code: CompressionError.Code?
            do { _ = try Inflater.inflate(text.utf8) } catch { code = error.code }
            #expect(code == .notCompressed, "\(text)")
        }
        #expect(throws: CompressionError.code(.corrupt, at: 1)) { try Inflater.inflate([7], format: .deflate) }
    }

    @Test("the size limit is exact")
    func sizeLimit() throws {
        let exact = InflateLimits(maximumByteCount: Self.text.count, maximumRatio: nil)
        #expect(try Inflater.inflate(Self.zlib, limits: exact) == Self.text)
        for limit in [0, 1, Self.text.count - 1] {
            let limits = InflateLimits(maximumByteCount: limit, maximumRatio: nil)
            #expect(throws: CompressionError.self, "\(limit)") { try Inflater.inflate(Self.zlib, limits: limits) }
            do {
                _ = try Inflater.inflate(Self.zlib, limits: limits)
            } catch {
                #expect(error.code == .limitExceeded)
            }
        }
        let nothing = InflateLimits(maximumByteCount: 0, maximumRatio: nil)
        #expect(try Inflater.inflate(Self.emptyGzip, limits: nothing) == [])
    }

    @Test("the ratio limit applies only after the free bytes")
    func ratioLimit() throws {
        let limits = InflateLimits(maximumByteCount: nil, maximumRatio: 1, ratioFreeByteCount: Self.text.count)
        #expect(try Inflater.inflate(Self.body, limits: limits) == Self.text)
        let zeros = hex(Self.zerosZlib)
        #expect(try Inflater.inflate(zeros) == [UInt8](repeating: 0, count: 100_000))
        let strict = InflateLimits(maximumByteCount: nil, maximumRatio: 500, ratioFreeByteCount: 1000)
        do {
            _ = try Inflater.inflate(zeros, limits: strict)
            Issue.record("passed a ratio of 800")
        } catch {
            #expect(error.code == .limitExceeded)
        }
        #expect(try Inflater.inflate(zeros, limits: .unlimited).count == 100_000)
    }

    @Test("an error is permanent")
    func failureStays() {
        var inflater = Inflater()
        var data = Self.zlib
        data[1] ^= 1
        let expected = CompressionError.code(.notCompressed, at: 2)
        for _ in 0..<2 {
            var seen: CompressionError?
            _ = [UInt8](capacity: 1000) { output in
                do throws(CompressionError) { _ = try inflater.inflate(data, into: &output) } catch { seen = error }
            }
            #expect(seen == expected)
        }
        do throws(CompressionError) { try inflater.finish() } catch { #expect(error == expected) }
    }

    /// Decompresses in pieces of `pieceSize` with outputs of `room`; returns the result and the number of bytes read.
    private func inflate(_ data: [UInt8], pieceSize: Int, room: Int) throws -> ([UInt8], Int) {
        var inflater = Inflater()
        var result: [UInt8] = []
        var offset = 0
        while true {
            let end = min(offset + pieceSize, data.count)
            var isFull = false
            result += try [UInt8](capacity: room) { (output) throws(CompressionError) in
                offset += try inflater.inflate(data[offset..<end], into: &output)
                isFull = output.freeCapacity == 0
            }
            if offset == data.count, !isFull { break }
        }
        try inflater.finish()
        return (result, inflater.inputByteCount)
    }

    /// 100,000 zero bytes.
    static let zerosZlib =
        "78daedc13101000000c2a0f54f6d0d0fa0000000000000000000000000000000000000000000000000000000000000000000"
        + "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        + "0000000000000000000000000080570386af0001"
}

func hex(_ digits: String) -> [UInt8] {
    let values = digits.utf8.map { UInt8($0 < 0x3a ? $0 - 0x30 : $0 - 0x57) }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}
