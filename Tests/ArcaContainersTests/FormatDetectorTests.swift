internal import ArcaCodecs
internal import ArcaCore
import ArcaContainers
internal import ArcaCrypto
import Testing

@Suite struct FormatDetectorTests {
    /// An openssl file inside `layerCount` layers of Base64.
    static func wrapped(_ file: [UInt8], layerCount: Int) -> [UInt8] {
        (0..<layerCount).reduce(file) { inner, layer in
            layer % 2 == 0 ? Array(Base64.standard.encode(inner).utf8) : Array((Base64.pem.encode(inner) + "\n").utf8)
        }
    }

    @Test("detects a format inside four layers of Base64, but not five")
    func looksThroughLayers() throws {
        let file = try OpenSSLEncTests.format().seal(OpenSSLEncTests.message)
        for count in 0...6 {
            let text = Self.wrapped(file, layerCount: count)
            let detection = FormatDetector.detect(FileBeginning(text, isWhole: true))
            // One layer is openssl's own armor.
            #expect((detection?.format.name == "openssl") == (count <= 5), "\(count) layers")
            if count <= 5 {
                #expect(detection?.base64LayerCount == max(0, count - 1))
            }
        }
    }

    @Test("detects a format from the beginning of a long text, wherever it is cut")
    func looksAtBeginnings() throws {
        let text = Self.wrapped(
            try OpenSSLEncTests.format().seal([UInt8](repeating: 7, count: 2000)), layerCount: 3)
        for count in 100..<200 {
            let detection = FormatDetector.detect(FileBeginning(text[..<count], isWhole: false))
            #expect(detection?.base64LayerCount == 2, "\(count) bytes")
        }
    }

    @Test("decodes layers in pieces of any length, and rejects invalid Base64")
    func takesLayersOff() throws {
        let file = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for count in 0...3 {
            let text = Self.wrapped(file, layerCount: count)
            var reader = try Base64LayersReader(MemoryReader(text), layerCount: count)
            var result: [UInt8] = []
            var before = -1
            while result.count > before {
                before = result.count
                try result.append(addingCapacity: 1000) { try reader.read(into: &$0) }
            }
            #expect(result == file, "\(count) layers")
        }
        var reader = try Base64LayersReader(MemoryReader(Array("QUJD!".utf8)), layerCount: 1)
        var result: [UInt8] = []
        #expect(throws: ContainerError.code(.malformed, at: 4)) {
            try result.append(addingCapacity: 10) { try reader.read(into: &$0) }
        }
    }

    @Test("detects nothing in text, random bytes and empty input")
    func refusesOthers() {
        for text in ["", "hello", "QUJD", "Salted", "U2FsdGVk"] {
            #expect(FormatDetector.detect(FileBeginning(text.utf8, isWhole: true)) == nil, "\(text)")
        }
    }
}
