internal import ArcaCore
import ArcaContainers
internal import ArcaTestSupport
import Testing

@Suite struct AgeRandomAccessTests {
    static let message = AgeFixtures.message(200_000)

    /// Records which bytes are read.
    final class Watched: RandomAccessReader {
        typealias Failure = Never
        let bytes: [UInt8]
        nonisolated(unsafe) var reads: [Range<Int>] = []
        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func read(into output: inout OutputSpan<UInt8>, at offset: Int) {
            let before = output.count
            MemoryReader(bytes).read(into: &output, at: offset)
            reads.append(offset..<offset + output.count - before)
        }
    }

    @Test(
        "returns the requested range",
        arguments: [
            "0-0", "0-9", "65535-65536", "65536-131071", "131071-131072", "0-199999", "5-", "199999-", "199999-500000",
            "200000-", "300000-400000", "-1", "-3392", "-3393", "-65537", "-200000", "-999999", "-0", "70000-140000",
        ], [false, true])
    func parts(text: String, isArmored: Bool) throws {
        let format = Age(
            recipients: [AgeFixtures.recipient], identities: [AgeFixtures.identity], isArmored: isArmored)
        let part = try ByteRange(text)
        let file = try format.seal(Self.message)
        #expect(try format.open(part, of: file) == Array(Self.message[part.offsets(in: Self.message.count)]))
    }

    @Test("returns nothing for an empty message")
    func empty() throws {
        let file = try AgeFixtures.format.seal([] as [UInt8])
        for text in ["0-", "-5", "0-0"] { #expect(try AgeFixtures.format.open(ByteRange(text), of: file).isEmpty) }
    }

    @Test("reads the header, the last chunk and the chunks of the range, no others")
    func readsLittle() throws {
        let file = try AgeFixtures.format.seal(AgeFixtures.message(1_000_000))
        let start = try AgeFixtures.headerByteCount(file) + 16
        let watched = Watched(file)
        var output = MemoryWriter()
        try AgeFixtures.format.open(ByteRange("400000-400009"), of: watched, byteCount: file.count, into: &output)
        let chunks = watched.reads.dropFirst().map { ($0.lowerBound - start) / AgeFixtures.sealedByteCount }
        #expect(chunks == [15, 6])
        #expect(output.bytes == Array(AgeFixtures.message(1_000_000)[400_000...400_009]))
    }

    @Test("rejects a truncated file for every range, and damage only in the chunks it reads")
    func damage() throws {
        let file = try AgeFixtures.format.seal(Self.message)
        let start = try AgeFixtures.headerByteCount(file) + 16
        let cut = Array(file[..<(start + 2 * AgeFixtures.sealedByteCount)])
        for text in ["0-9", "-5", "70000-"] {
            #expect(throws: ContainerError.code(.truncated, at: cut.count)) {
                try AgeFixtures.format.open(ByteRange(text), of: cut)
            }
        }
        for count in [start - 17, start - 1, start, start + 15] {
            #expect(throws: ContainerError.self) { try AgeFixtures.format.open(ByteRange("0-9"), of: file[..<count]) }
        }
        var changed = file
        changed[start + AgeFixtures.sealedByteCount + 5] ^= 1
        #expect(try AgeFixtures.format.open(ByteRange("0-9"), of: changed) == Array(Self.message[...9]))
        #expect(throws: ContainerError.code(.tampered, at: start + AgeFixtures.sealedByteCount)) {
            try AgeFixtures.format.open(ByteRange("65536-65536"), of: changed)
        }
    }
}
