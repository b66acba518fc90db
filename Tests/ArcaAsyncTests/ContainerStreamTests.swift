import ArcaAsync
import ArcaCore
import ArcaContainers
import ArcaCrypto
import Testing

@Suite("Push-based container streams")
struct ContainerStreamTests {
    private static let message: [UInt8] = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 17 ^ $0 >> 7) }

    /// The output of a stream for bytes pushed in pieces.
    private static func push(
        _ bytes: [UInt8], of byteCount: Int, _ stream: consuming ContainerStream
    ) throws -> [UInt8] {
        var stream = stream
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: byteCount) {
            result += try stream.update(bytes[start..<min(start + byteCount, bytes.count)])
            #expect(start + byteCount - result.count < 900_000)
        }
        return try result + stream.finish()
    }

    @Test("encrypts and decrypts every format, split anywhere", arguments: [1000, 65_536, 600_000])
    func formats(_ byteCount: Int) throws {
        let identity = try Age.X25519Identity()
        let formats: [any ContainerFormat] = [
            Age(recipients: [identity.recipient], identities: [identity]),
            Age(recipients: [identity.recipient], identities: [identity], isArmored: true),
            try ChunkedEncryption(key: SymmetricKey(size: .bits256)),
        ]
        for format in formats {
            let file = try Self.push(Self.message, of: byteCount, ContainerStream(sealing: format))
            #expect(try format.open(file) == Self.message)
            #expect(try Self.push(file, of: byteCount + 3, ContainerStream(opening: format)) == Self.message)
            let empty = try ContainerStream(sealing: format).finish()
            #expect(try format.open(empty).isEmpty)
        }
    }

    @Test("limits the data in flight, however much is pushed")
    func bound() throws {
        var stream = try ContainerStream(sealing: ChunkedEncryption(key: SymmetricKey(size: .bits256)))
        let piece = [UInt8](repeating: 1, count: 100_000)
        var count = 0
        for number in 1...200 {
            count += try stream.update(piece).count
            #expect(number * piece.count - count < 900_000)
        }
        count += try stream.finish().count
        #expect(count > 20_000_000)
    }

    @Test("throws an error from the first affected call and every later one")
    func errors() throws {
        let identity = try Age.X25519Identity()
        let format = Age(recipients: [identity.recipient], identities: [identity])
        var file = try format.seal(Self.message)
        let cut = #expect(throws: ContainerError.self) {
            try Self.push(Array(file[..<300_000]), of: 5000, ContainerStream(opening: format))
        }
        let whole = #expect(throws: ContainerError.self) { try format.open(file[..<300_000]) }
        #expect(cut != nil && cut == whole)
        file[100_000] ^= 1
        var stream = try ContainerStream(opening: format)
        let first = #expect(throws: ContainerError.self) {
            for start in stride(from: 0, to: file.count, by: 10_000) {
                _ = try stream.update(file[start..<min(start + 10_000, file.count)])
            }
            // The worker may lag; finishing waits for it.
            _ = try stream.update(file)
        }
        #expect(first?.code == .tampered)
        #expect(throws: ContainerError.self) { try stream.update([]) }
        #expect(throws: ContainerError.self) { try ContainerStream(sealing: Age()).finish() }
    }

    @Test("ends its worker when dropped")
    func dropping() async throws {
        let probe = Probe()
        do {
            var stream = try ContainerStream(opening: probe)
            _ = try stream.update(Self.message)
        }
        #expect(await probe.end() is CancellationError)
        let endless = Probe()
        do {
            var stream = try ContainerStream(sealing: endless)
            while try stream.update([1]).isEmpty {}
        }
        #expect(await endless.end() is CancellationError)
    }
}
