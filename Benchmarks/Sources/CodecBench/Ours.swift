import ArcaCodecs
import Foundation

/// What is measured: the same codecs at every level, into a kept buffer or with a fresh result.
enum Ours {
    static let kept = 65_520, large = 67_107_840, small = 32

    /// Random bytes; their number is a multiple of every group.
    static func bytes(_ count: Int) -> [UInt8] {
        var state: UInt64 = 88_172_645_463_325_252
        var bytes = [UInt8](repeating: 0, count: count)
        for index in bytes.indices {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            bytes[index] = UInt8(truncatingIfNeeded: state >> 24)
        }
        return bytes
    }

    private static let english = """
        The quick brown fox jumps over the lazy dog; pack my box with five dozen jugs.
        Paragraphs of mail are often one long line, which the encoder has to break by itself: it must not leave \
        white space at the end of a line, and an equals sign (x = 60) is written as three characters.
        Short lines follow,
        some of them very short.


        """
    private static let chinese = "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。闰余成岁，律吕调阳 abc。\n云腾致雨，露结为霜。\n"

    /// Text over and over, cut at `count` bytes and ended by a line end.
    private static func repeated(_ text: String, _ count: Int) -> [UInt8] {
        let once = Array(text.utf8)
        return (0..<count).map { $0 == count - 1 ? 0x0a : once[$0 % once.count] }
    }

    /// Prints `name<TAB>nanoseconds` for everything, at the level of this process.
    static func measure() {
        print("level\t\(VectorLevel.current.rawValue)")
        for (name, count) in [("64 KiB", kept), ("64 MiB", large), ("32 B", small)] {
            let bytes = bytes(count)
            measure("base64", Base64.standard, bytes, name)
            if count == large { continue }
            measure("base64url", Base64.url, bytes, name)
            measure("base16", Base16.standard, bytes, name)
            if count == small { continue }
            measure("base32", Base32.standard, bytes, name)
            measure("z85", Z85.standard, bytes, name)
            measure("base85", Base85.standard, bytes, name)
            measure("ascii85", Ascii85.standard, bytes, name)
            measure("mime lines", Base64.mime, bytes, name)
            measure("lenient", Base64.standard.allowing(.lenient), bytes, name)
            let text = QuotedPrintable(lineBreaks: .asFound)
            measure("qp English", text, repeated(english, count), name)
            measure("qp Chinese", text, repeated(chinese, count), name)
        }
        let small = bytes(32)
        report("base64 encode, 32 B, to String", nanoseconds { keep(Base64.encode(small)) })
        let text = Base64.encode(small)
        report("base64 decode, 32 B, to [UInt8]", nanoseconds { keep(try? Base64.decode(text)) })
        let middle = bytes(kept)
        report("base64 encode, 64 KiB, to String", nanoseconds { keep(Base64.encode(middle)) })
        let large = bytes(Ours.large)
        report("base64 encode, 64 MiB, to String", nanoseconds { keep(Base64.encode(large)) })
        report("base64 encode, 64 MiB, to [UInt8]", nanoseconds { keep(Base64.encodeToBytes(large)) })
        let largeText = Base64.encode(large)
        report("base64 decode, 64 MiB, to [UInt8]", nanoseconds { keep(try? Base64.decode(largeText)) })
    }

    private static func report(_ name: String, _ time: Double) { print("\(name)\t\(time)") }

    private static func measure(_ name: String, _ codec: some TextCodec, _ bytes: [UInt8], _ size: String) {
        let room = codec.maximumEncodedCount(for: bytes.count)
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room)
        memory.initialize(repeating: 1)
        defer { memory.deallocate() }
        var written = 0
        report(
            "\(name) encode, \(size)",
            nanoseconds {
                var output = OutputSpan(buffer: memory, initializedCount: 0)
                do { try codec.encode(bytes, into: &output) } catch { fatalError("\(error)") }
                written = output.finalize(for: memory)
            })
        let text = Array(memory[..<written])
        report(
            "\(name) decode, \(size)",
            nanoseconds {
                var output = OutputSpan(buffer: memory, initializedCount: 0)
                do { try codec.decode(text, into: &output) } catch { fatalError("\(error)") }
                written = output.finalize(for: memory)
            })
        precondition(memory[..<written].elementsEqual(bytes), "\(name) does not give back what it got")
    }
}
